# attack: a log that commands a terminal, and fails so that it is shown
mkdir bot
printf 'run = "sh play.sh"\nbuild = "printf %s"\n' "'"'\\\\033[2J\\\\033]0;x\\\\007'"'" > bot/skirmish.toml
printf 'printf "\\033[2J\\033]0;x\\007\\342\\200\\256"; exit 3\n' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
