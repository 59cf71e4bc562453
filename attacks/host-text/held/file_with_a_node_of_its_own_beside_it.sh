# attack: found: a single file whose first line names a node that lies beside it
# bot: bot.js
cp "$TRAP" node
printf '#!%s/node\n' "$HERE" > bot.js
chmod 755 bot.js
