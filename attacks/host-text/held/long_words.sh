# attack: a word that is longer than paths and arguments may be
mkdir bot
{ printf 'run = "'; head -c 60000 /dev/zero | tr '\0' x; printf ' %s"\n' "$TRAP"; } > bot/skirmish.toml
