//! The board seen in a mirror: left is right, Plus is Minus, and whoever was to move still is.

use skirmish_core::{Mirror, Seat};

use super::command::Command;
use super::rules::{Ending, Plantation};

impl Mirror for Plantation {
    fn mirror(&self) -> Self {
        let turned = |sides: &[super::board::Side; 2]| {
            [sides[1].mirrored(&self.ground), sides[0].mirrored(&self.ground)]
        };
        Self {
            ground: self.ground.clone(),
            rules: self.rules,
            sides: turned(&self.sides),
            told: turned(&self.told),
            style: self.style,
            opener: self.opener.other(),
            asked: self.asked.other(),
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
