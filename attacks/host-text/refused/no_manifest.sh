# attack: another spelling of the manifest
mkdir bot
printf 'run = "%s"\n' "$TRAP" > bot/Skirmish.toml
