# attack: a file whose name is an option
# bot: ./-c.sh
cp "$SNOOP" ./-c.sh
