//! What each order does, and when it fails.

use super::*;

const PLAIN: &[&str] = &["0...1", ".....", "..b..", ".....", "....."];

#[test]
fn both_kinds_of_units_may_idle() {
    check(PLAIN, (2, 2), "IDLE 4 4", PLAIN);
    check(PLAIN, (0, 0), "IDLE 4 4", PLAIN);
}

#[test]
fn the_numbers_of_idle_are_ignored() {
    check(PLAIN, (2, 2), "IDLE -7 99999", PLAIN);
}

#[test]
fn a_base_creates_a_troop_beside_it() {
    let scene = check(PLAIN, (0, 0), "CREATE_TROOP 1 1", &["0...1", ".a...", "..b..", ".....", "....."]);
    assert_eq!(scene.state.gold(ZERO), 90);
}

#[test]
fn all_eight_neighbours_are_adjacent() {
    let before = [".....", ".....", "..b..", ".....", "0...1"];
    for (row, col) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)] {
        let scene = {
            let mut scene = Scene::new(&before);
            scene.wait_for(2, 2).say(&format!("MOVE {row} {col}"));
            scene
        };
        assert!(scene.state.troop_at(Cell::new(col, row)).is_some(), "({row}, {col})");
    }
}

#[test]
fn only_a_base_creates_troops() {
    refused(PLAIN, (2, 2), "CREATE_TROOP 2 3", Refusal::NotABase);
}

#[test]
fn a_troop_is_created_on_an_adjacent_cell() {
    refused(PLAIN, (0, 0), "CREATE_TROOP 0 2", Refusal::NotAdjacent);
    refused(PLAIN, (0, 0), "CREATE_TROOP 0 0", Refusal::NotAdjacent);
    refused(PLAIN, (0, 0), "CREATE_TROOP -1 0", Refusal::OffBoard);
}

#[test]
fn a_base_under_a_troop_cannot_create() {
    let mut scene = Scene::new(&["a..1 | 0...", "....", "....", "...."]);
    assert!(!scene.acting().is_troop());
    scene.say("CREATE_TROOP 1 1");
    assert_eq!(scene.refusal(), Some(Refusal::Covered));
}

#[test]
fn an_enemy_troop_on_a_base_stops_it_too() {
    let mut scene = Scene::new(&["A..1 | 0...", "....", "....", "...."]);
    scene.say("CREATE_TROOP 1 1");
    assert_eq!(scene.refusal(), Some(Refusal::Covered));
}

#[test]
fn a_troop_is_not_created_on_a_troop() {
    for other in ["0a.1", "0A.1"] {
        refused(&[other, "....", "....", "...."], (0, 0), "CREATE_TROOP 0 1", Refusal::Occupied);
    }
}

#[test]
fn a_troop_may_be_created_on_a_base() {
    check(
        &["01..", "....", "....", "...."],
        (0, 0),
        "CREATE_TROOP 0 1",
        &["0a.. | 01..", "....", "....", "...."],
    );
    check(
        &["00.1", "....", "....", "...."],
        (0, 0),
        "CREATE_TROOP 0 1",
        &["0a.. | 00.1", "....", "....", "...."],
    );
}

#[test]
fn a_troop_costs_gold() {
    refused_with(PLAIN, |config| config.start_gold = 9, (0, 0), "CREATE_TROOP 0 1", Refusal::TooPoor);
    let mut scene = Scene::with(PLAIN, |config| (config.start_gold, config.troop_cost) = (9, 9));
    scene.say("CREATE_TROOP 0 1");
    assert_eq!((scene.refusal(), scene.state.gold(ZERO)), (None, 0));
}

#[test]
fn a_new_troop_is_as_high_as_the_config_says() {
    let mut scene = Scene::with(PLAIN, |config| config.troop_height = 3);
    scene.say("CREATE_TROOP 0 1").looks_like(&["0c..1", ".....", "..b..", ".....", "....."]);
}

