# attack: skirmish.toml is a link to what only the host's user may read; the error would quote it
mkdir bot
ln -s "$SECRET" bot/skirmish.toml
