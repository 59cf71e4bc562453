//! A refusal as an answer: its status, its sentence, and how long to stay away.

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use skirmish_arena_protocol::upload::BadUpload;
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::blobs::BadBlob;
use skirmish_arena_service::ladder::ChallengeError;
use skirmish_arena_store::StoreError;

/// How long to stay away when something of ours is away.
const AWAY_SECONDS: u64 = 5;

/// What a handler answers that does not do what it was asked for.
#[derive(Clone, Debug)]
pub struct Refusal(pub Refused);

/// The sentence of a refusal, left in the response for whoever makes a page or JSON of it.
#[derive(Clone, Debug)]
pub struct RefusalText(pub String);

macro_rules! refusals {
    ($($error:ty),*) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Self(error.into())
            }
        }
    )*};
}
refusals!(Refused, StoreError, BadBlob, BadUpload, ChallengeError);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self(refused) = self;
        if let Refused::Ours(why) | Refused::Away { why, .. } = &refused {
            tracing::error!(why, "a request failed");
        }
        let told = refused.to_string();
        let mut response = (status(&refused), told.clone()).into_response();
        let wait_seconds = match refused {
            Refused::TooOften { wait_seconds, .. } => Some(wait_seconds),
            Refused::Busy | Refused::Away { .. } => Some(AWAY_SECONDS),
            _ => None,
        };
        if let Some(seconds) = wait_seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(RefusalText(told));
        response
    }
}

/// The status that says the same in a number.
pub fn status(refused: &Refused) -> StatusCode {
    match refused {
        Refused::NotLoggedIn | Refused::BadToken(_) => StatusCode::UNAUTHORIZED,
        Refused::Forbidden(_) | Refused::Scope { .. } => StatusCode::FORBIDDEN,
        Refused::Missing(_) => StatusCode::NOT_FOUND,
        Refused::Gone(_) => StatusCode::GONE,
        Refused::Bad(_) => StatusCode::BAD_REQUEST,
        Refused::Conflict(_) => StatusCode::CONFLICT,
        Refused::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Refused::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
        Refused::Busy | Refused::Away { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Refused::Ours(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_away_for_a_moment_says_when_to_come_again() {
        let full = BadBlob::Io("x".to_owned(), std::io::ErrorKind::StorageFull.into());
        let response = Refusal::from(full).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[RETRY_AFTER], "5");
        let broken = Refusal::from(Refused::Ours("a failure".to_owned())).into_response();
        assert_eq!(broken.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(broken.headers().get(RETRY_AFTER).is_none());
    }
}
