//! Mining.

use super::*;

#[test]
fn each_unit_takes_one_resource() {
    let game = check("a3:9 b2:5", "mine 0 0 3", "mine 1 0 1", "a3:6 b2:4");
    assert_eq!(purses(&game), [103, 101]);
}

#[test]
fn mining_stops_when_nothing_is_left() {
    let game = check("a5:3", "mine 0 0 5", "", "a5");
    assert_eq!(purses(&game)[0], 103);
}

#[test]
fn mining_a_bare_tile_is_reported() {
    check_dropped("a5:2", "mine 0 0 2; mine 0 0 1", "2 empty");
}

#[test]
fn covered_tiles_are_mined_too_whoever_built() {
    let game = check(
        "Aa1:5 . Bb1:5 . \n . . . a1:5",
        "mine 0 0 1; mine 3 1 1",
        "mine 2 0 1",
        "Aa1:4 . Bb1:4 . \n . . . a1:4",
    );
    assert_eq!(purses(&game), [102, 101]);
}

#[test]
fn what_is_mined_this_turn_pays_for_buildings_from_the_next() {
    let mut game = position("a2:5 . . . \n . . . .");
    game.sides[0].purse = 99;
    settle(&mut game);
    play(&mut game, "mine 0 0 1; build 0 0 1", "");
    assert_eq!((game.sides[0].buildings, dropped(&game, 0)), (0, "2 resource".to_string()));
    play(&mut game, "build 0 0 1", "");
    assert_eq!((game.sides[0].buildings, game.sides[0].purse), (1, 0));
}

#[test]
fn changed_tiles_are_those_mined_in_the_last_turn() {
    let mut game = position("a1:5 a1:5 a1");
    play(&mut game, "mine 0 0 1; mine 2 0 1", "");
    assert_eq!(game.changed_tiles().collect::<Vec<_>>(), [0]);
    play(&mut game, "", "");
    assert_eq!(game.changed_tiles().count(), 0);
}
