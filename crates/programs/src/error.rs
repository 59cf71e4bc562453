//! What can be wrong with a bot.

use std::io;

use crate::{Need, needs};

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
        "bot `{bot}`: it is run by `{interpreter}`, which is not installed{}, or give the whole command line in quotes",
        how_to_get(.interpreter)
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

/// How a program that runs bots is installed, as the middle of a sentence.
fn how_to_get(program: &str) -> String {
    match needs().find(|need| need.program == program) {
        Some(need) => format!(": {}", Need::how_to_install(&[need])),
        None => "; install it".to_string(),
    }
}

impl BadBot {
    /// How many of the last lines of a failed build are kept.
    pub const BUILD_LINES: usize = 40;
}
