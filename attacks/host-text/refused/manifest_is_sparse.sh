# attack: a manifest of a terabyte
mkdir bot
truncate -s 1T bot/skirmish.toml
