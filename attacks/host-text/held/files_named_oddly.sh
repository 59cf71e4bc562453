# attack: names in the folder that are bytes, control characters, options and as long as can be
mkdir bot
cp "$SNOOP" bot/play.sh
echo 'run = "sh play.sh"' > bot/skirmish.toml
for name in "$(printf 'a\377b')" "$(printf 'a\033[2J')" "$(printf 'a\nb')" '-rf' '--' '*' '~' '$HOME' 'a b' "a'b" 'a"b' 'a\b' ' ' '...'; do
    echo x > "bot/$name"
done
echo x > "bot/$(head -c 255 /dev/zero | tr '\0' n)"
