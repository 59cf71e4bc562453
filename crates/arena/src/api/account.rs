//! Whoever asks: what is theirs, and tokens for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use skirmish_arena_protocol::answers::{LogIn, Me, NewToken, Nothing, Problem};

use super::told;
use crate::account::{self, Caller, Refused, hash_of};
use crate::arena::Arena;
use crate::queue;

/// Whoever asks, with their bots and what of theirs waits in the queue.
#[utoipa::path(get, path = "/api/v1/me", tag = "account",
    responses((status = 200, body = Me), (status = 401, body = Problem)), security(("token" = [])))]
pub(super) async fn me(State(arena): State<Arc<Arena>>, caller: Caller) -> Result<Json<Me>, Refused> {
    let user = caller.user()?;
    let bots = arena.store.bots_of(user.id).await?;
    Ok(Json(Me {
        name: user.name.clone(),
        is_admin: user.is_admin,
        bots: bots.into_iter().map(|bot| told::bot(bot, user.name.clone())).collect(),
        queue: queue::place_in_queue(&arena, user.id).await?,
        upload_bytes: arena.settings.quota.upload_bytes,
    }))
}

/// Gives a token for a name and a password. It is told once.
#[utoipa::path(post, path = "/api/v1/tokens", tag = "account", request_body = LogIn,
    responses((status = 200, body = NewToken), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn log_in(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Json(wish): Json<LogIn>,
) -> Result<Json<NewToken>, Refused> {
    let logged_in = account::log_in(&arena, &caller, &wish.name, &wish.password).await?;
    // The session was only the proof: a program has its token.
    let mut writing = arena.store.write().await?;
    writing.end_session(&hash_of(&logged_in.token)).await?;
    writing.commit().await?;
    let user = arena.store.user_by_id(logged_in.user_id).await?.ok_or(Refused::Missing("account"))?;
    let token = account::new_token(&arena, &user, &wish.label, false).await?;
    Ok(Json(NewToken { token, name: user.name }))
}

/// Revokes the token that comes with the request.
#[utoipa::path(delete, path = "/api/v1/tokens/current", tag = "account",
    responses((status = 200, body = Nothing), (status = 401, body = Problem)), security(("token" = [])))]
pub(super) async fn log_out(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<Nothing>, Refused> {
    let user = caller.user()?;
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = header.and_then(|value| value.split_once(' ')).map(|(_, token)| token.trim());
    let token = token.ok_or_else(|| Refused::Bad("Send the token that is to be revoked.".to_owned()))?;
    let known = arena.store.token(&hash_of(token)).await?.ok_or(Refused::Missing("token"))?;
    account::revoke_token(&arena, user, known.id).await?;
    Ok(Json(Nothing {}))
}
