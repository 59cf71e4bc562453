//! What a bot is: a file, a folder with `skirmish.toml`, or a command line; and how it is started.

mod node;

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

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
    /// A single file.
    File(PathBuf),
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    run: String,
    build: Option<String>,
    name: Option<String>,
    language: Option<String>,
    game: Option<String>,
    /// Whatever the bot itself wants to read from there.
    #[serde(default, rename = "options")]
    _options: toml::Table,
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
        command.push(full.to_string_lossy().into_owned());
        let name = full.file_name().map_or(shown.clone(), |name| name.to_string_lossy().into_owned());
        let language = full.extension().map(|extension| extension.to_string_lossy().into_owned());
        Ok(Self {
            name,
            hash: Some(hash),
            command,
            origin: Origin::File(full),
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
        let manifest: Manifest = toml::from_str(&text).map_err(|error| bad(error.message().to_string()))?;
        let command = split(&manifest.run).map_err(|what| bad(format!("`run`: {what}")))?;
        let build = match &manifest.build {
            Some(build) => Some(split(build).map_err(|what| bad(format!("`build`: {what}")))?),
            None => None,
        };
        let hash = fingerprint::of_folder(&full, build.is_some()).map_err(unreadable)?;
        let command = node::with_globals(command);
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
        if on_path(program).is_none() {
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
            command: node::with_globals(command),
            origin: Origin::Command,
            build: None,
            language: None,
            game: None,
        })
    }
}

/// The words of a command line; at least one.
fn split(text: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(text).map_err(|error| error.to_string())?;
    if words.is_empty() { Err("it is empty".to_string()) } else { Ok(words) }
}

/// The words that go before the file's path.
fn runner(path: &Path, shown: &str) -> io::Result<Result<Vec<String>, BadBot>> {
    let is_executable = fs::metadata(path)?.permissions().mode() & 0o111 != 0;
    let shebang = shebang(path)?;
    let is_run_by_node = shebang.as_deref().is_some_and(node::is_node);
    if is_executable && !is_run_by_node && (shebang.is_some() || extension_runner(path).is_none()) {
        return Ok(Ok(Vec::new()));
    }
    let words = match shebang.or_else(|| extension_runner(path)) {
        Some(words) => words,
        None => return Ok(Err(BadBot::NotExecutable(shown.to_string(), what_to_try(path)))),
    };
    Ok(match on_path(&words[0]) {
        Some(_) => Ok(node::with_globals(words)),
        None => Err(BadBot::NoInterpreter { bot: shown.to_string(), interpreter: words[0].clone() }),
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

fn extension_runner(path: &Path) -> Option<Vec<String>> {
    let extension = path.extension()?.to_string_lossy().to_lowercase();
    let (_, words) = INTERPRETERS.iter().find(|(end, _)| *end == extension)?;
    Some(words.iter().map(ToString::to_string).collect())
}

/// The words of a first line `#!/usr/bin/env python3`.
fn shebang(path: &Path) -> io::Result<Option<Vec<String>>> {
    const LONGEST: u64 = 256;
    let mut head = Vec::new();
    skirmish_files::open(path)?.take(LONGEST).read_to_end(&mut head)?;
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Some(line) = line.strip_prefix(b"#!") else { return Ok(None) };
    let words: Vec<String> = String::from_utf8_lossy(line).split_whitespace().map(str::to_string).collect();
    Ok((!words.is_empty()).then_some(words))
}

/// Where a program is: as given if it has a slash, otherwise on the path.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let is_program = |path: &Path| {
        fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| is_program(path));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| is_program(path))
}

fn read_capped(path: &Path) -> io::Result<String> {
    const MOST: u64 = 64 * 1024;
    skirmish_files::read_text(path, MOST).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => error,
        kind => io::Error::new(kind, format!("skirmish.toml: {error}")),
    })
}
