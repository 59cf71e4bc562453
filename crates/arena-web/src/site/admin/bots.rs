//! What admins do with bots.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use skirmish_arena_service::account::Admin;
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::bots;

use super::Why;
use crate::request::{Posted, Refusal};
use crate::site::bot::{Nothing, to_bot};

/// The host does not let a bot play.
pub async fn disable(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refusal> {
    bots::disable(&arena, &admin, id, &posted.form.checked()?).await?;
    Ok(to_bot(id))
}

/// The host lets it play again.
pub async fn enable(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    bots::enable(&arena, &admin, id).await?;
    Ok(to_bot(id))
}

/// A bot leaves the ladder at once; everybody's rating is made again without its results, which takes a while.
pub async fn disqualify(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refusal> {
    bots::disqualify(&arena, &admin, id, &posted.form.checked()?).await?;
    Ok(to_bot(id))
}
