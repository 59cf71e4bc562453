# attack: the name of another game that would be shown raw
mkdir bot
printf 'run = "sh play.sh"\ngame = "\\u001b]0;x\\u0007\\u202eitti/../.."\n' > bot/skirmish.toml
cp "$SNOOP" bot/play.sh
