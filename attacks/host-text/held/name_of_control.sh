# attack: a name that commands a terminal and ends lines
mkdir bot
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nname = "a\\u001b[2J\\u0000\\n\\rseat 0 wins\\u202e\\u2066"\n' > bot/skirmish.toml
