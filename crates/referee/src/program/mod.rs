//! What a bot is: a file, a folder with `skirmish.toml`, or a command line; and how it is started.

pub(crate) mod node;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use skirmish_files::{Shebang, search_path};
use skirmish_sandbox::{Trust, TrustedProgram, check_program, is_through_a_link};

use crate::fingerprint;

/// A program that can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name shown: the file's, the one in `skirmish.toml`, or the command line.
    pub name: String,
    /// The fingerprint of what it is made of.
    pub hash: Option<String>,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// What it is, and so what it may see of the disk.
    pub origin: Origin,
    /// How it is built before its first match, in its folder.
    pub build: Option<Vec<String>>,
    /// The language it says it is written in.
    pub language: Option<String>,
    /// The only game it says it plays.
    pub game: Option<String>,
}

/// What a bot was given as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A single file, which its command executes.
    File(PathBuf),
    /// A single file that is run by the words before it, unless its own first line (`#!`) names another program: that is
    /// looked at where it runs.
    Script(PathBuf),
    /// A folder, in which it is started.
    Folder(PathBuf),
    /// A command line, started where the referee runs.
    Command,
}

/// A bot that cannot be started: what is wrong, and what to try.
#[derive(Debug, thiserror::Error)]
pub enum BadBot {
    /// Nothing of that name.
    #[error(
        "bot `{0}`: there is no such file or program; check the path, or quote a whole command line: \"python3 {0}\""
    )]
    Missing(String),
    /// A file that nobody can run.
    #[error("bot `{0}`: it is not executable and its name does not say what runs it; {1}")]
    NotExecutable(String, String),
    /// What runs it is not installed.
    #[error(
        "bot `{bot}`: it is run by `{interpreter}`, which is not installed; install it, or give the whole command line in quotes"
    )]
    NoInterpreter {
        /// The bot.
        bot: String,
        /// What should run it.
        interpreter: String,
    },
    /// A folder that does not say how it is run.
    #[error(
        "bot `{0}`: the folder has no skirmish.toml; write one with a line like run = \"python3 bot.py\""
    )]
    NoManifest(String),
    /// A `skirmish.toml` that cannot be read.
    #[error("bot `{0}`: its skirmish.toml is not understood: {1}")]
    BadManifest(String, String),
    /// A command that this bot's author may not give.
    #[error("bot `{name}`: {what} is refused: {why}")]
    Refused {
        /// The bot.
        name: String,
        /// `run`, `build` or `the command line`.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A command line whose quotes do not close, or that is empty.
    #[error("bot `{0}`: the command line is not understood: {1}")]
    BadCommand(String, String),
    /// The disk refused.
    #[error("bot `{0}`: it cannot be read: {1}")]
    Unreadable(String, io::Error),
    /// Its build failed.
    #[error("bot `{name}`: its build (`{command}`) {how}; its last words:\n{words}")]
    Build {
        /// The bot.
        name: String,
        /// The build command.
        command: String,
        /// How it ended.
        how: String,
        /// The last lines it printed.
        words: String,
    },
}

/// What a `skirmish.toml` says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The command that plays.
    pub run: String,
    /// The command that builds, if there is one.
    pub build: Option<String>,
    /// What the bot calls itself.
    pub name: Option<String>,
    /// The language it says it is in.
    pub language: Option<String>,
    /// The only game it says it plays.
    pub game: Option<String>,
    /// Whatever the bot itself wants to read from there.
    #[serde(default, rename = "options")]
    _options: toml::Table,
}

impl Manifest {
    /// Reads the text of one; a sentence says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|error| error.message().to_string())?;
        manifest.run_words()?;
        manifest.build_words()?;
        Ok(manifest)
    }

    /// The words of `run`.
    pub fn run_words(&self) -> Result<Vec<String>, String> {
        split(&self.run).map_err(|what| format!("`run`: {what}"))
    }

    /// The words of `build`.
    pub fn build_words(&self) -> Result<Option<Vec<String>>, String> {
        self.build.as_deref().map(split).transpose().map_err(|what| format!("`build`: {what}"))
    }

    /// Whether these commands may be given by an author of that kind; a sentence says what is wrong.
    pub fn check(&self, trust: Trust) -> Result<(), String> {
        for (what, words) in [("run", Some(self.run_words()?)), ("build", self.build_words()?)] {
            if let Some(words) = words {
                check_program(&words[0], trust).map_err(|why| format!("`{what}`: {why}"))?;
            }
        }
        Ok(())
    }
}

