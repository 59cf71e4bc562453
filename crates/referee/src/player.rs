//! Who can sit at a table.

use std::fmt;
use std::sync::Arc;

use skirmish_bots::{House, HousePlayer};
use skirmish_core::replay::{self, Answered, Replay};
use skirmish_core::{Seat, Seed};

use crate::human::Line;
use crate::program::Program;

/// Somebody who can be given a seat, as often as a match has to be begun.
pub enum Player {
    /// A program that reads and writes.
    Program(Program),
    /// A bot of the house.
    House(Native),
    /// Answers that were given before.
    Scripted(Script),
    /// A person.
    Human {
        /// The name shown.
        name: String,
        /// The line to the person.
        line: Line,
    },
}

/// A native bot: its name, and how one is made from a seed.
#[derive(Clone)]
pub struct Native {
    /// The name shown, with `house:` in front.
    pub name: String,
    /// Makes one.
    pub make: Make,
}

/// Makes a native bot from a seed.
pub type Make = Arc<dyn Fn(Seed) -> Box<dyn HousePlayer> + Send + Sync>;

impl Native {
    /// A native bot of that name.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(Seed) -> Box<dyn HousePlayer> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(make) }
    }
}

/// The answers of one seat, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The name shown.
    pub name: String,
    /// The answers.
    pub answers: Vec<Answered>,
}

impl Script {
    /// What a seat answered in a replay.
    pub fn of(replay: &Replay, seat: Seat) -> Self {
        let name =
            replay.header.players.get(seat.index()).map_or(String::new(), |player| player.name.clone());
        let answers = replay.answers.iter().filter(|answered| answered.seat == seat).cloned().collect();
        Self { name, answers }
    }
}

impl Player {
    /// A bot of the house.
    pub fn house(house: &House) -> Self {
        Self::House(Native::new(format!("house:{}", house.name), house.seat))
    }

    /// Every seat of a replay as it was played.
    pub fn scripted(replay: &Replay) -> Vec<Self> {
        let seats = 0..replay.header.players.len();
        seats.map(|seat| Self::Scripted(Script::of(replay, Seat(seat as u8)))).collect()
    }

    /// The name shown.
    pub fn name(&self) -> &str {
        match self {
            Self::Program(program) => &program.name,
            Self::House(native) => &native.name,
            Self::Scripted(script) => &script.name,
            Self::Human { name, .. } => name,
        }
    }

    /// How a replay names it.
    pub(crate) fn listed(&self) -> replay::Player {
        let mut listed = replay::Player::named(self.name());
        if let Self::Program(program) = self {
            listed.hash.clone_from(&program.hash);
        }
        listed
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Player").field(&self.name()).finish()
    }
}
