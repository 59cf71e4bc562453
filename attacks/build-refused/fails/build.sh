# attack: leaves a result and fails
echo bot > bot
exit 1
