use proptest::prelude::*;
use skirmish_core::answer::Fault;
use skirmish_core::bot::RandomBot;
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
        let mover = state.mover();
        turn(&mut state, line);
        assert_eq!(state.mover(), mover.other());
    }
}

#[test]
fn no_answer_that_nobody_calls_a_fault_passes_the_turn() {
    let mut state = draw(&[]);
    state.step(&Answers::new(), &mut News::new());
    assert_eq!(state.mover(), BLUE);
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

/// Lines that are half sense and half chance.
fn some_line() -> impl Strategy<Value = String> {
    let number = prop_oneof![8 => (0u32..13).prop_map(|n| n.to_string()), 1 => Just(String::new()), 1 => Just("4294967296".into())];
    let part = prop_oneof![
        (1u32..12, 0u32..12, 0u32..12).prop_map(|(id, x, y)| format!("MOVE {id} {x} {y}")),
        (1u32..4, 0u32..12, 0u32..12).prop_map(|(level, x, y)| format!("TRAIN {level} {x} {y}")),
        (any::<bool>(), 0u32..12, 0u32..12)
            .prop_map(|(mine, x, y)| format!("BUILD {} {x} {y}", if mine { "MINE" } else { "TOWER" })),
        (number.clone(), number, 0u32..12).prop_map(|(id, x, y)| format!("MOVE {id} {x} {y}")),
        Just("WAIT".to_string()),
        Just("MSG hello".to_string()),
    ];
    prop::collection::vec(part, 1..20).prop_map(|parts| parts.join(";"))
}

/// A position that random players reach.
fn some_position(seed: u64, decisions: u32) -> IceAndFire {
    let config = Config { start_gold: 60, ..Config::default() };
    let mut state = IceAndFire::start(&config, skirmish_core::seat::SeatCount::TWO, Seed(seed)).unwrap();
    let mut bots = [RandomBot::<IceAndFire>::new(Seed(seed)), RandomBot::new(Seed(seed + 1))];
    let mut answers = Answers::new();
    for _ in 0..decisions {
        let seat = state.mover();
        if is_over(&state) {
            break;
        }
        bots[seat.index()].act_into(&state, seat, answers.act_in_place(seat));
        let before = state.clone();
        state.step(&answers, &mut News::silent());
        if is_over(&state) {
            return before;
        }
    }
    state
}

proptest! {
    #[test]
    fn nobody_listening_changes_nothing(seed in 0u64..1000, decisions in 0u32..60, line in some_line()) {
        let mut aloud = some_position(seed, decisions);
        let mut silent = aloud.clone();
        let mut answers = Answers::new();
        let seat = aloud.mover();
        aloud.read(seat, line.as_bytes(), answers.act_in_place(seat)).unwrap();
        aloud.step(&answers, &mut News::new());
        silent.step(&answers, &mut News::silent());
        prop_assert_eq!(aloud, silent);
    }

    #[test]
    fn gold_goes_into_what_is_done_and_nowhere_else(seed in 0u64..1000, decisions in 0u32..60, line in some_line()) {
        let mut state = some_position(seed, decisions);
        let seat = state.mover();
        let before = state.clone();
        let mut mines = before.mines.and(&before.owned[seat.index()]).count() as i32;
        let (mut answers, mut news) = (Answers::new(), News::new());
        state.read(seat, line.as_bytes(), answers.act_in_place(seat)).unwrap();
        state.obey(answers.get(seat).action().unwrap(), &mut news);
        let mut spent = 0;
        for event in news.heard_by(None) {
            match event {
                Event::Trained { level, .. } => spent += [10, 20, 30][level.index()],
                Event::Built { building: super::super::Building::Tower, .. } => spent += 15,
                Event::Built { .. } => {
                    spent += 20 + 4 * mines;
                    mines += 1;
                }
                _ => {}
            }
        }
        prop_assert_eq!(before.gold(seat) - spent, state.gold(seat));
        prop_assert_eq!(before.gold(seat.other()), state.gold(seat.other()));
    }

    #[test]
    fn the_mover_loses_nothing_by_its_own_orders(seed in 0u64..1000, decisions in 0u32..60, line in some_line()) {
        let mut state = some_position(seed, decisions);
        let (seat, before) = (state.mover(), state.clone());
        order(&mut state, &line);
        prop_assert!(before.owned[seat.index()].minus(&state.owned[seat.index()]).is_empty());
        prop_assert!(before.active[seat.index()].minus(&state.active[seat.index()]).is_empty());
        prop_assert!(state.army(seat).count() >= before.army(seat).count());
        prop_assert!(state.owned[seat.other().index()].minus(&before.owned[seat.other().index()]).is_empty());
    }
}
