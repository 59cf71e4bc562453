//! What holds in every match: conservation, and the generic laws for seats that answer in batches.

use proptest::prelude::*;
use skirmish_core::answer::Reply;
use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::law::{Audit, Mirror};
use skirmish_core::rng::Rng;
use skirmish_core::table::{Board, PlayerSide, ViewerSide};
use skirmish_core::view::{Digest, DigestCanvas, PlaneCanvas, Shape, View};

use super::*;

/// A small, busy match.
fn busy(seed: u64) -> Utti {
    let config = Config {
        size: 12,
        rounds: 25,
        max_units: 10,
        base_height: 3,
        mine_share: 80,
        mine_clear: 1,
        mine_reach: 4,
        base_offset: Some(3),
        along_low: Some(4),
        along_high: Some(7),
        ..Config::default()
    };
    Utti::start(&config, SeatCount::TWO, Seed(seed)).unwrap()
}

/// Plays a match by chance with these modes, sometimes garbled, and shows every step: before, answers, after, news.
fn play(
    seed: u64,
    batch: [bool; 2],
    mut show: impl FnMut(&Utti, &Answers<Action>, &Utti, &News<Event>),
) -> Utti {
    let mut state = busy(seed);
    let mut rng = Rng::new(Seed(seed));
    let mut bots = [RandomBot::<Utti>::new(Seed(seed)), RandomBot::<Utti>::new(Seed(seed ^ 1))];
    let mut news = News::new();
    while let Decision::Ask(ask) = state.decision() {
        let mut answers = Answers::new();
        for seat in ask.seats.iter() {
            let mut seen = state.clone();
            state.redact(seat, &mut seen);
            let action = match seen.handshake_reply(seat) {
                Some(_) => Action::Ready { batch: batch[seat.index()] },
                None => bots[seat.index()].act(&seen, seat, &[]),
            };
            answers.act(seat, action);
            if state.handshake_reply(seat).is_none() && rng.chance(1, 20) {
                answers.fault(seat, Fault::ALL[rng.below(4) as usize]);
            }
        }
        let before = state.clone();
        news.clear();
        state.step(&answers, &mut news);
        show(&before, &answers, &state, &news);
    }
    state
}

const MODES: [[bool; 2]; 4] = [[false, false], [true, false], [false, true], [true, true]];

/// All heights, and the height that bases took, of both sides together.
fn matter(state: &Utti) -> i64 {
    let units = || state.units(ZERO).chain(state.units(ONE));
    let bases = units().filter(|unit| !unit.is_troop()).count() as i64;
    units().map(|unit| i64::from(unit.height)).sum::<i64>() + bases * i64::from(state.config().base_height)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn height_comes_from_gold_and_gold_from_mines(seed: u64) {
        for batch in MODES {
            play(seed, batch, |before, _, after, news| {
                let (mut created, mut mined) = ([0; 2], [0; 2]);
                for (_, event) in news.items() {
                    match event {
                        Event::Created { troop, .. } => created[troop.seat().index()] += 1,
                        Event::Mined { troop, gold } => mined[troop.seat().index()] += gold,
                        _ => {}
                    }
                }
                assert_eq!(matter(after), matter(before) + created[0] + created[1]);
                for seat in [ZERO, ONE] {
                    let (made, got) = (created[seat.index()], mined[seat.index()]);
                    assert_eq!(after.gold(seat), before.gold(seat) + got - made * after.config().troop_cost);
                }
            });
        }
    }

    #[test]
    fn bases_are_never_lost_and_units_never_change_sides(seed: u64) {
        play(seed, [false, false], |before, _, after, _| {
            for seat in [ZERO, ONE] {
                for base in before.units(seat).filter(|unit| !unit.is_troop()) {
                    assert!(after.units(seat).any(|unit| unit == base));
                }
            }
        });
    }

    #[test]
    fn batches_obey_the_laws(seed: u64) {
        for batch in MODES {
            play(seed, batch, |before, answers, after, _| {
                after.audit().unwrap();
                let mut mirrored = Answers::new();
                for seat in [ZERO, ONE] {
                    let (Reply::Act(action) | Reply::Fault(_, action)) = answers.get(seat) else { continue };
                    mirrored.act(seat.other(), before.mirror_action(action));
                    if let Some(fault) = answers.get(seat).fault() {
                        mirrored.fault(seat.other(), fault);
                    }
                }
                let mut image = before.mirror();
                assert_eq!(image.mirror(), *before);
                image.audit().unwrap();
                image.step(&mirrored, &mut News::silent());
                assert_eq!(image, after.mirror());
            });
        }
    }

    #[test]
    fn stored_orders_show_nowhere(seed: u64) {
        let mut rng = Rng::new(Seed(seed));
        let mut differed = false;
        for batch in [[true, false], [true, true]] {
            play(seed, batch, |_, _, state, _| {
                for seat in [ZERO, ONE] {
                    let other = state.resample(seat, &mut rng);
                    other.audit().unwrap();
                    differed |= other != *state;
                    assert_eq!(shown(state, seat), shown(&other, seat));
                }
            });
        }
        prop_assert!(differed);
    }

    #[test]
    fn what_bots_are_told_is_all_that_changes(seed: u64) {
        for batch in MODES {
            let mut table = told(&busy(seed), ZERO);
            play(seed, batch, |_, _, after, news| {
                let mut page = Page::new();
                news.heard_by(Some(ZERO)).for_each(|event| after.tell(ZERO, event, &mut page));
                page.as_str().lines().for_each(|line| follow(&mut table, line));
                assert_eq!(table, told(after, ZERO));
            });
        }
    }
}

