//! Tokens, by which programs act for an account and workers work for the arena.

use skirmish_arena_store::{NewToken, Scope, Scopes, Token, User};

use super::{Admin, Owned, Refused, hash_of, label, secret};
use crate::arena::Arena;

/// Tokens that a user may have.
const MOST_TOKENS: usize = 20;
const DAY_MS: i64 = 24 * 3_600_000;

/// What somebody wants a token for.
#[derive(Clone, Debug)]
pub struct TokenWish<'a> {
    /// What its owner calls it.
    pub label: &'a str,
    /// What it is to be good for.
    pub scopes: Scopes,
    /// After how many days it ends; none: as the host's settings say.
    pub days: Option<u32>,
}

/// A token that was made just now; its secret is told once.
#[derive(Clone, Debug)]
pub struct MadeToken {
    /// The secret.
    pub secret: String,
    /// What it is good for.
    pub scopes: Scopes,
    /// When it ends.
    pub expires_ms: i64,
}

/// What tokens are good for unless somebody says: submitting bots, and reading what is one's own.
#[must_use]
pub fn usual_scopes() -> Scopes {
    [Scope::Submit, Scope::Read].into_iter().collect()
}

/// Makes a token: only its hash is kept.
pub async fn new_token(arena: &Arena, user: &User, wish: &TokenWish<'_>) -> Result<MadeToken, Refused> {
    let label = label(wish.label)?;
    let is_workers = check_scopes(user, &wish.scopes)?;
    let now_ms = arena.clock.now_ms();
    let expires_ms = now_ms + i64::from(days(arena, wish.days)?) * DAY_MS;
    let tokens = arena.store.tokens_of(user.id).await?;
    if tokens.iter().filter(|token| token.expires_ms > now_ms).count() >= MOST_TOKENS {
        return Err(Refused::Conflict(format!("You have {MOST_TOKENS} tokens. Revoke one first.")));
    }
    let made = add(arena, user, &label, wish.scopes.clone(), expires_ms).await?;
    tracing::info!(user = user.name, scopes = wish.scopes.words(), is_workers, "a token was made");
    Ok(made)
}

/// A token for the worker inside the server. It has no end but the server's: the next one to start revokes it.
pub async fn token_of_house(arena: &Arena, house: &User, label: &str) -> Result<String, Refused> {
    for token in arena.store.tokens_of(house.id).await? {
        if token.scopes.has(Scope::Worker) && token.label == label {
            let mut writing = arena.store.write().await?;
            writing.revoke_token(house, token.id, arena.clock.now_ms()).await?;
            writing.commit().await?;
        }
    }
    let scopes = [Scope::Worker].into_iter().collect();
    Ok(add(arena, house, label, scopes, i64::MAX).await?.secret)
}

async fn add(
    arena: &Arena,
    user: &User,
    label: &str,
    scopes: Scopes,
    expires_ms: i64,
) -> Result<MadeToken, Refused> {
    let is_workers = scopes.has(Scope::Worker);
    let secret = format!("{}_{}", if is_workers { "skw" } else { "sk" }, secret()?);
    let now_ms = arena.clock.now_ms();
    let new =
        NewToken { user_id: user.id, token_hash: &hash_of(&secret), label, scopes: &scopes, expires_ms };
    let mut writing = arena.store.write().await?;
    writing.add_token(&new, now_ms).await?;
    if user.is_admin && (is_workers || scopes.has(Scope::Admin)) {
        let verb = if is_workers { "made a worker's token" } else { "made an admin's token" };
        writing.audit(Some(user.id), verb, label, "", now_ms).await?;
    }
    writing.commit().await?;
    Ok(MadeToken { secret, scopes, expires_ms })
}

/// Whether the user may have a token that is good for this; whether it is a worker's.
fn check_scopes(user: &User, scopes: &Scopes) -> Result<bool, Refused> {
    if scopes.is_empty() {
        return Err(Refused::Bad("Say what the token is to be good for: submit, read, or both.".to_owned()));
    }
    let is_workers = scopes.has(Scope::Worker);
    if is_workers && scopes.iter().count() > 1 {
        return Err(Refused::Bad("A worker's token is good for nothing else.".to_owned()));
    }
    if is_workers && !user.is_admin && !user.is_house {
        return Err(Refused::Forbidden("Only admins make tokens for workers."));
    }
    if scopes.has(Scope::Admin) && !user.is_admin {
        return Err(Refused::Forbidden("Only admins make tokens for admins."));
    }
    Ok(is_workers)
}

fn days(arena: &Arena, wish: Option<u32>) -> Result<u32, Refused> {
    let accounts = &arena.settings.accounts;
    let days = wish.unwrap_or(accounts.token_days);
    match days {
        1.. if days <= accounts.most_token_days => Ok(days),
        _ => Err(Refused::Bad(format!("A token lasts from 1 to {} days.", accounts.most_token_days))),
    }
}

/// Revokes a token for good.
pub async fn revoke_token(arena: &Arena, token: &Owned<Token>) -> Result<(), Refused> {
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    if !writing.revoke_token(token.user(), token.id, now_ms).await? {
        return Err(Refused::Missing("token"));
    }
    if let Some(admin) = token.by_admin() {
        let whose = format!("of user {}", token.user_id);
        writing.audit(Some(admin.id), "revoked the token", &token.label, &whose, now_ms).await?;
    }
    writing.commit().await?;
    Ok(())
}

/// An admin revokes a worker's token, whosever it is.
pub async fn revoke_worker_token(arena: &Arena, admin: &Admin, token_id: i64) -> Result<(), Refused> {
    let tokens = arena.store.worker_tokens(i64::MAX).await?;
    let token = tokens.into_iter().find(|token| token.id == token_id).ok_or(Refused::Missing("token"))?;
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    if !writing.revoke_token(admin, token_id, now_ms).await? {
        return Err(Refused::Missing("token"));
    }
    let whose = format!("of {}", token.owner);
    writing.audit(Some(admin.id), "revoked the worker's token", &token.label, &whose, now_ms).await?;
    writing.commit().await?;
    Ok(())
}
