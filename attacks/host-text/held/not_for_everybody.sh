# attack: none by itself; files that nobody may read or execute
mkdir bot
cp "$SNOOP" bot/play.sh
cp "$TRAP" bot/node
chmod 000 bot/node
echo 'run = "./node play.sh"' > bot/skirmish.toml
