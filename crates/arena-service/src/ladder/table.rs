//! Tables of games as pages show them: snapshots that are made at most once a second, however many look and however many
//! results come, and less often where a ladder is so long that making one takes a while. Whoever looks while one is made gets the last one at once.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use skirmish_arena_store::Stored;
use tokio::sync::Mutex as Turn;
use tracing::error;

use super::{Standing, standing};
use crate::arena::{Arena, News};
use crate::queue;

/// How many rows a page has.
pub const PAGE_ROWS: usize = 100;

/// A table is not made again before it is this old, or a millisecond for each of its rows: a row costs about a fiftieth of
/// that, so that a long ladder's tables take a small part of one core.
const LEAST_MS: i64 = 1_000;
/// One that is this old is not shown any more: another process may have changed the ladder, and nobody told us.
const OLDEST_MS: i64 = 10_000;

/// The table of a game at some moment, those that are surely strong first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    rows: Vec<Standing>,
    by_bot: HashMap<i64, usize>,
    unconfirmed_why: Option<String>,
}

/// Some rows of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TablePage<'a> {
    /// The rows.
    pub rows: &'a [Standing],
    /// Which page it is, from 1.
    pub number: usize,
    /// How many there are; an empty table has one.
    pub pages: usize,
}

impl Table {
    /// A table of these rows, and why its newest results are unconfirmed, if so.
    #[must_use]
    pub fn new(rows: Vec<Standing>, unconfirmed_why: Option<String>) -> Self {
        let by_bot = rows.iter().enumerate().map(|(at, row)| (row.bot_id, at)).collect();
        Self { rows, by_bot, unconfirmed_why }
    }

    /// All rows, the best first.
    #[must_use]
    pub fn rows(&self) -> &[Standing] {
        &self.rows
    }

    /// Why results that come now are unconfirmed, as a sentence; none if they are not.
    #[must_use]
    pub fn unconfirmed_why(&self) -> Option<&str> {
        self.unconfirmed_why.as_deref()
    }

    /// The row of a bot, if it plays.
    #[must_use]
    pub fn find(&self, bot_id: i64) -> Option<&Standing> {
        self.by_bot.get(&bot_id).map(|&at| &self.rows[at])
    }

    /// A page, from 1; the last one if there are fewer.
    #[must_use]
    pub fn page(&self, number: usize) -> TablePage<'_> {
        let pages = self.rows.len().div_ceil(PAGE_ROWS).max(1);
        let number = number.clamp(1, pages);
        let rows = self.rows.chunks(PAGE_ROWS).nth(number - 1).unwrap_or_default();
        TablePage { rows, number, pages }
    }
}

/// The page on which a place is, from 1.
#[must_use]
pub fn page_of(place: u32) -> usize {
    (place.max(1) as usize - 1) / PAGE_ROWS + 1
}

/// Tables of all games, as they were last made.
#[derive(Debug)]
pub struct Tables {
    games: HashMap<&'static str, Game>,
}

#[derive(Debug, Default)]
struct Game {
    /// How often something changed.
    changes: AtomicU64,
    made: Mutex<Option<Made>>,
    /// Whoever has this makes a table; nobody else does meanwhile.
    turn: Arc<Turn<()>>,
}

#[derive(Clone, Debug)]
struct Made {
    at_ms: i64,
    /// It is not made again before it is this old.
    rest_ms: i64,
    /// The changes that it knows of.
    changes: u64,
    table: Arc<Table>,
}

/// What is known of a game.
enum Known {
    /// A table that is good enough.
    Fresh(Arc<Table>),
    /// One that something has changed since, and that may be made again.
    Old(Arc<Table>),
    /// None that could be shown.
    Nothing,
}

impl Default for Tables {
    fn default() -> Self {
        let games = skirmish_games::GAMES.iter().map(|entry| (entry.info.name, Game::default()));
        Self { games: games.collect() }
    }
}

