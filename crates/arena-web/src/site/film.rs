//! Watching a match, after its end or while it is played: the viewer, its films, and the replay to take along.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use skirmish_arena_service::account::{Address, Caller, Refused, replay_of, watched};
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::blobs::Blobs;
use skirmish_arena_service::queue::unpack_replay;
use skirmish_arena_store::{Match, ShownSeat};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_referee::{Part, StderrLog};
use skirmish_show::Filming;

use super::packed::Packed;
use super::showing::{self, Stage, Wish};
use super::tag::{is_known, not_modified, tag_of, tagged, unless_known};
use crate::request::Refusal;
use crate::transfer::blob_body;
use crate::web::Web;

/// Bytes of films that are kept in memory.
const MOST_KEPT: usize = 64 << 20;
/// What the viewer may load: it has its own rules inside, for its one script.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
    font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Films that were made lately.
#[derive(Debug, Default)]
pub struct Films {
    kept: Mutex<VecDeque<(Key, Bytes)>>,
}

/// What makes a film the same: the replay, by whose eye, and the seats whose stderr is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    replay: String,
    eye: Option<u8>,
    heard: Vec<u8>,
}

impl Films {
    fn find(&self, key: &Key) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, film)| film.clone())
    }

    fn keep(&self, key: Key, film: &Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, film.clone()));
        while kept.iter().map(|(_, film)| film.len()).sum::<usize>() > MOST_KEPT {
            kept.pop_front();
        }
    }
}

impl Key {
    /// The film's name among all that there were; another program may film otherwise.
    fn tag(&self) -> String {
        let Self { replay, eye, heard } = self;
        tag_of(format!("{replay} {eye:?} {heard:?} {}", *PAGE_TAG).as_bytes())
    }
}

/// The viewer.
static PAGE: LazyLock<Packed> =
    LazyLock::new(|| Packed::new("text/html; charset=utf-8", skirmish_show::PAGE));
/// The viewer's name among all that there were.
static PAGE_TAG: LazyLock<String> = LazyLock::new(|| tag_of(skirmish_show::PAGE));

/// The viewer; everything it shows comes from the film beside it.
pub async fn viewer(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    showing::watched(&arena, &caller, id).await?;
    let mut response = unless_known(&asked, &PAGE_TAG, || PAGE.response(&asked));
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    Ok(response)
}

/// The film of a match. What a bot printed is in it for its owner when the match is over, and for nobody else.
pub async fn film(
    State(web): State<Web>,
    caller: Caller,
    address: Address,
    Path(id): Path<i64>,
    Query(wish): Query<Wish>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let (found, seats, stage) = showing::watched(&web.arena, &caller, id).await?;
    if wish.eye.is_some_and(|eye| i64::from(eye) >= found.seats) {
        return Err(Refused::Bad("There is no such seat.".to_owned()).into());
    }
    match stage {
        Stage::Over => Ok(finished(&web, (&caller, address), &found, &seats, wish.eye, &asked).await?),
        Stage::Live => {
            let film = showing::growing(&web, address.0, &found, &wish).await?;
            let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
            Ok((headers, film).into_response())
        }
        Stage::Waiting | Stage::Hidden | Stage::Never | Stage::Removed => Err(Refused::Busy.into()),
    }
}

/// The film of a match that is over, whole: whoever followed it gets all of it once more, and whoever has it, nothing.
async fn finished(
    web: &Web,
    (caller, address): (&Caller, Address),
    found: &Match,
    seats: &[ShownSeat],
    eye: Option<u8>,
    asked: &HeaderMap,
) -> Result<Response, Refusal> {
    let replay = replay_of(found)?;
    let own: Vec<(u8, String)> = seats
        .iter()
        .filter(|seat| caller.owns(seat.user_id))
        .filter_map(|seat| Some((u8::try_from(seat.seat).ok()?, seat.stderr_hash.clone()?)))
        .collect();
    let key = Key { replay, eye, heard: own.iter().map(|(seat, _)| *seat).collect() };
    let tag = key.tag();
    if is_known(asked, &tag) {
        return Ok(not_modified(&tag));
    }
    let film = match web.films.find(&key) {
        Some(film) => film,
        None => make(web, address.0, &found.game, key, own).await?,
    };
    let made = ([(CONTENT_TYPE, "application/octet-stream")], film).into_response();
    Ok(tagged(made, &tag))
}

