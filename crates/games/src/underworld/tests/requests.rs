//! Training and building.

use skirmish_core::seat::Seat;

use super::{check, count, draw, draw_with, drawn, hp, turn, weaken};
use crate::underworld::{Config, Kind};

const HOME: &str = "C0 . . . . . .\n. B0 . . . . .\n. . . . . . .\n. . . . . . C1";

fn with_money(drawing: &str, money: i64) -> crate::underworld::Underworld {
    draw_with(drawing, Config { money, ..Config::default() })
}

#[test]
fn a_barracks_spawns_onto_each_of_its_four_neighbours() {
    for (heading, x, y) in [("N", 1, 0), ("E", 2, 1), ("S", 1, 2), ("W", 0, 1)] {
        let mut game = draw(HOME);
        turn(&mut game, &[&format!("spawn 1 1 {heading}")]);
        assert_eq!(hp(&game, x, y), 500, "{heading}");
        assert_eq!(game.money(Seat(0)), 2500);
    }
}

#[test]
fn one_request_per_barracks_the_first_counts() {
    check(HOME, &["spawn 1 1 E;spawn 1 1 S"], &HOME.replacen("B0 .", "B0 W0", 1));
}

#[test]
fn a_spawn_off_the_board_is_as_if_never_said() {
    check(
        "B0 . . . . .\nC0 . . . . C1\n. . . . . .",
        &["spawn 0 0 N;spawn 0 0 W;spawn 0 0 E"],
        "B0 W0 . . . .\nC0 . . . . C1\n. . . . . .",
    );
}

#[test]
fn an_unknown_direction_uses_up_the_barracks() {
    check(HOME, &["spawn 1 1 X;spawn 1 1 E"], HOME);
}

