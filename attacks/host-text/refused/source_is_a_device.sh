# attack: a source to compile that never ends
# bot: bot.c
ln -s /dev/zero bot.c
