# attack: the folder itself is a link, whose target holds another one
mkdir real
ln -s real bot
cp "$SNOOP" real/play.sh
echo 'run = "sh play.sh"' > real/skirmish.toml
ln -s "$SECRET" real/data
