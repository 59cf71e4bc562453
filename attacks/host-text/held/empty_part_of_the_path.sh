# attack: an empty part of the search path means the present folder
# from: bot
# bot: .
# path:
mkdir bot
cp "$SNOOP" bot/play.sh
for name in sh env python3 node pyenv rustup rustc; do cp "$TRAP" "bot/$name"; done
echo 'run = "node play.js"' > bot/skirmish.toml
