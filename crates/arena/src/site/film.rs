//! Watching a match: the viewer, its films, and the replay to take along.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, Query, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS,
};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use skirmish_core::Seat;
use skirmish_referee::{Noise, Part};
use skirmish_show::Filming;
use tokio::sync::Semaphore;

use crate::account::{Caller, Refused};
use crate::arena::Arena;
use crate::queue::unpack_replay;
use crate::store::{Match, ShownSeat};

/// Films that are made at the same time: each takes a core.
const MOST_AT_ONCE: usize = 2;
/// Bytes of films that are kept in memory.
const MOST_KEPT: usize = 64 << 20;
/// What the viewer may load: it has its own rules inside, for its one script.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
    font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Films that were made lately, as spectators see them.
#[derive(Debug)]
pub struct Films {
    making: Semaphore,
    kept: Mutex<VecDeque<(Key, Arc<Vec<u8>>)>>,
}

/// A match, and by whose eye.
type Key = (i64, Option<u8>);

impl Default for Films {
    fn default() -> Self {
        Self { making: Semaphore::new(MOST_AT_ONCE), kept: Mutex::default() }
    }
}

impl Films {
    fn find(&self, key: Key) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| *known == key).map(|(_, film)| film.clone())
    }

    fn keep(&self, key: Key, film: &Arc<Vec<u8>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, film.clone()));
        while kept.iter().map(|(_, film)| film.len()).sum::<usize>() > MOST_KEPT {
            kept.pop_front();
        }
    }
}

/// By whose eye a film is seen.
#[derive(Debug, Deserialize)]
pub struct Eye {
    eye: Option<u8>,
}

/// The viewer; everything it shows comes from the film beside it.
pub async fn viewer(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Response, Refused> {
    watched(&arena, &caller, id).await?;
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_FRAME_OPTIONS, "SAMEORIGIN"),
    ];
    Ok((headers, skirmish_show::PAGE).into_response())
}

/// The film of a match. What a bot printed is in it for its owner, and for nobody else.
pub async fn film(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
    Query(Eye { eye }): Query<Eye>,
) -> Result<Response, Refused> {
    let (found, seats) = watched(&arena, &caller, id).await?;
    if eye.is_some_and(|eye| i64::from(eye) >= found.seats) {
        return Err(Refused::Bad("There is no such seat.".to_owned()));
    }
    let own: Vec<(u8, String)> = seats
        .iter()
        .filter(|seat| caller.owns(seat.user_id))
        .filter_map(|seat| Some((u8::try_from(seat.seat).ok()?, seat.stderr_hash.clone()?)))
        .collect();
    let film = match arena.films.find((id, eye)).filter(|_| own.is_empty()) {
        Some(film) => film,
        None => make(&arena, &found, eye, own).await?,
    };
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, film.to_vec()).into_response())
}

/// The replay as it is kept.
pub async fn replay(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Response, Refused> {
    let (found, _) = watched(&arena, &caller, id).await?;
    let hash = found.replay_hash.ok_or(Refused::Missing("replay yet"))?;
    let blobs = arena.blobs.clone();
    let read = tokio::task::spawn_blocking(move || blobs.read(&hash)).await;
    let bytes = read.map_err(|error| Refused::Ours(error.to_string()))??;
    let name = format!("attachment; filename=\"{}-{id}.replay\"", found.game);
    let headers = [(CONTENT_TYPE, "application/zstd".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

/// A match that is over, and that whoever asks may watch. Nobody sees a match before its end: in games with secrets
/// that would help somebody.
async fn watched(arena: &Arena, caller: &Caller, id: i64) -> Result<(Match, Vec<ShownSeat>), Refused> {
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
pub fn may_watch(arena: &Arena, caller: &Caller, seats: &[ShownSeat]) -> bool {
    arena.settings.site.has_public_replays || seats.iter().any(|seat| caller.owns(seat.user_id))
}

async fn make(
    arena: &Arena,
    found: &Match,
    eye: Option<u8>,
    own: Vec<(u8, String)>,
) -> Result<Arc<Vec<u8>>, Refused> {
    let _turn = arena.films.making.acquire().await.map_err(|_| Refused::Busy)?;
    // Whoever waited may find that somebody before them wanted the same.
    if own.is_empty()
        && let Some(film) = arena.films.find((found.id, eye))
    {
        return Ok(film);
    }
    let hash = found.replay_hash.clone().ok_or(Refused::Missing("replay yet"))?;
    let entry = skirmish_games::find(&found.game).ok_or(Refused::Missing("game"))?;
    let blobs = arena.blobs.clone();
    let is_public = own.is_empty();
    let made = tokio::task::spawn_blocking(move || {
        let replay = unpack_replay(&blobs.read(&hash)?).map_err(|error| Refused::Ours(error.to_string()))?;
        let read = |(seat, hash): &(u8, String)| Some((Seat(*seat), Noise::read(&blobs.read(hash).ok()?)));
        let stderr: Vec<(Seat, Vec<Part>)> = own.iter().filter_map(read).collect();
        let filming = Filming {
            eye: eye.map(Seat),
            stderr: stderr.iter().map(|(seat, parts)| (*seat, parts.as_slice())).collect(),
            ..Filming::default()
        };
        let film = skirmish_show::film(&replay, entry, &filming);
        film.map(|film| film.bytes).map_err(|mismatch| Refused::Ours(mismatch.to_string()))
    });
    let film = Arc::new(made.await.map_err(|error| Refused::Ours(error.to_string()))??);
    if is_public {
        arena.films.keep((found.id, eye), &film);
    }
    Ok(film)
}