#[test]
fn an_unknown_direction_spawns_where_the_barracks_fell() {
    let mut game = draw("C0 . . . . . .\n. B0 . W1 . . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 1, 1, 100);
    turn(&mut game, &["spawn 1 1 X"]);
    assert_eq!((count(&game, 0, Kind::Barracks), hp(&game, 1, 1)), (0, 500));
}

#[test]
fn one_cannot_spawn_onto_an_occupied_cell() {
    let board = "C0 ## . . . . .\nF0 B0 W0 . . . .\n. . . . . . .\n. . . . . . C1";
    for heading in ["N", "E", "W"] {
        check(board, &[&format!("spawn 1 1 {heading}")], board);
    }
}

#[test]
fn a_cell_that_a_warrior_leaves_can_be_spawned_on() {
    check(
        "C0 . . . . . .\n. B0 W0 . . . .\n. . . . . . .\n. . . . . . C1",
        &["spawn 1 1 E;move 2 1 E"],
        "C0 . . . . . .\n. B0 W0 W0 . . .\n. . . . . . .\n. . . . . . C1",
    );
}

#[test]
fn a_cell_on_which_something_fell_can_be_spawned_on() {
    let mut game = draw("C0 . . . . . .\n. B0 W1 W0 . . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 2, 1, 100);
    turn(&mut game, &["spawn 1 1 E"]);
    assert_eq!(count(&game, 0, Kind::Warrior), 2, "{}", drawn(&game));
}

#[test]
fn a_spawn_request_stands_if_the_barracks_falls() {
    let mut game = draw("C0 . . . . . .\n. B0 . W1 . . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 1, 1, 100);
    turn(&mut game, &["spawn 1 1 S"]);
    assert_eq!((count(&game, 0, Kind::Barracks), hp(&game, 1, 2)), (0, 500));
}

#[test]
fn a_new_warrior_fights_from_the_next_turn() {
    let mut game = draw("C0 . . . . . .\n. B0 . F1 . . .\n. . . . . . .\n. . . . . . C1");
    turn(&mut game, &["spawn 1 1 E"]);
    assert_eq!(hp(&game, 3, 1), 1000);
    turn(&mut game, &[]);
    assert_eq!(hp(&game, 3, 1), 900);
}

#[test]
fn a_new_warrior_moves_from_the_next_turn() {
    let mut game = draw("C0 . . . . . .\n. B0 . . . . .\n. . . . . . .\n. . . . . . C1");
    turn(&mut game, &["spawn 1 1 E;move 2 1 E"]);
    assert_eq!((hp(&game, 2, 1), hp(&game, 3, 1)), (500, 0));
    turn(&mut game, &["move 2 1 E"]);
    assert_eq!((hp(&game, 2, 1), hp(&game, 3, 1)), (0, 500));
}

#[test]
fn two_players_spawning_onto_one_cell_get_nothing() {
    let board = "C0 . . . . . .\n. B0 . B1 . . .\n. . . . . . .\n. . . . . . C1";
    check(board, &["spawn 1 1 E", "spawn 3 1 W"], board);
}

#[test]
fn a_collision_counts_even_if_one_could_not_pay() {
    let mut game = draw("C0 . . . . . .\n. B0 . B1 . . .\n. . . . . . .\n. . . . . . C1");
    game.money[1] = 0;
    turn(&mut game, &["spawn 1 1 E", "spawn 3 1 W"]);
    assert_eq!(count(&game, 0, Kind::Warrior), 0);
}

#[test]
fn two_own_barracks_aiming_at_one_cell_give_one_warrior_paid_once() {
    let mut game = draw("C0 . . . . . .\n. B0 . B0 . . .\n. . . . . . .\n. . . . . . C1");
    turn(&mut game, &["spawn 1 1 E;spawn 3 1 W"]);
    assert_eq!((count(&game, 0, Kind::Warrior), game.money(Seat(0))), (1, 2500));
}

#[test]
fn one_spawns_with_own_barracks_only() {
    check(HOME, &["spawn 0 0 E;spawn 3 3 N", "spawn 1 1 E"], HOME);
}

#[test]
fn without_money_nothing_is_spawned() {
    let mut game = with_money(HOME, 499);
    turn(&mut game, &["spawn 1 1 E"]);
    assert_eq!((count(&game, 0, Kind::Warrior), game.money(Seat(0))), (0, 499));
}

#[test]
fn farms_and_barracks_are_built_within_distance_two_of_an_own_building() {
    for y in 0..6_i16 {
        for x in 0..8_i16 {
            let near = x * x + y * y <= 4 || (x - 3).pow(2) + (y - 3).pow(2) <= 4;
            for (letter, kind) in [("B", Kind::Barracks), ("F", Kind::Farm)] {
                let mut game = draw(
                    "C0 . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . F0 . . . .\n. . . . . . . .\n. . . . . . . C1",
                );
                let (free, before) = (hp(&game, x, y) == 0, count(&game, 0, kind));
                turn(&mut game, &[&format!("build {x} {y} {letter}")]);
                assert_eq!(count(&game, 0, kind) > before, near && free, "{letter} at {x}, {y}");
            }
        }
    }
}

#[test]
fn warriors_are_no_buildings_to_build_near() {
    let board = "C0 . . . . . .\n. . . . W0 . .\n. . . . . . .\n. . . . . . C1";
    check(board, &["build 4 2 F"], board);
}

#[test]
fn building_costs_its_price() {
    let mut game = draw(HOME);
    turn(&mut game, &["build 0 1 F;build 2 2 B"]);
    assert_eq!(game.money(Seat(0)), 3000 - 1000 - 1500);
}

#[test]
fn one_builds_near_a_building_that_falls_in_this_turn() {
    let mut game = draw("C0 . . . . . . .\n. . . . F0 . W1 .\n. . . . . . . .\n. . . . . . . C1");
    weaken(&mut game, 4, 1, 100);
    turn(&mut game, &["build 4 2 F"]);
    assert_eq!((hp(&game, 4, 1), hp(&game, 4, 2)), (0, 1000));
}

#[test]
fn one_does_not_build_near_what_is_built_in_this_turn() {
    let mut game = draw(HOME);
    turn(&mut game, &["build 3 1 F;build 5 1 F"]);
    assert_eq!(count(&game, 0, Kind::Farm), 1);
}

#[test]
fn one_builds_on_free_cells_only() {
    let board = "C0 ## . . . . .\nW0 B0 . . . . .\n. . . . . . .\n. . . . . . C1";
    check(board, &["build 1 0 F;build 0 1 F;build 1 1 F;build 0 0 F"], board);
}

#[test]
fn two_players_building_on_one_cell_get_nothing() {
    let board = "C0 . F0 . F1 . C1\n. . . . . . .\n. . . . . . .";
    check(board, &["build 3 0 F", "build 3 0 F"], board);
    check(board, &["build 3 0 F", "build 3 0 B"], board);
}

#[test]
fn one_player_asking_twice_gets_one_and_pays_once() {
    let mut game = draw(HOME);
    turn(&mut game, &["build 0 1 F;build 0 1 F"]);
    assert_eq!((count(&game, 0, Kind::Farm), game.money(Seat(0))), (1, 2000));
}

#[test]
fn one_player_asking_for_two_types_on_one_cell_gets_none() {
    let mut game = with_money(HOME, 9000);
    turn(&mut game, &["build 0 1 F;build 0 1 B;build 0 1 F"]);
    assert_eq!((hp(&game, 0, 1), game.money(Seat(0))), (0, 9000));
}

#[test]
fn other_types_are_no_requests() {
    let mut game = draw(HOME);
    turn(&mut game, &["build 0 1 C;build 0 1 #;build 0 1 W;build 0 1 Q;build 0 1 f;build 0 1 F"]);
    assert_eq!(hp(&game, 0, 1), 1000);
}

#[test]
fn requests_are_served_in_order_while_the_money_lasts() {
    let mut game = with_money(HOME, 2600);
    turn(&mut game, &["build 0 1 B;build 2 2 B;build 1 2 F"]);
    assert_eq!((hp(&game, 0, 1), hp(&game, 2, 2), hp(&game, 1, 2)), (1500, 0, 1000));
}

#[test]
fn a_cell_is_served_at_the_place_of_its_first_request() {
    let mut game = with_money(HOME, 1000);
    turn(&mut game, &["build 0 1 F;build 1 2 F;build 0 1 F"]);
    assert_eq!((hp(&game, 0, 1), hp(&game, 1, 2)), (1000, 0));
}

#[test]
fn spawning_pays_before_building() {
    let mut game = with_money(HOME, 1400);
    turn(&mut game, &["build 0 1 F;spawn 1 1 E"]);
    assert_eq!((count(&game, 0, Kind::Warrior), count(&game, 0, Kind::Farm)), (1, 0));
}

#[test]
fn spawning_takes_the_cell_before_building() {
    let mut game = draw(HOME);
    turn(&mut game, &["build 2 1 F;spawn 1 1 E"]);
    assert_eq!((hp(&game, 2, 1), game.money(Seat(0))), (500, 2500));
}

#[test]
fn income_can_be_spent_in_the_same_turn() {
    let mut game = with_money("C0 F0 . . . . .\n. B0 . . . . .\n. . . . . . C1", 450);
    turn(&mut game, &["spawn 1 1 E"]);
    assert_eq!((count(&game, 0, Kind::Warrior), game.money(Seat(0))), (1, 0));
}

#[test]
fn every_farm_pays_every_turn() {
    let mut game = draw("C0 F0 F0 . . . .\nF0 . . . . . F1\n. . . . . . C1");
    turn(&mut game, &[]);
    assert_eq!((game.money(Seat(0)), game.money(Seat(1))), (3150, 3050));
}

#[test]
fn a_farm_that_falls_has_paid_for_this_turn() {
    let mut game = draw("C0 . . . . . .\n. . F0 . W1 . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 2, 1, 100);
    turn(&mut game, &[]);
    turn(&mut game, &[]);
    assert_eq!(game.money(Seat(0)), 3050);
}

#[test]
fn a_new_farm_pays_from_the_next_turn() {
    let mut game = draw(HOME);
    turn(&mut game, &["build 0 1 F"]);
    assert_eq!(game.money(Seat(0)), 2000);
    turn(&mut game, &[]);
    assert_eq!(game.money(Seat(0)), 2050);
}
