# attack: links in the folder to all that a host should not follow
mkdir bot
cp "$SNOOP" bot/play.sh
echo 'run = "sh play.sh"' > bot/skirmish.toml
ln -s "$SECRET" bot/secret
ln -s "$PRECIOUS" bot/precious
ln -s / bot/root
ln -s /proc/self/root bot/self
ln -s /dev/zero bot/zero
ln -s . bot/here
ln -s loop bot/loop
