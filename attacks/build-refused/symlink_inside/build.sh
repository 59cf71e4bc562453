# attack: a folder is the result, with a link in it
mkdir bot
echo fine > bot/main
ln -s /etc bot/etc
