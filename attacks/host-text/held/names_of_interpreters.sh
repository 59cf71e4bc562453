# attack: files that are called as what runs the bot, started from the folder itself
# from: bot
# bot: .
mkdir bot
cp "$SNOOP" bot/play.sh
for name in sh env python3 node pyenv rustup rustc skirmish skirmish-sandbox; do cp "$TRAP" "bot/$name"; done
echo 'run = "sh play.sh"' > bot/skirmish.toml
