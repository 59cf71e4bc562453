//! Signing up, logging in and out, and changing one's password.

use skirmish_arena_store::{NewUser, Session, User, key_of};

use super::names::MOST_NAME_CHARS;
use super::password::Whose;
use super::{Address, Caller, From, Origin, Rate, Refused, hash_of, is_secret, password, secret, user_name};
use crate::arena::Arena;

/// How long a browser stays logged in.
pub const SESSION_SECONDS: i64 = 30 * 24 * 3600;

/// A browser that has just logged in.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// What its cookie holds.
    pub token: String,
    /// Who it is.
    pub user_id: i64,
    /// What its other cookie holds, by which its tries of passwords are told from others'.
    pub device: Option<String>,
}

/// Makes an account and logs it in. Where only the invited may come, the code is used up.
pub async fn sign_up(
    arena: &Arena,
    from: Address,
    name: &str,
    password: &str,
    code: Option<&str>,
) -> Result<NewSession, Refused> {
    let name = user_name(name)?;
    password::check(password, &name)?;
    let taken = || {
        Refused::Conflict(format!(
            "The name “{name}” is taken, or looks like one that is. Choose another one."
        ))
    };
    if arena.store.user_by_name(&name).await?.is_some() || arena.store.is_user_like(&name).await? {
        return Err(taken());
    }
    let block = from.block().map_or_else(|| "unknown".to_owned(), |block| block.to_string());
    arena.throttle.rates.count(Rate::SignUp, &block)?;
    let password_hash = Some(arena.throttle.hashing.hash(Whose::From(from), password.to_owned()).await?);
    let now_ms = arena.clock.now_ms();
    let mut writing = arena.store.write().await?;
    let new = NewUser { name: name.clone(), password_hash, ..NewUser::default() };
    let user_id = writing.add_user(&new, now_ms).await?.ok_or_else(taken)?;
    if arena.settings.site.is_invite_only {
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        let code = code
            .ok_or_else(|| Refused::Bad("Only the invited may sign up here: give your code.".to_owned()))?;
        if !writing.use_invite(&hash_of(code), user_id, now_ms).await? {
            let told = "This code is not valid, was used already, or has ended: ask for another one.";
            return Err(Refused::Bad(told.to_owned()));
        }
    }
    writing.commit().await?;
    let device = secret()?;
    let place = From { address: from, device: Some(&device) };
    arena.throttle.attempts.succeed(&arena.throttle.rates, &key_of(&name), place);
    Ok(NewSession { device: Some(device), ..begin(arena, user_id).await? })
}

/// Logs a browser in.
pub async fn log_in(
    arena: &Arena,
    from: impl Into<From<'_>>,
    name: &str,
    password: &str,
) -> Result<NewSession, Refused> {
    let From { address, device } = from.into();
    // Whatever a browser brings that is none of ours is replaced.
    let device = device.filter(|device| is_secret(device));
    let device = device.map_or_else(secret, |device| Ok(device.to_owned()))?;
    let user = authenticate(arena, From { address, device: Some(&device) }, name, password).await?;
    Ok(NewSession { device: Some(device), ..begin(arena, user.id).await? })
}

/// The user of a name and a password. Whether the name or the password is wrong is nobody's business.
pub async fn authenticate(
    arena: &Arena,
    from: impl Into<From<'_>>,
    name: &str,
    password: &str,
) -> Result<User, Refused> {
    let wrong = || Refused::Bad("Name or password is wrong.".to_owned());
    // Nobody is called that, and nobody's table grows by it.
    if name.trim().chars().count() > 2 * MOST_NAME_CHARS {
        return Err(wrong());
    }
    let (throttle, key) = (&arena.throttle, key_of(name));
    let from = from.into();
    let origin = throttle.attempts.count(&throttle.rates, &key, from)?;
    let user = arena.store.user_by_name(&key).await?;
    let hash = match &user {
        Some(user) => arena.store.password_hash(user.id).await?,
        None => None,
    };
    let whose = if origin == Origin::Known { Whose::Known } else { Whose::From(from.address) };
    let is_right = throttle.hashing.is_right(whose, password.to_owned(), hash).await?;
    let user = user.filter(|_| is_right).ok_or_else(wrong)?;
    if user.is_banned {
        return Err(Refused::Forbidden("This account is banned. Ask the host of this arena."));
    }
    throttle.attempts.succeed(&throttle.rates, &key, from);
    Ok(user)
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
    caller: &Caller,
    old: &str,
    new: &str,
    with_tokens: bool,
) -> Result<NewSession, Refused> {
    let user = confirm(arena, caller, old).await?;
    password::check(new, &user.name)?;
    let hash = arena.throttle.hashing.hash(Whose::Known, new.to_owned()).await?;
    let mut writing = arena.store.write().await?;
    writing.set_password(user.id, &hash).await?;
    if with_tokens {
        writing.revoke_tokens_of(user.id, arena.clock.now_ms()).await?;
    }
    writing.commit().await?;
    begin(arena, user.id).await
}

/// The user of a session, if the password is theirs. Counted by session, which strangers have none of.
pub(super) async fn confirm<'a>(
    arena: &Arena,
    caller: &'a Caller,
    password: &str,
) -> Result<&'a User, Refused> {
    let user = caller.user()?;
    let session = caller.session.as_ref().ok_or(Refused::NotLoggedIn)?;
    arena.throttle.rates.count(Rate::Confirm, &session.token_hash)?;
    let hash = arena.store.password_hash(user.id).await?;
    if !arena.throttle.hashing.is_right(Whose::Known, password.to_owned(), hash).await? {
        return Err(Refused::Bad("The password is wrong.".to_owned()));
    }
    arena.throttle.rates.forgive(Rate::Confirm, &session.token_hash);
    Ok(user)
}

/// Begins a session of the user.
async fn begin(arena: &Arena, user_id: i64) -> Result<NewSession, Refused> {
    let token = secret()?;
    let now_ms = arena.clock.now_ms();
    let expires_ms = now_ms + SESSION_SECONDS * 1000;
    let session = Session { token_hash: hash_of(&token), user_id, csrf: secret()?, expires_ms };
    let mut writing = arena.store.write().await?;
    writing.sweep_sessions(user_id, now_ms).await?;
    writing.add_session(&session, now_ms).await?;
    writing.commit().await?;
    Ok(NewSession { token, user_id, device: None })
}
