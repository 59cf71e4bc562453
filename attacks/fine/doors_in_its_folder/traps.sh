mkfifo -m 666 pipe
ln -s /etc/shadow shadow
ln -s ../../../../../../.. up
ln -s loop loop
truncate -s 64M sparse
