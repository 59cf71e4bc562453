# attack: a name that no file can have
mkdir bot
cp "$SNOOP" bot/play.sh
{ printf 'run = "sh play.sh"\nname = "'; head -c 20000 /dev/zero | tr '\0' n; printf '"\n'; } > bot/skirmish.toml
