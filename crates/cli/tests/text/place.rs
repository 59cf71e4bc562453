//! The environment of an attack: canaries, an operator's toolchains behind shims, and the user that starts the command.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use nix::unistd::{Gid, Uid, User, chown};

use super::trace::{Trace, strace};

/// The user that starts the commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The user that runs the tests.
    Self_,
    /// An unprivileged user, if the tests are run by root.
    Nobody,
}

/// The content of the canaries.
pub const TOKEN: &str = "CANARY-5eed-0f-a-secret";
const PRECIOUS: &str = "this must stay as it is\n";

/// The folder of one attack.
pub struct Place {
    pub folder: PathBuf,
    pub who: Who,
    /// A prefix of the operator's `PATH`, chosen by an attack.
    pub path_begins: Option<String>,
}

impl Who {
    fn account(self) -> Option<User> {
        (self == Self::Nobody).then(|| User::from_name("nobody").unwrap().expect("there is `nobody`"))
    }
}

/// The users that can start commands here: root also tries as an unprivileged user.
pub fn everybody() -> Vec<Who> {
    match Uid::effective().is_root() {
        true => vec![Who::Self_, Who::Nobody],
        false => vec![Who::Self_],
    }
}

impl Place {
    /// An empty place with canaries.
    pub fn new(name: &str, who: Who) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("text").join(name);
        let _ = fs::remove_dir_all(&folder);
        for part in ["canary", "tmp", "trace", "home", "operator/shims", "operator/bin", "operator/cargo/bin"]
        {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        // Search permission on the path, for unprivileged users.
        for part in folder.ancestors().take(3) {
            fs::set_permissions(part, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let folder = folder.canonicalize().unwrap();
        let place = Self { folder, who, path_begins: None };
        place.lay_canaries();
        place.install_languages();
        place
    }

    fn lay_canaries(&self) {
        let canary = |name: &str| self.folder.join("canary").join(name);
        write(&canary("secret"), TOKEN, 0o600);
        write(&canary("shared"), TOKEN, 0o644);
        write(&canary("precious"), PRECIOUS, 0o666);
        // The trap leaves a mark that is only visible on the host.
        write(
            &canary("trap"),
            &format!("#!/bin/sh\necho \"$0 $*\" >> {}\nexit 1\n", canary("mark").display()),
            0o755,
        );
        write(&canary("player.sh"), PLAYER, 0o755);
        let snoop = SNOOP
            .replace("$SECRET", &canary("secret").display().to_string())
            .replace("$SHARED", &canary("shared").display().to_string())
            .replace("$PRECIOUS", &canary("precious").display().to_string())
            .replace("$TRAP", &canary("trap").display().to_string());
        write(&canary("snoop.sh"), &(snoop + PLAYER), 0o755);
    }

    /// Installs toolchains behind shims that read files of the working directory, as pyenv and rustup do.
    fn install_languages(&self) {
        let operator = self.folder.join("operator");
        write(&operator.join("bin/pyenv"), PYENV, 0o755);
        symlink("../bin/pyenv", operator.join("shims/python3")).unwrap();
        write(&operator.join("cargo/bin/rustup"), RUSTUP, 0o755);
        symlink("rustup", operator.join("cargo/bin/rustc")).unwrap();
    }

    /// Runs a script of ours that sets up a bot.
    pub fn make(&self, script: &Path) {
        let done =
            Command::new("sh").arg("-eu").arg(script).current_dir(&self.folder).envs(self.words()).output();
        let done = done.unwrap();
        assert!(done.status.success(), "{}: {}", script.display(), String::from_utf8_lossy(&done.stderr));
    }

    /// The placeholders of attacks for the canaries' paths.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let canary = |name: &str| self.folder.join("canary").join(name).display().to_string();
        vec![
            ("HERE", self.folder.display().to_string()),
            ("SECRET", canary("secret")),
            ("SHARED", canary("shared")),
            ("PRECIOUS", canary("precious")),
            ("TRAP", canary("trap")),
            ("SNOOP", canary("snoop.sh")),
            ("PLAYER", canary("player.sh")),
        ]
    }

    /// A line of an attack with the placeholders filled in.
    pub fn fill(&self, line: &str) -> String {
        self.words()
            .into_iter()
            .fold(line.to_owned(), |line, (word, value)| line.replace(&format!("${word}"), &value))
    }

    /// The same for bytes that may be no text.
    pub fn fill_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.fill(text).into_bytes(),
            Err(_) => bytes.to_vec(),
        }
    }

    /// The `PATH` of the commands.
    pub fn search_path(&self) -> Vec<PathBuf> {
        let own = ["operator/shims", "operator/bin", "operator/cargo/bin"].map(|part| self.folder.join(part));
        own.into_iter().chain(["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from)).collect()
    }

    /// `skirmish` with these arguments under `strace`, started in that folder of the place.
    pub fn command(&self, from: &str, words: &[&OsStr]) -> Command {
        let account = self.who.account();
        self.hand_over();
        let begin = strace(&self.folder.join("trace"), account.as_ref().map(|account| account.name.as_str()));
        let path = std::env::join_paths(self.search_path()).unwrap().into_string().unwrap();
        let path = self.path_begins.as_ref().map_or(path.clone(), |first| format!("{first}:{path}"));
        let mut command = Command::new(&begin[0]);
        command.args(&begin[1..]).arg(env!("CARGO_BIN_EXE_skirmish")).args(words);
        command.current_dir(self.folder.join(from)).stdin(Stdio::null()).env_clear();
        command
            .env("PATH", path)
            .env("HOME", self.folder.join("home"))
            .env("TMPDIR", self.folder.join("tmp"));
        command.env("PYENV_ROOT", self.folder.join("operator"));
        command
    }

    /// Runs the same to its end; returns the output and the trace.
    pub fn run(&self, from: &str, words: &[&OsStr]) -> (Output, Result<Trace, String>) {
        let output = self.command(from, words).output().expect("strace: `cargo xtask setup` installs it");
        let trace = self.trace(from);
        (output, trace)
    }

    /// The trace of the last command.
    pub fn trace(&self, from: &str) -> Result<Trace, String> {
        Trace::read(&self.folder.join("trace"), &self.folder.join(from))
    }

    /// Changes the owner of everything here to the user.
    pub fn hand_over(&self) {
        if let Some(account) = self.who.account() {
            give(&self.folder, account.uid, account.gid);
        }
    }

    /// Asserts that no trap ran and that the canaries are unchanged.
    pub fn check_unchanged(&self) -> Result<(), String> {
        if let Ok(who) = fs::read_to_string(self.folder.join("canary/mark")) {
            return Err(format!("a program of the bot ran on the host: {}", who.trim()));
        }
        match fs::read_to_string(self.folder.join("canary/precious")) {
            Ok(text) if text == PRECIOUS => Ok(()),
            other => Err(format!("a file of the host was changed: {other:?}")),
        }
    }

    /// Asserts that the canaries are unchanged, and that no output contains them.
    pub fn check_canaries(&self, shown: &[&[u8]]) -> Result<(), String> {
        self.check_unchanged()?;
        let kept = ["replays", "tmp", "home"].iter().flat_map(|part| contents(&self.folder.join(part)));
        for bytes in kept.chain(shown.iter().map(|bytes| bytes.to_vec())) {
            for word in [TOKEN, "BREACH"] {
                if let Some(at) = find(&bytes, word.as_bytes()) {
                    let line =
                        String::from_utf8_lossy(&bytes[at.saturating_sub(60)..(at + 80).min(bytes.len())])
                            .into_owned();
                    return Err(format!("a secret of the host shows: …{line}…"));
                }
            }
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A failed test keeps its folder for inspection.
        if !std::thread::panicking() && std::env::var_os("SKIRMISH_KEEP").is_none() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn write(path: &Path, text: &str, mode: u32) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn give(path: &Path, user: Uid, group: Gid) {
    // Links are not followed.
    let _ = nix::unistd::fchownat(
        nix::fcntl::AT_FDCWD,
        path,
        Some(user),
        Some(group),
        nix::fcntl::AtFlags::AT_SYMLINK_NOFOLLOW,
    );
    let is_folder = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    if !is_folder {
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        give(&entry.path(), user, group);
    }
    let _ = chown(path, Some(user), Some(group));
}

/// The contents and the names of the files below a folder.
fn contents(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        found.push(entry.file_name().as_bytes().to_vec());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => found.extend(contents(&entry.path())),
            Ok(kind) if kind.is_file() => found.extend(fs::read(entry.path())),
            _ => {}
        }
    }
    found
}

fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).position(|window| window == word)
}

