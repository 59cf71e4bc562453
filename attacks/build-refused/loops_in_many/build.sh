# attack: computes in many processes, each for less than the limit, and never ends
# needs: processes
echo bot > bot
loop() { i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; }
for turn in $(seq 1 1000); do
    loop & loop & loop & loop
    wait
done
