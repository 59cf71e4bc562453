//! A bot: its rating's course, its versions, its record, its matches; and what its owner can do.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use skirmish_arena_service::account::{Account, Caller, Owned, Refused};
use skirmish_arena_service::arena::{Arena, News};
use skirmish_arena_service::bots;
use skirmish_arena_service::ladder;
use skirmish_arena_store::{Bot, Opponent, Rated, Version, VersionState};

use super::chart::{Chart, chart};
use super::frame::{Frame, page as made};
use super::list::{Line, lines};
use super::words;
use crate::request::{Posted, Refusal};

/// Matches that a bot's page lists.
const MOST_LINES: i64 = 15;
/// Opponents that it lists.
const MOST_OPPONENTS: i64 = 50;
/// Points of the rating's course that are read.
const MOST_POINTS: i64 = 2000;

#[derive(Template)]
#[template(path = "bot.html")]
struct BotPage {
    frame: Frame,
    bot: Bot,
    owner: String,
    is_house: bool,
    title: &'static str,
    about: Option<&'static str>,
    is_own: bool,
    rated: Option<Shown>,
    place: Option<String>,
    bots: usize,
    chart: Option<Chart>,
    versions: Vec<VersionLine>,
    opponents: Vec<Opponent>,
    recent: Vec<Line>,
    /// Bots with which whoever looks could challenge this one.
    challengers: Vec<Bot>,
}

struct Shown {
    rating: Option<(String, String)>,
    rated: Rated,
}

struct VersionLine {
    version: Version,
    state: &'static str,
    when: String,
    is_playing: bool,
    can_play: bool,
}

/// The page of a bot.
pub async fn page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Response, Refusal> {
    let store = &arena.store;
    let bot = store.bot(id).await?.ok_or(Refused::Missing("bot"))?;
    let info = skirmish_games::find(&bot.game).ok_or(Refused::Missing("game"))?.info;
    let owner = store.user_by_id(bot.user_id).await?.ok_or(Refused::Missing("user"))?;
    let table = ladder::table(&arena, info.name).await?;
    let place = table.find(id).map(|line| words::ordinal(i64::from(line.place)));
    let rated = match bot.version_id {
        Some(version) => store.rated(version).await?.map(shown),
        None => None,
    };
    let opponents = match bot.version_id {
        Some(version) => store.opponents_of(&bot.game, version, MOST_OPPONENTS).await?,
        None => Vec::new(),
    };
    let now_ms = arena.clock.now_ms();
    let versions = store.versions_of(id).await?;
    let events = match versions.first() {
        Some(newest) => format!("game={}&version={}", bot.game, newest.id),
        None => format!("game={}", bot.game),
    };
    let is_waiting = versions.first().is_some_and(|newest| newest.state.is_open());
    let versions = versions.into_iter().map(|version| version_line(&bot, version, now_ms)).collect();
    let matches = store.matches_of_bot(id, i64::MAX, MOST_LINES).await?;
    let seatings = store.seatings_of_bot(id, i64::MAX, MOST_LINES).await?;
    let house = skirmish_bots::find(&bot.game, &bot.name).ok().filter(|_| owner.is_house);
    made(&BotPage {
        frame: Frame::new(&arena, &caller, bot.name.clone()).with_events(events).waiting(is_waiting),
        title: info.title,
        about: house.map(|house| house.about),
        is_own: caller.owns(bot.user_id) && !owner.is_house && bot.deleted_ms.is_none(),
        rated,
        place,
        bots: table.rows().len(),
        chart: chart(&store.course_of(id, MOST_POINTS).await?),
        versions,
        opponents,
        recent: lines(&matches, &seatings, now_ms),
        challengers: challengers(&arena, &caller, &bot).await?,
        owner: owner.name,
        is_house: owner.is_house,
        bot,
    })
}

fn shown(rated: Rated) -> Shown {
    Shown { rating: words::rating_of(&rated), rated }
}

fn version_line(bot: &Bot, version: Version, now_ms: i64) -> VersionLine {
    let is_playing = bot.version_id == Some(version.id);
    VersionLine {
        state: if version.is_disqualified { "disqualified" } else { words::version_state(version.state) },
        when: words::ago(now_ms, version.created_ms),
        is_playing,
        can_play: version.state == VersionState::Ready && !is_playing && !version.is_disqualified,
        version,
    }
}

async fn challengers(arena: &Arena, caller: &Caller, bot: &Bot) -> Result<Vec<Bot>, Refused> {
    let Some(user) = &caller.user else { return Ok(Vec::new()) };
    let own = arena.store.bots_of(user.id).await?;
    let fits = |own: &Bot| own.game == bot.game && own.id != bot.id && own.version_id.is_some();
    Ok(own.into_iter().filter(|own| fits(own) && own.disabled_why.is_none()).collect())
}

/// A form without fields.
#[derive(Debug, Deserialize)]
pub struct Nothing {}

/// The owner lets the bot rest.
pub async fn rest(
    bot: Owned<Bot>,
    State(arena): State<Arc<Arena>>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    bots::rest(&arena, &bot).await?;
    Ok(to_bot(bot.id))
}

/// The owner lets the bot play again.
pub async fn play(
    bot: Owned<Bot>,
    State(arena): State<Arc<Arena>>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    bots::wake(&arena, &bot).await?;
    Ok(to_bot(bot.id))
}

/// Another name.
#[derive(Debug, Deserialize)]
pub struct Name {
    name: String,
}

/// The bot gets another name.
pub async fn rename(
    bot: Owned<Bot>,
    State(arena): State<Arc<Arena>>,
    posted: Posted<Name>,
) -> Result<Response, Refusal> {
    bots::rename(&arena, &bot, &posted.form.name).await?;
    Ok(to_bot(bot.id))
}

/// The bot is deleted.
pub async fn delete(
    bot: Owned<Bot>,
    State(arena): State<Arc<Arena>>,
    _: Posted<Nothing>,
) -> Result<Response, Refusal> {
    bots::delete(&arena, &bot).await?;
    Ok(Redirect::to("/account").into_response())
}

/// On to the bot's page.
pub fn to_bot(id: i64) -> Response {
    Redirect::to(&format!("/bots/{id}")).into_response()
}

/// Which bot challenges.
#[derive(Debug, Deserialize)]
pub struct Challenge {
    mine: i64,
}

/// A match of one's own bot against this one, which is not rated.
pub async fn challenge(
    user: Account,
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Challenge>,
) -> Result<Response, Refusal> {
    let id = ladder::challenge(&arena, user.id, posted.form.mine, id).await?;
    arena.tell(News::Match(id));
    Ok(Redirect::to(&format!("/matches/{id}")).into_response())
}
