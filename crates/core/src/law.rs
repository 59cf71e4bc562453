//! What only tests, conformance runs and proofs need of a game: laws recomputed the slow way, the turned board, recorded
//! games of the originals.

use serde_json::Value;

use crate::game::Game;
use crate::seat::Seat;

/// What the tests know of a game.
pub trait Audit: Game {
    /// Config fields that make a match short and eventful: the laws are tried on whole matches of them.
    const BRIEF: &'static [(&'static str, &'static str)] = &[];
    /// Compares with recorded games of the original, where there are such records.
    const CONFORM: Option<Conform> = None;

    /// The laws of the game, recomputed the slow and obvious way.
    fn audit(&self) -> Result<(), Broken>;
}

/// A game whose board can be turned so that the seats change places.
///
/// The law: `mirror(step(s, a)) == step(mirror(s), mirror(a))`, for every state and every answer.
pub trait Mirror: Game {
    /// The same state with the board turned and the seats swapped, whose turn it is included.
    #[must_use]
    fn mirror(&self) -> Self;

    /// The same answer on the turned board. `self` is the state before turning.
    fn mirror_action(&self, action: &Self::Action) -> Self::Action;

    /// The seat that a seat becomes.
    fn mirror_seat(&self, seat: Seat) -> Seat {
        seat.other()
    }
}

/// Replays a recorded game of an original and counts its steps.
pub type Conform = fn(record: &Value) -> Result<u64, Difference>;

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

/// A law of a game that does not hold, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// Fails an audit with a sentence unless the claim holds.
#[macro_export]
macro_rules! ensure_law {
    ($claim:expr, $($words:tt)+) => {
        if !$claim {
            return Err($crate::law::Broken(format!($($words)+)));
        }
    };
}
