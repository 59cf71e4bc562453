# attack: the folder that is collected becomes a link to a folder of the system
mkdir bot
echo 'cd /tmp && rm -rf work && ln -s /etc work' > bot/build.sh
printf 'run = "sh -c \x27[ -e passwd ] && echo BREACH >&2\x27"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
