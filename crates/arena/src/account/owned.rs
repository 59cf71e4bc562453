//! What belongs to somebody, for them and for admins.

use super::{Caller, Refused};
use crate::arena::Arena;
use crate::store::{Bot, Match, ShownSeat, Version};

/// The bot, if it is the caller's to change.
pub async fn own_bot(arena: &Arena, caller: &Caller, id: i64) -> Result<Bot, Refused> {
    caller.user()?;
    let bot = arena.store.bot(id).await?.ok_or(Refused::Missing("bot"))?;
    caller.owner_of(bot.user_id)?;
    Ok(bot)
}

/// A version and its bot, if they are the caller's.
pub async fn own_version(arena: &Arena, caller: &Caller, id: i64) -> Result<(Bot, Version), Refused> {
    caller.user()?;
    let (bot, version) = version_of(arena, id).await?;
    caller.owner_of(bot.user_id)?;
    Ok((bot, version))
}

/// A version and its bot, whosever they are.
pub async fn version_of(arena: &Arena, id: i64) -> Result<(Bot, Version), Refused> {
    let version = arena.store.version(id).await?.ok_or(Refused::Missing("version"))?;
    let bot = arena.store.bot(version.bot_id).await?.ok_or(Refused::Missing("bot"))?;
    Ok((bot, version))
}

/// The blob of what the bot at a seat printed, if it is the caller's.
pub async fn own_stderr(arena: &Arena, caller: &Caller, id: i64, seat: i64) -> Result<String, Refused> {
    caller.user()?;
    let seats = arena.store.shown_seats(id).await?;
    let seat = seats.into_iter().find(|shown| shown.seat == seat).ok_or(Refused::Missing("match or seat"))?;
    caller.owner_of(seat.user_id)?;
    let missing = Refused::Missing("output: the bot printed nothing on stderr");
    match seat.stderr_hash {
        Some(hash) => Ok(hash),
        None => Err(arena.store.match_of(id).await?.as_ref().and_then(removed_replay).unwrap_or(missing)),
    }
}

/// The blob of a match's replay, or why there is none.
pub fn replay_of(found: &Match) -> Result<String, Refused> {
    let missing = || Refused::Missing("replay yet: the match is not over");
    found.replay_hash.clone().ok_or_else(|| removed_replay(found).unwrap_or_else(missing))
}

/// That a match's replay was removed, if it was.
#[must_use]
pub fn removed_replay(found: &Match) -> Option<Refused> {
    let after = days_between(found.ended_ms?, found.replay_removed_ms?);
    let told = format!("The replay, and what bots printed, was removed after {after}. The result stays.");
    Some(Refused::Gone(told))
}

/// The blob of a build's log, or why there is none.
pub fn log_of(version: &Version) -> Result<String, Refused> {
    let removed = || {
        let after = days_between(version.created_ms, version.log_removed_ms?);
        Some(Refused::Gone(format!("The log was removed after {after}. Submit the bot again to see it.")))
    };
    version.log_hash.clone().ok_or_else(|| removed().unwrap_or(Refused::Missing("log yet")))
}

fn days_between(begin_ms: i64, end_ms: i64) -> String {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    match (end_ms - begin_ms) / DAY_MS {
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// A match that is over, and that whoever asks may watch. Nobody sees a match before its end: in games with secrets
/// that would help somebody.
pub async fn watched(arena: &Arena, caller: &Caller, id: i64) -> Result<(Match, Vec<ShownSeat>), Refused> {
    let found = arena.store.match_of(id).await?.ok_or(Refused::Missing("match"))?;
    let seats = arena.store.shown_seats(id).await?;
    if !may_watch(arena, caller, &seats) {
        return Err(Refused::Forbidden("On this arena only those who played may watch a match."));
    }
    replay_of(&found)?;
    Ok((found, seats))
}

/// Whether somebody may watch a match.
#[must_use]
pub fn may_watch(arena: &Arena, caller: &Caller, seats: &[ShownSeat]) -> bool {
    arena.settings.site.has_public_replays || seats.iter().any(|seat| caller.owns(seat.user_id))
}
