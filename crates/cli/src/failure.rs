//! Failures of commands and their exit codes: bad input, our own failure, interruption.

use std::fmt;
use std::process::ExitCode;

use skirmish_core::shown::shown_line;
use skirmish_programs::BadBot;

use crate::terminal::plain;

/// Why a command ends with an exit code other than 0.
#[derive(Debug)]
pub enum Failure {
    /// Bad input; one sentence says what, where and what would be right. Exit code 2.
    Input(String),
    /// Bad input, with the last lines that a program printed. Exit code 2.
    Quoting(String, Vec<String>),
    /// A failure of this program or of the machine. Exit code 1.
    Ours(anyhow::Error),
    /// No failure: the result is this exit code, and everything is printed already.
    Answer(u8),
    /// Interrupted by SIGINT or SIGTERM. Exit code 130, as in shells.
    Interrupted,
}

impl Failure {
    /// The exit code after an interruption: 128 + SIGINT.
    pub const INTERRUPTED: u8 = 130;

    /// Bad input, in a sentence.
    pub fn input(sentence: impl fmt::Display) -> Self {
        Self::Input(sentence.to_string())
    }

    /// A bot that cannot be used; if its build failed, with the last lines that it printed.
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
            // A sentence stays one line: names in it are escaped.
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

/// The result of a command.
pub type CommandResult = Result<(), Failure>;
