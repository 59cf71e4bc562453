//! Late answers in a row forfeit the match: the seat is ended, asked no more, and loses; the match goes on without it.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Rules, SUMS, one, outcome, patient, python, run, said};
use skirmish_core::answer::{Answer, Answered, Cost, Fault};
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_referee::{AnyPlayer, HouseBot, Match, Nobody, Parting, Recording, branch, play};

const LOOPS: &str = "while True: pass";

fn clock(text: &str) -> Clock {
    text.parse().expect("a clock")
}

fn rules(turns: u32) -> Rules {
    Rules { turns, ..Rules::default() }
}

/// A player with these answers: `L` is late, everything else is what it says.
fn scripted(seat: Seat, script: &str) -> AnyPlayer {
    let answer = |letter: char| match letter {
        'L' => Answer::Fault(Fault::Late, "it was late".to_string()),
        letter => Answer::Frame(letter.to_string().into_bytes()),
    };
    let answered =
        |letter| Answered { seat, cost: Cost { wall_us: 9, ..Cost::default() }, answer: answer(letter) };
    Arc::new(Recording { name: "script".to_string(), answers: script.chars().map(answered).collect() })
}

#[test]
fn a_program_that_loops_forfeits_and_is_asked_no_more() {
    let clock = clock("300/turn late 3");
    let record = run(rules(40), clock, [python(LOOPS), one()], &patient()).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["!late", "!late", "!forfeit late"]);
    assert_eq!(said(&record, Seat(1)).len(), 40, "the match goes on without it");
    let outcome = outcome(&record);
    assert_eq!((outcome.place(Seat(0)), outcome.fault(Seat(0))), (2, Some(Fault::Late)));
    assert_eq!((outcome.place(Seat(1)), outcome.fault(Seat(1))), (1, None));
    assert_eq!(record.conduct[0].parting, Parting::Early, "it was ended when it forfeited");
    assert_eq!(record.fault_counts[0], 3);
    let mut incidents = record.incidents.iter().filter(|incident| incident.seat == Seat(0));
    let told = incidents.next_back().expect("it is told");
    assert_eq!(told.sentence, "seat 0 (bot.py) was late 3 times in a row on turn 4: it forfeits");
    assert!(told.advice.is_some(), "{told:?}");
    assert_eq!(record.replay.verify(&SUMS).expect("it verifies").outcome.as_ref(), Some(outcome));
}

#[test]
fn a_program_that_loops_loses_utti_to_a_house_bot() {
    let entry = skirmish_games::find("utti").expect("a game");
    let config = (entry.configure)(&Wishes::preset("tiny")).expect("a preset");
    let table = (entry.open)(&config, SeatCount::TWO, Seed(1)).expect("a match");
    let house = skirmish_bots::of_game("utti").next().expect("a bot of the house");
    let players = vec![python(LOOPS), HouseBot::shared(house)];
    let late_max = entry.info.clock.late_max;
    let clock = clock("hello 300ms 300/turn").with_late_max(late_max);
    let played = Match::new(table, Seed(1), players).with_clock(clock);
    let record = play(&played, &patient(), &mut Nobody).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["!late", "!late", "!forfeit late"]);
    let outcome = outcome(&record);
    assert_eq!((outcome.place(Seat(0)), outcome.fault(Seat(0))), (2, Some(Fault::Late)));
    let told: Vec<&str> = record.incidents.iter().map(|incident| incident.sentence.as_str()).collect();
    assert!(told.contains(&"seat 0 (bot.py) was late 3 times in a row on round 1: it forfeits"), "{told:?}");
    assert_eq!(record.replay.verify(entry).expect("it verifies").outcome.as_ref(), Some(outcome));
}

#[test]
fn who_is_late_now_and_then_plays_on() {
    let players = [scripted(Seat(0), "LL1LL1L1LL1"), scripted(Seat(1), "11111111111")];
    let record = run(rules(11), clock("1s/turn late 3"), players, &patient()).expect("a record");
    assert_eq!(outcome(&record).faults, [None, None]);
    assert_eq!(said(&record, Seat(0)).len(), 11);
}

