# attack: `build` is not text
mkdir bot
printf 'run = "sh play.sh"\nbuild = ["%s"]\n' "$TRAP" > bot/skirmish.toml