impl Tables {
    /// Notes what the news change.
    pub fn hear(&self, news: &News) {
        match news {
            News::Ladder(game) => self.game(game).change(),
            // Another version may play now.
            News::Version(_) => self.games.values().for_each(Game::change),
            News::Match(_) | News::Closing => {}
        }
    }

    fn game(&self, game: &str) -> &Game {
        self.games.get(game).expect("every game has its place from the beginning")
    }
}

impl Game {
    fn change(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    fn known(&self, now_ms: i64) -> Known {
        let Some(Made { at_ms, rest_ms, changes, table }) = self.last() else { return Known::Nothing };
        match now_ms - at_ms {
            age_ms @ 0.. if age_ms < rest_ms => Known::Fresh(table),
            0..OLDEST_MS if changes == self.changes.load(Ordering::SeqCst) => Known::Fresh(table),
            0..OLDEST_MS => Known::Old(table),
            // It is too old, or the clock was set back.
            _ => Known::Nothing,
        }
    }

    fn last(&self) -> Option<Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, made: Made) {
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
    }
}

/// The table of a game, for pages: at once if there is one.
pub async fn table(arena: &Arc<Arena>, game: &'static str) -> Stored<Arc<Table>> {
    let place = arena.tables.game(game);
    match place.known(arena.clock.now_ms()) {
        Known::Fresh(table) => Ok(table),
        Known::Old(table) => {
            if let Ok(turn) = place.turn.clone().try_lock_owned() {
                let arena = arena.clone();
                tokio::spawn(async move {
                    let _turn = turn;
                    if let Err(error) = make_unless_fresh(&arena, game).await {
                        error!(%error, game, "a table could not be made; the old one is shown");
                    }
                });
            }
            Ok(table)
        }
        Known::Nothing => {
            let _turn = place.turn.lock().await;
            make_unless_fresh(arena, game).await
        }
    }
}

/// A table that knows of all that changed up to now, for whoever tells others to look: everybody who waits for one gets the
/// same, and it is made when the last one is old enough.
pub async fn fresh_table(arena: &Arena, game: &'static str) -> Stored<Arc<Table>> {
    let place = arena.tables.game(game);
    let wanted = place.changes.load(Ordering::SeqCst);
    let is_wanted = |made: &Made| made.changes >= wanted;
    if let Some(made) = place.last() {
        if is_wanted(&made) {
            return Ok(made.table);
        }
        let rest_ms = made.rest_ms - (arena.clock.now_ms() - made.at_ms).clamp(0, made.rest_ms);
        tokio::time::sleep(Duration::from_millis(rest_ms.unsigned_abs())).await;
    }
    let _turn = place.turn.lock().await;
    match place.last().filter(is_wanted) {
        Some(made) => Ok(made.table),
        None => make(arena, game).await,
    }
}

/// Whoever calls this has the game's turn. Somebody who had it before may have made what is needed.
async fn make_unless_fresh(arena: &Arena, game: &'static str) -> Stored<Arc<Table>> {
    match arena.tables.game(game).known(arena.clock.now_ms()) {
        Known::Fresh(table) => Ok(table),
        Known::Old(_) | Known::Nothing => make(arena, game).await,
    }
}

async fn make(arena: &Arena, game: &'static str) -> Stored<Arc<Table>> {
    let place = arena.tables.game(game);
    // What changes from here on may be in it or not: so it is not counted.
    let (at_ms, changes) = (arena.clock.now_ms(), place.changes.load(Ordering::SeqCst));
    let rows = standing(arena, game).await?;
    let programs = rows.iter().filter(|row| !row.is_house);
    let languages: BTreeSet<&str> = programs.map(|row| row.language.as_str()).collect();
    let unconfirmed_why = queue::unconfirmed_why(arena, &languages).await?;
    let table = Arc::new(Table::new(rows, unconfirmed_why));
    let rest_ms = (table.rows.len() as i64).clamp(LEAST_MS, OLDEST_MS);
    place.remember(Made { at_ms, rest_ms, changes, table: table.clone() });
    Ok(table)
}

#[cfg(test)]
mod tests;
