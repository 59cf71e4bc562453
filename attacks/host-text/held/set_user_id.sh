# attack: a program of its own that asks to be its owner
mkdir bot
cp /bin/sh bot/shell
chmod 6755 bot/shell
cp "$SNOOP" bot/play.sh
echo 'run = "./shell play.sh"' > bot/skirmish.toml
