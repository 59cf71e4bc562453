# attack: a manifest that is cut in the middle of its words
mkdir bot
cp "$SNOOP" bot/play.sh
{ head -c 65000 /dev/zero | tr '\0' '#'; printf '\nrun = "sh play.sh '; head -c 1000 /dev/zero | tr '\0' x; printf ' %s"\n' "$TRAP"; } > bot/skirmish.toml
