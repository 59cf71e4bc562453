//! Tables as they are printed, kept as files. `UPDATE_SNAPSHOTS=1 cargo test -p skirmish-lab` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::path::Path;

use skirmish_core::answer::Fault;
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_lab::duel::Test;
use skirmish_lab::report::{csv, text};
use skirmish_lab::result::{Behaviour, MatchEnding, MatchResult};
use skirmish_lab::series::{Next, Series};
use skirmish_lab::times::Times;
use skirmish_lab::{Duel, Tournament};
use skirmish_league::chance::Chance;
use skirmish_league::schedule::{Fixture, Format, Settings};

fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "{name} differs; UPDATE_SNAPSHOTS=1 writes it anew");
}

/// A random result: bots earlier in the list are stronger, and some matches are void or have faults.
fn result(fixture: &Fixture, chance: &mut Chance) -> MatchResult {
    if chance.below(40) == 0 {
        return MatchResult::void(fixture, 3, "the machine was too busy".into());
    }
    let strength = |bot: u32, chance: &mut Chance| 6 * bot + chance.below(20);
    let luck: Vec<u32> = fixture.seats.iter().map(|bot| strength(bot.0, chance) / 3).collect();
    let place = |seat: usize| 1 + luck.iter().filter(|&&other| other < luck[seat]).count() as u8;
    let bots: Vec<Behaviour> = fixture.seats.iter().map(|bot| behaviour(bot.index(), chance)).collect();
    let seats = fixture.seats.len();
    let outcome = Outcome {
        places: (0..seats).map(place).collect(),
        scores: vec![0; seats],
        faults: bots.iter().map(|bot| bot.faults.keys().next().copied()).collect(),
        why: "all turns are played".into(),
    };
    MatchResult {
        decisions: 100,
        hash: "00".into(),
        bots,
        ..MatchResult::new(fixture, MatchEnding::Over(outcome))
    }
}

fn behaviour(bot: usize, chance: &mut Chance) -> Behaviour {
    let mut faults = BTreeMap::new();
    if bot == 1 && chance.below(10) == 0 {
        faults.insert(Fault::Late, 3);
    }
    if bot == 2 && chance.below(12) == 0 {
        faults.insert(Fault::Gone, 1);
    }
    let mut times: Vec<u64> = (0..50).map(|_| u64::from(chance.below(5000)) * (bot as u64 + 1)).collect();
    Behaviour { faults, time: Times::of(&mut times, 1000), ..Behaviour::default() }
}

fn play<S: Series>(series: &mut S) {
    let mut chance = Chance::new(1);
    for number in 0.. {
        match series.fixture(number) {
            Next::Match(fixture) if !series.is_decided() => series.take(&result(&fixture, &mut chance)),
            _ => return,
        }
    }
}

fn names() -> Vec<String> {
    ["alpha.py", "beta", "java -jar target/with/a/long/path/to/gamma.jar", "house:greedy", "Großer Bär"]
        .map(String::from)
        .to_vec()
}

fn tournament(name: &str, format: Format, seats: u32) {
    let settings = Settings { format, entrants: 5, seats, maps: 4, most_groups: 10, seed: 3 };
    let mut tournament = Tournament::new(settings, Vec::new()).unwrap();
    play(&mut tournament);
    assert_eq!(tournament.round(), None);
    check(&format!("{name}.txt"), &text::tournament(&tournament, &names()));
    check(&format!("{name}.csv"), &csv::tournament(&tournament, &names()));
    check(&format!("{name}-times.txt"), &text::times(tournament.tally(), &names()));
}

#[test]
fn round_robin() {
    tournament("round-robin", Format::RoundRobin, 2);
}

#[test]
fn gauntlet() {
    tournament("gauntlet", Format::Gauntlet { challengers: 2 }, 2);
}

#[test]
fn swiss() {
    tournament("swiss", Format::Swiss { rounds: 3 }, 2);
}

#[test]
fn knockout() {
    tournament("knockout", Format::Knockout { tie_breaks: 2 }, 2);
}

#[test]
fn tables_of_three() {
    tournament("three-seats", Format::RoundRobin, 3);
}

#[test]
fn duels() {
    for (name, test) in [
        ("duel-margin", Test::margin(25.0, 0.05, 0.05).unwrap()),
        ("duel-sprt", Test::sprt(0.0, 10.0, 0.05, 0.05).unwrap()),
        ("duel-undecided", Test::sprt(-1.0, 1.0, 0.001, 0.001).unwrap()),
    ] {
        let mut duel = Duel::new(SeatCount::TWO, Seed(3), 40, test);
        play(&mut duel);
        let live = text::live(&duel, 40);
        check(&format!("{name}.txt"), &format!("{live}\n\n{}", text::duel(&duel, &names())));
    }
}
