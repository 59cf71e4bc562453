//! Who goes out, who wins, and when it is over.

use skirmish_core::answer::{Answers, Fault};
use skirmish_core::game::{Decision, Game};
use skirmish_core::grid::Direction;
use skirmish_core::news::News;
use skirmish_core::outcome::Outcome;
use skirmish_core::seat::Seat;

use super::{count, draw, draw_with, faults, hp, step, turn, undealt, weaken};
use crate::underworld::{Action, Command, Config, Event, Exit, Kind, Underworld};

const DUEL: &str = "C0 . . . . . .\n. . W1 . . . .\n. . . . . . .\n. . . . . . C1";
const THREE: &str = "C0 . . . . . C1\n. . W1 . . . .\n. . . . . . .\nW2 . . . . . C2";

fn original() -> Config {
    Config { kicked_castles_stand: true, extra_turn: true, ..Config::default() }
}

fn over(game: &Underworld) -> Option<Outcome> {
    match game.decision() {
        Decision::Over(standing) => Some(standing),
        Decision::Ask(_) => None,
    }
}

fn places(game: &Underworld) -> Vec<u8> {
    let standing = over(game).expect("the match is over");
    game.seats().iter().map(|seat| standing.place(seat)).collect()
}

#[test]
fn who_loses_the_castle_has_lost_and_the_last_has_won() {
    let mut game = draw("C0 . W1 . . . .\n. . . . . . .\n. . . . . . C1");
    weaken(&mut game, 0, 0, 100);
    let events = turn(&mut game, &[]);
    assert_eq!(places(&game), [2, 1]);
    assert!(events.contains(&Event::Out { seat: Seat(0), how: Exit::CastleFell }));
    assert!(events.contains(&Event::Out { seat: Seat(1), how: Exit::Won }));
}

#[test]
fn every_fault_kicks_and_its_reason_is_shown() {
    for fault in Fault::ALL {
        let mut game = draw(DUEL);
        faults(&mut game, &[(0, fault)]);
        let standing = over(&game).expect("the other has won");
        assert_eq!((standing.winner(), standing.fault(Seat(0))), (Some(Seat(1)), Some(fault)));
    }
}

#[test]
fn a_wrong_handshake_is_kicked() {
    let mut game = undealt(DUEL, Config::default());
    let mut answers = Answers::new();
    answers.act(Seat(0), Action::Hello);
    answers.act(Seat(1), Action::Turn(vec![Command::Move { x: 0, y: 0, heading: Some(Direction::East) }]));
    step(&mut game, &answers);
    let standing = over(&game).expect("nobody else is left");
    assert_eq!((standing.winner(), standing.fault(Seat(1))), (Some(Seat(0)), Some(Fault::Garbled)));
}

#[test]
fn all_kicked_at_the_handshake_draw() {
    let mut game = undealt(DUEL, Config::default());
    let mut answers = Answers::new();
    answers.fault(Seat(0), Fault::Late);
    answers.fault(Seat(1), Fault::Gone);
    step(&mut game, &answers);
    assert_eq!(places(&game), [1, 1]);
}

#[test]
fn kicks_come_before_everything_so_the_commands_of_the_kicked_do_not_count() {
    let mut game = draw("C0 B0 . . . . C1\n. . . . . . .\n. . . . . . C2");
    let mut answers = Answers::new();
    *answers.act_in_place(Seat(0)) =
        Action::Turn(vec![Command::Spawn { x: 1, y: 0, heading: Some(Direction::East) }]);
    answers.fault(Seat(0), Fault::Late);
    step(&mut game, &answers);
    assert_eq!(count(&game, 0, Kind::Warrior), 0);
}

#[test]
fn who_is_out_keeps_objects_that_fight_and_pay() {
    let mut game = draw("C0 F0 . . . . C1\n. . . . . W0 .\nC2 . . . . . .");
    faults(&mut game, &[(0, Fault::Gone)]);
    assert_eq!((hp(&game, 6, 0), game.money(Seat(0))), (9900, 3050));
    turn(&mut game, &[]);
    assert_eq!((hp(&game, 6, 0), game.money(Seat(0))), (9800, 3100));
}

#[test]
fn commands_of_players_already_out_are_ignored() {
    let mut game = draw("C0 B0 . . . . C1\n. . W0 . . . .\nC2 . . . . . .");
    faults(&mut game, &[(0, Fault::Gone)]);
    let before = super::drawn(&game);
    turn(&mut game, &["move 2 1 E;spawn 1 0 E;build 0 1 F"]);
    assert_eq!(super::drawn(&game), before);
}

