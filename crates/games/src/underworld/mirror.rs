//! The board after a half turn, with the seats of every pair swapped.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::law::Mirror;
use skirmish_core::seat::Seat;

use super::action::{Action, Command};
use super::board::Board;
use super::state::Underworld;

impl Mirror for Underworld {
    fn mirror(&self) -> Self {
        let mut turned = self.clone();
        turned.board = Board::new(self.width(), self.height());
        for (spot, piece) in self.board.pieces() {
            let cell = self.opposite(self.board.cell(spot));
            let owner = if piece.is_wall() { piece.owner } else { self.mirror_seat(piece.owner) };
            let there = turned.board.at(cell.x as usize, cell.y as usize);
            turned.board.put(there, piece.turned(owner, |born| self.opposite(born)));
        }
        for seat in self.rules.seats.iter() {
            let image = self.mirror_seat(seat).index();
            turned.money[image] = self.money[seat.index()];
            turned.status[image] = self.status[seat.index()];
        }
        turned.eye = self.eye.map(|eye| self.mirror_seat(eye));
        turned
    }

    fn mirror_action(&self, action: &Action) -> Action {
        match action {
            Action::Hello => Action::Hello,
            Action::Turn(commands) => {
                Action::Turn(commands.iter().map(|&command| self.mirror_command(command)).collect())
            }
        }
    }

    /// Seats 0 and 1 change places, 2 and 3, and so on; an odd last one keeps its own.
    fn mirror_seat(&self, seat: Seat) -> Seat {
        if self.rules.seats.has(seat.other()) { seat.other() } else { seat }
    }
}

impl Underworld {
    fn opposite(&self, cell: Cell) -> Cell {
        Cell::new(self.width() as i16 - 1 - cell.x, self.height() as i16 - 1 - cell.y)
    }

    fn mirror_command(&self, command: Command) -> Command {
        // What is off the board stays off it: small numbers wrap to large ones.
        let column = |x: u8| (self.width() as u8).wrapping_sub(1).wrapping_sub(x);
        let row = |y: u8| (self.height() as u8).wrapping_sub(1).wrapping_sub(y);
        match command {
            Command::Move { x, y, heading } => {
                Command::Move { x: column(x), y: row(y), heading: heading.map(Direction::opposite) }
            }
            Command::Spawn { x, y, heading } => {
                Command::Spawn { x: column(x), y: row(y), heading: heading.map(Direction::opposite) }
            }
            Command::Build { x, y, building } => Command::Build { x: column(x), y: row(y), building },
        }
    }
}