/// A bot's own picture of the units: id to (enemy, kind, row, column, height).
type Known = BTreeMap<u32, (u8, String, i16, i16, u32)>;

fn told(state: &Utti, seat: Seat) -> Known {
    let line = |unit: &Unit| {
        let kind = unit.kind.letter().to_string();
        (unit.id, (u8::from(unit.seat() != seat), kind, unit.cell.y, unit.cell.x, unit.height))
    };
    state.units(ZERO).chain(state.units(ONE)).map(line).collect()
}

/// Does to a bot's picture what a line of news says, in a few lines as a bot would.
fn follow(known: &mut Known, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let number = |n: usize| words[n].parse::<i64>().unwrap();
    let unit = |known: &mut Known| known.remove(&(number(1) as u32)).unwrap();
    match words[0] {
        "born" => {
            let born =
                (number(2) as u8, words[3].into(), number(4) as i16, number(5) as i16, number(6) as u32);
            assert!(known.insert(number(1) as u32, born).is_none());
        }
        "moved" => {
            let (enemy, kind, _, _, height) = unit(known);
            let moved = (enemy, kind, number(2) as i16, number(3) as i16, height);
            assert!(!known.values().any(|other| other.1 == "T" && (other.2, other.3) == (moved.2, moved.3)));
            known.insert(number(1) as u32, moved);
        }
        "height" => {
            let (enemy, kind, row, col, _) = unit(known);
            known.insert(number(1) as u32, (enemy, kind, row, col, number(2) as u32));
        }
        "gone" => drop(unit(known)),
        "round" | "gold" | "over" => {}
        other => panic!("`{other}` is not in the rule page"),
    }
}

fn shown(state: &Utti, seat: Seat) -> (Digest, Vec<i16>, Vec<i32>, String, String) {
    let mut table = Board::new(state.config().clone(), state.clone());
    let mut page = Page::new();
    if matches!(state.decision(), Decision::Ask(ask) if ask.seats.has(seat)) {
        table.ask(seat, ClockFace::default(), &mut page);
    }
    let mut seen = state.clone();
    state.redact(seat, &mut seen);
    let mut canvas = DigestCanvas::default();
    seen.draw(&mut canvas);
    let shape = Shape::new(Utti::INFO, SeatCount::TWO, state.size(), state.size());
    let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
    seen.draw(&mut PlaneCanvas::new(Utti::INFO, SeatCount::TWO, seat, &mut planes, &mut numbers));
    (canvas.finish(), planes, numbers, page.as_str().to_string(), table.text(Some(seat), false))
}

#[test]
fn a_match_by_chance_uses_every_rule() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        for batch in MODES {
            play(seed, batch, |_, _, _, news| {
                for (_, event) in news.items() {
                    seen.insert(format!("{event:?}").split([' ', '{']).next().unwrap().to_string());
                }
            });
        }
    }
    let all = [
        "Based", "Created", "Failed", "Gold", "Mined", "Missed", "Moved", "Over", "Ready", "Round", "Split",
        "Stacked",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn the_start_is_its_own_mirror_but_for_who_begins() {
    for seed in 0..20 {
        let state = busy(seed);
        let mut mirrored = state.mirror();
        (mirrored.first, mirrored.to_move) = (state.first, state.to_move);
        assert_eq!(mirrored, state);
    }
}

#[test]
fn a_clone_into_old_memory_is_a_clone() {
    let (late, early) = (play(3, [true, false], |_, _, _, _| {}), busy(8));
    let mut copy = late.clone();
    assert_eq!(copy, late);
    copy.clone_from(&early);
    assert_eq!(copy, early);
    copy.clone_from(&late);
    assert_eq!(copy, late);
}