#[test]
fn who_is_out_is_retired_and_asked_no_more() {
    let mut game = draw(THREE);
    assert!(game.retired().is_empty());
    faults(&mut game, &[(1, Fault::Late)]);
    assert!(game.retired().has(Seat(1)));
    let Decision::Ask(ask) = game.decision() else { panic!("two are left") };
    assert_eq!(ask.seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
}

#[test]
fn all_castles_falling_in_one_turn_is_a_draw() {
    let mut game = draw("C0 . W1 . W0 . C1\n. . . . . . .\n. . . . . . .");
    weaken(&mut game, 0, 0, 50);
    weaken(&mut game, 6, 0, 50);
    turn(&mut game, &[]);
    assert_eq!(places(&game), [1, 1]);
}

#[test]
fn all_kicked_in_one_turn_is_a_draw() {
    let mut game = draw(DUEL);
    faults(&mut game, &[(0, Fault::Late), (1, Fault::Late)]);
    assert_eq!(places(&game), [1, 1]);
}

#[test]
fn only_those_in_play_before_the_last_turn_draw() {
    let mut game = draw(THREE);
    faults(&mut game, &[(0, Fault::Late)]);
    faults(&mut game, &[(1, Fault::Late), (2, Fault::Late)]);
    assert_eq!(places(&game), [3, 1, 1]);
}

#[test]
fn later_out_is_better_and_the_same_turn_is_equal() {
    let mut game = draw("C0 . . . C1 .\n. . . . . .\nC2 . . . C3 .");
    faults(&mut game, &[(2, Fault::Late)]);
    faults(&mut game, &[(0, Fault::Late), (3, Fault::Gone)]);
    assert_eq!(places(&game), [2, 1, 4, 2]);
}

#[test]
fn after_max_turns_those_left_draw() {
    let mut game = draw_with(THREE, Config { max_turns: 3, ..Config::default() });
    faults(&mut game, &[(0, Fault::Late)]);
    turn(&mut game, &[]);
    assert!(over(&game).is_none());
    turn(&mut game, &[]);
    assert_eq!(places(&game), [3, 1, 1]);
    assert_eq!(game.turn(), 3);
}

#[test]
fn who_falls_in_the_last_turn_draws_with_those_left() {
    let mut game = draw_with(THREE, Config { max_turns: 1, ..Config::default() });
    weaken(&mut game, 0, 0, 1);
    game.board.take(game.board.at(2, 1));
    let spot = game.board.at(0, 2);
    let warrior = game.board.take(game.board.at(0, 3)).expect("a warrior of seat 2");
    game.board.put(spot, warrior);
    turn(&mut game, &[]);
    assert_eq!(places(&game), [1, 1, 1]);
}

#[test]
fn who_alone_is_left_in_the_last_turn_wins() {
    let mut game = draw_with(DUEL, Config { max_turns: 1, ..Config::default() });
    faults(&mut game, &[(0, Fault::Late)]);
    assert_eq!(places(&game), [2, 1]);
}

#[test]
fn the_original_plays_one_turn_more() {
    let mut game = draw_with(DUEL, Config { max_turns: 1, ..original() });
    turn(&mut game, &[]);
    assert!(over(&game).is_none());
    turn(&mut game, &[]);
    assert_eq!(places(&game), [1, 1]);
}

#[test]
fn in_the_original_a_kicked_players_castle_must_still_fall() {
    let mut game = draw_with("C0 . . W1 . . .\n. . . . . . .\n. . . . . . C1", original());
    faults(&mut game, &[(0, Fault::Late)]);
    assert!(over(&game).is_none());
    weaken(&mut game, 0, 0, 100);
    turn(&mut game, &["", "move 3 0 W"]);
    assert_eq!(places(&game), [2, 1]);
}

#[test]
fn in_the_original_the_last_in_play_may_fall_to_a_kicked_players_warriors() {
    let mut game = draw_with("C0 . . . W0 . C1\n. . . . . . .\n. . . . . . .", original());
    faults(&mut game, &[(0, Fault::Late)]);
    weaken(&mut game, 6, 0, 100);
    turn(&mut game, &[]);
    assert_eq!(places(&game), [2, 1]);
}

#[test]
fn the_score_is_money_and_cost_scaled_by_hit_points() {
    let mut game = draw("C0 B0 F0 W0 . . . . .\n. . . . . . . . C1\n. . . . . . . . .");
    assert_eq!(game.score(Seat(0)), 3000 + 1500 + 1000 + 500);
    weaken(&mut game, 3, 0, 333);
    weaken(&mut game, 1, 0, 1);
    assert_eq!(game.score(Seat(0)), 3000 + 1 + 1000 + 333);
    assert_eq!(game.score(Seat(1)), 3000);
}

#[test]
fn steps_after_the_end_change_nothing() {
    let mut game = draw(DUEL);
    faults(&mut game, &[(0, Fault::Late)]);
    let ended = game.clone();
    game.step(&Answers::new(), &mut News::silent());
    assert_eq!(game, ended);
}

#[test]
fn silence_of_an_asked_seat_is_an_empty_answer() {
    let mut game = draw(DUEL);
    step(&mut game, &Answers::new());
    assert!(over(&game).is_none());
}
