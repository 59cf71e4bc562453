//! A program that can play: a file, a folder with `skirmish.toml`, or a command line; and whose it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish_files::{Shebang, search_path};
use skirmish_sandbox::{Trust, TrustedProgram, check_program, is_through_a_link};

use crate::manifest::{self, Manifest};
use crate::{BadBot, Language, fingerprint};

/// A program that can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name shown: the file's, the one in `skirmish.toml`, or the command line.
    pub name: String,
    /// The fingerprint of what it is made of.
    pub hash: Option<String>,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// How many words at the front of the command are ours, and help a bot that does not flush ([`Flushing`](crate::Flushing)).
    pub flush_words: usize,
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
        let mut command = runner(&full, &shown)?;
        let is_script = !command.is_empty();
        command.push(full.to_string_lossy().into_owned());
        let name = full.file_name().map_or(shown.clone(), |name| name.to_string_lossy().into_owned());
        let language = full.extension().map(|extension| extension.to_string_lossy().into_owned());
        Ok(Self {
            name,
            hash: Some(hash),
            command,
            flush_words: 0,
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
        let text = match manifest::text_in(&full) {
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
            flush_words: 0,
            origin: Origin::Folder(full),
            build,
            language: manifest.language,
            game: manifest.game,
        })
    }

    /// A bot that is a command line, quoted as in a shell; nothing else of a shell's language is understood.
    pub fn of_command(text: &str) -> Result<Self, BadBot> {
        let command = manifest::split(text).map_err(|what| BadBot::BadCommand(text.to_string(), what))?;
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
            flush_words: 0,
            origin: Origin::Command,
            build: None,
            language: None,
            game: None,
        })
    }
}

impl Program {
    /// The command with the words that help it to flush, or without them.
    pub fn command(&self, is_helped: bool) -> &[String] {
        if is_helped { &self.command } else { &self.command[self.flush_words.min(self.command.len())..] }
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

/// The words that go before the file's path: none for a program that is executed itself. They follow from the end of its
/// name alone; a first line that names another program is looked at where the bot runs.
fn runner(path: &Path, shown: &str) -> Result<Vec<String>, BadBot> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let Some(words) = Language::runner(&ending) else {
        let runs = search_path::is_executable(path) || Shebang::read(path).is_some();
        return match runs {
            true => Ok(Vec::new()),
            false => Err(BadBot::NotExecutable(shown.into(), what_to_try(path, &ending))),
        };
    };
    match TrustedProgram::find(words[0]) {
        Some(_) => Ok(words.iter().map(ToString::to_string).collect()),
        None => Err(BadBot::NoInterpreter { bot: shown.to_string(), interpreter: words[0].to_string() }),
    }
}

fn what_to_try(path: &Path, ending: &str) -> String {
    match Language::with_ending(ending) {
        Some(_) => {
            "it looks like source code: build it and give the program, or a folder with a skirmish.toml that has `build` and `run`".to_string()
        }
        None => format!("if it is a program: chmod +x {}", path.display()),
    }
}

/// Whether there is a program of that name, or at that path, as a person typed it.
fn is_program(program: &str) -> bool {
    match program.contains('/') {
        true => search_path::is_executable(Path::new(program)),
        false => search_path::find(program).is_some(),
    }
}
