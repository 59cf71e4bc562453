# attack: the program that was a file when it was looked at becomes a link to a chooser
mkdir bot
cp "$SNOOP" bot/play
chmod 755 bot/play
cp "$TRAP" bot/node
printf 'run = "./play play.js"\nbuild = "ln -sf %s/bot/node play"\n' "$HERE" > bot/skirmish.toml
