//! Everything that the matches of a duel or tournament share: game, config, clock, seed, bots, isolation.

use serde_json::Value;
use skirmish_bots::SOURCES;
use skirmish_core::clock::Clock;
use skirmish_core::config::BadConfig;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::shown::shown;
use skirmish_core::table::{Entry, Table};
use skirmish_referee::AnyPlayer;

use crate::heading::{Heading, ListedBot};

/// As many digits of a fingerprint as are shown.
pub const SHOWN_DIGITS: usize = 8;

/// The game, its settings and the bots of a duel or tournament; the order of matches is a [`crate::series::Series`].
#[derive(Clone)]
pub struct Contest {
    /// The game's entry in `GAMES`.
    pub entry: &'static Entry,
    /// The complete config, defaults filled in.
    pub config: Value,
    /// Seats per match.
    pub seats: SeatCount,
    /// The time control.
    pub clock: Clock,
    /// The seed from which the seed of each match is derived.
    pub seed: Seed,
    /// The bots; results refer to them by index.
    pub bots: Vec<AnyPlayer>,
    /// What each bot is, as results files list it.
    pub listed: Vec<ListedBot>,
    /// The isolation tier (`Launch::tier`), as results files and reports show it.
    pub jail: String,
    /// Whether bots may run outside their turns (pondering) instead of being frozen.
    pub ponder: bool,
}

impl Contest {
    /// Opens a table for a match with that seed.
    pub fn open(&self, seed: Seed) -> Result<Box<dyn Table>, BadConfig> {
        (self.entry.open)(&self.config, self.seats, seed)
    }

    /// The bots' names, escaped for display.
    pub fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| shown(bot.name())).collect()
    }

    /// The first line of a results file. Whoever plays, the rules are this program's own.
    pub fn heading(&self, kind: &str, schedule: Value) -> Heading {
        Heading {
            skirmish: format!("{}+{}", env!("CARGO_PKG_VERSION"), &SOURCES[..SHOWN_DIGITS]),
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
            bots: self.listed.clone(),
        }
    }
}
