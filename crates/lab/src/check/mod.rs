//! Is a bot conformant, and how close does it come to its limits?
//!
//! [`run`] plays a bot through a list of [`Trial`]s: house bots, odd positions, odd opponents, odd ways to be sent its
//! pages, and matches entered in the middle. What it did wrong, what it used and what it left behind is in the
//! [`Report`]. The trials depend on nothing but what is asked for, so a check can be repeated.

mod examine;
mod finding;
mod ledger;
mod plan;
mod report;
mod rival;
mod run;
mod share;
mod text;

pub use finding::{Code, Finding};
pub use plan::{Kind, Trial};
pub use report::{Clocked, Group, Memory, Report, Stderr, Worst};
pub use rival::Rival;
pub use run::{Onlooker, run};

use serde_json::Value;
use skirmish_core::{Clock, Entry, Seed};
use skirmish_referee::{Native, Options, Player, Program, Shelf};

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
    pub games: Option<usize>,
    /// The bot.
    pub bot: &'a Candidate,
    /// The memory it may use, where that is limited.
    pub memory_limit_bytes: Option<u64>,
    /// How matches are run.
    pub options: &'a Options,
    /// Where replays of matches with something to see are kept.
    pub shelf: &'a Shelf,
}

/// A bot that can be checked.
#[derive(Clone)]
pub enum Candidate {
    /// A program.
    Program(Program),
    /// A bot of the house.
    House(Native),
}

impl Candidate {
    /// The bot as a match wants it.
    pub fn player(&self) -> Player {
        match self {
            Self::Program(program) => Player::Program(program.clone()),
            Self::House(native) => Player::House(native.clone()),
        }
    }

    /// The name shown.
    pub fn name(&self) -> &str {
        match self {
            Self::Program(program) => &program.name,
            Self::House(native) => &native.name,
        }
    }
}
