//! What happens in a match, and why an order can be refused.

use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;

use super::action::{Building, Level};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A unit took a step.
    Moved {
        /// Whose unit.
        seat: Seat,
        /// Which.
        id: u32,
        /// From here.
        from: Cell,
        /// To there.
        to: Cell,
    },
    /// A unit was trained.
    Trained {
        /// Whose unit.
        seat: Seat,
        /// Which.
        id: u32,
        /// Its level.
        level: Level,
        /// Where.
        at: Cell,
    },
    /// Something was built.
    Built {
        /// Whose building.
        seat: Seat,
        /// What.
        building: Building,
        /// Where.
        at: Cell,
    },
    /// A unit was lost.
    Fell {
        /// Whose unit.
        seat: Seat,
        /// Which.
        id: u32,
        /// Where.
        at: Cell,
        /// Why.
        why: Fall,
    },
    /// A building was destroyed.
    Razed {
        /// Whose building.
        seat: Seat,
        /// What.
        building: Building,
        /// Where.
        at: Cell,
    },
    /// A headquarters was taken, and with it the match.
    Captured {
        /// Who took it.
        by: Seat,
    },
    /// A player did nothing, on purpose.
    Waited {
        /// Who.
        seat: Seat,
    },
    /// A player said something to those who watch.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        text: String,
    },
    /// An order was not carried out.
    Refused {
        /// Whose order.
        seat: Seat,
        /// Which of the line, counted from 1.
        order: u32,
        /// Where it was aimed, if that is a cell.
        at: Option<Cell>,
        /// Why.
        why: Refusal,
    },
    /// A player lost by a fault.
    Forfeited {
        /// Who.
        seat: Seat,
        /// What it did instead of answering.
        fault: Fault,
    },
}

/// Why a unit was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// Another unit came.
    Beaten,
    /// Its cell was no longer connected when its turn began.
    CutOff,
    /// Its upkeep could not be paid.
    Unpaid,
}

/// Why an order was not carried out, in the order in which it is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The target is off the board or void, or a number is empty or too large.
    NoSuchCell,
    /// The level cannot be trained in this match.
    NoSuchLevel,
    /// No unit had that id when the line was read.
    NoSuchUnit,
    /// The unit is the opponent's.
    NotYours,
    /// The target is neither an active cell of the player nor beside one.
    OutOfReach,
    /// The unit has moved or was trained in this turn.
    CannotAct,
    /// The cell cannot be entered, or is not free to be built on.
    Blocked,
    /// No step leads nearer.
    Stays,
    /// That cannot be built in this match.
    NotAllowed,
    /// The cell is not the player's.
    NotOwned,
    /// There is too little gold.
    TooDear,
    /// A mine needs a mine spot.
    NoMineSpot,
    /// A tower must not stand on a mine spot.
    OnMineSpot,
    /// The match was decided before, or the line was rejected as a whole.
    NotReached,
}

impl Refusal {
    /// The letter that the recorded games use.
    pub const fn letter(self) -> char {
        match self {
            Self::NoSuchCell => 'b',
            Self::NoSuchLevel => 'l',
            Self::NoSuchUnit => 'i',
            Self::NotYours => 'f',
            Self::OutOfReach => 'p',
            Self::CannotAct => 'm',
            Self::Blocked => 'o',
            Self::Stays => 's',
            Self::NotAllowed => 'x',
            Self::NotOwned => 'n',
            Self::TooDear => '$',
            Self::NoMineSpot => 't',
            Self::OnMineSpot => 'T',
            Self::NotReached => '-',
        }
    }

    /// Why, in words that continue "refused: ".
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoSuchCell => "there is no such cell",
            Self::NoSuchLevel => "that level cannot be trained",
            Self::NoSuchUnit => "there is no such unit",
            Self::NotYours => "the unit is the opponent's",
            Self::OutOfReach => "the cell is out of reach",
            Self::CannotAct => "the unit cannot act any more",
            Self::Blocked => "the cell is blocked",
            Self::Stays => "no step leads nearer",
            Self::NotAllowed => "that cannot be built in this match",
            Self::NotOwned => "the cell is not owned",
            Self::TooDear => "there is too little gold",
            Self::NoMineSpot => "it is no mine spot",
            Self::OnMineSpot => "a tower cannot stand on a mine spot",
            Self::NotReached => "it was not reached",
        }
    }
}
