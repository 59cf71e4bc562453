//! Why a jail could not be started or used.

use std::io;
use std::path::PathBuf;

/// What can go wrong on our side; what a program does to itself is an [`Ending`](crate::Ending), never an error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The helper process could not be started, does not reply, or has died.
    #[error("the sandbox's helper process failed while {doing}: {source}; run `skirmish doctor`")]
    Helper {
        /// What we wanted of it.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The program could not be started: it is missing, not executable, or not readable inside.
    #[error("cannot start `{program}`: {why}")]
    Start {
        /// The program as it was named.
        program: String,
        /// What failed, and what to do about it.
        why: String,
    },
    /// A file or folder of the caller's cannot be used.
    #[error("cannot use {path}: {why}")]
    Path {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it, and what to do about it.
        why: String,
    },
    /// What was built cannot be taken out of its jail.
    #[error("the build's result is refused: {0}")]
    Artefact(String),
    /// Strangers' programs cannot be held by this machine.
    #[error(
        "strangers' programs cannot be held here: the tier is `{tier}`, and they need `{needs}`, which is missing ({why}); \
         `skirmish doctor` says what to do, and `--unsafe-local` runs them all the same",
        needs = crate::Tier::FOR_STRANGERS
    )]
    CannotHold {
        /// The tier this machine has.
        tier: crate::Tier,
        /// Why it has no better one.
        why: String,
    },
    /// This tier cannot do what was asked.
    #[error("{what} needs at least the tier `{needs}`; run `skirmish doctor` to see what is missing")]
    Tier {
        /// What was asked.
        what: &'static str,
        /// The lowest tier that can.
        needs: crate::Tier,
    },
}

impl Error {
    /// For `map_err`: the helper failed while doing something.
    pub(crate) fn helper(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Helper { doing, source }
    }
}
