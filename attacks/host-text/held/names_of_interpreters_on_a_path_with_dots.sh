# attack: the same, where the operator's search path has the folder itself in it
# from: bot
# bot: .
# path: .
mkdir bot
cp "$SNOOP" bot/play.sh
for name in sh env python3 node pyenv rustup rustc; do cp "$TRAP" "bot/$name"; done
echo 'run = "node play.js"' > bot/skirmish.toml
