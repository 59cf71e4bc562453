//! Why a request is not done, as whoever asked is told.

use skirmish_arena_store::StoreError;

use crate::blobs::BadBlob;

/// Why a request is not done. Every text is a sentence for the person who asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refused {
    /// Nobody is logged in.
    #[error("Log in first.")]
    NotLoggedIn,
    /// The token is none, or no longer one.
    #[error("{0}")]
    BadToken(&'static str),
    /// The token is not good for this.
    #[error(
        "This token is good for “{has}” only, and this needs “{needs}”: make a token for that on the account page."
    )]
    Scope {
        /// What it is good for.
        has: String,
        /// What it should be good for.
        needs: &'static str,
    },
    /// Whoever asks may not.
    #[error("{0}")]
    Forbidden(&'static str),
    /// There is no such thing, or none that whoever asks may know of.
    #[error("There is no such {0}.")]
    Missing(&'static str),
    /// It was there, and was removed.
    #[error("{0}")]
    Gone(String),
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// A name is taken, or something is not in the state for it.
    #[error("{0}")]
    Conflict(String),
    /// Too much at once.
    #[error("{0}")]
    TooLarge(String),
    /// Too often.
    #[error("{what} Try again in {}.", waiting(*.wait_seconds))]
    TooOften {
        /// What was done too often.
        what: String,
        /// How long to wait.
        wait_seconds: u64,
    },
    /// Too many at once.
    #[error("Too many requests of this kind wait already. Try again in a few seconds.")]
    Busy,
    /// What the arena stands on is away for the moment; the cause goes to the log, not to the visitor.
    #[error("{told} Try again in a moment.")]
    Away {
        /// What is away, as a sentence.
        told: &'static str,
        /// What it said.
        why: String,
    },
    /// Our own failure; the cause goes to the log, not to the visitor.
    #[error("Something broke on our side. It has been written down; please try again.")]
    Ours(String),
}

impl Refused {
    /// What was the matter, for a log.
    #[must_use]
    pub fn cause(&self) -> String {
        match self {
            Self::Ours(why) | Self::Away { why, .. } => why.clone(),
            refused => refused.to_string(),
        }
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        let why = error.to_string();
        if error.is_passing() {
            return Self::Away { told: "The database does not answer.", why };
        }
        Self::Ours(why)
    }
}

impl From<BadBlob> for Refused {
    fn from(error: BadBlob) -> Self {
        match error {
            BadBlob::Missing(_) => Self::Missing("file any more"),
            BadBlob::TooLarge => {
                Self::TooLarge("It is too large: 64 MiB is the most that is kept.".to_owned())
            }
            BadBlob::Io(..) => {
                Self::Away { told: "The arena's disk does not answer, or is full.", why: error.to_string() }
            }
            error => Self::Ours(error.to_string()),
        }
    }
}

/// With a capital at its beginning and a full stop at its end.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn waiting(seconds: u64) -> String {
    match seconds {
        0..=1 => "a second".to_owned(),
        2..=89 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_away_for_a_moment_is_told_as_such_and_nothing_more() {
        for refused in [
            Refused::from(StoreError::Sql(sqlx::Error::PoolTimedOut)),
            Refused::from(BadBlob::Io("x".to_owned(), std::io::ErrorKind::StorageFull.into())),
        ] {
            let told = refused.to_string();
            assert!(told.ends_with("Try again in a moment.") && !told.contains("pool"), "{told}");
            assert!(matches!(refused, Refused::Away { .. }));
        }
        let broken = Refused::from(StoreError::Sql(sqlx::Error::RowNotFound));
        assert!(matches!(broken, Refused::Ours(_)));
    }
}
