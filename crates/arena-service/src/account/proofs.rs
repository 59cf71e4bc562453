//! Proofs that whoever asks may, which actions take. A proof is made of whoever asks, or of a user that it checks, and of
//! nothing else.

use std::ops::Deref;

use serde::de::DeserializeOwned;
use skirmish_arena_store::{Bot, Token, User, Version};

use super::{Caller, Refused, removed_replay};
use crate::arena::Arena;

/// A user who is logged in.
#[derive(Clone, Debug)]
pub struct Account(User);

impl Account {
    /// The user of whoever asks; refused if nobody is logged in.
    pub fn of(caller: &Caller) -> Result<Self, Refused> {
        Ok(Self(caller.user()?.clone()))
    }
}

impl Deref for Account {
    type Target = User;

    fn deref(&self) -> &User {
        &self.0
    }
}

/// An admin.
#[derive(Clone, Debug)]
pub struct Admin(User);

impl Admin {
    /// The user, who has to be an admin.
    pub fn of(user: &User) -> Result<Self, Refused> {
        if user.is_admin { Ok(Self(user.clone())) } else { Err(Refused::Forbidden("This is for admins.")) }
    }
}

impl Deref for Admin {
    type Target = User;

    fn deref(&self) -> &User {
        &self.0
    }
}

/// Something that belongs to somebody, found by the numbers in an address.
pub trait Ownable: Sized + Send {
    /// The numbers.
    type Path: DeserializeOwned + Send;

    /// The thing, and whose it is.
    fn find(arena: &Arena, path: Self::Path) -> impl Future<Output = Result<(Self, i64), Refused>> + Send;
}

/// A thing, and a user to whom it belongs, or who is an admin.
#[derive(Clone, Debug)]
pub struct Owned<T> {
    thing: T,
    user: User,
    is_own: bool,
}

impl<T: Ownable> Owned<T> {
    /// The thing, if it is the user's to change.
    pub async fn find(arena: &Arena, user: &User, path: T::Path) -> Result<Self, Refused> {
        let (thing, owner_id) = T::find(arena, path).await?;
        let is_own = user.id == owner_id;
        if !is_own && !user.is_admin {
            return Err(Refused::Forbidden("This belongs to somebody else."));
        }
        Ok(Self { thing, user: user.clone(), is_own })
    }
}

impl<T> Owned<T> {
    /// Who acts.
    #[must_use]
    pub fn user(&self) -> &User {
        &self.user
    }

    /// The admin, if it is one who acts on somebody else's thing.
    #[must_use]
    pub fn by_admin(&self) -> Option<&User> {
        (!self.is_own).then_some(&self.user)
    }

    /// The thing alone.
    pub fn into_inner(self) -> T {
        self.thing
    }
}

impl<T> Deref for Owned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.thing
    }
}

impl Ownable for Bot {
    type Path = i64;

    async fn find(arena: &Arena, id: i64) -> Result<(Self, i64), Refused> {
        let bot = arena.store.bot(id).await?.filter(|bot| bot.deleted_ms.is_none());
        let bot = bot.ok_or(Refused::Missing("bot"))?;
        let owner_id = bot.user_id;
        Ok((bot, owner_id))
    }
}

/// A version with its bot.
#[derive(Clone, Debug)]
pub struct BotVersion {
    /// The bot.
    pub bot: Bot,
    /// The version.
    pub version: Version,
}

impl BotVersion {
    /// A version and its bot, whosever they are.
    pub async fn find(arena: &Arena, id: i64) -> Result<Self, Refused> {
        let version = arena.store.version(id).await?.ok_or(Refused::Missing("version"))?;
        let bot = arena.store.bot(version.bot_id).await?.ok_or(Refused::Missing("bot"))?;
        Ok(Self { bot, version })
    }
}

impl Ownable for BotVersion {
    type Path = i64;

    async fn find(arena: &Arena, id: i64) -> Result<(Self, i64), Refused> {
        let found = Self::find(arena, id).await?;
        if found.bot.deleted_ms.is_some() {
            return Err(Refused::Missing("version"));
        }
        let owner_id = found.bot.user_id;
        Ok((found, owner_id))
    }
}

impl Ownable for Token {
    type Path = i64;

    async fn find(arena: &Arena, id: i64) -> Result<(Self, i64), Refused> {
        let token = arena.store.token_by_id(id).await?.ok_or(Refused::Missing("token"))?;
        let owner_id = token.user_id;
        Ok((token, owner_id))
    }
}

/// What the bot at a seat of a match printed on stderr.
#[derive(Clone, Debug)]
pub struct SeatOutput {
    /// The match.
    pub match_id: i64,
    /// The seat, from 0.
    pub seat: i64,
    /// The blob, or why there is none.
    stderr: Result<String, Refused>,
}

impl SeatOutput {
    /// The blob; refused if the bot printed nothing, or it was removed.
    pub fn hash(&self) -> Result<&str, Refused> {
        self.stderr.as_deref().map_err(Clone::clone)
    }
}

impl Ownable for SeatOutput {
    type Path = (i64, i64);

    async fn find(arena: &Arena, (match_id, seat): (i64, i64)) -> Result<(Self, i64), Refused> {
        let seats = arena.store.shown_seats(match_id).await?;
        let found = seats.into_iter().find(|shown| shown.seat == seat);
        let found = found.ok_or(Refused::Missing("match or seat"))?;
        let stderr = match found.stderr_hash {
            Some(hash) => Ok(hash),
            None => {
                let played = arena.store.match_of(match_id).await?;
                let missing = Refused::Missing("output: the bot printed nothing on stderr");
                Err(played.as_ref().and_then(removed_replay).unwrap_or(missing))
            }
        };
        Ok((Self { match_id, seat, stderr }, found.user_id))
    }
}
