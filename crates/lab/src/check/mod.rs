//! Is a bot conformant, and how close does it come to its limits?
//!
//! [`run`] plays a bot through a list of [`Trial`]s: house bots, odd positions, odd opponents, odd ways to be sent its
//! pages, and matches entered in the middle. What it did wrong, what it used and what it left behind is in the
//! [`Report`]. The trials depend on nothing but what is asked for, so a check can be repeated.

mod examine;
mod finding;
mod opponent;
mod report;
mod run;
mod share;
mod summary;
mod text;
mod trial;

pub use finding::{Code, Delay, Excess, Finding, Kind};
pub use opponent::Opponent;
pub use report::{Clocked, Group, Memory, Report, Stderr, Worst};
pub use run::{CheckObserver, run};
pub use trial::{Trial, TrialKind};

use serde_json::Value;
use skirmish_core::clock::Clock;
use skirmish_core::rng::Seed;
use skirmish_core::table::Entry;
use skirmish_referee::{AnyPlayer, Options, ReplayStore};

/// What is to be checked, and how.
pub struct Check<'a> {
    /// The game.
    pub entry: &'static Entry,
    /// The config that every match is based on.
    pub config: Value,
    /// Whether the game's presets are tried as well: not where a person chose a config.
    pub presets: bool,
    /// The time control.
    pub clock: Clock,
    /// The first seed.
    pub seed: Seed,
    /// How many matches; `None` plays the whole list once.
    pub matches: Option<usize>,
    /// The bot.
    pub bot: AnyPlayer,
    /// The memory it may use, where that is limited.
    pub memory_limit_bytes: Option<u64>,
    /// How matches are run.
    pub options: &'a Options,
    /// Where replays of matches with something to see are kept.
    pub store: &'a ReplayStore,
}
