# attack: the bot is a pipe
# bot: bot.py
mkfifo bot.py
