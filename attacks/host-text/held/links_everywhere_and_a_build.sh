# attack: the same, with a build that works on a copy
mkdir bot
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nbuild = "sh -c true"\n' > bot/skirmish.toml
ln -s "$SECRET" bot/secret
ln -s / bot/root
ln -s /proc/1/root bot/one
ln -s . bot/here
