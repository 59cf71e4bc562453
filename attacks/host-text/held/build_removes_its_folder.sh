# attack: nothing is left to collect
mkdir bot
echo 'rm -rf /tmp/work' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
