//! What to run.

use serde::{Deserialize, Serialize};

/// A program, its arguments, and what is added to its environment.
///
/// Nothing of our own environment is passed on: the program gets `PATH`, `HOME`, `TMPDIR`, `LANG` and what is added here.
///
/// ```
/// let command = skirmish_sandbox::Command::new("python3").arg("bot.py").env("SKIRMISH_SEAT", "0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Command {
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
}

impl Command {
    /// A program: a name to look up, a path relative to the program's files, or a full path.
    pub fn new(program: impl Into<String>) -> Self {
        Self { program: program.into(), args: Vec::new(), env: Vec::new() }
    }

    /// One more argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// More arguments.
    #[must_use]
    pub fn args<I: IntoIterator<Item = impl Into<String>>>(mut self, args: I) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// One variable of the environment.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// The program as it was named.
    pub fn program(&self) -> &str {
        &self.program
    }
}
