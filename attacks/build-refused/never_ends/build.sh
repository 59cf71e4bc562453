# attack: builds until someone stops it
echo bot > bot
sleep 20
