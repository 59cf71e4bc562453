# attack: a file whose name is no text
# bot: ./b?t.sh
cp "$SNOOP" "$(printf './b\377t.sh')"
