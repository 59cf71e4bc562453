//! Forms, which carry their session's secret.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts as _, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Caller, Refused};
use crate::arena::Arena;

/// Bytes of a form without files.
const MOST_BYTES: usize = 64 << 10;

/// A form that was sent from a page of ours, by whom, and what is in it.
#[derive(Debug)]
pub struct Posted<T> {
    /// Who sent it.
    pub caller: Caller,
    /// What is in it.
    pub form: T,
}

#[derive(Deserialize)]
struct Carried {
    csrf: Option<String>,
}

impl<T: DeserializeOwned> FromRequest<Arc<Arena>> for Posted<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, arena: &Arc<Arena>) -> Result<Self, Refused> {
        let (mut parts, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut parts, arena).await?;
        let bytes = axum::body::to_bytes(body, MOST_BYTES).await;
        let bytes = bytes.map_err(|_| Refused::TooLarge("The form is too long.".to_owned()))?;
        let carried: Carried = read(&bytes)?;
        caller.check_form(carried.csrf.as_deref())?;
        Ok(Self { caller, form: read(&bytes)? })
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refused> {
    serde_urlencoded::from_bytes(bytes)
        .map_err(|_| Refused::Bad("The form is not filled in as it should be.".to_owned()))
}
