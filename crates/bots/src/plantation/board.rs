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

/// Whether the enemy began in that half of the board; a column in the middle is nobody's.
pub(super) fn is_their_half(seen: &Plantation, seat: Seat, cell: Cell) -> bool {
    let right_of_middle = 2 * i32::from(cell.x) - (seen.cols() as i32 - 1);
    if seat == Seat::FIRST { right_of_middle > 0 } else { right_of_middle < 0 }
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

#[cfg(test)]
mod tests {
    use skirmish_core::game::Game;
    use skirmish_core::rng::Seed;
    use skirmish_core::seat::SeatCount;
    use skirmish_games::plantation::Config;

    use super::*;

    #[test]
    fn a_half_is_theirs_for_one_seat_where_its_mirror_image_is_for_the_other() {
        for cols in [2, 5, 10, 11] {
            let config = Config { cols, ..Config::default() };
            let field = Plantation::start(&config, SeatCount::TWO, Seed(1)).expect("a valid config");
            let is_theirs = |seat, col| is_their_half(&field, seat, Cell::new(col, 0));
            for col in 0..cols as i16 {
                let image = cols as i16 - 1 - col;
                assert_eq!(is_theirs(Seat::FIRST, col), is_theirs(Seat::SECOND, image), "{col} of {cols}");
            }
        }
    }
}
