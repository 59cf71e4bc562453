//! Whoever asks: what is theirs, and tokens for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use skirmish_arena_protocol::answers::{LogIn, Me, MyToken, NewToken, Nothing, Problem};
use skirmish_arena_service::account::{self, Account, Address, Caller, Owned, Refused, TokenWish};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::queue;
use skirmish_arena_store::Token;

use super::told;
use crate::request::Refusal;

/// Whoever asks, with their bots, what of theirs waits in the queue, and the token by which they ask.
#[utoipa::path(get, path = "/api/v1/me", tag = "account",
    responses((status = 200, body = Me)), security(("token" = ["read"])))]
pub(super) async fn me(
    user: Account,
    State(arena): State<Arc<Arena>>,
    caller: Caller,
) -> Result<Json<Me>, Refusal> {
    let bots = arena.store.bots_of(user.id).await?;
    let token = caller.token.ok_or(Refused::NotLoggedIn)?;
    Ok(Json(Me {
        name: user.name.clone(),
        is_admin: user.is_admin,
        bots: bots.into_iter().map(|bot| told::bot(bot, user.name.clone())).collect(),
        queue: queue::place_in_queue(&arena, user.id).await?,
        upload_bytes: arena.settings.quota.upload_bytes,
        token: MyToken {
            label: token.label,
            scopes: token.scopes.iter().collect(),
            created_ms: token.created_ms,
            expires_ms: token.expires_ms,
        },
    }))
}

/// Gives a token for a name and a password. It is told once.
#[utoipa::path(post, path = "/api/v1/tokens", tag = "account", request_body = LogIn,
    responses((status = 200, body = NewToken), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn log_in(
    State(arena): State<Arc<Arena>>,
    from: Address,
    Json(wish): Json<LogIn>,
) -> Result<Json<NewToken>, Refusal> {
    let scopes = match &wish.scopes {
        Some(scopes) => scopes.iter().copied().collect(),
        None => account::usual_scopes(),
    };
    let user = account::authenticate(&arena, from, &wish.name, &wish.password).await?;
    let wish = TokenWish { label: &wish.label, scopes, days: wish.days };
    let made = account::new_token(&arena, &user, &wish).await?;
    Ok(Json(NewToken {
        token: made.secret,
        name: user.name,
        scopes: made.scopes.iter().collect(),
        expires_ms: made.expires_ms,
    }))
}

/// Revokes the token that comes with the request.
#[utoipa::path(delete, path = "/api/v1/tokens/current", tag = "account",
    responses((status = 200, body = Nothing)), security(("token" = [])))]
pub(super) async fn log_out(
    user: Account,
    State(arena): State<Arc<Arena>>,
    caller: Caller,
) -> Result<Json<Nothing>, Refusal> {
    let token = caller.token.ok_or(Refused::NotLoggedIn)?;
    let token = Owned::<Token>::find(&arena, &user, token.id).await?;
    account::revoke_token(&arena, &token).await?;
    Ok(Json(Nothing {}))
}