/// Plays Plantation in the shell.
const PLAYER: &str = "while read word rest; do case $word in turn) echo scout 5 5;; end) exit;; esac; done\n";

/// Looks for the host's files from inside the jail, then plays.
const SNOOP: &str = r#"
set +e
roots="/proc/1/root /proc/self/root /var /mnt /bot /tmp"
while read -r a b c d at rest; do roots="$roots $at"; done < /proc/self/mountinfo
for root in '' $roots; do
    for file in $SECRET $SHARED; do
        if [ -r "$root$file" ]; then cat "$root$file" >&2; echo BREACH "$root$file" >&2; fi
    done
    if [ -w "$root$PRECIOUS" ]; then echo x > "$root$PRECIOUS"; fi
    if [ -x "$root$TRAP" ]; then "$root$TRAP"; fi
done 2>&2
"#;

/// A shim that chooses by a file in the working directory, as pyenv does.
const PYENV: &str = r#"#!/bin/sh
version=$(cat .python-version 2>/dev/null)
case $(basename "$0") in pyenv) ;; *) exec /usr/bin/python3 "$@" ;; esac
case $1 in
    which) if [ -n "$version" ]; then echo "$PYENV_ROOT/versions/$version/bin/$2"; else echo "/usr/bin/$2"; fi ;;
    root) echo "$PYENV_ROOT" ;;
    *) exit 1 ;;
esac
"#;

/// A shim that chooses by a file in the working directory, as rustup does.
const RUSTUP: &str = r#"#!/bin/sh
path=$(sed -n 's/^path = "\(.*\)"/\1/p' rust-toolchain.toml 2>/dev/null)
case $1 in
    which) if [ -n "$path" ]; then echo "$path/bin/$2"; else echo "/usr/bin/$2"; fi ;;
    *) exit 1 ;;
esac
"#;
