//! Work and production.

use super::*;

fn progress(game: &Si32, x: i16, y: i16) -> u16 {
    game.building_at(cell(x, y)).expect("a building").progress
}

#[test]
fn every_worker_adds_one_progress() {
    let game = check("Aa3 . \n . .", "build 0 0 3", "", "Aa3 . \n . .");
    assert_eq!(progress(&game, 0, 0), 3);
}

#[test]
fn five_progress_make_a_unit_and_the_rest_is_kept() {
    let mut game = position("Aa7 . \n . .");
    let produced = game.sides[0].produced;
    play(&mut game, "build 0 0 7", "");
    assert_eq!((drawing(&game).as_str(), progress(&game, 0, 0)), ("Aa8 .\n. .", 2));
    assert_eq!(game.sides[0].produced - produced, 1);
    assert_eq!(game.score(Seat(0)), i64::from(produced) + 1);
    play(&mut game, "build 0 0 8", "");
    assert_eq!((drawing(&game).as_str(), progress(&game, 0, 0)), ("Aa10 .\n. .", 0));
}

#[test]
fn without_workers_nothing_is_produced() {
    let mut game = position("Aa9 . \n . .");
    game.progress[0] = 4;
    play(&mut game, "", "");
    assert_eq!((drawing(&game).as_str(), progress(&game, 0, 0)), ("Aa9 .\n. .", 4));
}

#[test]
fn units_work_from_every_tile_of_the_building() {
    let game = check("A. a2 \n a1 a2", "build 1 0 2; build 0 1 1; build 1 1 2", "", "A. a3 \n a1 a2");
    assert_eq!(progress(&game, 1, 1), 0);
}

#[test]
fn new_units_appear_on_the_tile_of_the_first_work_command() {
    check("Aa2 . \n . a3", "build 1 1 3; build 0 0 2", "", "Aa2 . \n . a4");
}

#[test]
fn the_first_command_that_counted_is_one_with_survivors() {
    // The two at the top fall, so the five below are the first that count.
    check("b2 Aa2 . \n . . a5", "build 1 0 2; build 2 1 5", "move 0 0 E 2", ". A. . \n . . a6");
}

#[test]
fn at_most_ten_workers_count_in_command_order() {
    let game = check("Aa9 a9 \n a9 .", "build 1 0 9; build 0 0 9; build 0 1 9", "", "Aa9 a11 \n a9 .");
    assert_eq!((progress(&game, 0, 0), dropped(&game, 0).as_str()), (0, "3 full"));
}

#[test]
fn each_building_counts_its_own_workers() {
    check("Aa10 . Aa10 . \n . . . .", "build 0 0 10; build 2 0 10", "", "Aa12 . Aa12 . \n . . . .");
}

#[test]
fn a_building_made_this_turn_takes_no_workers_yet() {
    let game = check("a5 a5 \n . .", "build 0 0 1; build 1 0 SE 5", "", "Aa5 a5 \n . .");
    assert_eq!((progress(&game, 0, 0), dropped(&game, 0).as_str()), (0, "2 edge"));
}

#[test]
fn the_direction_of_workers_does_not_matter() {
    let game = check("Aa1 . \n . .", "build 0 0 NW 1", "", "Aa1 . \n . .");
    assert_eq!((progress(&game, 0, 0), dropped(&game, 0).as_str()), (1, ""));
}

#[test]
fn workers_fight_as_units_do() {
    let mut game = position("Aa5 b3 \n . .");
    play(&mut game, "build 0 0 5", "move 1 0 W 3");
    assert_eq!((drawing(&game).as_str(), progress(&game, 0, 0)), ("Aa2 .\n. .", 2));
}

#[test]
fn new_units_do_not_mine_in_the_turn_they_appear() {
    check("Aa5:9 . \n . .", "build 0 0 5; mine 0 0 9", "", "Aa6:9 . \n . .");
}

#[test]
fn the_start_units_are_not_produced() {
    let game = Si32::start(&Config::default(), SeatCount::TWO, Seed(1)).expect("starts");
    assert_eq!((game.score(Seat(0)), game.sides[0].units), (0, 1));
}
