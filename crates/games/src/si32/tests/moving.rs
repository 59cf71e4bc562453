//! Commands are served in order while units last; units move to one of four neighbours.

use super::*;

#[test]
fn a_move_goes_to_the_neighbour_in_its_direction() {
    for (way, after) in [
        ("N", ". a2 . \n . a1 . \n . . ."),
        ("E", ". . . \n . a1 a2 \n . . ."),
        ("S", ". . . \n . a1 . \n . a2 ."),
        ("W", ". . . \n a2 a1 . \n . . ."),
    ] {
        check(". . . \n . a3 . \n . . .", &format!("move 1 1 {way} 2"), "", after);
    }
}

#[test]
fn commands_of_one_tile_are_served_in_order_while_units_last() {
    let game = check("a5:9 . .", "move 0 0 E 2; mine 0 0 2; move 0 0 E 4", "", "a2:7 a3 .");
    assert_eq!(dropped(&game, 0), "", "a command that is cut down is not dropped");
}

#[test]
fn what_exceeds_the_units_is_dropped() {
    let game = check("a2 . .", "move 0 0 E 99; move 0 0 E 1", "", ". a2 .");
    assert_eq!(dropped(&game, 0), "2 no-units");
}

#[test]
fn huge_numbers_mean_all_units() {
    check("a2 .", "move 0 0 E 99999999999999999999999", "", ". a2");
}

#[test]
fn units_without_a_command_idle() {
    check("a3:5 b1:5", "", "", "a3:5 b1:5");
}

#[test]
fn a_move_off_the_board_is_dropped_first_and_uses_no_unit() {
    let game = check("a3 .", "move 0 0 N 3; move 0 0 W 3; move 0 0 S 3; move 0 0 E 3", "", ". a3");
    assert_eq!(dropped(&game, 0), "1 edge; 2 edge; 3 edge");
}

#[test]
fn a_bad_line_uses_no_unit() {
    let game = check("a3 .", "fly 0 0 E 3; move 0 0 X 3; move 0 0 E 3", "", ". a3");
    assert_eq!(dropped(&game, 0), "1 command; 2 direction");
}

#[test]
fn a_tile_off_the_board_is_dropped() {
    let far = "mine -1 0 1; mine 0 2 1; move 2 0 W 1; build 99999 0 1; mine 0 -99999999999999999999 1";
    check_dropped("a1 . \n . .", far, "1 off-board; 2 off-board; 3 off-board; 4 off-board; 5 off-board");
}

#[test]
fn a_tile_without_own_units_is_dropped() {
    check_dropped("a1 b1", "move 1 0 W 1; mine 1 0 1; build 1 0 1", "1 no-units; 2 no-units; 3 no-units");
}

#[test]
fn units_that_arrive_do_not_move_again() {
    let game = check("a2 . .", "move 0 0 E 2; move 1 0 E 2", "", ". a2 .");
    assert_eq!(dropped(&game, 0), "2 no-units");
}

#[test]
fn two_groups_of_one_player_swap_tiles() {
    check("a3 a1", "move 0 0 E 3; move 1 0 W 1", "", "a1 a3");
}

#[test]
fn moves_of_one_tile_in_one_direction_add_up() {
    check("a5 .", "move 0 0 E 1; move 0 0 E 2", "", "a2 a3");
}
