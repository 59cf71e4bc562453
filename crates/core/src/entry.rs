//! A game in the list of games: how to open a table or a batch of it without naming its type.

use serde_json::Value;

use crate::batch::Rollouts;
use crate::config::{self, BadConfig, Wishes};
use crate::{Batch, Board, Game, Info, Learn, Probe, SeatCount, Seed, Table, View, Wire};

/// Merges wishes into a whole config.
pub type Configure = fn(&Wishes) -> Result<Value, BadConfig>;
/// Opens a table: whole config, seats, seed.
pub type Open = fn(&Value, SeatCount, Seed) -> Result<Box<dyn Table>, BadConfig>;
/// Opens a batch for learners: whole config, seats, seed, how many.
pub type OpenBatch = fn(&Value, SeatCount, Seed, usize) -> Result<Box<dyn Batch>, BadConfig>;
/// Replays a recorded game of an original and counts its steps.
pub type Conform = fn(record: &Value) -> Result<u64, Difference>;

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
    /// Help for those who try out bots.
    pub probe: Probe,
}

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Game + Wire + View + Learn>() -> Self {
        Self {
            info: G::INFO,
            configure: configure::<G>,
            open: open::<G>,
            batch: batch::<G>,
            conform: G::CONFORM,
            probe: Probe::of::<G>(),
        }
    }
}

/// Where a recorded game and ours part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step}, {what}: expected {expected}, got {got}")]
pub struct Difference {
    /// The step, counted from 1.
    pub step: u64,
    /// What was compared.
    pub what: String,
    /// What the record has.
    pub expected: String,
    /// What we have.
    pub got: String,
}

impl Difference {
    /// Compares, and names the difference if there is one.
    pub fn check<T: PartialEq + std::fmt::Debug>(
        step: u64,
        what: &str,
        expected: &T,
        got: &T,
    ) -> Result<(), Self> {
        if expected == got {
            return Ok(());
        }
        Err(Self { step, what: what.to_string(), expected: format!("{expected:?}"), got: format!("{got:?}") })
    }

    /// A record that cannot be read.
    pub fn unreadable(step: u64, what: impl Into<String>) -> Self {
        Self { step, what: what.into(), expected: "a readable record".into(), got: "something else".into() }
    }
}

fn configure<G: Game>(wishes: &Wishes) -> Result<Value, BadConfig> {
    let config = config::configure::<G>(wishes)?;
    serde_json::to_value(&config).map_err(|error| BadConfig::new(format!("config: {error}")))
}

fn started<G: Game>(stored: &Value, seats: SeatCount, seed: Seed) -> Result<(G::Config, G), BadConfig> {
    let info = G::INFO;
    if !info.seats.contains(&(seats.get() as u8)) {
        let (low, high) = (info.seats.start(), info.seats.end());
        let want = if low == high { format!("exactly {low}") } else { format!("{low} to {high}") };
        return Err(BadConfig::new(format!("{} is for {want} players, not {}", info.name, seats.get())));
    }
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
