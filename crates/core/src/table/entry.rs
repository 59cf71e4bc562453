//! A game in the list of games: how to open a table or a batch of it without naming its type.

use serde_json::Value;

use crate::config::{self, BadConfig, Wishes};
use crate::game::Game;
use crate::info::Info;
use crate::law::{Audit, Conform};
use crate::learn::Rollouts;
use crate::learn::{Batch, Learn};
use crate::rng::Seed;
use crate::seat::SeatCount;
use crate::table::{Board, Table};
use crate::view::View;
use crate::wire::Wire;

/// Merges wishes into a whole config.
pub type Configure = fn(&Wishes) -> Result<Value, BadConfig>;
/// Opens a table: whole config, seats, seed.
pub type Open = fn(&Value, SeatCount, Seed) -> Result<Box<dyn Table>, BadConfig>;
/// Opens a batch for learners: whole config, seats, seed, how many.
pub type OpenBatch = fn(&Value, SeatCount, Seed, usize) -> Result<Box<dyn Batch>, BadConfig>;
/// One game in the list of games.
#[derive(Debug)]
pub struct Entry {
    /// The game's constant facts.
    pub info: &'static Info,
    /// Merges wishes into a whole config.
    pub configure: Configure,
    /// Opens a table: whole config, seats, seed.
    pub open: Open,
    /// Opens a batch for learners: whole config, seats, seed, how many.
    pub batch: OpenBatch,
    /// Compares with recorded games of the original, where there are such records.
    pub conform: Option<Conform>,
}

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Audit + Wire + View + Learn>() -> Self {
        Self {
            info: G::INFO,
            configure: configure::<G>,
            open: open::<G>,
            batch: batch::<G>,
            conform: G::CONFORM,
        }
    }
}

fn configure<G: Game>(wishes: &Wishes) -> Result<Value, BadConfig> {
    let config = config::configure::<G>(wishes)?;
    serde_json::to_value(&config).map_err(|error| BadConfig::Whole(format!("config: {error}")))
}

fn started<G: Game>(stored: &Value, seats: SeatCount, seed: Seed) -> Result<(G::Config, G), BadConfig> {
    config::ensure_seats(G::INFO, seats)?;
    let config = config::from_stored::<G>(stored)?;
    let state = G::start(&config, seats, seed)?;
    Ok((config, state))
}

fn open<G: Game + Wire + View + Learn>(
    stored: &Value,
    seats: SeatCount,
    seed: Seed,
) -> Result<Box<dyn Table>, BadConfig> {
    let (config, state) = started::<G>(stored, seats, seed)?;
    Ok(Box::new(Board::new(config, state)))
}

fn batch<G: Game + View + Learn>(
    stored: &Value,
    seats: SeatCount,
    seed: Seed,
    count: usize,
) -> Result<Box<dyn Batch>, BadConfig> {
    let (config, _) = started::<G>(stored, seats, seed)?;
    Ok(Box::new(Rollouts::<G>::new(config, seats, seed, count)?))
}
