# attack: a path of its own that is longer than a path may be
mkdir bot
{ printf 'run = "'; i=0; while [ $i -lt 9000 ]; do printf 'a/'; i=$((i + 1)); done; printf 'play.sh"\n'; } > bot/skirmish.toml
