# attack: needs the network, and gives up without it
# needs: network
if command -v python3 > /dev/null; then
    python3 -c 'import socket; socket.create_connection(("127.0.0.1", 9), timeout=1)' || exit 1
else
    exit 1
fi
echo bot > bot
