//! A level more of one's own.

use skirmish_core::grid::Cell;
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::plantation::{Command, Plantation, Verb};

use super::board::best;

/// Fertilises a tile that is below this height; without one, plants where it is loneliest, and without room for that
/// fertilises the lowest tile.
pub(super) fn grow(
    rng: &mut Rng,
    seen: &Plantation,
    seat: Seat,
    low: i16,
    loneliness: impl Fn(Cell) -> i16,
) -> Command {
    let own = |verb| seen.targets(seat, verb).iter().map(|at| seen.cell(at));
    let below = own(Verb::Fertilise).filter(|&cell| seen.at(cell).abs() < low);
    if let Some((cell, _)) = best(rng, below, |_| 0) {
        return Command::at(Verb::Fertilise, cell);
    }
    if let Some((cell, _)) = best(rng, own(Verb::Plant), loneliness) {
        return Command::at(Verb::Plant, cell);
    }
    match best(rng, own(Verb::Fertilise), |cell| -seen.at(cell).abs()) {
        Some((cell, _)) => Command::at(Verb::Fertilise, cell),
        None => Command::at(Verb::Scout, Cell::new(0, 0)),
    }
}
