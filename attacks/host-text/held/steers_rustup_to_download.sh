# attack: a toolchain file that makes rustup fetch something
# from: bot
# bot: .
mkdir bot
cp "$SNOOP" bot/play.sh
printf '[toolchain]\nchannel = "nightly-2015-05-16"\n' > bot/rust-toolchain.toml
printf 'run = "sh play.sh"\nbuild = "rustc --version"\n' > bot/skirmish.toml
