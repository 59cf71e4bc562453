//! Matches: the list, one of them with the viewer, and what a bot printed.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use skirmish_arena_service::account::{
    Caller, Owned, Refused, SeatOutput, may_watch, removed_replay, sentence,
};
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_store::{Match, MatchState, ShownSeat};
use skirmish_referee::StderrLog;

use super::frame::{Frame, page as made};
use super::list::{Line, lines};
use super::showing::Stage;
use super::words;
use crate::request::Refusal;

/// Matches on one page of the list.
const MOST_LINES: i64 = 40;
/// Characters of what a bot printed that the match's page shows.
const MOST_SHOWN_CHARS: usize = 20_000;

/// Which matches.
#[derive(Debug, Deserialize)]
pub struct Which {
    game: Option<String>,
    bot: Option<i64>,
    before: Option<i64>,
}

#[derive(Template)]
#[template(path = "matches.html")]
struct List {
    frame: Frame,
    heading: String,
    matches: Vec<Line>,
    older: Option<String>,
}

/// Matches, the newest first.
pub async fn list(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Response, Refusal> {
    let store = &arena.store;
    let before = which.before.unwrap_or(i64::MAX);
    let (heading, query, matches, seatings) = match (&which.bot, &which.game) {
        (Some(bot), _) => {
            let name = store.bot(*bot).await?.ok_or(Refused::Missing("bot"))?.name;
            let matches = store.matches_of_bot(*bot, before, MOST_LINES).await?;
            let seatings = store.seatings_of_bot(*bot, before, MOST_LINES).await?;
            (format!("Games of {name}"), format!("bot={bot}&"), matches, seatings)
        }
        (None, Some(game)) => {
            let entry = super::game::find(&arena, game)?;
            let matches = store.matches_of_game(game, before, MOST_LINES).await?;
            let seatings = store.seatings_of_game(game, before, MOST_LINES).await?;
            (format!("Matches of {}", entry.info.title), format!("game={game}&"), matches, seatings)
        }
        (None, None) => {
            let matches = store.matches_before(before, MOST_LINES).await?;
            let seatings = store.seatings_of_all(&matches).await?;
            ("All matches".to_owned(), String::new(), matches, seatings)
        }
    };
    let is_more = matches.len() as i64 == MOST_LINES;
    let older = matches.last().filter(|_| is_more).map(|last| format!("/matches?{query}before={}", last.id));
    let frame = Frame::new(&arena, &caller, heading.clone());
    made(&List { frame, heading, matches: lines(&matches, &seatings, arena.clock.now_ms()), older })
}

#[derive(Template)]
#[template(path = "match.html")]
struct MatchPage {
    frame: Frame,
    found: Match,
    title: &'static str,
    kind: &'static str,
    state: &'static str,
    when: String,
    ending: Option<String>,
    seats: Vec<Seat>,
    may_watch: bool,
    stage: Stage,
    /// That its replay was removed, if so.
    removed: Option<String>,
}

struct Seat {
    shown: ShownSeat,
    called: String,
    place: String,
    /// What the bot printed, for those who may read it.
    printed: Option<String>,
}

/// A match.
pub async fn page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Response, Refusal> {
    let found = arena.store.match_of(id).await?.ok_or(Refused::Missing("match"))?;
    let info = skirmish_games::find(&found.game).ok_or(Refused::Missing("game"))?.info;
    let shown = arena.store.shown_seats(id).await?;
    let may_watch = may_watch(&arena, &caller, &shown);
    let mut seats = Vec::new();
    for shown in shown {
        let is_own = caller.owns(shown.user_id);
        let printed = match shown.stderr_hash.as_deref().filter(|_| is_own) {
            Some(hash) => Some(printed(&arena, hash).await?),
            None => None,
        };
        let called = info.seat_name(skirmish_core::seat::Seat(u8::try_from(shown.seat).unwrap_or_default()));
        let place = shown.place.map(words::ordinal).unwrap_or_default();
        seats.push(Seat { shown, called, place, printed });
    }
    let stage = Stage::of(&arena, &found).await?;
    let names: Vec<&str> = seats.iter().map(|seat| seat.shown.bot.as_str()).collect();
    let heading = format!("{} · match {id}", names.join(" – "));
    let is_waiting = found.state.is_open();
    let frame = Frame::new(&arena, &caller, heading).with_events(format!("match={id}")).waiting(is_waiting);
    let when_ms = found.ended_ms.or(found.started_ms).unwrap_or(found.created_ms);
    made(&MatchPage {
        frame,
        title: info.title,
        kind: words::kind(&found),
        state: words::state(&found),
        when: words::ago(arena.clock.now_ms(), when_ms),
        ending: found.ending.as_deref().map(sentence),
        seats,
        may_watch,
        stage,
        removed: removed_replay(&found).map(|removed| removed.to_string()),
        found,
    })
}

/// All that a bot printed on stderr, for its owner.
pub async fn stderr(output: Owned<SeatOutput>, State(arena): State<Arc<Arena>>) -> Result<Response, Refusal> {
    let text = whole(&arena, output.hash()?).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The end of what a bot printed: a crash explains itself last.
async fn printed(arena: &Arena, hash: &str) -> Result<String, Refused> {
    let text = whole(arena, hash).await?;
    let count = text.chars().count();
    Ok(text.chars().skip(count.saturating_sub(MOST_SHOWN_CHARS)).collect())
}

async fn whole(arena: &Arena, hash: &str) -> Result<String, Refused> {
    let (blobs, hash) = (arena.blobs.clone(), hash.to_owned());
    let bytes = off_async(move || blobs.read(&hash)).await??;
    let parts = StderrLog::read(&bytes);
    let line = |(decision, text): &(u64, Vec<u8>)| {
        format!("[{decision}] {}\n", String::from_utf8_lossy(text).trim_end())
    };
    Ok(parts.iter().map(line).collect())
}
