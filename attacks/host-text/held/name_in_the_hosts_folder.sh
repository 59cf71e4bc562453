# attack: a relative program that is there where the host was started, but not in the folder
mkdir bot tools
cp "$TRAP" tools/node
cp "$TRAP" node
cp "$SNOOP" bot/play.sh
echo 'run = "tools/node play.sh"' > bot/skirmish.toml
