# attack: a language and options that are paths and programs
mkdir bot
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nlanguage = "../..%s"\n[options]\nrun = "%s"\nnode = "%s"\n' "$TRAP" "$TRAP" "$TRAP" > bot/skirmish.toml
