# attack: as many words as fit
mkdir bot
cp "$SNOOP" bot/play.sh
{ printf 'run = "sh play.sh'; i=0; while [ $i -lt 20000 ]; do printf ' .'; i=$((i + 1)); done; printf '"\n'; } > bot/skirmish.toml
