# attack: skirmish.toml is a link to a manifest outside of the folder
mkdir bot
echo 'run = "sh play.sh"' > outside.toml
ln -s ../outside.toml bot/skirmish.toml
cp "$SNOOP" bot/play.sh
