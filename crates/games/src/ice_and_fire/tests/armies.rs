//! Training, moving and fighting.

use super::*;

#[test]
fn units_are_trained_in_the_territory_or_beside_it() {
    let rows = ["rr.r.......B"];
    check(&rows, "TRAIN 1 1 0", ".");
    check(&rows, "TRAIN 1 2 0", ".");
    check(&rows, "TRAIN 1 1 1", ".");
    check(&rows, "TRAIN 1 2 1", "p");
    check(&rows, "TRAIN 1 4 0", "p");
    check(&rows, "TRAIN 1 3 0", "p");
}

#[test]
fn training_costs_10_20_30() {
    for (level, cost) in [(1, 10), (2, 20), (3, 30)] {
        let mut state = draw(&["rr.........B"]);
        state.gold[0] = cost - 1;
        assert_eq!(order(&mut state, &format!("TRAIN {level} 2 0")), "$");
        state.gold[0] = cost;
        assert_eq!(order(&mut state, &format!("TRAIN {level} 2 0")), ".");
        assert_eq!(state.gold(RED), 0);
    }
}

#[test]
fn gold_is_tested_before_the_cell() {
    let mut state = draw(&["r1.........B"]);
    state.gold[0] = 0;
    assert_eq!(order(&mut state, "TRAIN 1 1 0"), "$");
}

#[test]
fn units_destroy_lower_levels_and_level_3_destroys_all() {
    for (level, letters) in [(1, "ooo"), (2, ".oo"), (3, "...")] {
        for (unit, letter) in "XYZ".chars().zip(letters.chars()) {
            let row = format!("rr{unit}BBBBBBBBB");
            check(&[&row], &format!("TRAIN {level} 2 0"), &letter.to_string());
            let row = format!("r{level}{unit}BBBBBBBBB");
            check(&[&row], "MOVE 1 2 0", &letter.to_string());
        }
    }
}

#[test]
fn every_level_destroys_mines_and_takes_empty_cells() {
    for level in 1..=3 {
        for mark in ["M", "B", ".", "*"] {
            let row = format!("r{level}{mark}BBBBBBBBB");
            check(&[&row], "MOVE 1 2 0", ".");
        }
    }
}

#[test]
fn only_level_3_destroys_towers() {
    for (level, letter) in [(1, "o"), (2, "o"), (3, ".")] {
        check(&[&format!("r{level}TBBBBBBBBB")], "MOVE 1 2 0", letter);
    }
}

#[test]
fn the_attacker_survives_and_takes_the_cell() {
    let mut state = draw(&["r2X........B", "..B........B", "..BBBBBBBBBB"]);
    order(&mut state, "MOVE 1 2 0");
    assert_eq!((state.owner(at(2, 0)), state.unit(at(2, 0)).map(|(id, _)| id)), (Some(RED), Some(1)));
    assert_eq!(state.army(BLUE).count(), 0);
    assert_eq!(
        (state.unit(at(1, 0)), state.owner(at(1, 0))),
        (None, Some(RED)),
        "the cell left behind stays owned"
    );
}

#[test]
fn own_units_and_buildings_block() {
    check(
        &["r1m........B", ".1t........B"],
        "MOVE 1 2 0; MOVE 1 0 0; MOVE 1 1 1; TRAIN 1 1 1; TRAIN 3 2 1; TRAIN 3 0 0",
        "oooooo",
    );
}

#[test]
fn a_unit_moves_once_a_turn() {
    check(&["r1.........B"], "MOVE 1 2 0; MOVE 1 3 0", ".m");
}

#[test]
fn a_unit_cannot_move_in_the_turn_in_which_it_was_trained() {
    let mut state = draw(&["rr.........B"]);
    assert_eq!(
        turn(&mut state, "TRAIN 1 2 0; MOVE 1 3 0"),
        ".i",
        "nor was its id known when the line was read"
    );
    turn(&mut state, "WAIT");
    assert_eq!(turn(&mut state, "MOVE 1 3 0"), ".");
}

#[test]
fn a_unit_may_walk_over_own_cells() {
    check(&["r1rr.......B"], "MOVE 1 2 0", ".");
}

#[test]
fn a_far_target_is_approached_by_one_step() {
    let mut state = draw(&["r1.........B"]);
    assert_eq!(order(&mut state, "MOVE 1 4 0"), ".");
    assert!(state.unit(at(2, 0)).is_some());
}