/// What runs a file, by the end of its name.
const INTERPRETERS: &[(&str, &[&str])] = &[
    ("py", &["python3"]),
    ("js", &["node"]),
    ("mjs", &["node"]),
    ("cjs", &["node"]),
    ("rb", &["ruby"]),
    ("lua", &["lua"]),
    ("pl", &["perl"]),
    ("php", &["php"]),
    ("sh", &["sh"]),
    ("bash", &["bash"]),
    ("java", &["java"]),
    ("jar", &["java", "-jar"]),
    ("jl", &["julia"]),
    ("r", &["Rscript"]),
    ("exs", &["elixir"]),
];

/// Ends of names that mean source code, which has to be built first.
const SOURCES: &[&str] =
    &["c", "cc", "cpp", "cs", "d", "go", "hs", "kt", "nim", "rs", "scala", "swift", "ts", "zig"];

impl Program {
    /// Finds the bot that a person means: a file, a folder, or a command line.
    pub fn find(text: &str) -> Result<Self, BadBot> {
        let path = Path::new(text);
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Self::of_folder(path),
            Ok(_) => Self::of_file(path),
            Err(_) => Self::of_command(text),
        }
    }

    /// A bot that is one file: an executable, or a script whose name or first line says what runs it.
    pub fn of_file(path: &Path) -> Result<Self, BadBot> {
        let shown = path.display().to_string();
        let unreadable = |error| BadBot::Unreadable(shown.clone(), error);
        let full = std::path::absolute(path).map_err(unreadable)?;
        // A pipe would be waited for, and a device never ends.
        if !fs::metadata(&full).map_err(unreadable)?.is_file() {
            return Err(unreadable(io::Error::other("it is not a regular file")));
        }
        let hash = fingerprint::of_file(&full).map_err(unreadable)?;
        let mut command = runner(&full, &shown).map_err(unreadable)??;
        let is_script = !command.is_empty();
        command.push(full.to_string_lossy().into_owned());
        let name = full.file_name().map_or(shown.clone(), |name| name.to_string_lossy().into_owned());
        let language = full.extension().map(|extension| extension.to_string_lossy().into_owned());
        Ok(Self {
            name,
            hash: Some(hash),
            command,
            origin: if is_script { Origin::Script(full) } else { Origin::File(full) },
            build: None,
            language,
            game: None,
        })
    }

    /// A bot that is a folder with a `skirmish.toml`.
    pub fn of_folder(path: &Path) -> Result<Self, BadBot> {
        let shown = path.display().to_string();
        let unreadable = |error| BadBot::Unreadable(shown.clone(), error);
        let bad = |what: String| BadBot::BadManifest(shown.clone(), what);
        let full = path.canonicalize().map_err(unreadable)?;
        let text = match read_capped(&full.join("skirmish.toml")) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(BadBot::NoManifest(shown)),
            Err(error) => return Err(unreadable(error)),
        };
        let manifest = Manifest::read(&text).map_err(bad)?;
        let command = manifest.run_words().map_err(bad)?;
        let build = manifest.build_words().map_err(bad)?;
        let hash = fingerprint::of_folder(&full, build.is_some()).map_err(unreadable)?;
        let folder_name = full.file_name().map_or(shown.clone(), |name| name.to_string_lossy().into_owned());
        Ok(Self {
            name: manifest.name.unwrap_or(folder_name),
            hash: Some(hash),
            command,
            origin: Origin::Folder(full),
            build,
            language: manifest.language,
            game: manifest.game,
        })
    }

    /// A bot that is a command line, quoted as in a shell; nothing else of a shell's language is understood.
    pub fn of_command(text: &str) -> Result<Self, BadBot> {
        let command = split(text).map_err(|what| BadBot::BadCommand(text.to_string(), what))?;
        let program = &command[0];
        if !is_program(program) {
            return Err(match command.len() {
                1 => BadBot::Missing(text.to_string()),
                _ => BadBot::NoInterpreter { bot: text.to_string(), interpreter: program.clone() },
            });
        }
        let hash =
            fingerprint::of_command(&command).map_err(|error| BadBot::Unreadable(text.to_string(), error))?;
        Ok(Self {
            name: text.to_string(),
            hash: Some(hash),
            command,
            origin: Origin::Command,
            build: None,
            language: None,
            game: None,
        })
    }
}

