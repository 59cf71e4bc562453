//! What is played and by whom: everything about many matches but their order.

use serde_json::Value;
use skirmish_core::clock::Clock;
use skirmish_core::config::BadConfig;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::shown::shown;
use skirmish_core::table::{Entry, Table};
use skirmish_referee::AnyPlayer;

use crate::heading::{Heading, ListedBot};

/// A game, its numbers, and those who play it.
#[derive(Clone)]
pub struct Contest {
    /// The game.
    pub entry: &'static Entry,
    /// Its whole config.
    pub config: Value,
    /// How many sit at a table.
    pub seats: SeatCount,
    /// The time control.
    pub clock: Clock,
    /// What the matches' seeds grow from.
    pub seed: Seed,
    /// Who takes part.
    pub bots: Vec<AnyPlayer>,
    /// How programs are held.
    pub jail: String,
    /// Whether bots may think outside their turns.
    pub ponder: bool,
}

impl Contest {
    /// A table for a match with that seed.
    pub fn open(&self, seed: Seed) -> Result<Box<dyn Table>, BadConfig> {
        (self.entry.open)(&self.config, self.seats, seed)
    }

    /// The names of those who take part.
    pub fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| shown(bot.name())).collect()
    }

    /// The first line of a results file.
    pub fn heading(&self, kind: &str, schedule: Value) -> Heading {
        let listed = |bot: &AnyPlayer| ListedBot {
            name: bot.name().to_string(),
            hash: bot.hash().map(str::to_string),
        };
        Heading {
            skirmish: env!("CARGO_PKG_VERSION").to_string(),
            format: Heading::FORMAT,
            kind: kind.to_string(),
            schedule,
            game: self.entry.info.name.to_string(),
            version: self.entry.info.version,
            config: self.config.clone(),
            clock: self.clock.to_string(),
            seats: self.seats.get(),
            jail: self.jail.clone(),
            ponder: self.ponder,
            seed: self.seed.0,
            bots: self.bots.iter().map(listed).collect(),
        }
    }
}
