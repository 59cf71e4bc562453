//! The state of a match, and what can be asked of it.

use std::sync::Arc;

use skirmish_core::grid::Cell;
use skirmish_core::seat::{MAX_SEATS, Seat, SeatSet};

use super::board::{Board, Kind, Object, bits};
use super::config::{Config, Rules};
use super::event::Exit;
use super::scratch::Scratch;

/// A match of Underworld.
#[derive(Debug, PartialEq)]
pub struct Underworld {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Board,
    pub(crate) money: [i64; MAX_SEATS],
    pub(crate) status: [Status; MAX_SEATS],
    pub(crate) phase: Phase,
    /// How many turns have been played.
    pub(crate) turn: u32,
    /// Whose knowledge this is; everybody's if it was never redacted.
    pub(crate) eye: Option<Seat>,
    pub(crate) scratch: Scratch,
}

/// How a seat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It plays.
    InPlay,
    /// It does not any more; since which turn.
    Out(Exit, u32),
}

impl Status {
    pub(crate) fn is_in_play(self) -> bool {
        matches!(self, Self::InPlay)
    }
}

/// How far the match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Handshake,
    Play,
    Over(&'static str),
}

/// What a player may look at.
impl Underworld {
    /// How many columns the board has.
    pub fn width(&self) -> usize {
        self.board.width()
    }

    /// How many rows the board has.
    pub fn height(&self) -> usize {
        self.board.height()
    }

    /// The numbers of the rules.
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    /// How many turns have been played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The seat's money; 0 if it is not for this eye.
    pub fn money(&self, seat: Seat) -> i64 {
        self.money[seat.index()]
    }

    /// What the seat's farms will pay in this turn.
    pub fn income(&self, seat: Seat) -> i64 {
        self.board.farms(seat) * i64::from(self.rules.config.farm_income)
    }

    /// What stands on the cell.
    pub fn object(&self, cell: Cell) -> Option<Object> {
        let spot = self.board.spot(cell.x as usize, cell.y as usize)?;
        let piece = self.board.get(spot)?;
        let owner = (!piece.is_wall()).then_some(piece.owner);
        Some(Object { cell, kind: piece.kind, owner, hp: piece.hp })
    }

    /// Where the seat's objects of one kind stand, sorted by row, then column.
    pub fn cells_of(&self, seat: Seat, kind: Kind) -> impl Iterator<Item = Cell> {
        let rows = self.board.of_seat(seat).iter().zip(self.board.of_kind(kind));
        rows.enumerate()
            .flat_map(|(y, (own, kind))| bits(own & kind).map(move |x| Cell::new(x as i16, y as i16)))
    }

    /// Everything that can be seen, sorted by row, then column.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        self.board.pieces().map(|(spot, piece)| Object {
            cell: self.board.cell(spot),
            kind: piece.kind,
            owner: (!piece.is_wall()).then_some(piece.owner),
            hp: piece.hp,
        })
    }

    /// Whether the seat is still in play, as far as this eye knows.
    pub fn is_in_play(&self, seat: Seat) -> bool {
        self.status[seat.index()].is_in_play()
    }
}

impl Underworld {
    #[inline]
    pub(crate) fn in_play(&self) -> SeatSet {
        self.rules.seats.iter().filter(|seat| self.status[seat.index()].is_in_play()).collect()
    }

    pub(crate) fn objects_of(&self, seat: Seat) -> impl Iterator<Item = (Cell, Kind, i32)> {
        let rows = self.board.of_seat(seat).iter().enumerate();
        rows.flat_map(move |(y, &row)| bits(row).map(move |x| self.board.at(x, y))).filter_map(|spot| {
            self.board.get(spot).map(|piece| (self.board.cell(spot), piece.kind, piece.hp))
        })
    }
}

impl Clone for Underworld {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            board: self.board.clone(),
            money: self.money,
            status: self.status,
            phase: self.phase,
            turn: self.turn,
            eye: self.eye,
            scratch: Scratch::default(),
        }
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        let Self { rules, board, money, status, phase, turn, eye, scratch: _ } = source;
        if !Arc::ptr_eq(&self.rules, rules) {
            self.rules = Arc::clone(rules);
        }
        self.board.clone_from(board);
        (self.money, self.status) = (*money, *status);
        (self.phase, self.turn, self.eye) = (*phase, *turn, *eye);
    }
}