/// From (2, 2) each of these targets is diagonal: two steps lead equally near.
#[track_caller]
fn check_ties(state: &IceAndFire, expected: [(i16, i16); 4]) {
    for ((x, y), step) in [(3, 1), (3, 3), (1, 3), (1, 1)].into_iter().zip(expected) {
        let mut state = state.clone();
        assert_eq!(order(&mut state, &format!("MOVE 1 {x} {y}")), ".");
        assert!(state.unit(at(step.0, step.1)).is_some(), "to ({x}, {y})");
    }
}

#[test]
fn ties_are_broken_by_up_right_down_left_for_red() {
    let state = draw(&["rrr........B", "..r........B", "..1........B"]);
    check_ties(&state, [(2, 1), (3, 2), (2, 3), (2, 1)]);
}

#[test]
fn ties_are_broken_by_down_left_up_right_for_blue() {
    let state = draw_for_blue(&["r..........B", "...........B", "..XBBBBBBBBB"]);
    check_ties(&state, [(2, 1), (2, 3), (2, 3), (1, 2)]);
}

#[test]
fn a_step_that_cannot_be_entered_gives_way_to_one_as_near() {
    let mut state = draw(&["rr1r.......B", "rrm........B", "rrr1.......B"]);
    assert_eq!(order(&mut state, "MOVE 1 3 1"), ".", "down is a mine, so right");
    assert!(state.unit(at(3, 0)).is_some());
}

#[test]
fn distance_is_walked_around_void_but_through_everything_else() {
    // Straight ahead is void: the way leads down.
    let mut state = draw(&["r1#........B", "..#........B", "...........B"]);
    assert_eq!(order(&mut state, "MOVE 1 3 0"), ".");
    assert!(state.unit(at(1, 1)).is_some());
    // Straight ahead is a stronger unit: it is no obstacle to the reckoning, and nothing is as near.
    check(&["r1Z.BBBBBBBB", "..B.B......B", "..BBB......B"], "MOVE 1 3 0", "s");
}

#[test]
fn a_unit_that_stays_may_be_moved_by_a_later_order() {
    check(
        &["r1Z.BBBBBBBB", "..B.B......B", "..BBB......B"],
        "MOVE 1 3 0; MOVE 1 1 0; MOVE 1 1 1; MOVE 1 1 2",
        "ss.m",
    );
}

#[test]
fn a_target_that_cannot_be_reached_leaves_the_unit_where_it_is() {
    check(&["r1..#.#....B", "....##.....B"], "MOVE 1 5 0", "s");
}

#[test]
fn a_neighbour_that_cannot_be_entered_is_refused_at_once() {
    check(&["r1X.BBBBBBBB", "..B.B......B", "..BBB......B"], "MOVE 1 2 0", "o");
}

#[test]
fn ids_count_up_over_both_players() {
    let mut state = draw(&["rr.........B"]);
    turn(&mut state, "TRAIN 1 2 0; TRAIN 1 1 1");
    turn(&mut state, "TRAIN 1 10 0");
    turn(&mut state, "TRAIN 1 0 1");
    let ids: Vec<u32> =
        [at(2, 0), at(1, 1), at(10, 0), at(0, 1)].iter().map(|&cell| state.unit(cell).unwrap().0).collect();
    assert_eq!(ids, [1, 2, 3, 4]);
}

#[test]
fn the_highest_level_of_a_league_destroys_its_like() {
    let config = Config { max_level: 1, ..Config::default() };
    let mut state = drawn_with(&config, &["r1XBBBBBBBBB"]);
    assert_eq!(order(&mut state, "TRAIN 2 2 0; MOVE 1 2 0"), "l.");
    let config = Config { max_level: 2, ..Config::default() };
    let mut state = drawn_with(&config, &["r1YBBBBBBBBB"]);
    assert_eq!(order(&mut state, "MOVE 1 2 0; TRAIN 3 2 0; TRAIN 2 2 0"), "ol.");
}

#[test]
fn ids_are_found_however_many_units_came_before() {
    let mut state = draw(&["r1.........B"]);
    for _ in 0..600 {
        let id = state.roster.enlist(Level::ALL[0], 1);
        assert_eq!(state.roster.find(id), Some(1));
        assert_eq!(state.roster.find(id - 1), None);
    }
    // Two units whose ids share a hint are both found.
    let old = state.roster.enlist(Level::ALL[0], 2);
    for _ in 0..255 {
        state.roster.enlist(Level::ALL[0], 3);
    }
    let new = state.roster.enlist(Level::ALL[1], 4);
    assert_eq!(new - old, 256);
    assert_eq!((state.roster.find(old), state.roster.find(new)), (Some(2), Some(4)));
}
