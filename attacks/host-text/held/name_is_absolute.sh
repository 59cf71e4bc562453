# attack: a name that is a path
mkdir bot
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nname = "%s"\n' "$PRECIOUS" > bot/skirmish.toml
