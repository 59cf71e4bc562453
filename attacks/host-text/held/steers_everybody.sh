# attack: files that managers of versions, packages and environments read where they are started
# from: bot
# bot: .
mkdir -p bot/.cargo bot/bin
cp "$SNOOP" bot/play.sh
for name in .python-version .node-version .nvmrc .ruby-version .java-version .tool-versions .go-version; do
    echo "../../../canary" > "bot/$name"
done
printf 'home = %s\ninclude-system-site-packages = true\n' "$(dirname "$SHARED")" > bot/pyvenv.cfg
printf '{"type":"module","scripts":{"preinstall":"%s"}}\n' "$TRAP" > bot/package.json
printf 'script-shell=%s\nprefix=%s\n' "$TRAP" "$(dirname "$SHARED")" > bot/.npmrc
printf 'GOFLAGS=-toolexec=%s\n' "$TRAP" > bot/go.env
printf '[build]\nrustc-wrapper = "%s"\n' "$TRAP" > bot/.cargo/config.toml
printf 'export PATH=%s\n' "$(dirname "$TRAP")" > bot/.envrc
printf 'import os; os.system("%s")\n' "$TRAP" | tee bot/sitecustomize.py bot/usercustomize.py > bot/encodings.py
cp "$TRAP" bot/bin/pyenv
printf 'run = "python3 play.py"\nbuild = "python3 play.py"\n' > bot/skirmish.toml
printf 'import os\nos.execv("/bin/sh", ["sh", "play.sh"])\n' > bot/play.py
