//! Who owns what, and what of it is active.

use skirmish_core::rng::{Rng, Seed};

use super::super::board::may_disconnect;
use super::super::map::is_one_region;
use super::*;

#[test]
fn only_cells_connected_with_the_headquarters_are_active() {
    let state = draw(&["rr.r.......B", ".r.........B"]);
    assert_eq!(rows_for(&state, RED, 2), ["OO.o.......X", ".O.........X"]);
    assert_eq!(rows_for(&state, BLUE, 2), ["XX.x.......O", ".X.........O"]);
}

#[test]
fn corners_do_not_connect() {
    let state = draw(&["r..........B", ".r.........B"]);
    assert!(!state.is_active(at(1, 1)));
}

#[test]
fn cells_behind_a_captured_one_are_cut_off_at_once() {
    let mut state = draw(&["r1X.........", "..B.........", "..B........B", "..BBBBBBBBBB"]);
    assert_eq!(order(&mut state, "TRAIN 2 2 0"), ".", "a dead end is cut without a loss");
    assert!(state.is_active(at(2, 1)));
    assert_eq!(order(&mut state, "TRAIN 1 2 1; TRAIN 1 2 2; TRAIN 1 3 2; TRAIN 1 4 2; TRAIN 1 4 3"), ".....");
    assert_eq!(rows_for(&state, RED, 4)[3], "..xxOXXXXXXX");
    assert_eq!(state.income(BLUE), 9 + 7);
}

#[test]
fn a_loss_that_leaves_a_way_around_cuts_nothing_off() {
    let mut state = draw(&["rrrr.......B", "...r.BBBBBBB", "...1BB.....B", ".....BBBBBBB"]);
    assert_eq!(order(&mut state, "MOVE 1 4 2; TRAIN 1 5 2"), "..");
    assert!(state.is_active(at(5, 1)) && state.is_active(at(5, 3)));
}

#[test]
fn cells_cut_off_are_active_again_once_a_path_is_closed() {
    let mut state = draw(&["rr.rm......B", "....rr.....B"]);
    assert_eq!(state.income(RED), 2);
    assert_eq!(order(&mut state, "TRAIN 1 2 0"), ".");
    assert_eq!(rows_for(&state, RED, 2), ["OOOOO......X", "....OO.....X"]);
    assert_eq!(state.income(RED), 7 + 4 - 1, "the mine earns again");
}

#[test]
fn both_territories_follow_every_order() {
    let mut state = draw(&["r1B..B.....B", "..B..BBBBBBB", "..BBBB.....B"]);
    order(&mut state, "MOVE 1 2 0; TRAIN 1 2 1");
    assert_eq!(rows_for(&state, RED, 3), ["OOO..X.....X", "..O..XXXXXXX", "..XXXX.....X"]);
    order(&mut state, "TRAIN 1 2 2; TRAIN 1 3 2; TRAIN 1 4 2; TRAIN 1 5 2; TRAIN 1 5 1");
    assert_eq!(rows_for(&state, RED, 3), ["OOO..x.....X", "..O..OXXXXXX", "..OOOO.....X"]);
}

#[test]
fn the_start_is_as_in_the_contest() {
    let state = IceAndFire::start(&Config::default(), skirmish_core::seat::SeatCount::TWO, Seed(5)).unwrap();
    let owned = |seat: Seat| state.owned[seat.index()].iter().collect::<Vec<usize>>();
    assert_eq!(owned(RED), [0]);
    assert_eq!(owned(BLUE), [10 * 12 + 11, 11 * 12 + 11]);
    assert_eq!((state.gold(RED), state.gold(BLUE)), (21, 20), "red's first turn has begun");
    assert_eq!((state.income(RED), state.income(BLUE)), (1, 2));
    assert_eq!((state.to_move(), state.turn(), state.turns_left()), (RED, 1, 100));
}

#[test]
fn tearing_is_never_overlooked() {
    // Against a plain count of pieces, for sets by chance.
    let mut rng = Rng::new(Seed(1));
    for _ in 0..3000 {
        let mut set = Cells::EMPTY;
        (0..AREA).filter(|_| rng.chance(3, 5)).for_each(|at| set.insert(at));
        let start = set.nth(rng.below(set.count() as u32) as usize).unwrap();
        let mut piece = flood(start, &set);
        let lost = piece.nth(rng.below(piece.count() as u32) as usize).unwrap();
        piece.remove(lost);
        if !may_disconnect(&piece, lost) && !piece.is_empty() {
            assert!(is_one_region(&piece));
        }
    }
}
