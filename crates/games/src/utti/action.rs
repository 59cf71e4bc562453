//! What an answer is: the orders of units, their words, and why an order can fail.

use skirmish_core::grid::Cell;

/// One whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The answer to the hello.
    Ready {
        /// Whether the seat wants to be asked for whole rounds.
        batch: bool,
    },
    /// The order of the unit that was asked about.
    One(Order),
    /// The orders of a round, one for each unit that was listed.
    Many(Vec<Order>),
}

impl Default for Action {
    fn default() -> Self {
        Self::One(Order::default())
    }
}

/// What one unit is told to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// What.
    pub kind: OrderKind,
    /// Where; ignored by `IDLE` and `MINE`.
    pub at: Cell,
}

impl Order {
    /// The order to do this there.
    pub const fn new(kind: OrderKind, at: Cell) -> Self {
        Self { kind, at }
    }
}

/// The actions of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderKind {
    /// Do nothing.
    #[default]
    Idle,
    /// A base creates a troop next to it.
    CreateTroop,
    /// A troop takes gold from the mine it stands on.
    Mine,
    /// A troop moves to a neighbouring cell.
    Move,
    /// A troop climbs onto a neighbouring enemy, which is gone.
    Capture,
    /// A troop climbs onto a neighbouring friend, which is gone.
    Climb,
    /// The upper half of a troop moves to a neighbouring cell.
    Split,
    /// A tall troop leaves a part of itself behind as a base.
    CreateBase,
}

impl OrderKind {
    /// Their words, in the order of [`OrderKind::ALL`].
    pub(super) const WORDS: &'static [&'static str] =
        &["idle", "create a troop", "mine", "move", "capture", "climb", "split", "create a base"];

    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Idle,
        Self::CreateTroop,
        Self::Mine,
        Self::Move,
        Self::Capture,
        Self::Climb,
        Self::Split,
        Self::CreateBase,
    ];

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Idle => "IDLE",
            Self::CreateTroop => "CREATE_TROOP",
            Self::Mine => "MINE",
            Self::Move => "MOVE",
            Self::Capture => "CAPTURE",
            Self::Climb => "CLIMB",
            Self::Split => "SPLIT",
            Self::CreateBase => "CREATE_BASE",
        }
    }

    /// Whether it names a neighbouring cell.
    pub const fn has_target(self) -> bool {
        !matches!(self, Self::Idle | Self::Mine | Self::CreateBase)
    }
}

/// Why an order came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Only a troop can do that.
    NotATroop,
    /// Only a base can do that.
    NotABase,
    /// The cell is off the board.
    OffBoard,
    /// The cell is not one of the eight neighbours.
    NotAdjacent,
    /// A troop stands there.
    Occupied,
    /// There is a base there.
    OnABase,
    /// A troop stands on the base.
    Covered,
    /// The gold does not suffice.
    TooPoor,
    /// The side has as many units as it may.
    Full,
    /// There is no mine under the troop.
    NoMine,
    /// No enemy troop stands there.
    NoEnemy,
    /// No friendly troop stands there.
    NoFriend,
    /// The troop is not high enough.
    TooLow,
    /// The cell is not the troop's own.
    NotItsCell,
}

impl Refusal {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotATroop => "only a troop can do that",
            Self::NotABase => "only a base can do that",
            Self::OffBoard => "the cell is off the board",
            Self::NotAdjacent => "the cell is not adjacent",
            Self::Occupied => "a troop stands there",
            Self::OnABase => "there is a base there",
            Self::Covered => "a troop stands on the base",
            Self::TooPoor => "the gold does not suffice",
            Self::Full => "the side has as many units as it may",
            Self::NoMine => "there is no mine under it",
            Self::NoEnemy => "no enemy troop stands there",
            Self::NoFriend => "no friendly troop stands there",
            Self::TooLow => "the troop is not high enough",
            Self::NotItsCell => "the cell is not its own",
        }
    }
}
