# attack: pipes in the folder, which a fingerprint would wait for
mkdir bot
cp "$SNOOP" bot/play.sh
echo 'run = "sh play.sh"' > bot/skirmish.toml
mkfifo bot/pipe
