//! What learners may choose.

use skirmish_core::bot::RandomBot;
use skirmish_core::learn::{Learn, Mask, Push, allowed};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::SeatCount;

use super::super::action::{Action, Building, Part};
use super::super::learn::{Draft, MAX_ORDERS};
use super::*;

const KIND: usize = 0;
const CELL: usize = 1;
const DIRECTION: usize = 2;
const END: u32 = 0;
const MOVE: u32 = 1;
const TRAIN_1: u32 = 2;

fn mask(state: &IceAndFire, draft: &Draft) -> Vec<u32> {
    let mut words = [0; Mask::words(AREA)];
    state.mask(state.to_move(), draft, Mask::new(&mut words));
    allowed(&words).collect()
}

fn begin(state: &IceAndFire) -> Draft {
    let mut draft = Draft::default();
    state.draft(state.to_move(), &mut draft);
    draft
}

fn push(state: &IceAndFire, draft: &mut Draft, choices: &[u32]) -> Push {
    let mut last = Push::More;
    for &choice in choices {
        last = state.push(state.to_move(), draft, choice);
    }
    last
}

fn decoded(state: &IceAndFire, draft: &Draft) -> Action {
    let mut action = Action::new();
    state.decode(state.to_move(), draft, &mut action);
    action
}

/// What the mask allows is what is done, tried out order by order.
fn check_exact(state: &IceAndFire) {
    let draft = begin(state);
    let kinds = mask(state, &draft);
    assert!(kinds.contains(&END));
    let can = |part: Part| state.clone().try_order(&part).is_ok();
    let orders: [Box<dyn Fn(Cell) -> Part>; 5] = [
        Box::new(|at| Part::train(Level::ALL[0], at)),
        Box::new(|at| Part::train(Level::ALL[1], at)),
        Box::new(|at| Part::train(Level::ALL[2], at)),
        Box::new(|at| Part::build(Building::Mine, at)),
        Box::new(|at| Part::build(Building::Tower, at)),
    ];
    let cells = || (0..AREA as u32).map(|i| (i, at((i % 12) as i16, (i / 12) as i16)));
    for (kind, part) in (TRAIN_1..).zip(orders) {
        let expected: Vec<u32> = cells().filter(|&(_, at)| can(part(at))).map(|(i, _)| i).collect();
        assert_eq!(kinds.contains(&kind), !expected.is_empty());
        let mut draft = draft.clone();
        push(state, &mut draft, &[kind]);
        assert_eq!((state.head(&draft), mask(state, &draft)), (CELL, expected), "kind {kind}");
    }
    let steps = |from: Cell| {
        let id =
            state.unit(from).filter(|_| state.owner(from) == Some(state.to_move())).map_or(0, |(id, _)| id);
        let can = move |to: Cell| id != 0 && can(Part::move_unit(id, to));
        (0..4u32).filter(|&i| can(from.orthogonal()[i as usize])).collect::<Vec<u32>>()
    };
    let movable: Vec<u32> = cells().filter(|&(_, from)| !steps(from).is_empty()).map(|(i, _)| i).collect();
    assert_eq!(kinds.contains(&MOVE), !movable.is_empty());
    let mut draft = draft.clone();
    push(state, &mut draft, &[MOVE]);
    assert_eq!(mask(state, &draft), movable);
    for (i, from) in cells().filter(|(i, _)| movable.contains(i)) {
        let mut draft = draft.clone();
        push(state, &mut draft, &[i]);
        assert_eq!((state.head(&draft), mask(state, &draft)), (DIRECTION, steps(from)));
    }
}

#[test]
fn the_mask_allows_exactly_what_would_be_done() {
    for row in ["ro1X.r.TZ.*B", "r2YBBBBBBBBB", "r3TBBBBBBBBB", "rmt1.X.....B"] {
        check_exact(&draw(&[row, "*r......T..B", "BBBBBBBBBBBB"]));
    }
    for seed in 0..20 {
        let config = Config { start_gold: 50, ..Config::default() };
        let mut state = IceAndFire::start(&config, SeatCount::TWO, Seed(seed)).unwrap();
        let mut bots = [RandomBot::<IceAndFire>::new(Seed(seed)), RandomBot::new(Seed(seed + 99))];
        let mut answers = Answers::new();
        while !is_over(&state) && state.turn() < 40 {
            let seat = state.to_move();
            if state.turn().is_multiple_of(6) {
                check_exact(&state);
            }
            bots[seat.index()].act_into(&state, seat, answers.act_in_place(seat));
            state.step(&answers, &mut News::silent());
        }
    }
}

#[test]
fn the_mask_follows_the_orders_of_the_draft() {
    let state = draw(&["r1.........B"]);
    let mut draft = begin(&state);
    push(&state, &mut draft, &[MOVE]);
    assert_eq!(mask(&state, &draft), [1]);
    push(&state, &mut draft, &[1, 1]);
    assert!(!mask(&state, &draft).contains(&MOVE), "the unit is tired");
    push(&state, &mut draft, &[TRAIN_1]);
    assert!(mask(&state, &draft).contains(&3), "the new cell is in reach of its neighbours");
    push(&state, &mut draft, &[3]);
    assert_eq!(push(&state, &mut draft, &[END]), Push::Done);
    let mut expected = Action::new();
    expected.move_unit(1, at(2, 0)).train(Level::ALL[0], at(3, 0));
    assert_eq!(decoded(&state, &draft), expected);
}

#[test]
fn a_draft_that_wins_is_done() {
    let mut rows = ["r..........."; 12];
    rows[10] = "rrrrrrrrrrr1";
    rows[11] = "..........BB";
    let state = draw(&rows);
    let mut draft = begin(&state);
    assert_eq!(push(&state, &mut draft, &[MOVE, 131, 2]), Push::Done);
}

#[test]
fn choices_that_are_not_allowed_lead_to_refused_orders() {
    let mut rng = Rng::new(Seed(9));
    for _ in 0..200 {
        let state = draw(&["r1X........B"]);
        let mut draft = begin(&state);
        for pushed in 0.. {
            assert!(pushed < 4 * MAX_ORDERS, "a draft ends");
            let wild = if rng.chance(1, 9) { rng.bits() as u32 } else { rng.below(150) };
            if state.push(RED, &mut draft, wild.max(1)) == Push::Done {
                break;
            }
        }
        let action = decoded(&state, &draft);
        let mut page = skirmish_core::wire::Page::new();
        state.write(&action, &mut page);
        let letters = order(&mut state.clone(), page.as_str());
        assert_eq!(letters.len(), action.parts().len());
    }
}

#[test]
fn a_draft_has_a_most() {
    let state = draw(&["r..........B"]);
    let mut draft = begin(&state);
    for _ in 1..MAX_ORDERS {
        assert_eq!(push(&state, &mut draft, &[TRAIN_1, 143]), Push::More);
    }
    assert_eq!(push(&state, &mut draft, &[TRAIN_1, 143]), Push::Done);
    assert_eq!(decoded(&state, &draft).parts().len(), MAX_ORDERS);
}

#[test]
fn heads_are_kind_cell_and_direction() {
    let heads: Vec<(&str, usize)> = draw(&[]).heads().iter().map(|head| (head.name, head.size)).collect();
    assert_eq!(heads, [("kind", 7), ("cell", 144), ("direction", 4)]);
    assert_eq!(KIND, draw(&[]).head(&Draft::default()));
}
