# attack: `run` is not text
mkdir bot
echo 'run = ["/bin/sh", "play.sh"]' > bot/skirmish.toml
