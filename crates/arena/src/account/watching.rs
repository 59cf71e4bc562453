//! Who may watch a match.

use super::{Caller, Refused};
use crate::arena::Arena;
use crate::store::{Match, ShownSeat};

/// A match that is over, and that whoever asks may watch. Nobody sees a match before its end: in games with secrets
/// that would help somebody.
pub async fn watched(arena: &Arena, caller: &Caller, id: i64) -> Result<(Match, Vec<ShownSeat>), Refused> {
    let found = arena.store.match_of(id).await?.ok_or(Refused::Missing("match"))?;
    let seats = arena.store.shown_seats(id).await?;
    if !may_watch(arena, caller, &seats) {
        return Err(Refused::Forbidden("On this arena only those who played may watch a match."));
    }
    if found.replay_hash.is_none() {
        return Err(Refused::Missing("film yet: the match is not over"));
    }
    Ok((found, seats))
}

/// Whether somebody may watch a match.
#[must_use]
pub fn may_watch(arena: &Arena, caller: &Caller, seats: &[ShownSeat]) -> bool {
    arena.settings.site.has_public_replays || seats.iter().any(|seat| caller.owns(seat.user_id))
}
