//! Sieges.

use super::*;

/// Plays one turn in which nobody can pay for a new building.
#[track_caller]
fn siege(before: &str, first: &str, second: &str, after: &str) -> Si32 {
    let mut game = position(before);
    (game.sides[0].purse, game.sides[1].purse) = (0, 0);
    settle(&mut game);
    play(&mut game, first, second);
    assert_eq!(drawing(&game), drawing(&position(after)), "\n{}", drawing(&game));
    game
}

#[test]
fn ten_attackers_bring_down_a_building_without_workers() {
    let game = check("B. a10 B. . \n . . . .", "", "", ". . B. . \n . . . .");
    assert_eq!((game.sides[1].buildings, game.sides[0].lost), (1, 10));
}

#[test]
fn nine_do_nothing_to_it() {
    let game = check("B. a9 \n . .", "", "", "B. a9 \n . .");
    assert_eq!(game.sides[0].lost, 0);
}

#[test]
fn every_worker_raises_the_price_by_one() {
    let before = "Bb3 a12 B. . \n . . . .";
    let game = check(before, "", "build 0 0 3", before);
    assert_eq!(game.building_at(cell(0, 0)).expect("it stands").progress, 3);
    siege("Bb3 a13 B. . \n . . . .", "", "build 0 0 3", "b3 . B. . \n . . . .");
}

#[test]
fn only_workers_of_this_turn_raise_the_price() {
    siege("Bb3 a10 B. . \n . . . .", "", "", "b3 . B. . \n . . . .");
    siege("Bb3:5 a10 B. . \n . . . .", "", "mine 0 0 3", "b3:2 . B. . \n . . . .");
}

#[test]
fn at_most_ten_workers_raise_the_price() {
    siege("Bb15 a20 B. . \n . . . .", "", "build 0 0 15", "b15 . B. . \n . . . .");
}

#[test]
fn workers_that_fall_in_combat_do_not_count() {
    // Five of eight workers fall to five attackers; the 13 on the building face three workers.
    siege(
        "a5 Bb8 a13 . \n . . . . \n B. . . . \n . . . .",
        "move 0 0 E 5",
        "build 1 0 8",
        ". b3 . . \n . . . . \n B. . . . \n . . . .",
    );
}

#[test]
fn attackers_that_arrive_this_turn_count() {
    check(
        "a10 B. . . \n . . . . \n B. . . . \n . . . .",
        "move 0 0 E 10",
        "",
        ". . . . \n . . . . \n B. . . . \n . . . .",
    );
}

#[test]
fn attackers_of_all_four_tiles_count_together() {
    check(
        "Ba3 a3 . . \n a3 a3 . . \n B. . . . \n . . . .",
        "",
        "",
        ". . . . \n . a2 . . \n B. . . . \n . . . .",
    );
}

#[test]
fn seat_0_loses_attackers_in_row_order_and_seat_1_in_reverse() {
    check(
        "Ba4 a4 . . \n a4 a4 . . \n B. . . . \n . . . .",
        "",
        "",
        ". . . . \n a2 a4 . . \n B. . . . \n . . . .",
    );
    check(
        "Ab4 b4 . . \n b4 b4 . . \n A. . . . \n . . . .",
        "",
        "",
        "b4 b2 . . \n . . . . \n A. . . . \n . . . .",
    );
}

#[test]
fn workers_of_a_fallen_building_stay_and_produce_nothing() {
    let before = "Bb5 a16 . . \n . . . . \n B. . . . \n . . . .";
    let game = check(before, "", "build 0 0 5", "b5 a1 . . \n . . . . \n B. . . . \n . . . .");
    // Their command is judged after the siege: there is no building left, and the ground is not free.
    assert_eq!(dropped(&game, 1), "1 occupied");
}

#[test]
fn workers_of_a_fallen_building_build_anew_where_they_can() {
    let before = "Bb5 a15 . . \n . . . . \n B. . . . \n . . . .";
    let game = check(before, "", "build 0 0 5", "Bb5 . . . \n . . . . \n B. . . . \n . . . .");
    assert_eq!((game.sides[1].purse, game.sides[1].built, game.sides[1].buildings), (0, 3, 2));
}

#[test]
fn attackers_can_build_on_the_ground_they_freed() {
    let game = check(
        "Ba12 . . . \n . . . . \n B. . . . \n . . . .",
        "build 0 0 1",
        "",
        "Aa2 . . . \n . . . . \n B. . . . \n . . . .",
    );
    assert_eq!(game.sides[0].buildings, 1);
}

#[test]
fn attackers_lost_in_the_siege_carry_out_nothing() {
    let before = "Ba12:20 . . . \n . . . . \n B. . . . \n . . . .";
    let game = check(before, "mine 0 0 1; mine 0 0 12", "", "a2:18 . . . \n . . . . \n B. . . . \n . . . .");
    assert_eq!(dropped(&game, 0), "");
    let game = check(before, "mine 0 0 2; mine 0 0 10", "", "a2:18 . . . \n . . . . \n B. . . . \n . . . .");
    assert_eq!(dropped(&game, 0), "2 lost");
}

#[test]
fn own_units_do_not_besiege_their_building() {
    check("Aa50 . \n . .", "", "", "Aa50 . \n . .");
}

#[test]
fn a_fallen_building_takes_its_progress_with_it() {
    let mut game = position("Ba20 . . . \n . . . . \n B. . . . \n . . . .");
    game.progress[0] = 4;
    play(&mut game, "build 0 0 1", "");
    assert_eq!(game.building_at(cell(0, 0)).expect("built anew").progress, 0);
}

#[test]
fn two_sieges_in_one_turn_both_happen() {
    let after = ". . . . \n . . . . \n . . . . \n . . . . \n";
    let game = check("Ba10 . . . \n . . . . \n Ab10 . . . \n . . . .", "", "", after);
    assert_eq!(standing(&game).expect("nobody is left").winner(), None);
}