/// The replay as it is kept.
pub async fn replay(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let (found, _) = watched(&arena, &caller, id).await?;
    let hash = replay_of(&found)?;
    let name = format!("attachment; filename=\"{}-{id}.replay\"", found.game);
    if is_known(&asked, &hash) {
        return Ok(not_modified(&hash));
    }
    let headers = [(CONTENT_TYPE, "application/zstd".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok(tagged((headers, blob_body(&arena, &hash).await?).into_response(), &hash))
}

/// Makes the film, or waits for whoever makes it already.
async fn make(
    web: &Web,
    address: Option<IpAddr>,
    game: &str,
    key: Key,
    own: Vec<(u8, String)>,
) -> Result<Bytes, Refused> {
    let entry = skirmish_games::find(game).ok_or(Refused::Missing("game"))?;
    let (kept, name) = (web.clone(), key.tag());
    let work = move || async move {
        // Whoever waited for a turn may find that somebody before them wanted the same.
        if let Some(film) = kept.films.find(&key) {
            return Ok(film);
        }
        let (blobs, replay, eye) = (kept.arena.blobs.clone(), key.replay.clone(), key.eye);
        let film = off_async(move || film_of(&blobs, entry, &replay, eye, &own)).await??;
        kept.films.keep(key, &film);
        Ok(film)
    };
    web.heavy.films.run(address, &name, work).await
}

fn film_of(
    blobs: &Blobs,
    entry: &'static Entry,
    replay: &str,
    eye: Option<u8>,
    own: &[(u8, String)],
) -> Result<Bytes, Refused> {
    let replay = unpack_replay(&blobs.read(replay)?).map_err(|error| Refused::Ours(error.to_string()))?;
    let read = |(seat, hash): &(u8, String)| Some((Seat(*seat), StderrLog::read(&blobs.read(hash).ok()?)));
    let stderr: Vec<(Seat, Vec<Part>)> = own.iter().filter_map(read).collect();
    let filming = Filming {
        eye: eye.map(Seat),
        stderr: stderr.iter().map(|(seat, parts)| (*seat, parts.as_slice())).collect(),
        ..Filming::default()
    };
    let film = skirmish_show::film(&replay, entry, &filming);
    film.map(|film| Bytes::from(film.bytes)).map_err(|mismatch| Refused::Ours(mismatch.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(replay: &str, heard: &[u8]) -> Key {
        Key { replay: replay.to_owned(), eye: None, heard: heard.to_vec() }
    }

    #[test]
    fn what_is_heard_in_it_tells_films_apart() {
        let films = Films::default();
        films.keep(key("a", &[]), &Bytes::from_static(b"for all"));
        films.keep(key("a", &[1]), &Bytes::from_static(b"for the owner"));
        assert_eq!(films.find(&key("a", &[])).expect("kept"), "for all");
        assert_eq!(films.find(&key("a", &[1])).expect("kept"), "for the owner");
        assert!(films.find(&key("a", &[0])).is_none());
        assert_ne!(key("a", &[]).tag(), key("a", &[1]).tag());
    }

    #[test]
    fn films_in_memory_are_bounded() {
        let films = Films::default();
        let large = Bytes::from(vec![0; MOST_KEPT / 2]);
        for name in ["a", "b", "c"] {
            films.keep(key(name, &[]), &large);
        }
        assert!(films.find(&key("a", &[])).is_none() && films.find(&key("c", &[])).is_some());
    }
}
