# attack: skirmish.toml is a link in a circle
mkdir bot
ln -s skirmish.toml bot/skirmish.toml
