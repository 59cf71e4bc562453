# attack: an unknown key that would be shown raw
mkdir bot
printf 'run = "sh play.sh"\n"\\u001b[2J\\u202e" = 1\n' > bot/skirmish.toml
