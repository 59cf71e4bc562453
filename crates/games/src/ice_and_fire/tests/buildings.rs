//! Mines and towers.

use super::*;

#[test]
fn buildings_need_an_owned_free_cell_in_the_territory() {
    let rows = ["ro1X.r.....B", "*r.........B"];
    check(&rows, "BUILD MINE 1 0", ".");
    check(&rows, "BUILD TOWER 1 1", ".");
    check(&rows, "BUILD MINE 0 1", "n");
    check(&rows, "BUILD TOWER 2 1", "n");
    check(&rows, "BUILD TOWER 2 0", "o");
    check(&rows, "BUILD TOWER 3 0", "o");
    check(&rows, "BUILD TOWER 0 0", "o");
    check(&rows, "BUILD TOWER 5 0", "p");
    check(&rows, "BUILD TOWER 11 11", "p");
    check(&rows, "BUILD TOWER 1 1; BUILD TOWER 1 1", ".o");
}

#[test]
fn mines_stand_on_mine_spots_and_towers_elsewhere() {
    check(&["ror........B"], "BUILD MINE 2 0; BUILD TOWER 1 0; BUILD MINE 1 0; BUILD TOWER 2 0", "tT..");
}

#[test]
fn each_mine_makes_the_next_dearer() {
    let mut state = draw(&["rooo.......B"]);
    for (spent, line) in [(20, "BUILD MINE 1 0"), (44, "BUILD MINE 2 0"), (72, "BUILD MINE 3 0")] {
        assert_eq!(order(&mut state, line), ".");
        assert_eq!(state.gold(RED), 100 - spent);
    }
}

#[test]
fn a_mine_that_is_cut_off_still_makes_the_next_dearer() {
    let mut state = draw(&["ro.m.......B"]);
    order(&mut state, "BUILD MINE 1 0");
    assert_eq!(state.gold(RED), 100 - 24);
}

#[test]
fn a_tower_costs_fifteen() {
    let mut state = draw(&["rr.........B"]);
    state.gold[0] = 14;
    assert_eq!(order(&mut state, "BUILD TOWER 1 0"), "$");
    state.gold[0] = 15;
    assert_eq!(order(&mut state, "BUILD TOWER 1 0"), ".");
    assert_eq!(state.gold(RED), 0);
}

#[test]
fn gold_is_tested_before_mine_spots() {
    let mut state = draw(&["ror........B"]);
    state.gold[0] = 0;
    assert_eq!(order(&mut state, "BUILD MINE 2 0; BUILD TOWER 1 0"), "$$");
}

#[test]
fn a_tower_guards_its_cell_and_those_beside_it_against_levels_1_and_2() {
    let rows = ["rrrrrrrrr..B", "rBBBBBBr...B", "rBBTBBBBBBBB", "rBBBB......B"];
    for (x, y, letters) in [
        (3, 1, "oo."), // above the tower
        (2, 1, "..."), // diagonal
        (4, 1, "..."), // diagonal
        (1, 1, "..."),
    ] {
        for (level, letter) in (1..=3).zip(letters.chars()) {
            check(&rows, &format!("TRAIN {level} {x} {y}"), &letter.to_string());
        }
    }
    let rows = ["rrrrrrrrr..B", "rBB1BBBr...B", "rBBTBBBBBBBB"];
    check(&rows, "TRAIN 1 3 2; TRAIN 2 3 2; TRAIN 3 3 2", "oo.");
}

#[test]
fn a_tower_guards_only_cells_of_its_owner() {
    check(&["rrr........B", "..T........B", "..BBBBBBBBBB"], "TRAIN 1 1 1; TRAIN 1 3 0", "..");
}

#[test]
fn a_tower_that_is_cut_off_guards_nothing_but_itself() {
    let rows = ["rrB........B", "r.TB.......B"];
    check(&rows, "TRAIN 1 2 0; TRAIN 2 2 1; TRAIN 3 2 1", ".o.");
}

#[test]
fn a_tower_guards_the_headquarters_too() {
    let mut rows = ["...........B"; 12];
    rows[0] = "rrrrrrrrrrrr";
    for row in &mut rows[1..10] {
        *row = "...........r";
    }
    rows[10] = "..........r1";
    rows[11] = "..........TB";
    check(&rows, "TRAIN 2 11 11; TRAIN 3 11 11", "o.");
}

#[test]
fn a_destroyed_tower_guards_no_more() {
    check(&["rrrr.......B", "..BT.......B", "..BBBBBBBBBB"], "TRAIN 1 2 1; TRAIN 3 3 1; TRAIN 1 2 1", "o..");
}
