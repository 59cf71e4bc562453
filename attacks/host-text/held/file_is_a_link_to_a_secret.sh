# attack: the bot is a link to a secret, for its errors and fingerprint
# bot: bot.py
ln -s "$SECRET" bot.py
