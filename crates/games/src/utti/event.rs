//! What can happen.

use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;

use super::action::{Order, Refusal};
use super::state::Unit;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat is ready.
    Ready {
        /// Which.
        seat: Seat,
        /// Whether it answers in batches.
        batch: bool,
        /// What it did instead of answering, if it did not.
        fault: Option<Fault>,
    },
    /// A round begins.
    Round {
        /// Its number, counted from 0.
        number: u32,
    },
    /// What both have now; said when it changed.
    Gold {
        /// By seat.
        gold: [i64; 2],
    },
    /// A base created a troop.
    Created {
        /// The base.
        base: Unit,
        /// The newborn.
        troop: Unit,
    },
    /// A troop mined.
    Mined {
        /// The troop.
        troop: Unit,
        /// How much.
        gold: i64,
    },
    /// A troop moved.
    Moved {
        /// Which.
        id: u32,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A troop went on top of another: a capture if that was an enemy's, a climb if it was a friend's.
    Stacked {
        /// The troop as it is now.
        stack: Unit,
        /// Where it came from.
        from: Cell,
        /// The one below as it was, now gone.
        below: Unit,
    },
    /// A troop split.
    Split {
        /// The upper half as it is now.
        troop: Unit,
        /// The lower half, which stayed where the troop was.
        newborn: Unit,
    },
    /// A troop left a base behind.
    Based {
        /// The troop with the height it has now; 0 if it is gone.
        troop: Unit,
        /// The base.
        base: Unit,
    },
    /// An order came to nothing.
    Failed {
        /// The unit whose turn it used.
        id: u32,
        /// What it was told.
        order: Order,
        /// Why.
        why: Refusal,
        /// Whether the order was given at the start of the round, before others acted.
        is_stored: bool,
    },
    /// No order came.
    Missed {
        /// The unit whose turn it used.
        id: u32,
        /// What its program did instead; nothing if the answer was of the wrong kind.
        fault: Option<Fault>,
    },
    /// The match is over.
    Over {
        /// By seat.
        scores: [i64; 2],
    },
}
