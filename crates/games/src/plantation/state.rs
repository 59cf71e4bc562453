//! The state of a match, and what can be asked of it.

use skirmish_core::answer::Fault;
use skirmish_core::grid::Cell;
use skirmish_core::outcome::Ranking;
use skirmish_core::seat::{Seat, SeatCount};

use super::action::Verb;
use super::area::Set;
use super::board::Ground;
use super::config::Rules;
use super::memory::Memory;
use super::side::Side;

/// One state of one match.
#[derive(Debug, PartialEq)]
pub struct Plantation {
    pub(super) ground: Ground,
    pub(super) rules: Rules,
    /// What each seat holds. In a redacted state, what the enemy holds as far as the seat was told.
    pub(super) sides: [Side; 2],
    /// What each seat was told of the enemy's tiles.
    pub(super) told: [Memory; 2],
    pub(super) style: &'static str,
    /// Who moves first in this turn.
    pub(super) opener: Seat,
    pub(super) to_move: Seat,
    /// The turn being played, counted from 1.
    pub(super) turn: u16,
    pub(super) moves_left: u16,
    pub(super) ending: Option<Ending>,
}

/// How a match ended. Everybody is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ending {
    pub(super) sums: [i32; 2],
    pub(super) fault: Option<(Seat, Fault)>,
}

impl Ending {
    pub(super) fn ranking(&self) -> Ranking {
        let Some((loser, fault)) = self.fault else {
            return Ranking::by(SeatCount::TWO, "all turns are played", |seat| self.sums[seat.index()].abs());
        };
        let why = match fault {
            Fault::Late => "out of time",
            Fault::Gone => "the program ended or closed its output",
            Fault::Flooded => "the answer was too long",
            Fault::Garbled => "the answer could not be read",
        };
        Ranking::won(SeatCount::TWO, loser.other(), why).with_fault(loser, Some(fault))
    }
}

/// What a bot may ask of the state. A redacted state answers as far as its seat can know.
impl Plantation {
    /// Rows of the board.
    pub fn rows(&self) -> usize {
        self.ground.rows()
    }

    /// Columns of the board.
    pub fn cols(&self) -> usize {
        self.ground.cols()
    }

    /// Whether the cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        self.ground.has(i32::from(cell.y), i32::from(cell.x))
    }

    /// The signed score at a cell, 0 if it is empty or off the board: Plus positive, Minus negative.
    pub fn at(&self, cell: Cell) -> i16 {
        let at = self.ground.index((i32::from(cell.y), i32::from(cell.x)));
        at.map_or(0, |at| self.sides[0].score(at) + self.sides[1].score(at))
    }

    /// The turn being played, counted from 1.
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    /// How many turns each player has.
    pub fn turns(&self) -> usize {
        usize::from(self.rules.turns)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// How many turns a seat has finished while the match goes on.
    pub fn turns_had(&self, seat: Seat) -> usize {
        let is_through = seat == self.opener && self.to_move != self.opener;
        usize::from(self.turn) - 1 + usize::from(is_through)
    }

    /// How many moves that seat has left in this turn.
    pub fn moves_left(&self) -> usize {
        usize::from(self.moves_left)
    }

    /// How many moves a turn has.
    pub fn moves_per_turn(&self) -> usize {
        usize::from(self.rules.moves_per_turn)
    }

    /// What a command costs, in moves.
    pub fn cost(&self, verb: Verb) -> usize {
        usize::from(self.rules.cost(verb))
    }

    /// The most levels a bomb takes.
    pub fn bomb_damage(&self) -> i16 {
        self.rules.bomb_damage
    }

    /// Where a seat has tiles.
    #[inline]
    pub fn tiles(&self, seat: Seat) -> &Set {
        self.sides[seat.index()].tiles()
    }

    /// Where the seat has tiles that may pay for a colonisation.
    #[inline]
    pub fn sources(&self, seat: Seat) -> &Set {
        self.sides[seat.index()].sources()
    }

    /// The cell of that number; cells are numbered row by row.
    #[inline]
    pub fn cell(&self, at: usize) -> Cell {
        self.ground.cell(at)
    }
}

impl Plantation {
    /// Copies everything but the tiles, what is remembered of them, and the ground, which boards of one size share.
    #[inline]
    pub(super) fn copy_course(&mut self, source: &Self) {
        let Self { ground: _, sides: _, told: _, rules, style, opener, to_move, turn, moves_left, ending } =
            source;
        (self.rules, self.style) = (*rules, *style);
        (self.opener, self.to_move) = (*opener, *to_move);
        (self.turn, self.moves_left, self.ending) = (*turn, *moves_left, *ending);
    }
}

impl Clone for Plantation {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }

    /// Copies only the cells that the board has.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if !self.ground.same_size(&source.ground) {
            *self = source.clone();
            return;
        }
        for side in 0..2 {
            self.sides[side].copy(&source.sides[side], &source.ground);
            self.told[side].0.copy(&source.told[side].0, &source.ground);
        }
        self.copy_course(source);
    }
}
