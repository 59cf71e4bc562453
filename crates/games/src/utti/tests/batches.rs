//! Seats that answer for whole rounds.

use skirmish_core::game::{Budget, Framing};
use skirmish_core::seat::SeatSet;

use super::*;

const BOTH: [&str; 2] = ["ready batch", "ready batch"];
const ROWS: &[&str] = &["0...1", "a...A", ".....", ".....", "....."];

fn ask(scene: &Scene) -> skirmish_core::game::Ask {
    match scene.state.decision() {
        Decision::Ask(ask) => ask,
        Decision::Over(standing) => panic!("over: {standing:?}"),
    }
}

#[test]
fn both_batches_are_asked_for_together_before_anyone_acts() {
    let scene = Scene::ready(&["0...1", "aa..A", ".....", ".....", "....."], BOTH, |_| {});
    let ask = ask(&scene);
    assert_eq!((ask.seats, ask.framing, ask.budget), (SeatCount::TWO.all(), Framing::Line, Budget::Turn));
    assert_eq!(ask.weight, 3, "as many as the longer list has units");
}

#[test]
fn a_lone_batch_is_asked_for_at_the_start_of_the_round() {
    let mut scene = Scene::ready(ROWS, ["ready", "ready batch"], |_| {});
    assert_eq!((ask(&scene).seats, ask(&scene).budget), (SeatSet::only(ONE), Budget::Turn));
    scene.answer(&[(ONE, "IDLE 0 0; MOVE 2 4")]);
    assert_eq!((ask(&scene).seats, ask(&scene).budget), (SeatSet::only(ZERO), Budget::Turn));
    scene.say("IDLE 0 0");
    assert_eq!(
        (scene.acting().id, ask(&scene).budget),
        (2, Budget::Same),
        "seat 1's base idled without an ask"
    );
    scene.say("IDLE 0 0");
    scene.looks_like(&["0...1", "a....", "....A", ".....", "....."]);
    assert_eq!((scene.state.round(), ask(&scene).seats), (1, SeatSet::only(ONE)));
}

#[test]
fn orders_of_a_batch_act_at_their_units_turns() {
    let mut scene = Scene::ready(ROWS, BOTH, |_| {});
    scene.answer(&[(ZERO, "CREATE_TROOP 0 1; MOVE 2 1"), (ONE, "IDLE 0 0; MOVE 2 3")]);
    let order: Vec<u32> = scene
        .heard
        .iter()
        .filter_map(|event| match event {
            Event::Created { base, .. } => Some(base.id),
            Event::Moved { id, .. } => Some(*id),
            _ => None,
        })
        .collect();
    assert_eq!(order, [0, 2, 3]);
    scene.looks_like(&["0a..1", ".....", ".a.A.", ".....", "....."]);
}

#[test]
fn units_born_in_the_round_are_asked_about_singly() {
    let mut scene = Scene::ready(ROWS, BOTH, |_| {});
    scene.answer(&[(ZERO, "CREATE_TROOP 0 1; IDLE 0 0"), (ONE, "IDLE 0 0; IDLE 0 0")]);
    assert_eq!((scene.acting().id, ask(&scene).budget), (4, Budget::Same));
    scene.say("MOVE 0 2");
    assert_eq!((scene.state.round(), ask(&scene).seats), (1, SeatCount::TWO.all()));
}

#[test]
fn an_action_that_no_longer_fits_fails() {
    let rows = ["0...1", "..a.A", ".....", ".....", "....."];
    let mut scene = Scene::ready(&rows, BOTH, |_| {});
    scene.answer(&[(ZERO, "IDLE 0 0; MOVE 1 3"), (ONE, "IDLE 0 0; MOVE 1 3")]);
    scene.looks_like(&["0...1", "...aA", ".....", ".....", "....."]);
    assert_eq!(scene.refusal(), Some(Refusal::Occupied));
}

#[test]
fn the_part_of_a_unit_that_is_gone_is_skipped() {
    let rows = ["0...1", "..aA.", "....A", ".....", "....."];
    let mut scene = Scene::ready(&rows, BOTH, |_| {});
    scene.answer(&[(ZERO, "IDLE 0 0; CAPTURE 1 3"), (ONE, "IDLE 0 0; CAPTURE 1 2; MOVE 3 4")]);
    scene.looks_like(&["0...1", "...b.", ".....", "....A", "....."]);
}

