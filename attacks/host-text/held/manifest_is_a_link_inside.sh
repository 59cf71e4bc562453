# attack: skirmish.toml is a link to another file of the folder
mkdir bot
echo 'run = "sh play.sh"' > bot/other.toml
ln -s other.toml bot/skirmish.toml
cp "$SNOOP" bot/play.sh
