//! Half a turn of the board: the corners change places, and so do the seats.

use skirmish_core::law::Mirror;
use skirmish_core::seat::Seat;

use super::action::{Action, Number};
use super::board::Cells;
use super::config::SIDE;
use super::map::image;
use super::state::{Ending, IceAndFire};

impl Mirror for IceAndFire {
    fn mirror(&self) -> Self {
        let mut turned = self.clone();
        for set in turned.owned.iter_mut().chain(&mut turned.active).chain(&mut turned.units) {
            *set = half_turn(set);
        }
        for set in [&mut turned.mines, &mut turned.towers, &mut turned.tired] {
            *set = half_turn(set);
        }
        turned.ground.land = half_turn(&turned.ground.land);
        turned.ground.spots = half_turn(&turned.ground.spots);
        turned.roster = self.roster.turned(image);
        turned.owned.reverse();
        turned.active.reverse();
        turned.gold.reverse();
        turned.income.reverse();
        turned.worth.reverse();
        turned.to_move = self.to_move.other();
        turned.ending = self.ending.map(|ending| match ending {
            Ending::Captured { by } => Ending::Captured { by: by.other() },
            Ending::Forfeit { seat, fault } => Ending::Forfeit { seat: seat.other(), fault },
            Ending::TurnLimit => Ending::TurnLimit,
        });
        turned
    }

    fn mirror_action(&self, action: &Action) -> Action {
        let mut turned = action.clone();
        turned.retarget(|x, y| (*x, *y) = (opposite(*x), opposite(*y)));
        turned
    }

    fn mirror_seat(&self, seat: Seat) -> Seat {
        seat.other()
    }
}

fn half_turn(set: &Cells) -> Cells {
    let mut turned = Cells::EMPTY;
    set.iter().for_each(|at| turned.insert(image(at)));
    turned
}

/// The column or row on the other side; what is off the board stays there.
fn opposite(number: Number) -> Number {
    match number.value() {
        Some(value) if value < SIDE as u32 => Number::new(SIDE as u32 - 1 - value),
        _ => number,
    }
}
