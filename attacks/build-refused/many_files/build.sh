# attack: the result has more files than anyone needs
mkdir bot
i=0
while [ $i -lt 6000 ]; do : > bot/$i; i=$((i + 1)); done
