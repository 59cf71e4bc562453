# attack: the result is a socket
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("bot")'
