//! The first admin, and passwords that others than their owners give.

use skirmish_arena_store::{NewUser, Stored, User};

use super::password::Whose;
use super::{Admin, Refused, secret};
use crate::arena::Arena;

/// What the first admin is called.
const FIRST_ADMIN: &str = "admin";
/// Hexadecimal digits of a password that the arena makes.
const MADE_DIGITS: usize = 20;

/// The first admin, whose password is told once.
#[derive(Clone, Debug)]
pub struct FirstAdmin {
    /// Its name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Who gives somebody another password.
#[derive(Clone, Copy, Debug)]
pub enum ResetBy<'a> {
    /// An admin, on the site.
    Admin(&'a Admin),
    /// Whoever has the machine, by a command.
    Host,
}

/// Gives a user a password that is passed on, for there is no e-mail. It is told once. Whoever else had come in is out:
/// sessions end, and all tokens are revoked.
pub async fn reset_password(arena: &Arena, by: ResetBy<'_>, user: &User) -> Result<String, Refused> {
    if user.is_house {
        return Err(Refused::Bad("Nobody logs in as the house.".to_owned()));
    }
    let password = made_password()?;
    let hash = arena.throttle.hashing.hash(Whose::Known, password.clone()).await?;
    let now_ms = arena.clock.now_ms();
    let (actor, detail) = match by {
        ResetBy::Admin(admin) => (Some(admin.id), ""),
        ResetBy::Host => (None, "by a command on the host"),
    };
    let mut writing = arena.store.write().await?;
    writing.set_password(user.id, &hash).await?;
    writing.revoke_tokens_of(user.id, now_ms).await?;
    writing.audit(actor, "reset the password of", &user.name, detail, now_ms).await?;
    writing.commit().await?;
    Ok(password)
}

/// Makes the first admin, if there is none: whoever starts the arena is told the password, once.
pub async fn first_admin(arena: &Arena) -> Result<Option<FirstAdmin>, Refused> {
    if arena.store.has_admin().await? {
        return Ok(None);
    }
    let password = made_password()?;
    let password_hash = Some(arena.throttle.hashing.hash(Whose::Known, password.clone()).await?);
    let name = free_name(arena).await?;
    let new = NewUser { name: name.clone(), password_hash, is_admin: true, is_house: false };
    let mut writing = arena.store.write().await?;
    let added = writing.add_user(&new, arena.clock.now_ms()).await?;
    added.ok_or_else(|| Refused::Ours(format!("the name {name} was taken meanwhile")))?;
    writing.commit().await?;
    Ok(Some(FirstAdmin { name, password }))
}

/// A name for an admin that nobody has: somebody may have signed up as `admin` before.
async fn free_name(arena: &Arena) -> Stored<String> {
    let mut name = FIRST_ADMIN.to_owned();
    let mut number = 2;
    while arena.store.user_by_name(&name).await?.is_some() || arena.store.is_user_like(&name).await? {
        name = format!("{FIRST_ADMIN}{number}");
        number += 1;
    }
    Ok(name)
}

fn made_password() -> Result<String, Refused> {
    Ok(secret()?.chars().take(MADE_DIGITS).collect())
}