#[test]
fn the_number_is_the_clocks_and_without_one_the_rules_decide_alone() {
    for (text, hears) in [
        ("1s/turn", &["!late", "!late", "!late", "!late", "1"][..]),
        ("1s/turn late 5", &["!late", "!late", "!late", "!late", "1"]),
        ("1s/turn late 4", &["!late", "!late", "!late", "!forfeit late"]),
        ("1s/turn late 1", &["!forfeit late"]),
    ] {
        let players = [scripted(Seat(0), "LLLL1"), scripted(Seat(1), "11111")];
        let record = run(rules(5), clock(text), players, &patient()).expect("a record");
        assert_eq!(said(&record, Seat(0)), hears, "{text}");
        assert_eq!(said(&record, Seat(1)), ["1"; 5], "{text}");
    }
}

#[test]
fn a_match_that_both_forfeit_ends_without_asking_anybody() {
    for together in [false, true] {
        let players = [scripted(Seat(0), "9LL"), scripted(Seat(1), "1LL")];
        let rules = Rules { together, ..rules(1000) };
        let record = run(rules, clock("1s/turn late 2"), players, &patient()).expect("a record");
        assert_eq!(record.replay.answers.len(), 6);
        let outcome = outcome(&record);
        assert_eq!((&outcome.places[..], &outcome.faults[..]), (&[1, 1][..], &[Some(Fault::Late); 2][..]));
        assert!(record.replay.verify(&SUMS).is_ok());
    }
}

#[test]
fn a_forfeit_is_played_again_as_it_was_recorded() {
    let players = [scripted(Seat(0), "1LL"), scripted(Seat(1), "111111")];
    let first = run(rules(6), clock("1s/turn late 2"), players, &patient()).expect("a record");
    for text in ["1s/turn late 2", "none"] {
        let players = Recording::of_all(&first.replay).try_into().ok().expect("two seats");
        let again = run(rules(6), clock(text), players, &patient()).expect("a record");
        assert_eq!(again.replay.answers, first.replay.answers, "{text}");
        assert_eq!(outcome(&again), outcome(&first), "{text}");
    }
}

#[test]
fn a_branch_after_a_forfeit_asks_only_the_others() {
    let players = [scripted(Seat(0), "1LL"), scripted(Seat(1), "111111")];
    let first = run(rules(6), clock("1s/turn late 2"), players, &patient()).expect("a record");
    // Seat 0 forfeited in decision 4, counted from 0.
    for (decisions, hears) in
        [(5, &["1", "!late", "!forfeit late"][..]), (4, &["1", "!late", "1", "1", "1", "1"])]
    {
        let players = [one(), one()];
        let branched =
            branch(&first.replay, &SUMS, decisions, &players, &patient(), &mut Nobody).expect("a record");
        assert_eq!(said(&branched, Seat(0)), hears);
        assert_eq!(said(&branched, Seat(1)), ["1"; 6]);
        assert!(branched.replay.verify(&SUMS).is_ok());
    }
}

#[test]
fn how_long_a_match_can_last_follows_from_its_clocks() {
    let table = common::table(Rules { hello: true, ..rules(11) }, Seed(0));
    let played = Match::new(table, Seed(0), vec![one(), one()]);
    // Two seats with a handshake, a first answer and ten more.
    let played = played.with_clock(clock("hello 2s 1s+100ms/turn late 3"));
    assert_eq!(played.budget(), Some(Duration::from_secs(8)));
    // Three attempts of it, ten times as long on the busiest machine, and a second for programs to leave.
    assert_eq!(played.longest(&patient()), Some(Duration::from_secs(3 * (80 + 1))));
    let played = played.with_clock(Clock::NONE);
    assert_eq!((played.budget(), played.longest(&patient())), (None, None));
}
