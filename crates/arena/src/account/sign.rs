//! Signing up, logging in and out, tokens, passwords, invitations, and the first admin.

use super::names::MOST_NAME_CHARS;
use super::{Caller, Deed, Refused, hash_of, label, password, secret, user_name};
use crate::arena::Arena;
use crate::store::{NewUser, Session, Stored, User};

/// How long a browser stays logged in.
pub(crate) const SESSION_SECONDS: i64 = 30 * 24 * 3600;
/// Tokens that a user may have.
const MOST_TOKENS: usize = 20;
/// What the first admin is called.
const FIRST_ADMIN: &str = "admin";
/// Hexadecimal digits of a password that the arena makes.
const MADE_DIGITS: usize = 20;

/// A browser that has just logged in.
#[derive(Clone, Debug)]
pub struct LoggedIn {
    /// What its cookie holds.
    pub token: String,
    /// Who it is.
    pub user_id: i64,
}

/// The first admin, whose password is told once.
#[derive(Clone, Debug)]
pub struct FirstAdmin {
    /// Its name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Makes an account and logs it in. Where only the invited may come, the code is used up.
pub async fn sign_up(
    arena: &Arena,
    caller: &Caller,
    name: &str,
    password: &str,
    code: Option<&str>,
) -> Result<LoggedIn, Refused> {
    let name = user_name(name)?;
    password::check(password, &name)?;
    let taken = || Refused::Conflict(format!("The name “{name}” is taken. Choose another one."));
    if arena.store.user_by_name(&name).await?.is_some() {
        return Err(taken());
    }
    arena.doors.rates.count(Deed::SignUp, &caller.from())?;
    let password_hash = Some(arena.doors.hashing.hash(password.to_owned()).await?);
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    let new = NewUser { name: name.clone(), password_hash, ..NewUser::default() };
    let user_id = writing.add_user(&new, now_ms).await?.ok_or_else(taken)?;
    if arena.settings.site.is_invite_only {
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        let code = code
            .ok_or_else(|| Refused::Bad("Only the invited may sign up here: give your code.".to_owned()))?;
        if !writing.use_invite(&hash_of(code), user_id).await? {
            return Err(Refused::Bad("This code is not valid, or was used already.".to_owned()));
        }
    }
    writing.commit().await?;
    begin(arena, user_id).await
}

/// Logs in. Whether the name or the password is wrong is nobody's business.
pub async fn log_in(arena: &Arena, caller: &Caller, name: &str, password: &str) -> Result<LoggedIn, Refused> {
    let rates = &arena.doors.rates;
    let key = name.trim().to_lowercase();
    rates.count(Deed::LogInFrom, &caller.from())?;
    // Nobody is called that, and nobody's table grows by it.
    if key.chars().count() > MOST_NAME_CHARS {
        return Err(Refused::Bad("Name or password is wrong.".to_owned()));
    }
    rates.count(Deed::LogIn, &key)?;
    let user = arena.store.user_by_name(&key).await?;
    let hash = match &user {
        Some(user) => arena.store.password_hash(user.id).await?,
        None => None,
    };
    let is_right = arena.doors.hashing.is_right(password.to_owned(), hash).await?;
    let Some(user) = user.filter(|_| is_right) else {
        return Err(Refused::Bad("Name or password is wrong.".to_owned()));
    };
    if user.is_banned {
        return Err(Refused::Forbidden("This account is banned. Ask the host of this arena."));
    }
    rates.forgive(Deed::LogIn, &key);
    begin(arena, user.id).await
}

/// Ends the caller's session.
pub async fn log_out(arena: &Arena, caller: &Caller) -> Result<(), Refused> {
    if let Some(session) = &caller.session {
        let mut writing = arena.store.write().await?;
        writing.end_session(&session.token_hash).await?;
        writing.commit().await?;
    }
    Ok(())
}

/// Changes a password: the old one has to be right. All sessions end, and a new one begins; programs keep their tokens
/// unless the user wants them revoked, too.
pub async fn new_password(
    arena: &Arena,
    user: &User,
    old: &str,
    new: &str,
    with_tokens: bool,
) -> Result<LoggedIn, Refused> {
    confirm(arena, user, old).await?;
    password::check(new, &user.name)?;
    let hash = arena.doors.hashing.hash(new.to_owned()).await?;
    let mut writing = arena.store.write().await?;
    writing.set_password(user.id, &hash).await?;
    if with_tokens {
        writing.revoke_tokens_of(user.id, arena.clock.now_ms()).await?;
    }
    writing.commit().await?;
    begin(arena, user.id).await
}

/// Refuses unless the password is the user's.
pub(crate) async fn confirm(arena: &Arena, user: &User, password: &str) -> Result<(), Refused> {
    arena.doors.rates.count(Deed::LogIn, &user.name.to_lowercase())?;
    let hash = arena.store.password_hash(user.id).await?;
    if !arena.doors.hashing.is_right(password.to_owned(), hash).await? {
        return Err(Refused::Bad("The password is wrong.".to_owned()));
    }
    arena.doors.rates.forgive(Deed::LogIn, &user.name.to_lowercase());
    Ok(())
}

/// Gives a user a password that the admin passes on, for there is no e-mail. It is told once. Whoever else had come in
/// is out: sessions end, and all tokens are revoked.
pub async fn reset_password(arena: &Arena, admin: &User, user: &User) -> Result<String, Refused> {
    if user.is_house {
        return Err(Refused::Bad("Nobody logs in as the house.".to_owned()));
    }
    let password = made_password()?;
    let hash = arena.doors.hashing.hash(password.clone()).await?;
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    writing.set_password(user.id, &hash).await?;
    writing.revoke_tokens_of(user.id, now_ms).await?;
    writing.audit(Some(admin.id), "reset the password of", &user.name, "", now_ms).await?;
    writing.commit().await?;
    Ok(password)
}

/// Makes a token, which is told once: only its hash is kept.
pub async fn new_token(arena: &Arena, user: &User, name: &str, is_worker: bool) -> Result<String, Refused> {
    let name = label(name)?;
    if is_worker && !user.is_admin && !user.is_house {
        return Err(Refused::Forbidden("Only admins make tokens for workers."));
    }
    if arena.store.tokens_of(user.id).await?.len() >= MOST_TOKENS && !user.is_house {
        return Err(Refused::Conflict(format!("You have {MOST_TOKENS} tokens. Revoke one first.")));
    }
    let token = format!("{}_{}", if is_worker { "skw" } else { "sk" }, secret()?);
    let mut writing = arena.store.write().await?;
    let now_ms = arena.clock.now_ms();
    writing.add_token(user.id, &hash_of(&token), &name, is_worker, now_ms).await?;
    if is_worker && user.is_admin {
        writing.audit(Some(user.id), "made a worker's token", &name, "", now_ms).await?;
    }
    writing.commit().await?;
    Ok(token)
}

/// Revokes one of the user's tokens, or as an admin anybody's, for good.
pub async fn revoke_token(arena: &Arena, user: &User, token_id: i64) -> Result<(), Refused> {
    let mut writing = arena.store.write().await?;
    let is_done = writing.revoke_token(user, token_id, arena.clock.now_ms()).await?;
    writing.commit().await?;
    if is_done { Ok(()) } else { Err(Refused::Missing("token")) }
}

/// An admin revokes a worker's token, whosever it is.
pub async fn revoke_worker_token(arena: &Arena, admin: &User, token_id: i64) -> Result<(), Refused> {
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

/// Makes a code with which one person may sign up.
pub async fn invite(arena: &Arena, admin: &User) -> Result<String, Refused> {
    let code: String = secret()?.chars().take(MADE_DIGITS).collect();
    let mut writing = arena.store.write().await?;
    let now_ms = arena.clock.now_ms();
    writing.add_invite(&hash_of(&code), admin.id, now_ms).await?;
    writing.audit(Some(admin.id), "invited", "somebody", "", now_ms).await?;
    writing.commit().await?;
    Ok(code)
}

/// Makes the first admin, if there is none: whoever starts the arena is told the password, once.
pub async fn first_admin(arena: &Arena) -> Result<Option<FirstAdmin>, Refused> {
    if arena.store.has_admin().await? {
        return Ok(None);
    }
    let password = made_password()?;
    let password_hash = Some(arena.doors.hashing.hash(password.clone()).await?);
    let name = free_name(arena).await?;
    let new = NewUser { name: name.clone(), password_hash, is_admin: true, is_house: false };
    let mut writing = arena.store.write().await?;
    writing.add_user(&new, arena.clock.now_ms()).await?;
    writing.commit().await?;
    Ok(Some(FirstAdmin { name, password }))
}

/// A name for an admin that nobody has: somebody may have signed up as `admin` before.
async fn free_name(arena: &Arena) -> Stored<String> {
    let mut name = FIRST_ADMIN.to_owned();
    let mut number = 2;
    while arena.store.user_by_name(&name).await?.is_some() {
        name = format!("{FIRST_ADMIN}{number}");
        number += 1;
    }
    Ok(name)
}

fn made_password() -> Result<String, Refused> {
    Ok(secret()?.chars().take(MADE_DIGITS).collect())
}

/// Begins a session of the user.
async fn begin(arena: &Arena, user_id: i64) -> Result<LoggedIn, Refused> {
    let token = secret()?;
    let now_ms = arena.clock.now_ms();
    let expires_ms = now_ms + SESSION_SECONDS * 1000;
    let session = Session { token_hash: hash_of(&token), user_id, csrf: secret()?, expires_ms };
    let mut writing = arena.store.write().await?;
    writing.sweep_sessions(user_id, now_ms).await?;
    writing.add_session(&session, now_ms).await?;
    writing.commit().await?;
    Ok(LoggedIn { token, user_id })
}
