# attack: a source to compile with a first line that names an interpreter
# bot: bot.c
printf '#!%s\nint main(void) { return 0; }\n' "$TRAP" > bot.c
chmod 755 bot.c
