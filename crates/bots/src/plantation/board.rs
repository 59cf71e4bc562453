//! What every house bot asks of the board.

use skirmish_core::grid::Cell;
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::plantation::Plantation;

/// The cell of the highest value and that value; chance decides between equals.
pub(super) fn best(
    rng: &mut Rng,
    cells: impl Iterator<Item = Cell>,
    value: impl Fn(Cell) -> i16,
) -> Option<(Cell, i16)> {
    let mut best: Option<(Cell, i16)> = None;
    let mut equals = 1;
    for cell in cells {
        let worth = value(cell);
        match best {
            Some((_, most)) if worth < most => {}
            Some((_, most)) if worth == most => {
                equals += 1;
                if rng.chance(1, equals) {
                    best = Some((cell, worth));
                }
            }
            _ => (best, equals) = (Some((cell, worth)), 1),
        }
    }
    best
}

pub(super) fn is_own(seen: &Plantation, seat: Seat, cell: Cell) -> bool {
    seen.at(cell) != 0 && (seen.at(cell) > 0) == (seat == Seat::FIRST)
}

pub(super) fn cells(seen: &Plantation) -> impl Iterator<Item = Cell> {
    (0..seen.rows() * seen.cols()).map(|at| seen.cell(at))
}

pub(super) fn index(seen: &Plantation, cell: Cell) -> usize {
    cell.y as usize * seen.cols() + cell.x as usize
}

/// The 3x3 cells around a cell, as far as they are on the board.
pub(super) fn square(seen: &Plantation, centre: Cell) -> impl Iterator<Item = Cell> {
    let near = (0..9).map(move |i| Cell::new(centre.x + i % 3 - 1, centre.y + i / 3 - 1));
    near.filter(|&cell| seen.has(cell))
}
