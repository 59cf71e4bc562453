//! Keeps the queue filled: matches of every game, as many as the workers can use soon.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use skirmish_arena_store::{MatchKind, Player, StoreError, Stored};
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::Entry;

use super::pairing::Field;
use crate::arena::{Arena, Priority, in_background};
use crate::queue::{self, NewMatch, WorkerPool};

/// The most matches of a game that wait at once, however many workers there are.
const MOST_WAITING: i64 = 500;
/// How many matches are put into the queue together: so few that others hardly wait for it.
const TOGETHER: usize = 4;
/// How many maps are tried before a game is left out this time.
const MOST_MAPS: u32 = 5;

/// So long a calm ladder is not looked at again: reading all bots of a long one takes a while, and every match that begins
/// or ends anywhere would be a reason to.
const CALM_MS: i64 = 1_000;

/// When which game's ladder was calm, and it was not time for a match.
#[derive(Debug, Default)]
pub struct CalmLadders(Mutex<BTreeMap<&'static str, i64>>);

impl CalmLadders {
    fn note(&self, game: &'static str, now_ms: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(game, now_ms);
    }

    fn has(&self, game: &str, now_ms: i64) -> bool {
        let seen_ms = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(game).copied();
        seen_ms.is_some_and(|seen_ms| (seen_ms..seen_ms.saturating_add(CALM_MS)).contains(&now_ms))
    }
}

/// Fills the queue with rated matches; how many were added. An idle site adds none.
pub async fn schedule(arena: &Arena) -> Stored<usize> {
    let workers = WorkerPool::of(arena).await?;
    let wanted = wanted(arena, &workers);
    let mut count = 0;
    for entry in arena.settings.games() {
        count += schedule_game(arena, entry, &workers, wanted).await?;
    }
    Ok(count)
}

/// How many matches of each game should wait, once half of them are played: what the host says, or more if the workers
/// are many.
fn wanted(arena: &Arena, workers: &WorkerPool) -> i64 {
    let batch = i64::from(arena.settings.queue.batch.max(1));
    let games = arena.settings.games().count().max(1) as i64;
    let useful = workers.at_once().saturating_mul(batch).saturating_add(games - 1) / games;
    useful.max(i64::from(arena.settings.ladder.queued_matches)).min(MOST_WAITING)
}

async fn schedule_game(
    arena: &Arena,
    entry: &'static Entry,
    workers: &WorkerPool,
    wanted: i64,
) -> Stored<usize> {
    let game = entry.info.name;
    if arena.calm.has(game, arena.clock.now_ms()) {
        return Ok(0);
    }
    let waiting = arena.store.waiting_matches(game).await?;
    // Looking at everybody who may play takes the same time for one match as for many.
    if 2 * waiting > wanted {
        return Ok(0);
    }
    let missing = wanted - waiting;
    let mut players = arena.store.players(game).await?;
    // A bot in a language that no worker here has rests until one comes.
    players.retain(|player| player.is_house || workers.can(&player.language));
    // House bots among themselves let everybody else go first.
    if players.iter().all(|player| player.is_house) && arena.store.strangers_wait().await? {
        return Ok(0);
    }
    let pending = arena.store.pending_matches(game).await?.into_iter().collect();
    let turn = arena.store.turn_of(game).await?;
    let field = Field::new(players, &pending, turn, arena.settings.quota.active_bots);
    let is_calm = field.is_calm(arena.settings.ladder.enough_games);
    let missing = if is_calm { i64::from(is_time(arena, game).await?) } else { missing };
    if missing == 0 {
        arena.calm.note(game, arena.clock.now_ms());
        return Ok(0);
    }
    let (preset, workers) = (queue::preset_of(&arena.settings, game).to_owned(), workers.clone());
    // Looking at thousands of bots and making maps takes a while, and whoever wants work now gets what waits already.
    let choosing = in_background(Priority::Low, move || choose(entry, &preset, &workers, field, missing));
    let chosen = choosing.await.map_err(|refused| StoreError::Together(refused.to_string()))?;
    for together in chosen.chunks(TOGETHER) {
        add(arena, game, together).await?;
    }
    Ok(chosen.len())
}

/// Whether it is time for another match of a game about whose bots enough is known: it goes on, but slowly.
async fn is_time(arena: &Arena, game: &str) -> Stored<bool> {
    let pause_ms = 1_000 * i64::from(arena.settings.ladder.calm_seconds);
    let newest_ms = arena.store.newest_rated_ms(game).await?;
    Ok(newest_ms.is_none_or(|newest_ms| arena.clock.now_ms() - newest_ms >= pause_ms))
}

/// A match that should be played, and what the matchmaker remembers of it.
struct Chosen {
    /// Who plays, by seat: bot and version.
    seats: Vec<(i64, i64)>,
    seed: u64,
    /// Of each bot whom it met last and how often it sat where, in order of number: two schedulers on one database do not
    /// wait for each other.
    remembered: Vec<(i64, String, String)>,
}

/// The next so many matches, one after another; fewer if nobody may meet or there is nothing to learn.
fn choose(
    entry: &'static Entry,
    preset: &str,
    workers: &WorkerPool,
    mut field: Field,
    most: i64,
) -> Vec<Chosen> {
    let next = |_| {
        let (group, seed) = pair(entry, preset, workers, &field)?;
        field.seat(&group);
        let bots = || group.iter().map(|&at| &field.bots[at]);
        let mut remembered: Vec<_> =
            bots().map(|bot| (bot.player.bot_id, bot.recent_text(), bot.seats_text())).collect();
        remembered.sort_unstable();
        let seats = bots().map(|bot| (bot.player.bot_id, bot.player.version_id)).collect();
        Some(Chosen { seats, seed, remembered })
    };
    (0..most).map_while(next).collect()
}

/// Who plays next, by seat, and the seed of a map that there is for so many; as many seats as chance says.
fn pair(
    entry: &'static Entry,
    preset: &str,
    workers: &WorkerPool,
    field: &Field,
) -> Option<(Vec<usize>, u64)> {
    for _ in 0..MOST_MAPS {
        let group = group(entry, workers, field)?;
        let seed = queue::fresh_seed();
        match is_playable(entry, preset, group.len(), seed) {
            Ok(()) => return Some((group, seed)),
            Err(why) => {
                let (game, seats) = (entry.info.name, group.len());
                tracing::warn!(game, seats, seed, why, "no match on this map");
            }
        }
    }
    None
}

/// Who plays next, by seat: bots that one worker which is here can play all of.
fn group(entry: &Entry, workers: &WorkerPool, field: &Field) -> Option<Vec<usize>> {
    let (least, most) = (usize::from(*entry.info.seats.start()).max(2), usize::from(*entry.info.seats.end()));
    let lot = queue::fresh_seed() as usize;
    let next = |is_in: &dyn Fn(&Player) -> bool| {
        let range = most.min(field.count(is_in)).checked_sub(least)? as u64 + 1;
        let seats = least + (queue::fresh_seed() % range) as usize;
        field.next(least, seats, queue::fresh_seed(), is_in)
    };
    let sets = workers.sets();
    if sets.is_empty() {
        return next(&|_| true);
    }
    // Workers with different languages take turns, as chance says.
    (0..sets.len()).find_map(|at| {
        let set = sets[(lot.wrapping_add(at)) % sets.len()];
        next(&|player| player.is_house || set.contains(&player.language))
    })
}

fn is_playable(entry: &Entry, preset: &str, seats: usize, seed: u64) -> Result<(), String> {
    let wishes = if preset.is_empty() { Wishes::none() } else { Wishes::preset(preset) };
    let config = (entry.configure)(&wishes).map_err(|bad| bad.to_string())?;
    let seats = SeatCount::new(seats).ok_or("no match has so many seats")?;
    (entry.open)(&config, seats, Seed(seed)).map(|_| ()).map_err(|bad| bad.to_string())
}

/// Puts matches into the queue, and remembers who plays whom and where, in one transaction. What is forgotten with the
/// database's machine is chosen again.
async fn add(arena: &Arena, game: &str, chosen: &[Chosen]) -> Stored<()> {
    let mut tx = arena.store.write_unforced().await?;
    for Chosen { seats, seed, remembered } in chosen {
        let new = NewMatch {
            game,
            kind: MatchKind::Rated,
            preset: queue::preset_of(&arena.settings, game),
            seats,
            requested_by: None,
        };
        let turn = tx.next_turn(game).await?;
        queue::enqueue_with_seed(&mut tx, &arena.settings, &new, *seed, arena.clock.now_ms()).await?;
        for (bot_id, recent, seats) in remembered {
            tx.remember_waiting(*bot_id, turn, recent, seats).await?;
        }
    }
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calm_ladder_is_looked_at_again_after_a_second() {
        let calm = CalmLadders::default();
        assert!(!calm.has("utti", 0));
        calm.note("utti", 5_000);
        assert!(calm.has("utti", 5_000) && calm.has("utti", 5_000 + CALM_MS - 1));
        assert!(!calm.has("utti", 5_000 + CALM_MS) && !calm.has("plantation", 5_000));
        assert!(!calm.has("utti", 4_000), "the clock was put back");
    }
}
