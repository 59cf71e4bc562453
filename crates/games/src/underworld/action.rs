//! What an answer is: the word of the handshake, or a turn's commands.

use skirmish_core::grid::Direction;

use super::board::Kind;

/// The line that ends a turn's answer.
pub(crate) const END: &str = "end";

/// One whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The right word at the handshake.
    Hello,
    /// A turn's commands, in the order given.
    Turn(Vec<Command>),
}

impl Default for Action {
    fn default() -> Self {
        Self::Turn(Vec::new())
    }
}

impl Action {
    /// The commands; none in a handshake.
    pub fn commands(&self) -> &[Command] {
        match self {
            Self::Hello => &[],
            Self::Turn(commands) => commands,
        }
    }

    /// An empty command list, in memory that may hold an old one.
    pub fn restart(&mut self) -> &mut Vec<Command> {
        if *self == Self::Hello {
            *self = Self::default();
        }
        match self {
            Self::Turn(commands) => {
                commands.clear();
                commands
            }
            Self::Hello => unreachable!("a handshake was just made a turn"),
        }
    }
}

/// One command. Coordinates need not be on the board: the rules check them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The warrior at this cell is to go one step.
    Move {
        /// Column.
        x: u8,
        /// Row.
        y: u8,
        /// Where to.
        heading: Heading,
    },
    /// The barracks at this cell is to train a warrior beside it.
    Spawn {
        /// Column.
        x: u8,
        /// Row.
        y: u8,
        /// On which side.
        heading: Heading,
    },
    /// A building is to be built on this cell.
    Build {
        /// Column.
        x: u8,
        /// Row.
        y: u8,
        /// Which.
        building: Building,
    },
}

/// A direction as given in a command; `None` is a word that is no direction, and means the cell itself.
pub type Heading = Option<Direction>;

/// The heading's letter on the wire; `?` for a word that is no direction.
pub(crate) fn letter(heading: Heading) -> &'static str {
    heading.map_or("?", Direction::letter)
}

/// What can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Building {
    /// Trains warriors.
    Barracks,
    /// Pays every turn.
    Farm,
}

impl Building {
    /// The object it becomes.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Barracks => Kind::Barracks,
            Self::Farm => Kind::Farm,
        }
    }

    /// What the letter asks for; nothing else can be built.
    pub fn from_letter(letter: &[u8]) -> Option<Self> {
        match letter {
            b"B" => Some(Self::Barracks),
            b"F" => Some(Self::Farm),
            _ => None,
        }
    }
}
