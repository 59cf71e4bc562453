# attack: the result is a pipe, for which a reader waits for ever
mkfifo bot
