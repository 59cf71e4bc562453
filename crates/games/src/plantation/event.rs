//! What happens in a match, and what a player is told of it.

use skirmish_core::answer::Fault;
use skirmish_core::seat::Seat;

use super::action::Command;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A seat's command was carried out or refused; told to that seat alone.
    Answered {
        /// Whose command.
        seat: Seat,
        /// The command; `None` if the line held none.
        command: Option<Command>,
        /// What the seat was told.
        response: Response,
    },
    /// The match is over.
    Ended {
        /// The sum of each side's scores, signed as on the board.
        sums: [i32; 2],
        /// Who lost by a fault, and by which.
        fault: Option<(Seat, Fault)>,
    },
}

/// What a player is told about its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// `error`: nothing happened.
    Error,
    /// `OK`: a tile was fertilised, planted or colonised.
    Done,
    /// `occupied #`: nothing happened, the enemy's tile has this score.
    Occupied(i16),
    /// `OK a,b,…`: the signed scores around the target, row by row, 0 off the board.
    Scouted([i16; 9]),
    /// `OK #`: so many enemy tiles were sprayed.
    Sprayed(u8),
    /// `OK #`: the bombed tile lost so many levels.
    Bombed(i16),
}
