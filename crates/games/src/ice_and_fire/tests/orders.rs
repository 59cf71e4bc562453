//! The orders of a line, one after another.

use skirmish_core::answer::Fault;
use skirmish_core::game::Budget;
use skirmish_core::rng::Seed;

use super::super::event::Event;
use super::*;

#[test]
fn orders_are_carried_out_one_after_another() {
    check(&["r..........B"], "TRAIN 1 1 0; TRAIN 1 2 0; TRAIN 1 3 0", "...");
    check(&["r..........B"], "TRAIN 1 2 0; TRAIN 1 1 0; TRAIN 1 2 0", "p..");
}

#[test]
fn an_invalid_order_is_skipped_and_the_rest_goes_on() {
    check(&["r1.........B"], "MOVE 9 0 0; TRAIN 4 1 1; BUILD MINE 1 0; WAIT; MOVE 1 2 0; MSG done", "ilow.g");
}

#[test]
fn what_is_wrong_with_numbers_is_told_in_order() {
    let rows = ["r1X#BBBBBBBB"];
    for (line, letter) in [
        ("MOVE 9 12 0", "b"),
        ("MOVE 9 0 12", "b"),
        ("MOVE 9 3 0", "b"),
        ("MOVE  1 1", "b"),
        ("MOVE 99999999999 1 1", "b"),
        ("MOVE 1 2147483648 1", "b"),
        ("MOVE 2147483647 1 1", "i"),
        ("MOVE 0 1 1", "i"),
        ("MOVE 3 1 1", "i"),
        ("MOVE 2 1 1", "f"),
        ("TRAIN 0 12 0", "b"),
        ("TRAIN  1 1", "b"),
        ("TRAIN 0 1 1", "l"),
        ("TRAIN 4 1 1", "l"),
        ("TRAIN 2147483647 1 1", "l"),
        ("TRAIN 01 0001 1", "."),
        ("BUILD MINE 3 0", "b"),
        ("BUILD TOWER 0 100", "b"),
        ("BUILD TOWER  1", "b"),
    ] {
        check(&rows, line, letter);
    }
}

#[test]
fn ids_are_looked_up_before_anything_of_the_line_is_done() {
    // The enemy's unit is destroyed by the first order, yet it stood when the line was read.
    check(&["r2X.BBBBBBBB"], "MOVE 1 2 0; MOVE 2 3 0", ".f");
}

#[test]
fn buildings_can_be_left_out_of_a_match() {
    let config = Config { mines: false, towers: false, ..Config::default() };
    let mut state = drawn_with(&config, &["ror........B"]);
    assert_eq!(order(&mut state, "BUILD MINE 1 0; BUILD TOWER 2 0; BUILD MINE 9 9; BUILD MINE 0 0"), "xxpx");
}

#[test]
fn both_incomes_are_announced_anew_after_what_is_done_only() {
    let config = Config { tower_cost: 0, ..Config::default() };
    let mut state = drawn_with(&config, &["r3r........B"]);
    state.gold[0] = 0;
    turn(&mut state, "WAIT");
    turn(&mut state, "WAIT");
    assert_eq!(state.income, [3 - 20, 12], "red could not pay");
    assert_eq!(order(&mut state, "TRAIN 1 1 0"), "$");
    assert_eq!(state.income, [3 - 20, 12]);
    assert_eq!(order(&mut state, "BUILD TOWER 1 0"), ".");
    assert_eq!(state.income, [3, 12]);
}

#[test]
fn an_empty_answer_passes_the_turn() {
    let mut state = draw(&[]);
    for line in [";", ";;;", "WAIT", "WAIT;"] {
        let mover = state.to_move();
        turn(&mut state, line);
        assert_eq!(state.to_move(), mover.other());
    }
}

#[test]
fn no_answer_that_nobody_calls_a_fault_passes_the_turn() {
    let mut state = draw(&[]);
    state.step(&Answers::new(), &mut News::new());
    assert_eq!(state.to_move(), BLUE);
    // An answer of somebody who was not asked changes nothing.
    let mut answers = Answers::new();
    answers.fault(RED, Fault::Gone);
    state.step(&answers, &mut News::new());
    assert!(!is_over(&state));
}

#[test]
fn each_players_first_answer_has_the_long_time() {
    let config = Config::default();
    let mut state = IceAndFire::start(&config, skirmish_core::seat::SeatCount::TWO, Seed(1)).unwrap();
    let budgets: Vec<Budget> = (0..4)
        .map(|_| {
            let Decision::Ask(ask) = state.decision() else { panic!("it goes on") };
            turn(&mut state, "WAIT");
            ask.budget
        })
        .collect();
    assert_eq!(budgets, [Budget::First, Budget::First, Budget::Turn, Budget::Turn]);
}

#[test]
fn messages_are_kept_for_those_who_watch() {
    let mut state = draw(&[]);
    let (mut answers, mut news) = (Answers::new(), News::new());
    state.read(RED, b"MSG  spaced  out ; MSG 2", answers.act_in_place(RED)).unwrap();
    state.step(&answers, &mut news);
    let said: Vec<&Event> = news.heard_by(None).collect();
    assert_eq!(said.len(), 2);
    assert_eq!(said[0], &Event::Said { seat: RED, text: " spaced  out".into() });
    assert_eq!(news.heard_by(Some(BLUE)).count(), 0, "the opponent is told nothing");
}
