//! The tables as pages show them: remembered until the ladder moves, for many look and few change it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Standing, standing};
use crate::arena::{Arena, News};
use crate::store::Stored;

/// A table that nobody told us about is made again after this long.
const HOLDS: Duration = Duration::from_secs(5);

/// Tables of games, as they were last made.
#[derive(Debug, Default)]
pub struct Tables {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// How often something changed: a table that was begun before a change is not remembered after it.
    changes: u64,
    /// By game: there are few.
    tables: HashMap<&'static str, (Instant, Arc<Vec<Standing>>)>,
}

impl Tables {
    /// Forgets what the news make wrong.
    pub fn hear(&self, news: &News) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match news {
            News::Ladder(game) => drop(known.tables.remove(game)),
            // Another version may play now.
            News::Version(_) => known.tables.clear(),
            News::Match(_) | News::Closing => return,
        }
        known.changes += 1;
    }

    fn find(&self, game: &str) -> Result<Arc<Vec<Standing>>, u64> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.tables.get(game).filter(|(made, _)| made.elapsed() < HOLDS);
        found.map(|(_, table)| table.clone()).ok_or(known.changes)
    }

    fn remember(&self, game: &'static str, changes: u64, table: &Arc<Vec<Standing>>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.changes == changes {
            known.tables.insert(game, (Instant::now(), table.clone()));
        }
    }
}

/// The table of a game, for pages.
pub async fn table(arena: &Arena, game: &'static str) -> Stored<Arc<Vec<Standing>>> {
    let changes = match arena.tables.find(game) {
        Ok(table) => return Ok(table),
        Err(changes) => changes,
    };
    let table = Arc::new(standing(arena, game).await?);
    arena.tables.remember(game, changes, &table);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_remembered_until_its_ladder_moves() {
        let tables = Tables::default();
        let table = Arc::new(Vec::new());
        let changes = tables.find("utti").expect_err("nobody made it");
        tables.remember("utti", changes, &table);
        tables.hear(&News::Ladder("si32"));
        tables.hear(&News::Match(1));
        tables.find("utti").expect("another game's news");
        tables.hear(&News::Ladder("utti"));
        let changes = tables.find("utti").expect_err("it moved");
        tables.remember("utti", changes, &table);
        tables.hear(&News::Version(1));
        tables.find("utti").expect_err("another version may play");
    }

    #[test]
    fn a_table_that_was_begun_before_a_change_is_not_remembered() {
        let tables = Tables::default();
        let changes = tables.find("utti").expect_err("nobody made it");
        tables.hear(&News::Ladder("utti"));
        tables.remember("utti", changes, &Arc::new(Vec::new()));
        tables.find("utti").expect_err("it may be the old one");
    }
}
