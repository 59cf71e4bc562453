# attack: none; a hostile folder with everything that a host could be tempted to run, for commands.txt and shebangs.txt.
# Started in an empty folder with HERE (that folder), TRAP, SECRET, SHARED, PRECIOUS, SNOOP, PLAYER in the environment.
set -eu
mkdir -p bot/bin bot/shims bot/lib bot/sub/bin
cp "$SNOOP" bot/play.sh
chmod 755 bot/play.sh
# Whatever a shim manager, a version or an interpreter is called: it is a trap here.
traps=
for name in pyenv python python3 node nodejs env sh rustup; do
    for folder in bot bot/bin bot/shims bot/sub/bin; do
        traps="$traps $folder/$name"
    done
done
tee $traps < "$TRAP" > /dev/null
chmod 755 $traps
# rustup and its shims are one file.
ln bot/rustup bot/rustc
ln bot/bin/rustup bot/bin/rustc
ln bot/bin/rustup bot/bin/cargo
# A prefix with `bin` and `lib` looks installed; so does a virtual environment.
printf 'home = %s\n' "$(dirname "$SHARED")" > bot/pyvenv.cfg
ln -s / bot/root
ln -s "$(dirname "$TRAP")" bot/out
ln -s play.sh bot/link.sh
ln -s /bin/sh bot/shell
ln -s "$TRAP" bot/trap
mkdir bot/linked
ln -s ../lib bot/linked/lib
cp "$SNOOP" bot/lib/play.sh
