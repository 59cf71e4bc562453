//! Movement.

use super::{check, draw, drawn, turn};

#[test]
fn a_warrior_moves_one_cell_in_each_of_four_directions() {
    for (heading, after) in [
        ("N", ". W0 .\n. . .\n. . ."),
        ("E", ". . .\n. . W0\n. . ."),
        ("S", ". . .\n. . .\n. W0 ."),
        ("W", ". . .\nW0 . .\n. . ."),
    ] {
        let frame = |middle: &str| format!("C0 . . . .\n{middle}\n. . . . C1");
        let widen = |rows: &str| rows.lines().map(|row| format!(". {row} .")).collect::<Vec<_>>().join("\n");
        let said = format!("move 2 2 {heading}");
        check(&frame(&widen(". . .\n. W0 .\n. . .")), &[&said], &frame(&widen(after)));
    }
}

#[test]
fn only_warriors_move() {
    let board = "C0 . . . .\nB0 . . . .\nF0 . . . C1";
    check(board, &["move 0 0 E;move 0 1 E;move 0 2 E"], board);
}

#[test]
fn nobody_moves_what_is_not_his() {
    let board = "C0 . . . . . .\nW0 . . . . . W1\n. . . . . . C1";
    check(board, &["move 6 1 W;move 3 1 E", "move 0 1 E"], board);
}

#[test]
fn a_move_onto_a_wall_or_building_fails() {
    let board = "C0 . . . . . .\nF0 W0 ## . . . .\n. . . . . . C1";
    check(board, &["move 1 1 W"], board);
    check(board, &["move 1 1 E"], board);
}

#[test]
fn a_move_onto_a_warrior_that_stays_fails() {
    let board = "C0 . . . . . .\n. W0 W0 . . . .\n. . . . . . C1";
    check(board, &["move 1 1 E"], board);
}

#[test]
fn two_bound_for_one_cell_both_stay() {
    let board = "C0 . . . . . .\n. W0 . W0 . . .\n. . . . . . C1";
    check(board, &["move 1 1 E;move 3 1 W"], board);
    let board = "C0 . . . . . .\n. W0 . W1 . . .\n. . . . . . C1";
    check(board, &["move 1 1 E", "move 3 1 W"], board);
}

#[test]
fn three_bound_for_one_cell_all_stay() {
    let board = "C0 . W0 . . . .\n. W0 . W1 . . .\n. . . . . . C1";
    check(board, &["move 1 1 E;move 2 0 S", "move 3 1 W"], board);
}

#[test]
fn two_that_would_change_places_both_stay() {
    let board = "C0 . . . . . .\n. W0 W1 . . . .\n. . . . . . C1";
    check(board, &["move 1 1 E", "move 2 1 W"], board);
    let board = "C0 . . . . . .\n. W0 W0 . . . .\n. . . . . . C1";
    check(board, &["move 1 1 E;move 2 1 W"], board);
}

#[test]
fn a_chain_moves_if_its_head_can() {
    check(
        "C0 . . . . . .\nW0 W0 W0 . . . .\n. . . . . . C1",
        &["move 0 1 E;move 1 1 E;move 2 1 E"],
        "C0 . . . . . .\n. W0 W0 W0 . . .\n. . . . . . C1",
    );
}

#[test]
fn a_chain_stays_if_its_head_cannot_move() {
    let board = "C0 . . . . . .\nW0 W0 W0 ## . . .\n. . . . . . C1";
    check(board, &["move 0 1 E;move 1 1 E;move 2 1 E"], board);
}

#[test]
fn a_chain_behind_a_collision_stays() {
    let board = "C0 . . . . . .\nW0 W0 . W1 . . .\n. . . . . . C1";
    check(board, &["move 0 1 E;move 1 1 E", "move 3 1 W"], board);
}

#[test]
fn a_ring_of_four_moves() {
    let mut game = draw("C0 . . . . . .\n. W0 W0 . . . .\n. W0 W0 . . . .\n. . . . . . C1");
    super::weaken(&mut game, 1, 1, 77);
    turn(&mut game, &["move 1 1 E;move 2 1 S;move 2 2 W;move 1 2 N"]);
    assert_eq!(super::hp(&game, 2, 1), 77, "{}", drawn(&game));
}

#[test]
fn a_ring_that_somebody_else_wants_into_stays() {
    let mut game = draw("C0 . . . . . .\n. W0 W0 W0 . . .\n. W0 W0 . . . .\n. . . . . . C1");
    super::weaken(&mut game, 1, 1, 77);
    turn(&mut game, &["move 1 1 E;move 2 1 S;move 2 2 W;move 1 2 N;move 3 1 W"]);
    assert_eq!(super::hp(&game, 1, 1), 77, "{}", drawn(&game));
}

#[test]
fn a_cell_left_by_an_enemy_can_be_entered() {
    check(
        "C0 . . . . . .\n. W0 W1 . . . .\n. . . . . . C1",
        &["move 1 1 E", "move 2 1 E"],
        "C0 . . . . . .\n. . W0 W1 . . .\n. . . . . . C1",
    );
}

#[test]
fn the_first_move_of_a_warrior_counts() {
    check(
        "C0 . . . . . .\n. W0 . . . . .\n. . . . . . C1",
        &["move 1 1 E;move 1 1 S"],
        "C0 . . . . . .\n. . W0 . . . .\n. . . . . . C1",
    );
}

#[test]
fn a_move_off_the_board_is_as_if_never_said() {
    check(
        "C0 . . . . . .\nW0 . . . . . .\n. . . . . . C1",
        &["move 0 1 W;move 0 1 E"],
        "C0 . . . . . .\n. W0 . . . . .\n. . . . . . C1",
    );
}

#[test]
fn an_unknown_direction_uses_up_the_move() {
    let board = "C0 . . . . . .\nW0 . . . . . .\n. . . . . . C1";
    for word in ["n", "NE", "?", "5"] {
        check(board, &[&format!("move 0 1 {word};move 0 1 E")], board);
    }
}

#[test]
fn whoever_wants_the_cell_of_a_warrior_without_direction_stays() {
    let board = "C0 . . . . . .\nW0 W0 . . . . .\n. . . . . . C1";
    check(board, &["move 1 1 X;move 0 1 E"], board);
}
