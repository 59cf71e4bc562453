//! What an answer is: a list of commands, each on its own line, and why a line can do nothing.

use skirmish_core::grid::{Cell, Direction};

use super::config::MAX_LINES;

/// The line that ends an answer.
pub(crate) const END: &str = "end";

/// A direction to build in: the builder's tile is the opposite corner of the building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corner {
    /// Up and to the right.
    NorthEast,
    /// Down and to the right; what a left-out direction means.
    #[default]
    SouthEast,
    /// Down and to the left.
    SouthWest,
    /// Up and to the left.
    NorthWest,
}

impl Corner {
    /// All of them, clockwise.
    pub const ALL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// The letters used on the wire.
    pub const fn word(self) -> &'static str {
        ["NE", "SE", "SW", "NW"][self as usize]
    }

    /// The direction on a board turned by half.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }

    /// The top-left cell of the building that a unit on `cell` places, on the board or not.
    pub const fn top_left(self, cell: Cell) -> Cell {
        let (dx, dy) = [(0, -1), (0, 0), (-1, 0), (-1, -1)][self as usize];
        Cell::new(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy))
    }
}

/// One command to some units of one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Go to the next tile.
    Move {
        /// Where they stand.
        at: Cell,
        /// Where to.
        way: Direction,
        /// How many.
        units: i32,
    },
    /// Work in the own building here; where there is none, place one.
    Build {
        /// Where they stand.
        at: Cell,
        /// On which side of them.
        corner: Corner,
        /// How many.
        units: i32,
    },
    /// Take resource from the tile.
    Mine {
        /// Where they stand.
        at: Cell,
        /// How many.
        units: i32,
    },
}

impl Command {
    /// Where the units stand.
    #[inline]
    pub const fn at(&self) -> Cell {
        match *self {
            Self::Move { at, .. } | Self::Build { at, .. } | Self::Mine { at, .. } => at,
        }
    }

    /// The same for another number of units.
    #[must_use]
    pub const fn with_units(self, units: i32) -> Self {
        match self {
            Self::Move { at, way, .. } => Self::Move { at, way, units },
            Self::Build { at, corner, .. } => Self::Build { at, corner, units },
            Self::Mine { at, .. } => Self::Mine { at, units },
        }
    }

    /// How many units it is for.
    #[inline]
    pub const fn units(&self) -> i32 {
        match *self {
            Self::Move { units, .. } | Self::Build { units, .. } | Self::Mine { units, .. } => units,
        }
    }
}

/// Why a line is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// Its first word is no command.
    Command,
    /// It has too few words, or too many.
    Words,
    /// A coordinate or a count is no whole number.
    Number,
    /// The direction does not exist, or not for this command.
    Direction,
    /// It is for fewer than one unit.
    Amount,
}

/// Why a line did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is no command.
    Misread(Misread),
    /// Its tile is not on the board.
    OffBoard,
    /// It leads off the board.
    Edge,
    /// No own unit stands there, or earlier lines have taken them all.
    NoUnits,
    /// After fights and sieges, none of the units there was left for it.
    Lost,
    /// It would build where an enemy building stands under the unit.
    Hostile,
    /// A building covers some of the ground.
    Covered,
    /// An enemy unit stands on the ground.
    Occupied,
    /// An earlier line of the same answer builds on some of the ground.
    Overlap,
    /// Too little resource.
    Resource,
    /// Both players wanted some of the ground.
    Contested,
    /// As many workers as count are in the building already.
    Full,
    /// The tile has no resource left.
    Empty,
}

impl Reason {
    /// Every reason there is.
    pub const ALL: [Self; 17] = [
        Self::Misread(Misread::Command),
        Self::Misread(Misread::Words),
        Self::Misread(Misread::Number),
        Self::Misread(Misread::Direction),
        Self::Misread(Misread::Amount),
        Self::OffBoard,
        Self::Edge,
        Self::NoUnits,
        Self::Lost,
        Self::Hostile,
        Self::Covered,
        Self::Occupied,
        Self::Overlap,
        Self::Resource,
        Self::Contested,
        Self::Full,
        Self::Empty,
    ];

    /// The word used on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Misread(Misread::Command) => "command",
            Self::Misread(Misread::Words) => "words",
            Self::Misread(Misread::Number) => "number",
            Self::Misread(Misread::Direction) => "direction",
            Self::Misread(Misread::Amount) => "amount",
            Self::OffBoard => "off-board",
            Self::Edge => "edge",
            Self::NoUnits => "no-units",
            Self::Lost => "lost",
            Self::Hostile => "hostile",
            Self::Covered => "covered",
            Self::Occupied => "occupied",
            Self::Overlap => "overlap",
            Self::Resource => "resource",
            Self::Contested => "contested",
            Self::Full => "full",
            Self::Empty => "empty",
        }
    }

    /// Whether only the opponent's answer can bring it about.
    pub(crate) const fn is_surprise(self) -> bool {
        matches!(self, Self::Lost | Self::Occupied | Self::Contested)
    }
}

/// One line of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Blank,
    Bad(Misread),
    Command(Command),
}

/// A turn's answer. The place of a line in it is its number, which reports of dropped lines give.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// Never ends with a blank line, so that every answer has one way to be written.
    lines: Vec<Line>,
}

impl Orders {
    /// An answer without commands.
    pub const fn new() -> Self {
        Self { lines: Vec::new() }
    }

    /// Adds a command on a line of its own; nothing once the answer has [`MAX_LINES`].
    pub fn push(&mut self, command: Command) {
        if command.units() < 1 {
            return self.push_line(Line::Bad(Misread::Amount));
        }
        self.push_line(Line::Command(command));
    }

    /// The commands in order.
    pub fn commands(&self) -> impl Iterator<Item = Command> {
        self.lines.iter().filter_map(|line| match *line {
            Line::Command(command) => Some(command),
            _ => None,
        })
    }

    /// Whether there is not a single line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Forgets the commands, not the memory they are kept in.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn push_line(&mut self, line: Line) {
        if self.lines.len() < MAX_LINES {
            self.lines.push(line);
        }
    }

    pub(crate) fn drop_trailing_blanks(&mut self) {
        while self.lines.last() == Some(&Line::Blank) {
            self.lines.pop();
        }
    }

    /// The same answer with every command changed, line by line.
    pub(crate) fn map(&self, change: impl Fn(Command) -> Command) -> Self {
        let changed = |line: &Line| match *line {
            Line::Command(command) => Line::Command(change(command)),
            other => other,
        };
        Self { lines: self.lines.iter().map(changed).collect() }
    }
}

// By hand, so that `clone_from` keeps the memory that is there.
impl Clone for Orders {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { lines } = source;
        self.lines.clone_from(lines);
    }
}

impl FromIterator<Command> for Orders {
    fn from_iter<I: IntoIterator<Item = Command>>(commands: I) -> Self {
        let mut orders = Self::new();
        commands.into_iter().for_each(|command| orders.push(command));
        orders
    }
}
