//! Checks one bot: does it follow the protocol, and how close does it come to its limits?
//!
//! [`run`] plays a list of [`Trial`]s: matches against house bots, from odd positions, against odd opponents, with pages
//! delivered in pieces, and matches entered in the middle. Findings, answer times, memory and stderr are in the
//! [`Report`]. The list depends on nothing but the [`Check`], so a check can be repeated.

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

/// A bot to check, and the conditions.
pub struct Check<'a> {
    /// The game's entry in `GAMES`.
    pub entry: &'static Entry,
    /// The config that every match is based on.
    pub config: Value,
    /// Whether the game's presets are tried as well; false if the user chose a config.
    pub presets: bool,
    /// The time control.
    pub clock: Clock,
    /// The seed of the first trial; each further trial adds one.
    pub seed: Seed,
    /// The number of trials; `None` plays the whole list once.
    pub matches: Option<usize>,
    /// The bot to check.
    pub bot: AnyPlayer,
    /// The bot and how it is run, as on a command line: for commands to be typed.
    pub bot_words: String,
    /// Its memory limit, if there is one.
    pub memory_limit_bytes: Option<u64>,
    /// The referee's options; each trial overrides a few.
    pub options: &'a Options,
    /// Where replays of trials with new findings are saved.
    pub store: &'a ReplayStore,
}
