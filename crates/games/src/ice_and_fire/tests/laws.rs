//! What holds in every position that play by chance reaches, whatever is ordered there.

use proptest::prelude::*;
use skirmish_core::bot::RandomBot;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;

use super::super::action::Building;
use super::super::event::Event;
use super::*;

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
    let mut state = IceAndFire::start(&config, SeatCount::TWO, Seed(seed)).unwrap();
    let mut bots = [RandomBot::<IceAndFire>::new(Seed(seed)), RandomBot::new(Seed(seed + 1))];
    let mut answers = Answers::new();
    for _ in 0..decisions {
        let seat = state.to_move();
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
        let seat = aloud.to_move();
        aloud.read(seat, line.as_bytes(), answers.act_in_place(seat)).unwrap();
        aloud.step(&answers, &mut News::new());
        silent.step(&answers, &mut News::silent());
        prop_assert_eq!(aloud, silent);
    }

    #[test]
    fn gold_goes_into_what_is_done_and_nowhere_else(seed in 0u64..1000, decisions in 0u32..60, line in some_line()) {
        let mut state = some_position(seed, decisions);
        let seat = state.to_move();
        let before = state.clone();
        let mut mines = before.mines.and(&before.owned[seat.index()]).count() as i32;
        let (mut answers, mut news) = (Answers::new(), News::new());
        state.read(seat, line.as_bytes(), answers.act_in_place(seat)).unwrap();
        state.obey(answers.get(seat).action().unwrap(), &mut news);
        let mut spent = 0;
        for event in news.heard_by(None) {
            match event {
                Event::Trained { level, .. } => spent += [10, 20, 30][level.index()],
                Event::Built { building: Building::Tower, .. } => spent += 15,
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
        let (seat, before) = (state.to_move(), state.clone());
        order(&mut state, &line);
        prop_assert!(before.owned[seat.index()].minus(&state.owned[seat.index()]).is_empty());
        prop_assert!(before.active[seat.index()].minus(&state.active[seat.index()]).is_empty());
        prop_assert!(state.army(seat).count() >= before.army(seat).count());
        prop_assert!(state.owned[seat.other().index()].minus(&before.owned[seat.other().index()]).is_empty());
    }
}
