//! A game: its ladder, its rules, its starter kits.

use std::io::{Cursor, Write as _};
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use skirmish_arena_service::account::{Caller, Refused};
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::ladder::{self, Standing, Table};
use skirmish_arena_service::upload::language::{self, Offered};
use skirmish_arena_store::key_of;
use skirmish_core::info::Info;
use skirmish_core::table::Entry;
use skirmish_kits::{Kit, Names};
use zip::write::SimpleFileOptions;

use super::frame::{Frame, LivePartsOnly, page as made, parts};
use super::health::{Measured, measured};
use super::list::{Line, lines};
use super::markdown::{self, Rules};
use super::words;
use crate::request::Refusal;

/// Matches that a game's page lists.
const MOST_LINES: i64 = 10;
/// Bots of whoever asks that it lists.
const MOST_OWN: usize = 20;

/// The bar of a rating that is less certain than this may be cut off.
const MOST_ERROR: f64 = 500.0;

#[derive(Template)]
#[template(path = "game.html", blocks = ["live_ladder", "live_matches"])]
struct Game {
    frame: Frame,
    info: &'static Info,
    seats: String,
    ladder: Ladder,
    recent: Vec<Line>,
    health: Vec<Measured>,
    kits: Vec<Offered>,
}

/// A page of the ladder.
struct Ladder {
    bots: usize,
    rows: Vec<Row>,
    /// Which page it is, and how many there are.
    number: usize,
    pages: usize,
    /// Whoever asks has these on the ladder.
    own: Vec<Own>,
    /// A name that is not on it.
    missing: Option<String>,
    /// Why results that come now are unconfirmed, if so.
    unconfirmed: Option<String>,
}

/// A bot of whoever asks.
struct Own {
    bot_id: i64,
    bot: String,
    place: String,
    page: usize,
}

/// Which part of the ladder.
#[derive(Debug, Deserialize)]
pub struct Part {
    page: Option<usize>,
    /// The page with the bot of this name.
    find: Option<String>,
}

struct Row {
    place: String,
    bot_id: i64,
    bot: String,
    owner: String,
    is_house: bool,
    is_own: bool,
    language: String,
    rating: String,
    give_or_take: String,
    bar: Bar,
    matches: i64,
    won: i64,
    drawn: i64,
    lost: i64,
    faults: i64,
}

/// The error bar: where it begins, how long it is, where the best guess is; of a hundred.
struct Bar {
    low: String,
    length: String,
    at: String,
}

/// The ladder of a game, with its kits and its last matches.
pub async fn page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(game): Path<String>,
    Query(part): Query<Part>,
    LivePartsOnly(is_part): LivePartsOnly,
) -> Result<Response, Refusal> {
    let entry = find(&arena, &game)?;
    let table = ladder::table(&arena, entry.info.name).await?;
    let wanted = part.find.filter(|name| !name.trim().is_empty());
    if let Some(found) = wanted.as_ref().and_then(|name| named(&table, name)) {
        return Ok(Redirect::to(&format!("/games/{game}{}", address_of(found))).into_response());
    }
    let matches = arena.store.matches_of_game(&game, i64::MAX, MOST_LINES).await?;
    let seatings = arena.store.seatings_of_game(&game, i64::MAX, MOST_LINES).await?;
    let shown = table.page(part.page.unwrap_or(1));
    let page = Game {
        frame: Frame::new(&arena, &caller, entry.info.title).with_events(format!("game={game}")),
        info: entry.info,
        seats: seats(entry.info),
        ladder: Ladder {
            bots: table.rows().len(),
            rows: rows(shown.rows, &caller),
            number: shown.number,
            pages: shown.pages,
            own: own(&table, &caller),
            missing: wanted,
            unconfirmed: table.unconfirmed_why().map(str::to_owned),
        },
        recent: lines(&matches, &seatings, arena.clock.now_ms()),
        health: if is_part { Vec::new() } else { measured(&game, entry.info.unit) },
        kits: if is_part { Vec::new() } else { kits(&language::offered(&arena).await?, &game) },
    };
    if is_part {
        return parts(&[&page.as_live_ladder(), &page.as_live_matches()]);
    }
    made(&page)
}

/// The row of the bot of this name, however its letters are cased.
fn named<'a>(table: &'a Table, name: &str) -> Option<&'a Standing> {
    let key = key_of(name);
    table.rows().iter().find(|row| key_of(&row.bot) == key)
}

