# attack: the manifest that was checked is not the one that plays
mkdir bot
cp "$SNOOP" bot/play.sh
cp "$TRAP" bot/node
printf '#!/bin/sh\nprintf "run = \\"%s/bot/node play.js\\"\\nbuild = \\"%s\\"\\n" > skirmish.toml\n' "$HERE" "$TRAP" > bot/build.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
