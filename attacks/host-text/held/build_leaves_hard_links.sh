# attack: hard links in the result, to the bot's own files and to the system's
mkdir bot
cp "$SNOOP" bot/play.sh
echo 'ln /etc/passwd a; ln /bot/play.sh b; ln play.sh c; ln /proc/1/exe d; sh -c true' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
