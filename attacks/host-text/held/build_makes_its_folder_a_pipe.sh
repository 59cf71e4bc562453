# attack: what is collected is a pipe, which would be waited for
mkdir bot
echo 'cd /tmp && rm -rf work && mkfifo work' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