#[test]
fn no_troop_is_created_beyond_the_limit() {
    refused_with(PLAIN, |config| config.max_units = 2, (0, 0), "CREATE_TROOP 0 1", Refusal::Full);
}

#[test]
fn a_troop_mines_twice_its_height_at_once() {
    for (troop, gold) in [('a', 102), ('c', 106), ('z', 152)] {
        let row = format!("{troop}... | $...");
        let scene =
            check(&["0..1", "....", &row, "...."], (2, 0), "MINE 0 0", &["0..1", "....", &row, "...."]);
        assert_eq!((scene.state.gold(ZERO), scene.state.gold(ONE)), (gold, 100));
    }
}

#[test]
fn the_numbers_of_mine_are_ignored() {
    let rows = ["0..1", "a... | $...", "....", "...."];
    assert_eq!(check(&rows, (1, 0), "MINE 77 -3", &rows).state.gold(ZERO), 102);
}

#[test]
fn the_yield_of_a_mine_is_a_setting() {
    let mut scene = Scene::with(&["0..1", "b... | $...", "....", "...."], |config| config.mine_yield = 5);
    scene.wait_for(1, 0).say("MINE 0 0");
    assert_eq!(scene.state.gold(ZERO), 110);
}

#[test]
fn a_mine_is_endless() {
    let mut scene = Scene::new(&["0..1", "a... | $...", "....", "...."]);
    for _ in 0..50 {
        scene.wait_for(1, 0).say("MINE 0 0");
    }
    assert_eq!(scene.state.gold(ZERO), 200);
}

#[test]
fn only_a_troop_on_a_mine_mines() {
    refused(PLAIN, (2, 2), "MINE 2 2", Refusal::NoMine);
    refused(PLAIN, (0, 0), "MINE 0 0", Refusal::NotATroop);
}

#[test]
fn a_mine_stays_a_mine_under_a_base() {
    let mut scene = Scene::with(&["0..1", "c... | $...", "....", "...."], |config| config.base_height = 2);
    scene.wait_for(1, 0).say("CREATE_BASE 1 0");
    scene.finish_round().wait_for(1, 0).say("MINE 0 0");
    assert_eq!((scene.refusal(), scene.state.gold(ZERO)), (None, 102));
}

#[test]
fn a_troop_moves_to_an_adjacent_cell() {
    check(PLAIN, (2, 2), "MOVE 3 1", &["0...1", ".....", ".....", ".b...", "....."]);
    refused(PLAIN, (2, 2), "MOVE 2 4", Refusal::NotAdjacent);
    refused(PLAIN, (2, 2), "MOVE 2 2", Refusal::NotAdjacent);
    refused(PLAIN, (2, 2), "MOVE 4 1", Refusal::NotAdjacent);
}

#[test]
fn nobody_leaves_the_board() {
    let rows = ["0..1", "....", "....", "...a"];
    for order in
        ["MOVE 4 3", "MOVE 3 4", "MOVE 4 4", "MOVE -1 3", "MOVE 70000 70000", "SPLIT 4 4", "CLIMB 4 4"]
    {
        refused(&rows, (3, 3), order, Refusal::OffBoard);
    }
}

#[test]
fn only_a_troop_moves() {
    for order in ["MOVE 1 1", "CAPTURE 1 1", "CLIMB 1 1", "SPLIT 1 1", "CREATE_BASE 0 0"] {
        refused(PLAIN, (0, 0), order, Refusal::NotATroop);
    }
}

#[test]
fn a_troop_does_not_move_onto_a_troop() {
    for other in ["ab..", "aB.."] {
        refused(&["0..1", other, "....", "...."], (1, 0), "MOVE 1 1", Refusal::Occupied);
    }
}

