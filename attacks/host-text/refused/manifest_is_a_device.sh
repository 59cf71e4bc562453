# attack: skirmish.toml never ends
mkdir bot
ln -s /dev/zero bot/skirmish.toml
