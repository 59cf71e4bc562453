//! The first page: what this is, what is played right now, and who leads.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use skirmish_arena_service::account::{Caller, Refused};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::ladder;
use skirmish_arena_store::{Match, Stored};

use super::frame::{Frame, LivePartsOnly, page as made, parts};
use super::list::{Line, lines};
use super::showing::Stage;
use super::words;
use crate::request::Refusal;

/// Matches that the page lists.
const MOST_LINES: i64 = 12;
/// Bots of each ladder that the page lists.
const MOST_LEADERS: usize = 5;

#[derive(Template)]
#[template(path = "home.html", blocks = ["live_now", "live_recent", "live_ladders"])]
struct Home {
    frame: Frame,
    running: Vec<Line>,
    recent: Vec<Line>,
    shown: Option<Shown>,
    ladders: Vec<Leaders>,
    is_invite_only: bool,
}

/// The match in the viewer.
struct Shown {
    id: i64,
    is_live: bool,
}

struct Leaders {
    game: &'static str,
    title: &'static str,
    about: &'static str,
    bots: usize,
    leaders: Vec<Leader>,
}

struct Leader {
    bot_id: i64,
    bot: String,
    owner: String,
    rating: String,
}

/// The first page.
pub async fn page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    LivePartsOnly(is_part): LivePartsOnly,
) -> Result<Response, Refusal> {
    let (played, running, recent) = matches(&arena).await?;
    let shown = if is_part { None } else { shown(&arena, &played, &recent).await? };
    let mut ladders = Vec::new();
    for entry in arena.settings.games() {
        let info = entry.info;
        let table = ladder::table(&arena, info.name).await?;
        let leader = |bot: &ladder::Standing| Leader {
            bot_id: bot.bot_id,
            bot: bot.bot.clone(),
            owner: bot.owner.clone(),
            rating: words::rating(bot.rating),
        };
        ladders.push(Leaders {
            game: info.name,
            title: info.title,
            about: info.about,
            bots: table.rows().len(),
            leaders: table.rows().iter().take(MOST_LEADERS).map(leader).collect(),
        });
    }
    let frame = Frame::new(&arena, &caller, "Programs play programs").with_events("all=true");
    let shown = shown.filter(|_| arena.settings.site.has_public_replays);
    let is_invite_only = arena.settings.site.is_invite_only;
    let home = Home { frame, running, recent, shown, ladders, is_invite_only };
    if is_part {
        return parts(&[&home.as_live_now(), &home.as_live_recent(), &home.as_live_ladders()]);
    }
    made(&home)
}

/// A match that is played right now and goes on for a while already, so that there is something to see; otherwise the
/// last one.
async fn shown(arena: &Arena, played: &[Match], recent: &[Line]) -> Result<Option<Shown>, Refused> {
    /// Most matches are over sooner.
    const A_WHILE_MS: i64 = 2_000;
    let now_ms = arena.clock.now_ms();
    for found in played {
        let is_on = found.started_ms.is_some_and(|started_ms| now_ms.saturating_sub(started_ms) > A_WHILE_MS);
        if is_on && Stage::of(arena, found).await? == Stage::Live {
            return Ok(Some(Shown { id: found.id, is_live: true }));
        }
    }
    let last = recent.iter().find(|line| line.is_over);
    Ok(last.map(|line| Shown { id: line.id, is_live: false }))
}

/// What is played now, as it is kept and as lines, and what was lately.
async fn matches(arena: &Arena) -> Stored<(Vec<Match>, Vec<Line>, Vec<Line>)> {
    let now_ms = arena.clock.now_ms();
    let played = arena.store.running_matches(MOST_LINES).await?;
    let seatings = arena.store.seatings_of_all(&played).await?;
    let running = lines(&played, &seatings, now_ms);
    let over = arena.store.ended_matches(MOST_LINES).await?;
    let seatings = arena.store.seatings_of_all(&over).await?;
    Ok((played, running, lines(&over, &seatings, now_ms)))
}
