//! What a game is: a state that asks, steps on answers, and knows when it is over.
//!
//! A match is a pure function of (game, version, config, seats, seed, answers). Nothing here knows of
//! processes, clocks or files.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answer::Answers;
use crate::ask_limit::AskLimit;
use crate::config::BadConfig;
use crate::info::Info;
use crate::news::News;
use crate::outcome::Outcome;
use crate::rng::{Rng, Seed};
use crate::seat::{Seat, SeatCount, SeatSet};

/// The rules of one game; a value of it is one state of one match.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Every number of the rules, and a given map if there is one.
    type Config: Default + Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// One whole answer: a unit's action, a sub-move, or a turn's command list.
    type Action: Default + Clone + Debug + PartialEq + Send + Sync;
    /// One thing that happened.
    type Event: Clone + Debug + PartialEq + Send + Sync;
    /// What is known of the game before any match.
    const INFO: &'static Info;

    /// The first state. Refuses a config that no match can be played with.
    fn start(config: &Self::Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig>;

    /// Reads a map file into the config. The format is the game's own and stands in its rule page.
    fn read_map(text: &str, config: &mut Self::Config) -> Result<(), BadConfig>;

    /// The name of the style the map was made in; `given` if it was given.
    fn map_style(&self) -> &'static str;

    /// How many seats this match has.
    fn seats(&self) -> SeatCount;

    /// The most that one seat can be asked in this match, whatever anybody answers.
    fn ask_limit(&self) -> AskLimit;

    /// Who is asked for what now; or how the match ended.
    fn decision(&self) -> Decision;

    /// Plays one decision. Total: any answers from anyone, also none, lead to a next state.
    fn step(&mut self, answers: &Answers<Self::Action>, news: &mut News<Self::Event>);

    /// The seat's score as the game counts it; from a redacted state, as far as its seat can know.
    fn score(&self, seat: Seat) -> i64;

    /// Whether seats may not see everything in this match.
    fn has_secrets(&self) -> bool {
        Self::INFO.has_secrets
    }

    /// Copies into `out` what the seat may know. The one place where secrets are removed:
    /// pages, frames, planes and masks for a seat are all made from what this leaves.
    fn redact(&self, seat: Seat, out: &mut Self);

    /// A state that the seat could not tell from this one: what it may not know is drawn anew by chance.
    /// For search under uncertainty, and for the law that nothing hidden shows. Where there are no secrets, the same.
    #[must_use]
    fn resample(&self, _seat: Seat, _rng: &mut Rng) -> Self {
        self.clone()
    }

    /// Seats that take no further part: they have been told so and are asked no more.
    fn retired(&self) -> SeatSet {
        SeatSet::NONE
    }

    /// The reply to a handshake, which wants no thought; given for native bots and learners. `None`: this ask is none.
    fn handshake_reply(&self, _seat: Seat) -> Option<Self::Action> {
        None
    }
}

/// What a match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Answers from these seats.
    Ask(Ask),
    /// Nothing: it is over.
    Over(Outcome),
}

/// A request for answers. Seats asked together decide without knowing of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who is asked.
    pub seats: SeatSet,
    /// How an answer is cut from what the seat prints.
    pub framing: Framing,
    /// Which allowance of time it draws on.
    pub budget: Budget,
    /// How many units or moves one answer is for.
    pub weight: u32,
}

impl Ask {
    /// A request for one line from one seat.
    pub const fn line(seat: Seat, budget: Budget) -> Self {
        Self { seats: SeatSet::only(seat), framing: Framing::Line, budget, weight: 1 }
    }
}

/// How an answer is cut from what the seat prints. The bytes cut out are a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// At the end of the line.
    Line,
    /// At a line that holds just this word; the lines before it are the answer.
    Until(&'static str),
}

/// Which allowance of time an answer draws on. The referee turns it into a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A handshake.
    Hello,
    /// The first real answer of the match.
    First,
    /// An ordinary turn; a bank gets its increment.
    Turn,
    /// One more answer within the same turn; a bank runs on without an increment.
    Same,
}
