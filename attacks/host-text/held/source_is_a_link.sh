# attack: a source to compile that is a link to a secret, for the compiler's words about it
# bot: bot.c
ln -s "$SECRET" bot.c
