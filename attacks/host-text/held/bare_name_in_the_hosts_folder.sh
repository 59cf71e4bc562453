# attack: a bare name that is there where the host was started
mkdir bot
cp "$TRAP" helper
cp "$SNOOP" bot/play.sh
echo 'run = "helper play.sh"' > bot/skirmish.toml
