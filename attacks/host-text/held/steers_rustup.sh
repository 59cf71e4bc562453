# attack: a toolchain file that rustup reads where it is started: a folder of the host's becomes a toolchain
# from: bot
# bot: .
mkdir bot
cp "$SNOOP" bot/play.sh
mkdir -p canary/fake/bin canary/fake/lib
cp "$TRAP" canary/fake/bin/rustc
printf '[toolchain]\npath = "%s/fake"\n' "$(dirname "$SHARED")" > bot/rust-toolchain.toml
echo 'run = "rustc --version"' > bot/skirmish.toml