/// Whose bot it is, and so what it may name.
impl Program {
    /// Refuses what a bot's author may not choose, before anything is done with it.
    pub fn check(&self, trust: Trust) -> Result<(), BadBot> {
        if !trust.is_for_strangers() {
            return Ok(());
        }
        let refused = |what, why| BadBot::Refused { name: self.name.clone(), what, why };
        let words = match &self.origin {
            // What runs it follows from the end of its name; but what it is must be the stranger's own.
            Origin::File(file) | Origin::Script(file) => {
                return match is_link(file) {
                    true => Err(refused("the file", "it is a link".into())),
                    false => Ok(()),
                };
            }
            Origin::Command => {
                let why = "it would show the bot the whole folder you are in; give its file or its folder";
                return Err(refused("the command line", why.into()));
            }
            Origin::Folder(folder) => [("run", Some(&self.command)), ("build", self.build.as_ref())]
                .map(|(what, words)| (folder, what, words)),
        };
        for (folder, what, words) in words {
            let Some(program) = words.and_then(|words| words.first()) else { continue };
            check_program(program, trust).map_err(|why| refused(what, why))?;
            if is_through_a_link(folder, Path::new(program)) {
                return Err(refused(what, format!("`{program}` is reached through a link")));
            }
        }
        Ok(())
    }
}

/// Whether a path is a symbolic link's own.
pub fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())
}

/// The words of a command line; at least one.
fn split(text: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(text).map_err(|error| error.to_string())?;
    if words.is_empty() { Err("it is empty".to_string()) } else { Ok(words) }
}

/// The words that go before the file's path: none for a program that is executed itself. They follow from the end of its
/// name alone; a first line that names another program is looked at where the bot runs.
fn runner(path: &Path, shown: &str) -> io::Result<Result<Vec<String>, BadBot>> {
    let Some(words) = extension_runner(path) else {
        let runs = search_path::is_executable(path) || Shebang::read(path).is_some();
        return Ok(if runs {
            Ok(Vec::new())
        } else {
            Err(BadBot::NotExecutable(shown.into(), what_to_try(path)))
        });
    };
    Ok(match TrustedProgram::find(words[0]) {
        Some(_) => Ok(words.iter().map(ToString::to_string).collect()),
        None => Err(BadBot::NoInterpreter { bot: shown.to_string(), interpreter: words[0].to_string() }),
    })
}

fn what_to_try(path: &Path) -> String {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension {
        Some(extension) if SOURCES.contains(&extension.as_str()) => {
            "it looks like source code: build it and give the program, or a folder with a skirmish.toml that has `build` and `run`".to_string()
        }
        _ => format!("if it is a program: chmod +x {}", path.display()),
    }
}

fn extension_runner(path: &Path) -> Option<&'static [&'static str]> {
    let extension = path.extension()?.to_string_lossy().to_lowercase();
    INTERPRETERS.iter().find(|(end, _)| *end == extension).map(|(_, words)| *words)
}

/// Whether there is a program of that name, or at that path, as a person typed it.
fn is_program(program: &str) -> bool {
    match program.contains('/') {
        true => search_path::is_executable(Path::new(program)),
        false => search_path::find(program).is_some(),
    }
}

fn read_capped(path: &Path) -> io::Result<String> {
    const MOST: u64 = 64 * 1024;
    // A link may lead to what is not the bot's.
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::other("skirmish.toml is a link"));
    }
    skirmish_files::read_text(path, MOST).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => error,
        kind => io::Error::new(kind, format!("skirmish.toml: {error}")),
    })
}
