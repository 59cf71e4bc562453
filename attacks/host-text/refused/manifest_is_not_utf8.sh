# attack: bytes that are no text
mkdir bot
printf 'run = "sh \377\376 play.sh"\n' > bot/skirmish.toml