#[test]
fn an_unreadable_part_costs_only_its_units_turn() {
    let mut scene = Scene::ready(ROWS, BOTH, |_| {});
    scene.answer(&[(ZERO, "JUMP; MOVE 2 0"), (ONE, "IDLE 0 0; MOVE 2 4")]);
    scene.looks_like(&["0...1", ".....", "a...A", ".....", "....."]);
}

#[test]
fn missing_parts_idle_and_surplus_ones_are_ignored() {
    let mut scene = Scene::ready(ROWS, BOTH, |_| {});
    scene.answer(&[(ZERO, "CREATE_TROOP 0 1"), (ONE, "IDLE 0 0; MOVE 2 4; MOVE 3 4; MOVE 4 4")]);
    scene.looks_like(&["0a..1", "a....", "....A", ".....", "....."]);
}

#[test]
fn a_late_batch_idles_all_its_units() {
    for fault in [Fault::Late, Fault::Gone, Fault::Flooded] {
        let mut scene = Scene::ready(ROWS, BOTH, |_| {});
        let order = Order::new(OrderKind::Move, Cell::new(0, 2));
        let mut answers = Answers::one(ZERO, Action::Many(vec![Order::default(), order]));
        answers.fault(ZERO, fault);
        scene.step(&answers);
        scene.looks_like(ROWS);
        assert_eq!(scene.state.round(), 1);
    }
}

#[test]
fn a_missed_hello_counts_as_ready() {
    for hello in ["", "hi", "ready steady", "batch", "ready batch go"] {
        let mut scene = Scene { state: drawn(ROWS, |_| {}), heard: Vec::new() };
        scene.answer(&[(ZERO, hello), (ONE, "READY Batch")]);
        assert_eq!(ask(&scene).seats, SeatSet::only(ONE), "`{hello}`");
    }
    let mut scene = Scene { state: drawn(ROWS, |_| {}), heard: Vec::new() };
    scene.step(&Answers::new());
    assert_eq!(ask(&scene).seats, SeatSet::only(ZERO));
}

#[test]
fn stored_orders_are_their_seats_secret_until_they_are_played() {
    let mut scene = Scene::ready(ROWS, ["ready", "ready batch"], |_| {});
    assert!(!scene.state.has_secrets());
    scene.answer(&[(ONE, "IDLE 0 0; MOVE 2 4")]);
    assert!(scene.state.has_secrets());
    let mut seen = scene.state.clone();
    scene.state.redact(ZERO, &mut seen);
    assert_ne!(seen, scene.state);
    assert_eq!(seen.decision(), scene.state.decision());
    scene.state.redact(ONE, &mut seen);
    assert_eq!(seen, scene.state, "its own orders are no secret");
    // Tried out on what it may know, the enemy's troop stays where it is.
    scene.state.redact(ZERO, &mut seen);
    for _ in 0..2 {
        seen.step(&Answers::one(ZERO, Action::default()), &mut News::silent());
    }
    assert!(seen.troop_at(Cell::new(4, 1)).is_some());
    scene.say("IDLE 0 0").say("IDLE 0 0");
    assert!(scene.state.troop_at(Cell::new(4, 1)).is_none());
    assert!(!scene.state.has_secrets());
}

#[test]
fn a_batch_plays_as_the_same_orders_one_by_one() {
    let mut single = Scene::new(ROWS);
    single.say("CREATE_TROOP 0 1").say("IDLE 0 0").say("MOVE 2 0").say("MOVE 2 4");
    let mut batch = Scene::ready(ROWS, BOTH, |_| {});
    batch.answer(&[(ZERO, "CREATE_TROOP 0 1; MOVE 2 0"), (ONE, "IDLE 0 0; MOVE 2 4")]);
    assert_eq!(Drawing::of(&single.state), Drawing::of(&batch.state));
    assert_eq!((single.acting().id, single.state.gold(ZERO)), (batch.acting().id, batch.state.gold(ZERO)));
}
