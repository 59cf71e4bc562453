//! Why a request is not done, as whoever asked is told.

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};

use crate::blobs::BadBlob;
use crate::store::StoreError;

/// How long to stay away when something of ours is away.
const AWAY_SECONDS: u64 = 5;

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

/// The sentence of a refusal, left in the response for whoever makes a page or JSON of it.
#[derive(Clone, Debug)]
pub struct RefusalText(pub String);

impl Refused {
    /// What was the matter, for a log.
    #[must_use]
    pub fn cause(&self) -> String {
        match self {
            Self::Ours(why) | Self::Away { why, .. } => why.clone(),
            refused => refused.to_string(),
        }
    }

    /// The status that says the same in a number.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotLoggedIn | Self::BadToken(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::Scope { .. } => StatusCode::FORBIDDEN,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Gone(_) => StatusCode::GONE,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy | Self::Away { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Ours(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        if let Self::Ours(why) | Self::Away { why, .. } = &self {
            tracing::error!(why, "a request failed");
        }
        let told = self.to_string();
        let mut response = (self.status(), told.clone()).into_response();
        let wait_seconds = match self {
            Self::TooOften { wait_seconds, .. } => Some(wait_seconds),
            Self::Busy | Self::Away { .. } => Some(AWAY_SECONDS),
            _ => None,
        };
        if let Some(seconds) = wait_seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(RefusalText(told));
        response
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
            let response = refused.into_response();
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(response.headers()[RETRY_AFTER], "5");
        }
        let broken = Refused::from(StoreError::Sql(sqlx::Error::RowNotFound));
        assert_eq!(broken.into_response().status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
