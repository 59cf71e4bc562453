# attack: names in the result that are bytes, control characters and ends of lines
mkdir bot
cp "$SNOOP" bot/play.sh
echo 'touch "$(printf "a\033[2J")" "$(printf "a\nb")" "$(printf "a\377")" "..." " " "-rf"' > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
