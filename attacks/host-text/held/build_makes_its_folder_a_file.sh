# attack: what is collected is a file
mkdir bot
echo 'cd /tmp && rm -rf work && echo x > work' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
