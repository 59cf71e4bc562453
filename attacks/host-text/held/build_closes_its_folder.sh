# attack: a folder that nobody may enter
mkdir bot
echo 'mkdir a && echo x > a/b && chmod 000 a . ' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
