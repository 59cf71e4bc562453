//! Why a command did not do what was asked: what a person gave was wrong, or we failed.

use std::fmt;
use std::process::ExitCode;

/// A failed command.
#[derive(Debug)]
pub enum Failure {
    /// What was given cannot be used; one sentence says what, where and what would be right. Exit code 2.
    Input(String),
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

    /// The exit code for scripts.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Ours(_) => ExitCode::from(1),
            Self::Answer(code) => ExitCode::from(*code),
            Self::Interrupted => ExitCode::from(Self::INTERRUPTED),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(sentence) => f.write_str(sentence),
            Self::Ours(error) => write!(f, "{error:#}"),
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
