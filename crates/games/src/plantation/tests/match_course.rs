//! Turns, moves, faults and the end.

use skirmish_core::game::{Ask, Budget};
use skirmish_core::news::Audience;

use super::*;

/// Where the match is: who is asked, in which turn, with how many moves.
fn at(field: &Field) -> (Seat, usize, usize) {
    (field.state.to_move(), field.state.turn(), field.state.moves_left())
}

#[test]
fn plus_moves_first_then_turns_alternate_with_three_moves_each() {
    let mut field = field("+1 . -1");
    let mut order = Vec::new();
    for _ in 0..7 {
        order.push(at(&field));
        field.say("scout 0 0");
    }
    let expected =
        [(PLUS, 1, 3), (PLUS, 1, 2), (PLUS, 1, 1), (MINUS, 1, 3), (MINUS, 1, 2), (MINUS, 1, 1), (PLUS, 2, 3)];
    assert_eq!(order, expected);
}

/// Who moves in which order, turn by turn.
fn order(field: &mut Field, turns: usize) -> Vec<[Seat; 2]> {
    let mut mover = |_| {
        let seat = field.state.to_move();
        field.say("bomb 0 1");
        field.say("bomb 0 1");
        seat
    };
    (0..turns).map(|_| [0, 1].map(&mut mover)).collect()
}

#[test]
fn in_the_balanced_order_what_was_played_is_repeated_with_the_beginners_exchanged() {
    let mut field = field_with(Wishes::preset("fair"), "+1 . -1");
    let openers: Vec<Seat> = order(&mut field, 64).iter().map(|turn| turn[0]).collect();
    assert_eq!(openers[..8], [PLUS, MINUS, MINUS, PLUS, MINUS, PLUS, PLUS, MINUS]);
    for length in [1, 2, 4, 8, 16, 32] {
        let (first, next) = openers[..2 * length].split_at(length);
        assert!(first.iter().zip(next).all(|(first, next)| first.other() == *next), "after {length} turns");
    }
}

#[test]
fn in_the_balanced_order_both_move_in_every_turn_and_have_all_their_turns() {
    let mut field = field_with(Wishes::preset("fair"), "+1 . -1");
    let order = order(&mut field, 100);
    assert!(order.iter().all(|[first, second]| first.other() == *second));
    assert_eq!(field.standing().why, "all turns are played");
    let begun = |turns: &[[Seat; 2]]| turns.iter().filter(|turn| turn[0] == PLUS).count();
    assert!(order.chunks(4).all(|four| begun(four) == 2), "everybody begins two turns of four");
}

#[test]
fn turns_had_counts_the_turns_that_a_side_is_through_with() {
    for preset in ["mirrored", "fair"] {
        let mut field = field_with(Wishes::preset(preset), "+1 . -1");
        let mut had = [0; 2];
        for _ in 0..60 {
            assert_eq!([PLUS, MINUS].map(|seat| field.state.turns_had(seat)), had, "{preset}");
            had[field.state.to_move().index()] += 1;
            field.say("bomb 0 1");
            field.say("bomb 0 1");
        }
    }
}

#[test]
fn plant_fertilise_and_scout_cost_one_move_the_others_two() {
    for (line, cost) in [
        ("plant 0 1", 1),
        ("fertilise 0 0", 1),
        ("scout 0 0", 1),
        ("colonise 0 2 0 0", 2),
        ("spray 0 0", 2),
        ("bomb 0 1", 2),
    ] {
        let mut field = field("+2 . . -1");
        assert!(field.say(line).starts_with("OK"), "{line}");
        assert_eq!(field.state.moves_left(), 3 - cost, "{line}");
    }
}

#[test]
fn error_and_occupied_cost_their_moves_too() {
    let cases =
        [("plant 0 0", 1), ("plant 0 1", 1), ("fertilise 0 1", 1), ("colonise 0 1 0 0", 2), ("bomb 0 0", 2)];
    for (line, cost) in cases {
        let mut field = field("+2 -1");
        assert!(!field.say(line).starts_with("OK"), "{line}");
        assert_eq!(field.state.moves_left(), 3 - cost, "{line}");
    }
}

#[test]
fn too_few_numbers_are_an_error_at_the_full_price() {
    for (line, cost) in [("plant", 1), ("scout 1", 1), ("spray 0", 2), ("bomb", 2), ("colonise 0 1 0", 2)] {
        let mut field = field("+2 . -1");
        assert_eq!(field.say(line), "error", "{line}");
        assert_eq!(field.state.moves_left(), 3 - cost, "{line}");
    }
}

#[test]
fn a_command_too_dear_is_an_error_and_takes_what_is_left() {
    for line in ["bomb 0 1", "spray 0 1", "colonise 0 1 0 0"] {
        let mut field = field("+2 . -3");
        field.say("scout 0 0");
        field.say("scout 0 0");
        assert_eq!(field.say(line), "error");
        assert_eq!(at(&field), (MINUS, 1, 3));
        assert_eq!(drawn(&field.state), "+2 . -3");
    }
}

