# attack: writes until the disk is full, up to one GiB
head -c 1073741824 /dev/zero > bot
