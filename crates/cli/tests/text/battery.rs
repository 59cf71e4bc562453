//! The attacks as data: their texts, and the expected verdicts.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::place::{Place, Who};

/// The expected verdict of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is refused in one sentence, before any process is started.
    Refused,
    /// It may play, lose or be refused.
    Held,
}

/// One hostile text.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The file it is from, and its index there.
    pub name: String,
    pub verdict: Verdict,
    /// The working directory of the command, relative to the attack's folder.
    pub from: String,
    /// The bot argument: a path relative to it, with `?` and `*` for characters that cannot be written.
    bot: String,
    path_begins: Option<String>,
    text: Text,
}

#[derive(Clone, Debug)]
enum Text {
    /// A script of ours that makes it.
    Script(PathBuf),
    /// The content of a TOML string, in `run` or in `build`.
    Command { line: String, key: &'static str },
    /// Arbitrary bytes: the manifest, and files with their names.
    Bytes { manifest: Vec<u8>, files: Vec<(Vec<u8>, Vec<u8>)> },
    /// The first line of a file.
    Shebang { line: Vec<u8>, of: Shebang },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shebang {
    /// The bot is this file.
    File,
    /// `run = "./play"`.
    Run,
    /// `build = "./play"`.
    Build,
}

/// Attacks by commands, as `run` and as `build`.
pub fn commands() -> Vec<Attack> {
    let mut attacks = Vec::new();
    for (folder, verdict) in [("refused", Verdict::Refused), ("held", Verdict::Held)] {
        for line in lines(&format!("{folder}/commands.txt")) {
            attacks.extend(["run", "build"].map(|key| Attack::of_command(folder, verdict, &line, key)));
        }
    }
    attacks
}

/// Attacks by shebang lines, in all files where they count.
pub fn first_lines() -> Vec<Attack> {
    let ways = [Shebang::File, Shebang::Run, Shebang::Build];
    let ending = lines("held/shebangs.txt");
    let ending = ending.iter().flat_map(|line| ways.map(|of| Attack::of_shebang(line.as_bytes(), of)));
    let endless = lines("held/endless.txt");
    ending.chain(endless.iter().map(|line| Attack::of_shebang(line.as_bytes(), Shebang::File))).collect()
}

/// Attacks that a script sets up.
pub fn scripts() -> Vec<Attack> {
    let mut attacks = Vec::new();
    for (name, verdict) in [("refused", Verdict::Refused), ("held", Verdict::Held)] {
        let entries = fs::read_dir(folder().join(name)).unwrap().map(|entry| entry.unwrap().path());
        let scripts = entries.filter(|path| path.extension().is_some_and(|extension| extension == "sh"));
        attacks.extend(scripts.map(|path| Attack::of_script(name, verdict, &path)));
    }
    attacks.sort_by(|one, other| one.name.cmp(&other.name));
    attacks
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../attacks/host-text").canonicalize().unwrap()
}

/// The lines of a table, without comments; `#!` is not a comment.
fn lines(table: &str) -> Vec<String> {
    let text = fs::read_to_string(folder().join(table)).unwrap();
    let is_case = |line: &&str| !line.is_empty() && (!line.starts_with('#') || line.starts_with("#!"));
    text.lines().filter(is_case).map(String::from).collect()
}

impl Attack {
    fn of_script(folder: &str, verdict: Verdict, path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let told = |key: &str| {
            let lines = text.lines().take_while(|line| line.starts_with('#'));
            let found = lines.into_iter().find_map(|line| line.strip_prefix(&format!("# {key}:")));
            found.map(|words| words.trim().to_owned())
        };
        assert!(told("attack").is_some(), "{} does not say what it is", path.display());
        Self {
            name: format!("{folder}/{}", path.file_name().unwrap().to_string_lossy()),
            verdict,
            from: told("from").unwrap_or_else(|| ".".into()),
            bot: told("bot").unwrap_or_else(|| "bot".into()),
            path_begins: told("path"),
            text: Text::Script(path.into()),
        }
    }

    fn of_command(folder: &str, verdict: Verdict, line: &str, key: &'static str) -> Self {
        let text = Text::Command { line: line.into(), key };
        Self::furnished(format!("{folder}/commands.txt {key} = {line}"), verdict, "bot", text)
    }

    fn of_shebang(line: &[u8], of: Shebang) -> Self {
        let shown = String::from_utf8_lossy(line).into_owned();
        let bot = if of == Shebang::File { "play" } else { "bot" };
        let text = Text::Shebang { line: line.into(), of };
        Self::furnished(format!("held/shebangs.txt {of:?} {shown}"), Verdict::Held, bot, text)
    }

    fn furnished(name: String, verdict: Verdict, bot: &str, text: Text) -> Self {
        Self { name, verdict, from: ".".into(), bot: bot.into(), path_begins: None, text }
    }

    /// Arbitrary manifest and files, in addition to those of a hostile folder; the bot is the folder.
    pub fn of_bytes(manifest: Vec<u8>, files: Vec<(Vec<u8>, Vec<u8>)>) -> Self {
        Self::furnished("any bytes".into(), Verdict::Held, "bot", Text::Bytes { manifest, files })
    }

    /// Whether it is a line of a table; these share a folder.
    pub fn is_of_a_table(&self) -> bool {
        !matches!(self.text, Text::Script(_))
    }

    /// Whether it has a build command.
    pub fn is_built(&self) -> bool {
        match &self.text {
            Text::Script(path) => {
                let text = fs::read_to_string(path).unwrap();
                text.contains("build = ") || self.bot.ends_with(".c")
            }
            Text::Command { key, .. } => *key == "build",
            Text::Bytes { .. } => true,
            Text::Shebang { of, .. } => *of == Shebang::Build,
        }
    }

    /// Sets it up in a new place of that name.
    pub fn make(&self, name: &str, who: Who) -> Place {
        let mut place = Place::new(name, who);
        place.path_begins = self.path_begins.clone();
        match &self.text {
            Text::Script(path) => place.make(path),
            Text::Command { line, key } => {
                place.make(&folder().join("furnish.sh"));
                let line = place.fill(line);
                let rest = if *key == "run" { "" } else { "run = \"sh play.sh\"\n" };
                fs::write(place.folder.join("bot/skirmish.toml"), format!("{key} = \"{line}\"\n{rest}"))
                    .unwrap();
            }
            Text::Bytes { manifest, files } => {
                place.make(&folder().join("furnish.sh"));
                let folder = place.folder.join("bot");
                for (name, bytes) in files {
                    let file = folder.join(OsStr::from_bytes(name));
                    // Some names are taken, and some are invalid.
                    if fs::write(&file, place.fill_bytes(bytes)).is_ok() {
                        let _ = fs::set_permissions(&file, fs::Permissions::from_mode(0o755));
                    }
                }
                fs::write(folder.join("skirmish.toml"), place.fill_bytes(manifest)).unwrap();
            }
            Text::Shebang { line, of } => {
                place.make(&folder().join("furnish.sh"));
                let line = place.fill(&String::from_utf8_lossy(line));
                let snoop = fs::read_to_string(place.folder.join("canary/snoop.sh")).unwrap();
                let file = place.folder.join(if *of == Shebang::File { "play" } else { "bot/play" });
                fs::write(&file, format!("{line}\n{snoop}")).unwrap();
                fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
                let manifest = match of {
                    Shebang::File | Shebang::Run => "run = \"./play\"\n",
                    Shebang::Build => "build = \"./play\"\nrun = \"sh play.sh\"\n",
                };
                fs::write(place.folder.join("bot/skirmish.toml"), manifest).unwrap();
            }
        }
        place
    }

    /// The bot argument of the command.
    pub fn bot(&self, place: &Place) -> OsString {
        if !self.bot.contains(['?', '*']) {
            return self.bot.clone().into();
        }
        // The shell expands the pattern.
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("printf %s {}", self.bot)]).current_dir(place.folder.join(&self.from));
        let output = shell.output().unwrap();
        assert!(!output.stdout.contains(&b'?'), "{}: nothing is called so", self.name);
        OsString::from_vec(output.stdout)
    }
}