#[test]
fn a_line_without_a_command_is_an_error_and_costs_one_move() {
    for line in ["", "   ", "pass", "PLANT 0 1", "3 4", "[]", "\u{0}\u{7}é", "planty 0 1"] {
        let mut field = field("+1 . -1");
        assert_eq!(field.say(line), "error", "{line:?}");
        assert_eq!(field.state.moves_left(), 2, "{line:?}");
    }
}

#[test]
fn an_asked_seat_from_which_nothing_comes_loses_a_move() {
    let mut field = field("+1 . -1");
    field.play(&Answers::new());
    assert_eq!(at(&field), (PLUS, 1, 2));
}

#[test]
fn what_a_seat_says_unasked_is_not_heard() {
    let mut field = field("+1 . -1");
    let mut answers = Answers::one(MINUS, Command::new(Verb::Plant, &[0, 1]));
    answers.act(PLUS, Command::new(Verb::Scout, &[0, 0]));
    field.play(&answers);
    assert_eq!(drawn(&field.state), "+1 . -1");
    answers.fault(MINUS, Fault::Gone);
    field.play(&answers);
    assert_eq!(at(&field), (PLUS, 1, 1));
}

#[test]
fn a_side_without_tiles_plays_on() {
    let mut field = field(". . -3");
    assert_eq!(field.say("scout 0 1"), "OK 0,0,0,0,0,-3,0,0,0");
    assert_eq!(field.say("bomb 0 2"), "OK 3");
    field.pass();
    assert_eq!(at(&field), (PLUS, 2, 3));
}

#[test]
fn the_match_ends_after_a_hundred_turns_each() {
    let mut field = field("+1 . -1");
    for turn in 1..=100 {
        assert_eq!(at(&field), (PLUS, turn, 3));
        field.pass();
        assert_eq!(at(&field), (MINUS, turn, 3));
        field.pass();
    }
    assert_eq!(field.standing().why, "all turns are played");
    let over = field.state.clone();
    field.say("fertilise 0 0");
    assert_eq!(field.state, over, "nothing happens any more");
}

/// Plays one turn each from the drawing, the last, and tells the places.
fn places_after(drawing: &str) -> [u8; 2] {
    let mut field = field_with(Wishes::none().with("turns", "1"), drawing);
    field.pass().pass();
    let standing = field.standing();
    [standing.place(PLUS), standing.place(MINUS)]
}

#[test]
fn the_larger_sum_wins_whatever_its_sign() {
    assert_eq!(places_after("+2 +2 . -3"), [1, 2]);
    assert_eq!(places_after("+1 . -1 -1"), [2, 1]);
    assert_eq!(places_after("+1 . . ."), [1, 2]);
}

#[test]
fn equal_sums_are_a_draw() {
    assert_eq!(places_after("+2 +1 . -3"), [1, 1]);
    assert_eq!(places_after(". . . ."), [1, 1]);
}

#[test]
fn out_of_time_gone_and_flooded_lose_at_once() {
    for fault in [Fault::Late, Fault::Gone, Fault::Flooded] {
        let mut field = field("+9 . -1");
        field.fault(fault);
        let standing = field.standing();
        assert_eq!(standing.winner(), Some(MINUS));
        assert_eq!((standing.fault(PLUS), standing.fault(MINUS)), (Some(fault), None));
        assert_eq!(field.heard(MINUS), "end 1 9\n");
    }
}

#[test]
fn garbled_does_not_lose() {
    let mut field = field("+9 . -1");
    field.fault(Fault::Garbled);
    assert_eq!(at(&field), (PLUS, 1, 2));
}

#[test]
fn the_clock_gains_once_a_turn_and_not_once_a_move() {
    let mut field = field("+1 . -1");
    let mut budgets = Vec::new();
    for _ in 0..12 {
        if let Decision::Ask(Ask { budget, .. }) = field.state.decision() {
            budgets.push(budget);
        }
        field.say("scout 0 0");
    }
    use Budget::{First, Same, Turn};
    let turn = |first| [first, Same, Same];
    assert_eq!(budgets, [turn(First), turn(First), turn(Turn), turn(Turn)].concat());
}

#[test]
fn a_reply_is_for_its_player_and_the_end_for_all() {
    let mut field = field_with(Wishes::none().with("turns", "1").with("moves_per_turn", "1"), "+1 . -2");
    field.say("scout 0 0");
    assert_eq!(field.heard(MINUS), "");
    assert!(matches!(field.news.items(), [(Audience::Only(_), Event::Answered { .. })]));
    field.say("plant 0 1");
    assert_eq!((field.heard(MINUS), field.heard(PLUS)), ("OK\nend 3 1\n".into(), "end 1 3\n".into()));
}

#[test]
fn score_is_the_absolute_sum() {
    let field = field("+2 +1 . -7");
    assert_eq!((field.state.score(PLUS), field.state.score(MINUS)), (3, 7));
}