/// Where a bot's row is, below the address of its game.
fn address_of(row: &Standing) -> String {
    format!("?page={}#bot-{}", ladder::page_of(row.place), row.bot_id)
}

fn own(table: &Table, caller: &Caller) -> Vec<Own> {
    let Some(user) = &caller.user else { return Vec::new() };
    let own = table.rows().iter().filter(|row| row.user_id == user.id).take(MOST_OWN);
    own.map(|row| Own {
        bot_id: row.bot_id,
        bot: row.bot.clone(),
        place: words::ordinal(i64::from(row.place)),
        page: ladder::page_of(row.place),
    })
    .collect()
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    frame: Frame,
    info: &'static Info,
    rules: &'static Rules,
}

/// The rules of a game.
pub async fn rules(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(game): Path<String>,
) -> Result<Response, Refusal> {
    let entry = find(&arena, &game)?;
    let rules = markdown::rules(entry.info.name).ok_or(Refused::Missing("rule page"))?;
    let frame = Frame::new(&arena, &caller, format!("{}: the rules", entry.info.title));
    made(&RulesPage { frame, info: entry.info, rules })
}

/// A starter kit as a zip: a bot that plays, ready to be changed and submitted.
pub async fn kit(
    State(arena): State<Arc<Arena>>,
    Path((game, language)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let entry = find(&arena, &game)?;
    let kit = language::kit_named(&language).and_then(|language| language.kit(&game));
    let kit = kit.ok_or(Refused::Missing("starter kit"))?;
    let name = format!("attachment; filename=\"{game}-{}.zip\"", kit.language.name);
    let packed = off_async(move || pack(&kit, entry.info.title)).await??;
    let headers = [(CONTENT_TYPE, "application/zip".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, packed).into_response())
}

fn pack(kit: &Kit<'_>, title: &str) -> Result<Vec<u8>, Refused> {
    let files = kit.files(&Names { bot: "my-bot", title });
    let failed = |error: &dyn std::fmt::Display| Refused::Ours(format!("a kit cannot be packed: {error}"));
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        zip.start_file(format!("my-bot/{}", file.path), SimpleFileOptions::default())
            .map_err(|error| failed(&error))?;
        zip.write_all(&file.bytes).map_err(|error| failed(&error))?;
    }
    Ok(zip.finish().map_err(|error| failed(&error))?.into_inner())
}

/// The game of that name, if it is played here.
pub fn find(arena: &Arena, game: &str) -> Result<&'static Entry, Refused> {
    arena.settings.game(game).ok_or(Refused::Missing("game"))
}

/// Those of the languages that have a kit for the game.
pub fn kits(languages: &[Offered], game: &str) -> Vec<Offered> {
    let has_kit = |offered: &Offered| {
        language::kit_named(&offered.name).is_some_and(|language| language.games().contains(&game))
    };
    languages.iter().filter(|offered| has_kit(offered)).cloned().collect()
}

fn seats(info: &Info) -> String {
    let (low, high) = (info.seats.start(), info.seats.end());
    if low == high { format!("{low} players") } else { format!("{low} to {high} players") }
}

fn rows(standing: &[Standing], caller: &Caller) -> Vec<Row> {
    // All ratings are to be seen, and the bars of those that are known; others would make these short.
    let ends = standing.iter().flat_map(|bot| {
        let error = if bot.error < MOST_ERROR { bot.error } else { 0.0 };
        [bot.rating - error, bot.rating + error]
    });
    let (low, high) =
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    let part = |value: f64| (100.0 * (value - low) / (high - low).max(1e-9)).clamp(0.0, 100.0);
    let row = |bot: &Standing| Row {
        place: bot.place.to_string(),
        bot_id: bot.bot_id,
        bot: bot.bot.clone(),
        owner: bot.owner.clone(),
        is_house: bot.is_house,
        is_own: caller.user.as_ref().is_some_and(|user| user.id == bot.user_id),
        language: bot.language.clone(),
        rating: words::rating(bot.rating),
        give_or_take: words::rating(bot.error),
        bar: Bar {
            low: format!("{:.2}", part(bot.rating - bot.error)),
            length: format!("{:.2}", part(bot.rating + bot.error) - part(bot.rating - bot.error)),
            at: format!("{:.2}", part(bot.rating)),
        },
        matches: bot.matches,
        won: bot.won,
        drawn: bot.drawn,
        lost: bot.lost,
        faults: bot.faults,
    };
    standing.iter().map(row).collect()
}
