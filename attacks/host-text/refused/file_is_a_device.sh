# attack: the bot is a device without an end
# bot: bot.py
ln -s /dev/zero bot.py
