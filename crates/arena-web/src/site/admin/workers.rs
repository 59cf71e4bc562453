//! What admins do with workers: hand out tokens and take them back, trust one again.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use skirmish_arena_service::account::{self, Admin, TokenWish};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::moderation;
use skirmish_arena_store::Scope;

use crate::request::{Posted, Refusal};
use crate::site::account::{Label, Secret, secret_page};
use crate::site::bot::Nothing;
use crate::site::words;

/// A token for a worker.
pub async fn token(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Label>,
) -> Result<Response, Refusal> {
    let scopes = [Scope::Worker].into_iter().collect();
    let wish = TokenWish { label: &posted.form.label, scopes, days: posted.form.days()? };
    let made = account::new_token(&arena, &admin, &wish).await?;
    let left = words::until(arena.clock.now_ms(), made.expires_ms);
    let shown = Secret {
        title: "A worker’s token",
        about: format!("With this token a worker may join; it {left}. It is shown this once; copy it now."),
        hint: format!(
            "On the other machine: skirmish worker --server <this address> --token {}",
            made.secret
        ),
        secret: made.secret,
        back: "/admin",
    };
    secret_page(&arena, &posted.caller, shown)
}

/// Takes a worker's token back.
pub async fn revoke_token(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    account::revoke_worker_token(&arena, &admin, id).await?;
    Ok(Redirect::to("/admin").into_response())
}

/// Trusts a flagged worker again.
pub async fn trust(
    admin: Admin,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    moderation::trust_worker(&arena, &admin, id).await?;
    Ok(Redirect::to("/admin").into_response())
}
