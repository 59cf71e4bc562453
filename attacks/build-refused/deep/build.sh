# attack: the result is nested deeper than anyone needs
p=bot
i=0
while [ $i -lt 40 ]; do p=$p/x; i=$((i + 1)); done
mkdir -p $p
