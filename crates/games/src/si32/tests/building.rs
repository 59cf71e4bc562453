//! Placing buildings.

use super::*;

#[test]
fn a_building_covers_four_tiles_and_costs_a_hundred() {
    let game = check(". . . \n . a1 . \n . . .", "build 1 1 SE 1", "", ". . . \n . Aa1 . \n . . .");
    assert_eq!(purses(&game), [0, 100]);
    for at in [cell(1, 1), cell(2, 1), cell(1, 2), cell(2, 2)] {
        assert_eq!(game.building_at(at).map(|building| building.top_left), Some(cell(1, 1)));
    }
    assert_eq!(game.building_at(cell(0, 1)), None);
}

#[test]
fn the_builder_stands_on_the_corner_opposite_to_the_direction() {
    for (direction, after) in [
        ("NE", ". A. . \n . a1 . \n . . ."),
        ("SE", ". . . \n . Aa1 . \n . . ."),
        ("SW", ". . . \n A. a1 . \n . . ."),
        ("NW", "A. . . \n . a1 . \n . . ."),
        ("", ". . . \n . Aa1 . \n . . ."),
    ] {
        check(". . . \n . a1 . \n . . .", &format!("build 1 1 {direction} 1"), "", after);
    }
}

#[test]
fn all_four_tiles_have_to_be_on_the_board() {
    check_dropped("a1 . \n . .", "build 0 0 NW 1", "1 edge");
    check_dropped("a1 . \n . .", "build 0 0 NE 1", "1 edge");
    check_dropped("a1 . \n . .", "build 0 0 SW 1", "1 edge");
    check_dropped(". . \n . a1", "build 1 1 1", "1 edge");
}

#[test]
fn no_tile_may_be_covered() {
    check_dropped("A. . a1 . \n . . . .", "build 2 0 SW 1", "1 covered");
    check_dropped("B. . a1 . \n . . . .", "build 2 0 SW 1", "1 covered");
}

#[test]
fn no_enemy_unit_may_stand_there() {
    check_dropped("a1 . \n . b1", "build 0 0 1", "1 occupied");
}

#[test]
fn an_enemy_that_arrives_this_turn_prevents_building() {
    let mut game = position("a1 . . \n . . b1");
    play(&mut game, "build 0 0 1", "move 2 1 W 1");
    assert_eq!((dropped(&game, 0).as_str(), purses(&game)), ("1 occupied", [100, 100]));
}

#[test]
fn an_enemy_that_leaves_this_turn_does_not() {
    let mut game = position("a1 . . \n . b1 .");
    play(&mut game, "build 0 0 1", "move 1 1 E 1");
    assert_eq!(game.sides[0].buildings, 1);
}

#[test]
fn own_units_may_stand_there() {
    check("a1 a2 \n a3 a4", "build 0 0 1", "", "Aa1 a2 \n a3 a4");
}

#[test]
fn one_unit_is_enough_and_is_not_used_up() {
    check("a1 . \n . .", "build 0 0 1", "", "Aa1 . \n . .");
}

#[test]
fn the_other_units_of_the_command_idle() {
    let game = check("a3:5 . \n . .", "build 0 0 3; mine 0 0 3", "", "Aa3:5 . \n . .");
    assert_eq!(dropped(&game, 0), "2 no-units");
}

#[test]
fn too_little_resource_builds_nothing() {
    let mut game = position("a1 . . . \n . . . .");
    game.sides[0].purse = 99;
    settle(&mut game);
    play(&mut game, "build 0 0 1", "");
    assert_eq!((dropped(&game, 0).as_str(), purses(&game)[0]), ("1 resource", 99));
}

#[test]
fn own_builds_go_in_command_order_while_resource_lasts() {
    let game = check("a1 . a1 . \n . . . .", "build 2 0 1; build 0 0 1", "", "a1 . Aa1 . \n . . . .");
    assert_eq!(dropped(&game, 0), "2 resource");
}

#[test]
fn the_first_of_own_overlapping_builds_counts() {
    let mut game = position("a1 a1 . \n . . .");
    game.sides[0].purse = 200;
    settle(&mut game);
    play(&mut game, "build 1 0 1; build 0 0 1", "");
    assert_eq!((drawing(&game).as_str(), dropped(&game, 0).as_str()), ("a1 Aa1 .\n. . .", "2 overlap"));
    assert_eq!(purses(&game)[0], 100);
}

#[test]
fn overlapping_ground_is_built_by_neither_and_nothing_is_paid() {
    let game = check("a1 . . \n . . b1", "build 0 0 1", "build 2 1 NW 1", "a1 . . \n . . b1");
    assert_eq!(purses(&game), [100, 100]);
    assert_eq!((dropped(&game, 0).as_str(), dropped(&game, 1).as_str()), ("1 contested", "1 contested"));
}

#[test]
fn ground_that_does_not_overlap_is_built_by_both() {
    check("a1 . . b1 \n . . . .", "build 0 0 1", "build 3 0 SW 1", "Aa1 . B. b1 \n . . . .");
}

#[test]
fn the_cost_of_a_contested_building_is_held_until_the_turn_ends() {
    let game = check(
        "a1 . b1 . a1 . \n . . . . . .",
        "build 0 0 1; build 4 0 1",
        "build 2 0 SW 1",
        "a1 . b1 . a1 . \n . . . . . .",
    );
    assert_eq!((dropped(&game, 0).as_str(), purses(&game)), ("1 contested; 2 resource", [100, 100]));
}

#[test]
fn one_player_can_contest_two_buildings_at_once() {
    let mut game = position("a1 . b1 . a1 \n . . . . .");
    game.sides[0].purse = 200;
    settle(&mut game);
    play(&mut game, "build 0 0 1; build 4 0 SW 1", "build 2 0 SW 1");
    // Seat 1's ground is columns 1 and 2, seat 0's columns 0 to 1 and 3 to 4.
    assert_eq!(drawing(&game), "a1 . b1 A. a1\n. . . . .");
    assert_eq!(dropped(&game, 0), "1 contested");
}

#[test]
fn build_on_an_enemy_building_does_nothing() {
    check_dropped("B. a1 . \n . . .", "build 1 0 SE 1", "1 hostile");
}

#[test]
fn who_falls_in_combat_builds_nothing() {
    let mut game = position("a1 . b2 \n . . .");
    play(&mut game, "build 0 0 1", "move 2 0 W 2");
    assert_eq!(dropped(&game, 0), "1 occupied");
    let mut game = position("a1 b2 . \n . . .");
    play(&mut game, "build 0 0 1", "move 1 0 W 2");
    assert_eq!(dropped(&game, 0), "1 lost");
}
