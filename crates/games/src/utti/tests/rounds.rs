//! Whose turn it is, when a match ends, and who wins.

use skirmish_core::answer::{Answer, Cost};
use skirmish_core::clock::Timer;
use skirmish_core::game::Budget;
use skirmish_core::seat::SeatSet;
use skirmish_core::table::{Board, PlayerSide, Table};

use super::*;

/// The ids of the units in the order in which they act in this round, everybody idling.
fn order_of_round(scene: &mut Scene) -> Vec<u32> {
    let round = scene.state.round();
    let mut ids = Vec::new();
    while scene.state.round() == round {
        ids.push(scene.acting().id);
        scene.say("IDLE 0 0");
    }
    ids
}

#[test]
fn sides_alternate_in_ascending_id_and_every_unit_acts_once() {
    let mut scene = Scene::new(&["0..1", "ab..", "..AB", "...."]);
    assert_eq!(order_of_round(&mut scene), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_unit_waits_until_it_has_acted_and_a_newborn_waits_for_the_next_pass() {
    let mut scene = Scene::new(&["0..1", "ab..", "..AB", "...."]);
    let waiting = |scene: &Scene| {
        let units = [Seat::FIRST, Seat::SECOND].into_iter().flat_map(|seat| scene.state.units(seat));
        let mut ids: Vec<u32> =
            units.filter(|unit| scene.state.is_waiting(unit)).map(|unit| unit.id).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(waiting(&scene), [0, 1, 2, 3, 4, 5]);
    scene.say("IDLE 0 0");
    assert_eq!(waiting(&scene), [1, 2, 3, 4, 5]);
    scene.say("CREATE_TROOP 0 2");
    assert_eq!(waiting(&scene), [2, 3, 4, 5, 7]);
    for _ in 2..=5 {
        scene.say("IDLE 0 0");
    }
    assert_eq!((scene.state.round(), waiting(&scene)), (0, vec![7]));
}

#[test]
fn seat_0_begins_even_rounds_and_seat_1_odd_ones() {
    let mut scene = Scene::new(&["0..1", "ab..", "..AB", "...."]);
    order_of_round(&mut scene);
    assert_eq!(order_of_round(&mut scene), [1, 0, 3, 2, 5, 4]);
    assert_eq!(order_of_round(&mut scene), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_side_with_no_unit_left_to_act_is_skipped() {
    let mut scene = Scene::new(&["0..1", "abc.", "....", "...."]);
    assert_eq!(order_of_round(&mut scene), [0, 1, 2, 4, 6]);
    assert_eq!(order_of_round(&mut scene), [1, 0, 2, 4, 6]);
}

#[test]
fn a_captured_unit_loses_its_turn_and_its_sides_next_acts() {
    // Seat 0's troop 2 captures seat 1's troop 3 before that acts; seat 1's troop 5 acts in its place.
    let mut scene = Scene::new(&["0..1", "aA..", "...A", "...."]);
    scene.wait_for(1, 0).say("CAPTURE 1 1");
    assert_eq!(scene.acting().id, 5);
}

#[test]
fn a_climbed_unit_loses_its_turn() {
    let mut scene = Scene::new(&["0..1", "ab..", "....", "...."]);
    scene.wait_for(1, 0).say("CLIMB 1 1");
    assert_eq!((scene.state.round(), scene.acting().id), (1, 1));
}

#[test]
fn a_climber_does_not_act_again() {
    let mut scene = Scene::new(&["0..1", "ab..", "....", "...."]);
    scene.wait_for(1, 1).say("CLIMB 1 0");
    assert_eq!(scene.state.round(), 1);
}

#[test]
fn a_created_troop_acts_in_the_same_round_after_all_others() {
    let mut scene = Scene::new(&["0..1", "a...", "...A", "...."]);
    scene.say("CREATE_TROOP 1 1");
    assert_eq!(order_of_round(&mut scene), [1, 2, 3, 4]);
}

#[test]
fn the_lower_half_of_a_split_acts_in_the_same_round_after_all_others() {
    let mut scene = Scene::new(&["0..1", "ba..", "...A", "...."]);
    scene.wait_for(1, 0).say("SPLIT 2 0");
    assert_eq!(order_of_round(&mut scene), [3, 4, 6], "the upper half, unit 2, has used its turn");
}

#[test]
fn a_newborn_may_split_again_in_a_further_pass() {
    let mut scene = Scene::new(&["0..1", "e...", "....", "...."]);
    scene.wait_for(1, 0).say("SPLIT 2 0");
    assert_eq!(scene.acting().id, 4);
    scene.say("SPLIT 2 1");
    assert_eq!(scene.acting().id, 6);
    scene.say("SPLIT 1 1");
    assert_eq!(scene.acting().id, 8);
    scene.say("IDLE 0 0").looks_like(&["0..1", "aa..", "ba..", "...."]);
    assert_eq!(scene.state.round(), 1);
}

#[test]
fn a_new_base_acts_in_the_same_round() {
    let mut scene = Scene::new(&["0..1", "....", "v...", "...."]);
    scene.wait_for(2, 0).say("CREATE_BASE 2 0");
    assert_eq!((scene.acting().id, scene.acting().kind), (4, UnitKind::Base));
    scene.say("CREATE_TROOP 3 0");
    assert_eq!(scene.refusal(), Some(Refusal::Covered), "what was left over stands on it");
}

#[test]
fn an_uncovered_new_base_creates_in_the_same_round() {
    let mut scene = Scene::new(&["0..1", "....", "t...", "...."]);
    scene.wait_for(2, 0).say("CREATE_BASE 2 0").say("CREATE_TROOP 3 0");
    scene.looks_like(&["0..1", "....", "0...", "a..."]);
    assert_eq!(scene.acting().id, 6, "and its troop acts, too");
}

#[test]
fn the_side_that_began_the_round_begins_every_pass_of_it() {
    let mut scene = Scene::new(&["0..1", "....", "....", "...."]);
    scene.say("CREATE_TROOP 1 1").say("CREATE_TROOP 1 2");
    assert_eq!(order_of_round(&mut scene), [2, 3]);
    scene.say("CREATE_TROOP 0 2").say("CREATE_TROOP 0 1");
    assert_eq!(order_of_round(&mut scene), [3, 2, 5, 4]);
}

#[test]
fn a_newborn_that_is_captured_before_its_turn_does_not_act() {
    let mut scene = Scene::new(&["0..1", "..A.", "....", "...."]);
    scene.say("CREATE_TROOP 0 1").say("IDLE 0 0").say("CAPTURE 0 1");
    assert_eq!((scene.state.round(), scene.acting().id), (1, 1));
}

#[test]
fn ids_are_never_used_twice() {
    let mut scene = Scene::new(&["0..1", "....", "....", "...."]);
    for id in [2, 4, 6] {
        scene.wait_for(0, 0).say("CREATE_TROOP 1 0");
        let newborn = *scene.state.troop_at(Cell::new(0, 1)).unwrap();
        assert_eq!(newborn.id, id);
        // It climbs or moves out of the way, and so is the only one left.
        while scene.acting().id != id {
            scene.say("IDLE 0 0");
        }
        scene.say(if id == 2 { "MOVE 1 1" } else { "CLIMB 1 1" });
    }
}

#[test]
fn an_unreadable_line_uses_the_turn() {
    let mut scene = Scene::new(&["0..1", "....", "....", "...."]);
    for garbage in ["", "JUMP 1 1", "MOVE 1", "MOVE 1 1 1", "MOVE one one", "ready", "MOVE 1 1; MOVE 1 1"] {
        let id = scene.acting().id;
        scene.say(garbage);
        let missed = Event::Missed { id, fault: Some(Fault::Garbled) };
        assert!(scene.heard.contains(&missed), "{garbage}");
        scene.looks_like(&["0..1", "....", "....", "...."]);
        scene.heard.clear();
    }
}

#[test]
fn every_fault_uses_the_turn_and_the_match_goes_on() {
    for fault in Fault::ALL {
        let mut scene = Scene::new(&["0..1", "a...", "....", "...."]);
        let mut answers =
            Answers::one(ZERO, Action::One(Order::new(OrderKind::CreateTroop, Cell::new(1, 0))));
        answers.fault(ZERO, fault);
        scene.step(&answers);
        assert_eq!(scene.acting().id, 1);
        assert!(scene.heard.contains(&Event::Missed { id: 0, fault: Some(fault) }));
    }
}

#[test]
fn silence_and_answers_of_the_wrong_kind_use_the_turn() {
    let wrong = [Action::Ready { batch: true }, Action::Many(vec![Order::default()])];
    let mut scene = Scene::new(&["0..1", "....", "....", "...."]);
    scene.step(&Answers::new());
    assert_eq!(scene.acting().id, 1);
    for action in wrong {
        let unit = scene.acting();
        scene.step(&Answers::one(unit.seat(), action));
        assert_eq!(
            scene.heard.last().map(|event| matches!(event, Event::Missed { .. } | Event::Round { .. })),
            Some(true)
        );
    }
}

#[test]
fn an_answer_of_a_seat_that_was_not_asked_is_ignored() {
    let mut scene = Scene::new(&["0..1", "....", "....", "...."]);
    let mut answers = Answers::one(ZERO, Action::default());
    answers.act(ONE, Action::One(Order::new(OrderKind::CreateTroop, Cell::new(2, 0))));
    scene.step(&answers);
    scene.looks_like(&["0..1", "....", "....", "...."]);
}

#[test]
fn the_score_is_height_bases_and_gold() {
    let scene = Scene::new(&["0..1", "c.b.", "0..D", "...."]);
    assert_eq!(scene.state.score(ZERO), 5 * 5 + 2 * 100 + 100);
    assert_eq!(scene.state.score(ONE), 4 * 5 + 100 + 100);
}

#[test]
fn the_points_are_settings() {
    let scene = Scene::with(&["0..1", "c...", "....", "...."], |config| {
        (config.height_points, config.base_points) = (7, 1000);
    });
    assert_eq!(scene.state.score(ZERO), 3 * 7 + 1000 + 100);
}

#[test]
fn a_match_ends_after_its_rounds_and_the_higher_score_wins() {
    let mut scene = Scene::with(&["0..1", "a...", "....", "...."], |config| config.rounds = 2);
    scene.finish_round().finish_round();
    let standing = scene.standing();
    assert_eq!((standing.winner(), &*standing.why), (Some(ZERO), "all rounds are played"));
    assert_eq!(scene.heard.last(), Some(&Event::Over { scores: [205, 200] }));
}

#[test]
fn equal_scores_are_a_draw() {
    let mut scene = Scene::with(&["0..1", "a..A", "....", "...."], |config| config.rounds = 1);
    scene.finish_round();
    assert_eq!(scene.standing().winner(), None);
}

#[test]
fn a_match_ends_when_nobody_has_a_troop_or_gold_for_one() {
    let mut scene = Scene::with(&["0..1", "....", "t...", "...."], |config| config.start_gold = 9);
    scene.wait_for(2, 0).say("CREATE_BASE 2 0");
    let standing = scene.standing();
    assert_eq!((standing.winner(), &*standing.why), (Some(ZERO), "nobody has a troop or gold for one"));
}

#[test]
fn a_match_goes_on_while_one_side_has_gold_or_a_troop() {
    let ended = |rows: &[&str], gold| {
        let scene = Scene::with(rows, |config| config.start_gold = gold);
        matches!(scene.state.decision(), Decision::Over(_))
    };
    assert!(ended(&["0..1", "....", "....", "...."], 9));
    assert!(!ended(&["0..1", "....", "....", "...."], 10));
    assert!(!ended(&["0..1", "...A", "....", "...."], 0));
}

#[test]
fn nothing_happens_after_the_end() {
    let mut scene = Scene::with(&["0..1", "....", "....", "...."], |config| config.rounds = 1);
    scene.finish_round();
    let (before, heard) = (scene.state.clone(), scene.heard.len());
    scene.step(&Answers::one(ZERO, Action::default()));
    assert_eq!((scene.state, scene.heard.len()), (before, heard));
}

#[test]
fn a_program_that_ended_explains_its_loss_but_not_a_win() {
    let end = |rows: &[&str]| {
        let mut scene = Scene::with(rows, |config| config.rounds = 1);
        let mut answers = Answers::one(ZERO, Action::default());
        answers.fault(ZERO, Fault::Gone);
        scene.step(&answers);
        scene.finish_round();
        scene.standing()
    };
    assert_eq!(end(&["0..1", "...A", "....", "...."]).fault(ZERO), Some(Fault::Gone));
    assert_eq!(end(&["0..1", "...a", "....", "...."]).fault(ZERO), None);
}

#[test]
fn a_side_that_forfeits_is_asked_no_more_and_loses_whatever_the_scores_are() {
    let scene = Scene::with(&["0..1", "...a", "....", "...."], |config| config.rounds = 3);
    let mut table = Board::new(scene.state.config().clone(), scene.state.clone());
    table.answer(ZERO, &Answer::Forfeit(Fault::Late, "too often".to_string())).unwrap();
    let outcome = loop {
        table.step();
        match table.decision() {
            Decision::Over(outcome) => break outcome,
            Decision::Ask(ask) => assert_eq!(ask.seats, SeatSet::only(ONE)),
        }
        table.answer(ONE, &Answer::Frame(b"IDLE 0 0".to_vec())).unwrap();
    };
    assert!(outcome.scores[0] > outcome.scores[1], "its troop stayed where it was: {outcome:?}");
    assert_eq!((&outcome.places[..], outcome.fault(ZERO)), (&[2, 1][..], Some(Fault::Late)));
}

#[test]
fn answers_that_are_late_because_the_bank_is_empty_count_once_a_round() {
    let mut scene = Scene::new(&["0..1", "abc.", ".ABC", "...."]);
    let mut timer = Timer::new(INFO.clock);
    let mut forfeits = Vec::new();
    for _ in 0..3 * 4 {
        let Decision::Ask(ask) = scene.state.decision() else { panic!("over") };
        timer.grant(&ask);
        // All that the bank has: it is empty from the first late answer on.
        let wall_us = timer.bank_us().unwrap();
        timer.charge(&ask, &Cost { wall_us, ..Cost::default() }, Some(Fault::Late));
        forfeits.push(timer.late_too_often());
        scene.say("IDLE 0 0").say("IDLE 0 0");
    }
    let first = forfeits.iter().position(Option::is_some);
    assert_eq!((first, forfeits[8]), (Some(8), Some(3)), "with the first ask of the third round");
}

#[test]
fn the_bank_gets_its_increment_with_the_first_ask_of_a_round() {
    let mut scene = Scene::new(&["0..1", "a...", "...A", "...."]);
    for _ in 0..3 {
        for n in 0..4 {
            let Decision::Ask(ask) = scene.state.decision() else { panic!("over") };
            let budget = if n < 2 { Budget::Turn } else { Budget::Same };
            assert_eq!((ask.budget, ask.weight, ask.seats.len()), (budget, 1, 1), "ask {n} of a round");
            scene.say("IDLE 0 0");
        }
    }
}

#[test]
fn a_newborns_ask_draws_on_the_same_increment() {
    let mut scene = Scene::new(&["0..1", "....", "....", "...."]);
    scene.say("CREATE_TROOP 1 1").say("IDLE 0 0");
    let Decision::Ask(ask) = scene.state.decision() else { panic!("over") };
    assert_eq!(ask.budget, Budget::Same);
}
