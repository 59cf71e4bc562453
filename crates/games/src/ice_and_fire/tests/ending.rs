//! How a match ends.

use skirmish_core::answer::Fault;
use skirmish_core::law::Audit;
use skirmish_core::outcome::Outcome;

use super::*;

fn standing(state: &IceAndFire) -> Outcome {
    match state.decision() {
        Decision::Over(standing) => standing,
        Decision::Ask(_) => panic!("the match goes on"),
    }
}

/// Red stands beside blue's headquarters.
fn at_the_gates() -> IceAndFire {
    let mut rows = ["r..........."; 12];
    rows[10] = "rrrrrrrrrrr1";
    rows[11] = ".........XBB";
    draw(&rows)
}

#[test]
fn taking_the_headquarters_wins_at_once() {
    let mut state = at_the_gates();
    assert_eq!(turn(&mut state, "MOVE 1 11 11"), ".");
    assert_eq!(standing(&state).winner(), Some(RED));
    assert_eq!((state.score(RED), state.score(BLUE)), (110, -1));
}

#[test]
fn a_unit_can_be_trained_onto_the_headquarters() {
    let mut state = at_the_gates();
    assert_eq!(turn(&mut state, "TRAIN 1 11 11"), ".");
    assert_eq!(standing(&state).winner(), Some(RED));
}

#[test]
fn nothing_is_done_after_the_match_is_won() {
    let mut state = at_the_gates();
    let letters = turn(
        &mut state,
        "MOVE 1 11 11; TRAIN 1 1 0; WAIT; MSG bye; MOVE 9 0 0; TRAIN 9 0 0; MOVE 2 0 0; BUILD MINE 99 0",
    );
    assert_eq!(letters, ".-wgilfb", "what was refused when the line was read stays refused");
    assert_eq!(state.gold(RED), 100);
    let over = state.clone();
    turn(&mut state, "TRAIN 1 1 0");
    assert_eq!(state, over);
}

#[test]
fn after_the_last_turn_military_power_decides() {
    let play = |red_gold| {
        let mut state = draw(&["r3.........B"]);
        state.rules.turns = 3;
        state.gold[0] = red_gold;
        turn(&mut state, "WAIT");
        assert!(!is_over(&state), "blue has its last turn");
        turn(&mut state, "WAIT");
        (standing(&state).winner(), state.score(RED), state.score(BLUE))
    };
    // Blue is paid once more, at the beginning of its own turn; red is not.
    assert_eq!(play(83), (Some(RED), 113, 112));
    assert_eq!(play(82), (None, 112, 112));
    assert_eq!(play(81), (Some(BLUE), 111, 112));
}

#[test]
fn the_limit_is_100_turns_each() {
    let config = Config::default();
    let mut state =
        IceAndFire::start(&config, skirmish_core::seat::SeatCount::TWO, skirmish_core::rng::Seed(1)).unwrap();
    for played in 0..200 {
        assert!(!is_over(&state), "after {played}");
        turn(&mut state, "WAIT");
    }
    assert!(is_over(&state));
    assert_eq!((state.score(RED), state.score(BLUE)), (120, 220));
}

#[test]
fn every_fault_loses_at_once() {
    for fault in Fault::ALL {
        let mut state = draw(&["r1.........B"]);
        let mut answers = Answers::new();
        answers.fault(RED, fault);
        state.step(&answers, &mut News::new());
        let standing = standing(&state);
        assert_eq!((standing.winner(), standing.fault(RED)), (Some(BLUE), Some(fault)));
        assert_eq!((state.score(RED), state.score(BLUE)), (-1, 100));
        state.audit().unwrap();
    }
}

#[test]
fn a_line_with_an_unrecognised_part_does_nothing_and_loses() {
    let mut state = at_the_gates();
    assert_eq!(turn(&mut state, "WAIT; TRAIN 1 1 0; MOVE 1 11 11; MOVE 9 0 0; FLY; WAIT"), "w--i!");
    assert_eq!(standing(&state).winner(), Some(BLUE));
    assert_eq!((state.gold(RED), state.owner(at(11, 11))), (100, Some(BLUE)));
}
