//! Who may watch a match, and what is left to be watched or read.

use skirmish_arena_store::{Match, ShownSeat, Version};

use super::{Caller, Refused};
use crate::arena::Arena;

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
