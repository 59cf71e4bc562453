//! What admins do with workers: hand out tokens and take them back, trust one again.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};

use super::note;
use crate::account::{self, Posted, Refused};
use crate::arena::Arena;
use crate::site::account::{Label, secret_page};
use crate::site::bot::Nothing;

/// A token for a worker.
pub async fn token(State(arena): State<Arc<Arena>>, posted: Posted<Label>) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let token = account::new_token(&arena, admin, &posted.form.label, true).await?;
    let about = "With this token a worker may join. It is shown this once; copy it now.".to_owned();
    let hint = format!("On the other machine: skirmish worker --server <this address> --token {token}");
    secret_page(&arena, &posted.caller, "A worker’s token", about, token, hint, "/admin")
}

/// Takes a worker's token back.
pub async fn revoke_token(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    account::revoke_worker_token(&arena, posted.caller.admin()?, id).await?;
    Ok(Redirect::to("/admin").into_response())
}

/// Trusts a flagged worker again.
pub async fn trust(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let worker = arena.store.worker(id).await?.ok_or(Refused::Missing("worker"))?;
    let mut writing = arena.store.write().await?;
    writing.flag_worker(id, None).await?;
    let was = worker.flagged_why.unwrap_or_default();
    note(&arena, admin, writing, "trusts again worker", &worker.name, &was).await?;
    Ok(Redirect::to("/admin").into_response())
}
