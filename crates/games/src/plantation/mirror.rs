//! The board seen in a mirror: left is right, Plus is Minus, and whoever was to move still is.

use skirmish_core::law::Mirror;
use skirmish_core::seat::Seat;

use super::action::Command;
use super::memory::Memory;
use super::state::{Ending, Plantation};

impl Mirror for Plantation {
    fn mirror(&self) -> Self {
        Self {
            ground: self.ground,
            rules: self.rules,
            sides: [1, 0].map(|side| self.sides[side].mirrored(&self.ground)),
            told: [1, 0].map(|side| Memory(self.told[side].0.mirrored(&self.ground))),
            style: self.style,
            opener: self.opener.other(),
            to_move: self.to_move.other(),
            turn: self.turn,
            moves_left: self.moves_left,
            ending: self.ending.map(|ending| Ending {
                sums: [-ending.sums[1], -ending.sums[0]],
                fault: ending.fault.map(|(seat, fault): (Seat, _)| (seat.other(), fault)),
            }),
        }
    }

    fn mirror_action(&self, command: &Command) -> Command {
        let mut turned = *command;
        let last = self.ground.cols() as i32 - 1;
        // Columns are the second and the fourth number. Wrapping takes every number off the board to one off the board.
        turned.numbers_mut().iter_mut().skip(1).step_by(2).for_each(|col| *col = last.wrapping_sub(*col));
        turned
    }
}
