# attack: a folder is the result, with a name in it that is no text
mkdir bot
printf x > "bot/$(printf '\377\376')"
