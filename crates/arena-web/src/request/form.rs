//! Forms of pages, which carry their session's secret. Nobody else reads a form: that it is checked cannot be forgotten.

use axum::extract::{FromRequest, FromRequestParts as _, Multipart, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use skirmish_arena_service::account::{Caller, Refused};

use super::Refusal;
use crate::web::Web;

/// Bytes of a form without files.
const MOST_BYTES: usize = 64 << 10;
/// The field that carries the session's secret; in a form with files it is the first.
const SECRET_FIELD: &str = "csrf";

/// What a handler of a form ends in.
pub trait CheckedForm {}

/// A form that was sent from a page of ours, by whom, and what is in it.
#[derive(Debug)]
pub struct Posted<T> {
    /// Who sent it.
    pub caller: Caller,
    /// What is in it.
    pub form: T,
}

impl<T> CheckedForm for Posted<T> {}

#[derive(Deserialize)]
struct Carried {
    csrf: Option<String>,
}

impl<T: DeserializeOwned> FromRequest<Web> for Posted<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, web: &Web) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut parts, web).await?;
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

/// A form with files that was sent from a page of ours, by whom, and the fields after its secret.
#[derive(Debug)]
pub struct PostedFiles {
    /// Who sent it.
    pub caller: Caller,
    /// The fields.
    pub fields: Multipart,
}

impl CheckedForm for PostedFiles {}

impl FromRequest<Web> for PostedFiles {
    type Rejection = Refusal;

    async fn from_request(request: Request, web: &Web) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut parts, web).await?;
        let broken = || Refused::Bad("The form was cut off on its way. Send it again.".to_owned());
        let fields = Multipart::from_request(Request::from_parts(parts, body), web).await;
        let mut fields = fields.map_err(|_| broken())?;
        let mut carried = Vec::new();
        if let Some(mut first) = fields.next_field().await.map_err(|_| broken())?
            && first.name() == Some(SECRET_FIELD)
        {
            while let Some(chunk) = first.chunk().await.map_err(|_| broken())? {
                if carried.len() + chunk.len() > MOST_BYTES {
                    return Err(Refused::TooLarge("The form is too long.".to_owned()).into());
                }
                carried.extend_from_slice(&chunk);
            }
        }
        caller.check_form(std::str::from_utf8(&carried).ok())?;
        Ok(Self { caller, fields })
    }
}