#[test]
fn a_troop_may_move_onto_any_base() {
    check(&["0a.1", "....", "....", "...."], (0, 1), "MOVE 0 0", &["a... | 0..1", "....", "....", "...."]);
    check(&["0.a1", "....", "....", "...."], (0, 2), "MOVE 0 3", &["...a | 0..1", "....", "....", "...."]);
}

#[test]
fn a_captor_owns_the_stack_and_keeps_its_id() {
    let before = ["0...1", ".....", "..aC.", ".....", "....."];
    let scene = check(&before, (2, 2), "CAPTURE 2 3", &["0...1", ".....", "...d.", ".....", "....."]);
    let stack = scene.state.troop_at(Cell::new(3, 2)).unwrap();
    assert_eq!((stack.id, stack.seat(), stack.height), (2, ZERO, 4));
}

#[test]
fn the_height_of_an_enemy_does_not_protect_it() {
    let mut scene = Scene::new(&["0..1", "aZ..", "....", "...."]);
    scene.wait_for(1, 0).say("CAPTURE 1 1");
    let stack = scene.state.troop_at(Cell::new(1, 1)).unwrap();
    assert_eq!((stack.seat(), stack.height), (ZERO, 27));
}

#[test]
fn only_an_adjacent_enemy_is_captured() {
    let before = ["0...1", ".....", "b.aC.", ".....", "..A.."];
    refused(&before, (2, 2), "CAPTURE 4 2", Refusal::NotAdjacent);
    refused(&before, (2, 2), "CAPTURE 1 2", Refusal::NoEnemy);
    refused(&["0..1", "ab..", "....", "...."], (1, 0), "CAPTURE 1 1", Refusal::NoEnemy);
}

#[test]
fn a_base_is_never_captured() {
    refused(&["0.a1", "....", "....", "...."], (0, 2), "CAPTURE 0 3", Refusal::NoEnemy);
}

#[test]
fn a_troop_on_a_base_is_captured_and_climbed_there() {
    let before = ["0a.B | 0..1", "..a.", "....", "...."];
    check(&before, (1, 2), "CAPTURE 0 3", &["0a.c | 0..1", "....", "....", "...."]);
    let before = ["b..1 | 0..1", ".a..", "....", "...."];
    check(&before, (1, 1), "CLIMB 0 0", &["c..1 | 0..1", "....", "....", "...."]);
}

#[test]
fn a_climber_is_on_top_and_keeps_its_id() {
    let scene =
        check(&["0..1", "ab..", "....", "...."], (1, 0), "CLIMB 1 1", &["0..1", ".c..", "....", "...."]);
    assert_eq!(scene.state.troop_at(Cell::new(1, 1)).unwrap().id, 2);
}

#[test]
fn only_an_adjacent_friend_is_climbed() {
    refused(&["0..1", "a.b.", "....", "...."], (1, 0), "CLIMB 1 2", Refusal::NotAdjacent);
    refused(&["0..1", "aB..", "....", "...."], (1, 0), "CLIMB 1 1", Refusal::NoFriend);
    refused(&["0..1", "a...", "....", "...."], (1, 0), "CLIMB 1 1", Refusal::NoFriend);
}

#[test]
fn an_even_troop_splits_in_equal_halves() {
    check(&["0..1", "d...", "....", "...."], (1, 0), "SPLIT 1 1", &["0..1", "bb..", "....", "...."]);
}

#[test]
fn an_odd_troop_leaves_the_larger_half_behind() {
    let scene =
        check(&["0..1", "e...", "....", "...."], (1, 0), "SPLIT 1 1", &["0..1", "cb..", "....", "...."]);
    let id = |col| scene.state.troop_at(Cell::new(col, 1)).unwrap().id;
    assert_eq!((id(1), id(0)), (2, 4), "the upper half keeps the id, the lower one gets a new one");
}

#[test]
fn a_troop_of_height_1_cannot_split() {
    refused(&["0..1", "a...", "....", "...."], (1, 0), "SPLIT 1 1", Refusal::TooLow);
}

