//! What can happen in a match.

use skirmish_core::answer::Fault;
use skirmish_core::grid::{Cell, Direction};
use skirmish_core::seat::Seat;

use super::state::Dropped;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Units went to the next tile.
    Moved {
        /// Whose.
        seat: Seat,
        /// From where.
        from: Cell,
        /// Which way.
        way: Direction,
        /// How many arrived.
        units: i32,
    },
    /// Two armies met on their way into each other's tile.
    Clashed {
        /// Where seat 0's came from.
        from: Cell,
        /// Where seat 1's came from.
        to: Cell,
        /// How many each lost.
        units: i32,
    },
    /// Two armies met on a tile.
    Fought {
        /// Where.
        at: Cell,
        /// How many each lost.
        units: i32,
    },
    /// A building fell.
    Fell {
        /// Whose it was.
        owner: Seat,
        /// Its top-left tile.
        at: Cell,
        /// How many units it cost the attacker.
        price: i32,
    },
    /// A building was made.
    Built {
        /// Whose it is.
        seat: Seat,
        /// Its top-left tile.
        at: Cell,
    },
    /// A building produced units.
    Produced {
        /// Whose.
        seat: Seat,
        /// Where they appeared.
        at: Cell,
        /// How many.
        units: i32,
    },
    /// Units took resource from a tile.
    Mined {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Cell,
        /// How much.
        resource: i32,
    },
    /// A line did nothing.
    Dropped {
        /// Whose.
        seat: Seat,
        /// Which, and why.
        dropped: Dropped,
        /// Whether the player could have known when asked.
        foreseeable: bool,
    },
    /// No answer came.
    Missed {
        /// From whom.
        seat: Seat,
        /// What came instead.
        fault: Fault,
        /// For how many turns in a row now.
        in_a_row: u32,
    },
    /// The match is over.
    Over {
        /// Who won, if anybody did.
        winner: Option<Seat>,
        /// How.
        why: &'static str,
    },
}
