//! How a match can be watched, and the films of those that go on.

use std::net::IpAddr;
use std::time::Instant;

use axum::body::Bytes;
use axum::http::StatusCode;
use serde::Deserialize;
use skirmish_arena_service::account::{Caller, Refused, may_watch, removed_replay};
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::live::{self, Moment};
use skirmish_arena_store::{Match, MatchState, ShownSeat};
use skirmish_show::Filming;

use crate::web::Web;

/// By whose eye a film is seen; and of a match that goes on, from which decision of which take.
#[derive(Debug, Deserialize)]
pub struct Wish {
    pub(super) eye: Option<u8>,
    #[serde(default)]
    from: u64,
    #[serde(default)]
    take: u64,
}

/// How a match can be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is over.
    Over,
    /// While it is played.
    Live,
    /// It waits for a worker; then it can be watched live.
    Waiting,
    /// Nobody sees it before its end: something is hidden in it, which would help somebody.
    Hidden,
    /// It was given up.
    Never,
    /// It is over, and its replay was removed because it was old.
    Removed,
}

impl Stage {
    /// How that match can be watched.
    pub async fn of(arena: &Arena, found: &Match) -> Result<Self, Refused> {
        if found.replay_hash.is_some() {
            return Ok(Self::Over);
        }
        if found.replay_removed_ms.is_some() {
            return Ok(Self::Removed);
        }
        let open = match found.state {
            MatchState::Running => Self::Live,
            MatchState::Queued => Self::Waiting,
            _ => return Ok(Self::Never),
        };
        let is_hidden = live::hides(arena, found).await.map_err(ours)?;
        Ok(if is_hidden { Self::Hidden } else { open })
    }
}

/// A match that whoever asks may watch now. In games with secrets nobody sees it before its end.
pub async fn watched(
    arena: &Arena,
    caller: &Caller,
    id: i64,
) -> Result<(Match, Vec<ShownSeat>, Stage), Refused> {
    let found = arena.store.match_of(id).await?.ok_or(Refused::Missing("match"))?;
    let seats = arena.store.shown_seats(id).await?;
    if !may_watch(arena, caller, &seats) {
        return Err(Refused::Forbidden("On this arena only those who played may watch a match."));
    }
    match Stage::of(arena, &found).await? {
        Stage::Removed => Err(removed_replay(&found).unwrap_or(Refused::Missing("film any more"))),
        Stage::Never => Err(Refused::Missing("film: the match was not played to its end")),
        Stage::Hidden => Err(Refused::Missing(
            "film yet: something is hidden in this game, so it is shown when the match is over",
        )),
        stage => Ok((found, seats, stage)),
    }
}

/// The film of a match that goes on, as far as it is known. Nothing is hidden in it, so everybody's is the same.
pub async fn growing(
    web: &Web,
    address: Option<IpAddr>,
    found: &Match,
    wish: &Wish,
) -> Result<Bytes, Refused> {
    let arena = &web.arena;
    let moment = moment(arena, found).await?;
    // What was begun anew is shown from its beginning.
    let from = if wish.take == moment.take.number() { wish.from } else { 0 };
    if let Some(film) = arena.live.film(found.id, &moment, from) {
        return Ok(film);
    }
    let key = format!("{} {} {from} {}", found.id, moment.take.number(), moment.replay.answers.len());
    let entry = skirmish_games::find(&found.game).ok_or(Refused::Missing("game"))?;
    let (kept, id) = (arena.clone(), found.id);
    let work = move || async move {
        // Whoever waited for a turn may find that somebody before them wanted the same.
        if let Some(film) = kept.live.film(id, &moment, from) {
            return Ok(film);
        }
        let (replay, take) = (moment.replay.clone(), moment.take.number());
        let begun = Instant::now();
        let making = off_async(move || {
            let filming = Filming { from, take, is_live: true, ..Filming::default() };
            skirmish_show::film(&replay, entry, &filming).map(|film| film.bytes)
        });
        let film = Bytes::from(making.await?.map_err(ours)?);
        kept.live.keep_film(id, &moment, from, &film, begun.elapsed());
        Ok(film)
    };
    web.heavy.live_films.run(address, &key, work).await
}

/// What is known of a match that goes on. Whoever asks watches it: its worker is told so, and sends the rest.
async fn moment(arena: &Arena, found: &Match) -> Result<Moment, Refused> {
    let now_ms = arena.clock.now_ms();
    if let Some(moment) = arena.live.look(found.id, now_ms) {
        return Ok(moment);
    }
    let seats = arena.store.seated_versions(found.id).await?;
    let worker = match found.worker_id {
        Some(worker) => arena.store.worker(worker).await?,
        None => None,
    };
    let tier = worker.map(|worker| worker.tier).unwrap_or_default();
    let beginning = live::beginning(found, seats, tier).await.map_err(ours)?;
    if !arena.live.open(found.id, beginning, now_ms) {
        return Err(Refused::Busy);
    }
    arena.live.look(found.id, now_ms).ok_or(Refused::Busy)
}

/// Nobody plays in a browser here, which the viewer asks of a match that goes on.
pub async fn session() -> StatusCode {
    StatusCode::NO_CONTENT
}

fn ours(error: impl std::fmt::Display) -> Refused {
    Refused::Ours(error.to_string())
}
