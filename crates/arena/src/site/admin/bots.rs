//! What admins do with bots.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;

use super::Why;
use crate::account::{Admin, Posted, Refused};
use crate::arena::Arena;
use crate::bots;
use crate::site::bot::{Nothing, to_bot};

/// The host does not let a bot play.
pub async fn disable(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    bots::disable(&arena, &admin, id, &posted.form.checked()?).await?;
    Ok(to_bot(id))
}

/// The host lets it play again.
pub async fn enable(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    _: Posted<Nothing>,
) -> Result<Response, Refused> {
    bots::enable(&arena, &admin, id).await?;
    Ok(to_bot(id))
}

/// A bot leaves the ladder at once; everybody's rating is made again without its results, which takes a while.
pub async fn disqualify(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    bots::disqualify(&arena, &admin, id, &posted.form.checked()?).await?;
    Ok(to_bot(id))
}