#[test]
fn a_troop_splits_onto_a_free_adjacent_cell() {
    refused(&["0..1", "b...", "....", "...."], (1, 0), "SPLIT 1 2", Refusal::NotAdjacent);
    for other in ["ba..", "bA.."] {
        refused(&["0..1", other, "....", "...."], (1, 0), "SPLIT 1 1", Refusal::Occupied);
    }
}

#[test]
fn a_troop_does_not_split_onto_a_base() {
    refused(&["0..1", "b...", "....", "...."], (1, 0), "SPLIT 0 0", Refusal::OnABase);
    refused(&["0.b1", "....", "....", "...."], (0, 2), "SPLIT 0 3", Refusal::OnABase);
}

#[test]
fn a_troop_on_a_base_may_split_off_it() {
    check(
        &["b..1 | 0..1", "....", "....", "...."],
        (0, 0),
        "SPLIT 1 1",
        &["a..1 | 0..1", ".a..", "....", "...."],
    );
}

#[test]
fn no_troop_splits_beyond_the_limit() {
    refused_with(PLAIN, |config| config.max_units = 2, (2, 2), "SPLIT 2 3", Refusal::Full);
}

#[test]
fn a_tall_troop_leaves_a_base_and_stands_on_it() {
    let scene = check(
        &["0..1", "....", "v...", "...."],
        (2, 0),
        "CREATE_BASE 2 0",
        &["0..1", "....", "b... | 0...", "...."],
    );
    assert_eq!(scene.state.troop_at(Cell::new(0, 2)).unwrap().id, 2, "what is left over keeps the id");
    let base = scene.state.units(ZERO).find(|unit| unit.id == 4).unwrap();
    assert_eq!((base.kind, base.cell, base.height), (UnitKind::Base, Cell::new(0, 2), 0));
}

#[test]
fn a_troop_without_height_left_over_is_gone() {
    let scene = check(
        &["0..1", "....", "t...", "...."],
        (2, 0),
        "CREATE_BASE 2 0",
        &["0..1", "....", "0...", "...."],
    );
    assert_eq!(scene.state.unit_count(ZERO), 2);
}

#[test]
fn a_base_takes_its_height() {
    refused(&["0..1", "....", "s...", "...."], (2, 0), "CREATE_BASE 2 0", Refusal::TooLow);
}

#[test]
fn a_base_is_made_on_the_own_cell() {
    refused(&["0..1", "....", "v...", "...."], (2, 0), "CREATE_BASE 2 1", Refusal::NotItsCell);
    refused(&["0..1", "....", "v...", "...."], (2, 0), "CREATE_BASE 9 9", Refusal::NotItsCell);
}

#[test]
fn a_cell_holds_one_base() {
    refused(&["v..1 | 0..1", "....", "....", "...."], (0, 0), "CREATE_BASE 0 0", Refusal::OnABase);
    refused(&["0..v | 0..1", "....", "....", "...."], (0, 3), "CREATE_BASE 0 3", Refusal::OnABase);
}

#[test]
fn at_the_limit_a_base_is_made_only_of_a_whole_troop() {
    let limit = |config: &mut Config| config.max_units = 2;
    refused_with(&["0..1", "....", "u...", "...."], limit, (2, 0), "CREATE_BASE 2 0", Refusal::Full);
    let mut scene = Scene::with(&["0..1", "....", "t...", "...."], limit);
    scene.wait_for(2, 0).say("CREATE_BASE 2 0").looks_like(&["0..1", "....", "0...", "...."]);
}

#[test]
fn a_base_is_worth_as_much_as_the_height_it_took() {
    let mut scene = Scene::new(&["0..1", "....", "t...", "...."]);
    let before = scene.state.score(ZERO);
    scene.wait_for(2, 0).say("CREATE_BASE 2 0");
    assert_eq!(scene.state.score(ZERO), before);
}
