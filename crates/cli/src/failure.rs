//! Why a command did not do what was asked: what a person gave was wrong, or we failed.

use std::fmt;
use std::process::ExitCode;

use skirmish_core::shown::shown_line;
use skirmish_programs::BadBot;

use crate::terminal::plain;

/// A failed command.
#[derive(Debug)]
pub enum Failure {
    /// What was given cannot be used; one sentence says what, where and what would be right. Exit code 2.
    Input(String),
    /// The same, with the last lines that somebody's program printed. Exit code 2.
    Quoting(String, Vec<String>),
    /// Something of ours or of the machine's failed. Exit code 1.
    Ours(anyhow::Error),
    /// Nothing failed and everything has been said, but scripts read the answer from this exit code.
    Answer(u8),
    /// The person broke it off. Exit code 130, as shells have it.
    Interrupted,
}

impl Failure {
    /// The exit code of what a person broke off.
    pub const INTERRUPTED: u8 = 130;

    /// Something that was given and cannot be used.
    pub fn input(sentence: impl fmt::Display) -> Self {
        Self::Input(sentence.to_string())
    }

    /// A bot that cannot be used; if it could not be built, with the last words of its build.
    pub fn bot(bad: BadBot) -> Self {
        match bad {
            BadBot::Build { name, command, how, words } => Self::Quoting(
                format!("bot `{name}`: its build (`{command}`) {how}; its last words:"),
                words.lines().map(str::to_string).collect(),
            ),
            bad => Self::input(bad),
        }
    }

    /// The exit code for scripts.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) | Self::Quoting(..) => ExitCode::from(2),
            Self::Ours(_) => ExitCode::from(1),
            Self::Answer(code) => ExitCode::from(*code),
            Self::Interrupted => ExitCode::from(Self::INTERRUPTED),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // One sentence is one line, whatever names it has in it.
            Self::Input(sentence) => f.write_str(&plain(sentence)),
            Self::Quoting(sentence, lines) => {
                f.write_str(&plain(sentence))?;
                lines.iter().try_for_each(|line| write!(f, "\n  | {}", shown_line(line)))
            }
            Self::Ours(error) => f.write_str(&plain(&format!("{error:#}"))),
            Self::Answer(_) => Ok(()),
            Self::Interrupted => f.write_str("interrupted; nothing was rated"),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Ours(error)
    }
}

/// What a command comes to.
pub type Done = Result<(), Failure>;
