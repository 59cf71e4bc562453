# attack: forks for two seconds, then fails
# needs: pids
bomb() { i=0; while [ $i -lt 8 ]; do (sleep 2) & i=$((i + 1)); done; }
i=0
while [ $i -lt 40 ]; do bomb & i=$((i + 1)); done
wait
exit 1
