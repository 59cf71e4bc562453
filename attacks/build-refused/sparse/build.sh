# attack: the result is huge, and made of nothing
truncate -s 200M bot
