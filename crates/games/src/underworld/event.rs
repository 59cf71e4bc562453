//! What can happen in a turn.

use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::seat::Seat;

use super::action::Command;
use super::board::Kind;

/// One thing that happened. Nobody at the table hears of anything but its own end: what a seat knows is in its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A warrior went one step.
    Moved {
        /// Whose.
        seat: Seat,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// An object was hit.
    Hit {
        /// Whose it is.
        seat: Seat,
        /// What it is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
        /// By how much.
        damage: i32,
    },
    /// An object fell.
    Fell {
        /// Whose it was.
        seat: Seat,
        /// What it was.
        kind: Kind,
        /// Where it stood.
        at: Cell,
    },
    /// A warrior was trained, or a building built.
    Made {
        /// Whose.
        seat: Seat,
        /// What.
        kind: Kind,
        /// Where.
        at: Cell,
    },
    /// A command had no effect.
    Failed {
        /// Whose.
        seat: Seat,
        /// Which.
        command: Command,
        /// Why.
        why: Why,
    },
    /// A request for a warrior or a building on a cell was not served.
    Unserved {
        /// Whose; nobody's alone if several wanted the cell.
        seat: Option<Seat>,
        /// The cell.
        at: Cell,
        /// Why.
        why: Why,
    },
    /// A seat takes no further part.
    Out {
        /// Which.
        seat: Seat,
        /// How it came to that.
        how: Exit,
    },
}

/// How a seat came to take no further part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It won.
    Won,
    /// Its castle fell.
    CastleFell,
    /// It was kicked.
    Kicked(Fault),
    /// The last turn was played.
    TimeUp,
}

/// Why a command had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No own warrior (or barracks, for training) stands at the cell.
    NotThere,
    /// The warrior or barracks has been given a command already.
    Again,
    /// It would lead off the board.
    OffBoard,
    /// The direction is none.
    NoDirection,
    /// No own building is near enough.
    OutOfReach,
    /// A wall or a building is in the way.
    Solid,
    /// A warrior of a player who lost its castle is in the way; nobody commands it.
    Abandoned,
    /// An own warrior is in the way, and was not told to go.
    OwnStands,
    /// An own warrior was told to go, but could not.
    OwnStuck,
    /// Somebody else's object is in the way.
    OtherStands,
    /// Two of the seat's own commands are for one cell.
    OwnRivals,
    /// Somebody else wants the cell as well.
    Contested,
    /// Two warriors would change places.
    Swap,
    /// There is too little money.
    Money,
}

impl Why {
    /// Whether the seat could see it coming when it was asked.
    pub const fn is_visible(self) -> bool {
        !matches!(self, Self::OwnStuck | Self::OtherStands | Self::Contested | Self::Swap)
    }

    /// The reason as the end of a sentence.
    pub const fn says(self) -> &'static str {
        match self {
            Self::NotThere => "it has nothing there to obey it",
            Self::Again => "that one has its command already",
            Self::OffBoard => "it leads off the board",
            Self::NoDirection => "the direction is unknown",
            Self::OutOfReach => "no own building is near enough",
            Self::Solid => "a wall or a building is in the way",
            Self::Abandoned => "a warrior without a commander is in the way",
            Self::OwnStands => "an own warrior stands in the way",
            Self::OwnStuck => "an own warrior could not leave the cell",
            Self::OtherStands => "somebody else stands there",
            Self::OwnRivals => "two own commands are for that cell",
            Self::Contested => "somebody else wants the cell too",
            Self::Swap => "two warriors would change places",
            Self::Money => "the money is short",
        }
    }
}
