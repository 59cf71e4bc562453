# attack: skirmish.toml is a pipe, which a host would wait for
mkdir bot
mkfifo bot/skirmish.toml
