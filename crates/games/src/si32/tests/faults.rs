//! Answers that do not come.

use skirmish_core::answer::Fault;
use skirmish_core::game::{Budget, Framing};

use super::*;

/// Plays a turn with what came from each seat: commands, or a fault.
fn meet(game: &mut Si32, came: [Result<&str, Fault>; 2]) -> Vec<Event> {
    let mut answers = Answers::new();
    for (seat, came) in SeatCount::TWO.iter().zip(came) {
        match came {
            Ok(text) => answers.act(seat, orders(game, text)),
            Err(fault) => answers.fault(seat, fault),
        }
    }
    step(game, &answers)
}

#[test]
fn both_are_asked_together_until_end() {
    let mut game = position("a1 b1");
    for budget in [Budget::First, Budget::Turn] {
        let Decision::Ask(ask) = game.decision() else { panic!("not over") };
        assert_eq!(
            (ask.seats, ask.framing, ask.budget),
            (SeatCount::TWO.all(), Framing::Until("end"), budget)
        );
        play(&mut game, "", "");
    }
}

#[test]
fn a_late_answer_gives_no_commands_and_the_turn_goes_on() {
    let mut game = position("a1 . . b1");
    let mut answers = Answers::new();
    answers.act(Seat(0), orders(&game, "move 0 0 E 1"));
    answers.fault(Seat(0), Fault::Late);
    answers.act(Seat(1), orders(&game, "move 3 0 W 1"));
    step(&mut game, &answers);
    assert_eq!((drawing(&game).as_str(), standing(&game)), ("a1 . b1 .", None));
}

#[test]
fn three_late_answers_in_a_row_lose() {
    for fault in [Fault::Late, Fault::Garbled, Fault::Flooded] {
        let mut game = position("a1 . . b1");
        meet(&mut game, [Err(fault), Ok("")]);
        meet(&mut game, [Err(fault), Ok("")]);
        assert_eq!(standing(&game), None);
        meet(&mut game, [Err(fault), Ok("")]);
        let standing = standing(&game).expect("over");
        assert_eq!((standing.winner(), standing.fault(Seat(0))), (Some(Seat(1)), Some(fault)));
    }
}

#[test]
fn an_answer_in_time_restarts_the_count() {
    let mut game = position("a1 . . b1");
    for _ in 0..3 {
        meet(&mut game, [Err(Fault::Late), Ok("")]);
        meet(&mut game, [Err(Fault::Late), Ok("")]);
        meet(&mut game, [Ok(""), Ok("")]);
    }
    assert_eq!(standing(&game), None);
}

#[test]
fn gone_loses_at_once_and_the_turn_is_not_played() {
    let mut game = position("a1 . . b1");
    meet(&mut game, [Ok("move 0 0 E 1"), Err(Fault::Gone)]);
    let standing = standing(&game).expect("over");
    assert_eq!((standing.winner(), standing.fault(Seat(1))), (Some(Seat(0)), Some(Fault::Gone)));
    assert_eq!(drawing(&game), "a1 . . b1");
}

#[test]
fn both_gone_is_a_draw() {
    let mut game = position("a1 . . b1");
    meet(&mut game, [Err(Fault::Gone), Err(Fault::Gone)]);
    assert_eq!(standing(&game).expect("over").winner(), None);
}

#[test]
fn a_seat_that_says_nothing_gives_no_commands_and_misses_nothing() {
    let mut game = position("a1 . . b1");
    for _ in 0..5 {
        step(&mut game, &Answers::new());
    }
    assert_eq!((standing(&game), game.sides[0].missed), (None, 0));
}

#[test]
fn a_missed_answer_reports_no_lines() {
    let mut game = position("a1 . . b1");
    play(&mut game, "fly", "");
    assert_eq!(dropped(&game, 0), "1 command");
    meet(&mut game, [Err(Fault::Late), Ok("")]);
    assert_eq!(dropped(&game, 0), "");
}
