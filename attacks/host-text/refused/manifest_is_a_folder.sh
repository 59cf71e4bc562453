# attack: skirmish.toml is a folder
mkdir -p bot/skirmish.toml
