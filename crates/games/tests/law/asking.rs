//! How much seats are asked, and what becomes of one that never answers.

use skirmish_core::answer::{Answer, Answered, Cost, Fault};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::clock::Timer;
use skirmish_core::game::{Ask, Budget, Decision};
use skirmish_core::replay::{Ending, PlayerInfo, Replay};
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::table::{Board, PlayerSide, Table};

use super::playing::{Mess, Picked, entry, play};
use super::{Whole, for_seeds, matches};

/// So many late answers in a row cost the match in every game, under its own clock.
const LATE_MOST: usize = 3;

pub fn no_seat_is_asked_more_than_the_limit<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(8, |seed| {
        for (config, seats, most) in matches::<G>(quick, seed) {
            for mess in [Mess::None, Mess::Some] {
                let state = G::start(&config, seats, Seed(seed)).unwrap();
                let limit = state.ask_limit();
                let mut asked = vec![AskLimit::default(); seats.get()];
                play(state, mess, seed, most, |after: &G, before: &G, _| {
                    assert_eq!(after.ask_limit(), limit, "the limit changed on the way");
                    let Decision::Ask(ask) = before.decision() else { return };
                    ask.seats.iter().for_each(|seat| count(&mut asked[seat.index()], &ask));
                });
                for asked in asked {
                    let is_within = asked.hellos <= limit.hellos
                        && asked.firsts <= limit.firsts
                        && asked.turns <= limit.turns
                        && asked.weight <= limit.weight;
                    assert!(is_within, "{asked:?} exceeds {limit:?}");
                }
            }
        }
        Ok(())
    });
}

fn count(asked: &mut AskLimit, ask: &Ask) {
    match ask.budget {
        Budget::Hello => asked.hellos += 1,
        Budget::First => asked.firsts += 1,
        Budget::Turn => asked.turns += 1,
        Budget::Same => {}
    }
    if matches!(ask.budget, Budget::Turn | Budget::Same) {
        asked.weight += u64::from(ask.weight);
    }
}

pub fn whoever_never_answers_in_time_loses_for_it<G: Whole>(quick: &[(&str, &str)]) {
    for_seeds(8, |seed| {
        let (config, seats, _) = matches::<G>(quick, seed).remove(0);
        let late = Seat((seed >> 32) as u8 % seats.get() as u8);
        let replay = play_with_one_late::<G>(config, seats, seed, late);
        let outcome = replay.ending.outcome().unwrap();
        assert_eq!(outcome.fault(late), Some(Fault::Late));
        assert!(seats.iter().all(|other| other == late || outcome.place(other) < outcome.place(late)));
        let asked = replay.answers.iter().filter(|answered| answered.seat == late).count();
        assert!(asked <= LATE_MOST, "it was waited for {asked} times");
        assert_eq!(replay.verify(entry::<G>()).unwrap().outcome.as_ref(), Some(outcome));
        assert_eq!(Replay::read(replay.write().as_bytes()).as_ref(), Ok(&replay));
        Ok(())
    });
}

/// A match under the game's own clock in which one seat uses up its time whenever it is asked.
fn play_with_one_late<G: Whole>(config: G::Config, seats: SeatCount, seed: u64, late: Seat) -> Replay {
    let state = G::start(&config, seats, Seed(seed)).unwrap();
    let mut table = Board::new(config, state);
    let mut picked = Picked::<G>::new(Mess::None, seed, seats);
    let players = seats.iter().map(|seat| PlayerInfo::named(format!("bot {seat}"))).collect();
    let mut replay = Replay::begin(&table, Seed(seed), players, G::INFO.clock, "none");
    let (mut timer, mut decisions) = (Timer::new(G::INFO.clock), 0);
    while let Decision::Ask(ask) = table.decision() {
        for seat in ask.seats.iter() {
            let answered = if seat == late {
                let answered = be_late(&mut timer, &ask, seat);
                table.answer(seat, &answered.answer).unwrap();
                answered
            } else {
                picked.answer(&mut table, seat)
            };
            replay.answers.push(answered);
        }
        table.step();
        decisions += 1;
        replay.checkpoint(decisions, &table);
    }
    if let Decision::Over(outcome) = table.decision() {
        replay.ending = Ending::over(&table, outcome);
    }
    replay
}

fn be_late(timer: &mut Timer, ask: &Ask, seat: Seat) -> Answered {
    let cost = Cost { wall_us: timer.grant(ask).time_us.unwrap(), ..Cost::default() };
    timer.charge(ask, &cost, Some(Fault::Late));
    let answer = match timer.late_too_often() {
        Some(times) => Answer::Forfeit(Fault::Late, format!("it was late {times} times in a row")),
        None => Answer::Fault(Fault::Late, "it was late".to_string()),
    };
    Answered { seat, cost, answer }
}
