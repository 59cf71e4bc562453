//! A bot's `skirmish.toml`: how its folder is built and run.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;
use skirmish_sandbox::{Trust, check_program};

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
    /// The file's name.
    pub const FILE: &str = "skirmish.toml";
    /// The longest such file, in bytes.
    pub const MOST_BYTES: u64 = 64 * 1024;

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

/// The text of a folder's manifest.
pub(crate) fn text_in(folder: &Path) -> io::Result<String> {
    let path = folder.join(Manifest::FILE);
    // A link may lead to what is not the bot's.
    if fs::symlink_metadata(&path)?.is_symlink() {
        return Err(io::Error::other("skirmish.toml is a link"));
    }
    skirmish_files::read_text(&path, Manifest::MOST_BYTES).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => error,
        kind => io::Error::new(kind, format!("skirmish.toml: {error}")),
    })
}

/// The words of a command line; at least one.
pub(crate) fn split(text: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(text).map_err(|error| error.to_string())?;
    if words.is_empty() { Err("it is empty".to_string()) } else { Ok(words) }
}
