//! Proofs that whoever asks may, read from a request: a handler's first argument, as the table of routes demands.

use std::collections::HashMap;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use skirmish_arena_service::account::{Account, Admin, Caller, Ownable, Owned, Refused};

use super::Refusal;
use crate::routes::rules;
use crate::web::Web;

/// What shows that whoever asks may use an address of this rule.
pub trait Proof {
    /// The rule.
    type Of;
}

impl Proof for Account {
    type Of = rules::User;
}

impl FromRequestParts<Web> for Account {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, web).await?;
        Ok(Self::of(&caller)?)
    }
}

impl Proof for Admin {
    type Of = rules::Admin;
}

impl FromRequestParts<Web> for Admin {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, web).await?;
        Ok(Self::of(caller.user()?)?)
    }
}

impl<T> Proof for Owned<T> {
    type Of = rules::Owner;
}

impl<T: Ownable> FromRequestParts<Web> for Owned<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, web).await?;
        let user = caller.user()?.clone();
        let path = Path::<T::Path>::from_request_parts(parts, web).await;
        let Path(path) = path.map_err(|_| Refused::Missing("address"))?;
        Ok(Self::find(&web.arena, &user, path).await?)
    }
}

/// A worker's token.
#[derive(Clone, Copy, Debug)]
pub struct WorkerAccess {
    /// The token's number.
    pub token_id: i64,
}

impl Proof for WorkerAccess {
    type Of = rules::Worker;
}

impl FromRequestParts<Web> for WorkerAccess {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, web).await?;
        Ok(Self { token_id: caller.worker_token()? })
    }
}

/// A worker that registered with the token that the request carries; the address has its number as `{id}`.
#[derive(Clone, Copy, Debug)]
pub struct RegisteredWorker {
    /// Its number.
    pub id: i64,
}

impl Proof for RegisteredWorker {
    type Of = rules::Worker;
}

impl FromRequestParts<Web> for RegisteredWorker {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Refusal> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, web).await;
        let id: Option<i64> = path.ok().and_then(|Path(parts)| parts.get("id")?.parse().ok());
        // Beside each other: workers ask for little else as often.
        let (access, worker) = tokio::join!(WorkerAccess::from_request_parts(parts, web), async {
            match id {
                Some(id) => web.arena.store.worker(id).await,
                None => Ok(None),
            }
        });
        let (WorkerAccess { token_id }, id) = (access?, id.ok_or(Refused::Missing("address"))?);
        match worker? {
            Some(worker) if worker.token_id == token_id => Ok(Self { id }),
            _ => Err(Refused::Forbidden("No worker of this token has this number: register first.").into()),
        }
    }
}
