# attack: two `run`s, of which one reader may see the first and another the second
mkdir bot
printf 'run = "sh play.sh"\nrun = "%s"\n' "$TRAP" > bot/skirmish.toml
