//! Tables as they are printed, kept as files. `UPDATE_SNAPSHOTS=1 cargo test -p skirmish-lab` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use skirmish_bots::{GameHealth, SeatHealth, Spread};
use skirmish_core::answer::Fault;
use skirmish_core::clock::Clock;
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_lab::duel::{Test, Verdict};
use skirmish_lab::report::{csv, json, text};
use skirmish_lab::result::{Behaviour, MatchEnding, MatchResult};
use skirmish_lab::series::{Next, Series};
use skirmish_lab::times::Times;
use skirmish_lab::{Contest, Duel, Tournament};
use skirmish_league::chance::Chance;
use skirmish_league::schedule::{Fixture, Format, Settings};
use skirmish_league::score::Score;
use skirmish_referee::{AnyPlayer, HouseBot};

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

/// What these results would be of; nothing is played.
fn contest(bots: &[String], seats: usize) -> Contest {
    let bot = |name: &String| -> AnyPlayer {
        Arc::new(HouseBot::new(name.as_str(), |_| unreachable!("nothing is played")))
    };
    Contest {
        entry: skirmish_games::find("underworld").unwrap(),
        config: Value::Null,
        seats: SeatCount::new(seats).unwrap(),
        clock: Clock::per_turn(1000, 500, 100),
        seed: Seed(3),
        bots: bots.iter().map(bot).collect(),
        listed: Vec::new(),
        jail: "full".into(),
        ponder: false,
    }
}

/// JSON as a file, by name of field, with six decimals of each fraction: the last ones are the machine's.
fn check_json(name: &str, mut value: Value) {
    rounded(&mut value);
    value.sort_all_objects();
    check(name, &format!("{}\n", serde_json::to_string_pretty(&value).unwrap()));
}

fn rounded(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = ((number.as_f64().unwrap() * 1e6).round() / 1e6).into();
        }
        Value::Array(values) => values.iter_mut().for_each(rounded),
        Value::Object(fields) => fields.values_mut().for_each(rounded),
        _ => {}
    }
}

fn tournament(name: &str, format: Format, seats: u32) {
    let settings = Settings { format, entrants: 5, seats, maps: 4, most_groups: 10, seed: 3 };
    let mut tournament = Tournament::new(settings, Vec::new()).unwrap();
    play(&mut tournament);
    assert_eq!(tournament.round(), None);
    check(&format!("{name}.txt"), &text::tournament(&tournament, &names()));
    check(&format!("{name}.csv"), &csv::tournament(&tournament, &names()));
    check(&format!("{name}-times.txt"), &text::times(tournament.tally(), &names()));
    let contest = contest(&names(), seats as usize);
    check_json(&format!("{name}.json"), json::tournament(name, &tournament, &contest));
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
fn tables_of_four() {
    tournament("four-seats", Format::RoundRobin, 4);
}

/// A duel after these pairs, given as points of the first bot in each match.
fn duel_of(pairs: &[(Score, Score)], test: Test) -> Duel {
    let mut duel = Duel::new(SeatCount::TWO, Seed(3), 1_000_000, test);
    for (number, &score) in (0..).zip(pairs.iter().flat_map(|(one, other)| [one, other])) {
        let Next::Match(fixture) = duel.fixture(number) else { break };
        let first = fixture.seats.iter().position(|bot| bot.0 == 0).unwrap();
        let mut places = vec![2 - score.flipped().half_points() as u8 / 2; 2];
        places[first] = 2 - score.half_points() as u8 / 2;
        let outcome = Outcome { places, scores: vec![0; 2], faults: vec![None; 2], why: "".into() };
        let bots = vec![Behaviour::default(); 2];
        duel.take(&MatchResult { bots, ..MatchResult::new(&fixture, MatchEnding::Over(outcome)) });
    }
    duel
}

#[test]
fn the_llr_has_the_sign_of_the_verdict() {
    let margin = || Test::margin(25.0, 0.05, 0.05).unwrap();
    let sprt = || Test::sprt(0.0, 10.0, 0.05, 0.05).unwrap();
    let check = |score: Score, test: Test, verdict: Verdict| {
        let duel = duel_of(&[(score, score); 600], test);
        let evidence = duel.evidence();
        assert_eq!(duel.verdict(), verdict);
        let sign = if verdict == Verdict::Better { 1.0 } else { -1.0 };
        assert!(evidence.llr * sign > 0.0 && evidence.lower < 0.0 && evidence.upper > 0.0, "{evidence:?}");
        assert!(evidence.llr <= evidence.lower || evidence.llr >= evidence.upper, "{evidence:?}");
    };
    check(Score::Win, margin(), Verdict::Better);
    check(Score::Loss, margin(), Verdict::Worse);
    check(Score::Win, sprt(), Verdict::Better);
    check(Score::Loss, sprt(), Verdict::NotBetter);
    let level = duel_of(&[(Score::Win, Score::Loss); 100], margin());
    assert_eq!((level.verdict(), level.evidence().llr), (Verdict::NoDifference, 0.0));
    assert!(level.evidence().same.is_some_and(|same| same.llr <= same.bound));
}

#[test]
fn the_course_of_a_long_duel_is_kept_to_its_end() {
    let luck = [(Score::Win, Score::Win), (Score::Loss, Score::Loss)];
    let pairs: Vec<_> = luck.into_iter().cycle().take(6001).collect();
    let duel = duel_of(&pairs, Test::sprt(-1.0, 1.0, 0.001, 0.001).unwrap());
    let course = duel.history();
    assert_eq!(course.last().map(|(matches, _)| *matches), Some(12_002));
    assert!((60..=129).contains(&course.len()), "{}", course.len());
}

#[test]
fn a_duel_on_given_maps_plays_each_twice() {
    let seeds = vec![Seed(5), Seed(9), Seed(2)];
    let duel =
        Duel::new(SeatCount::TWO, Seed(0), 1000, Test::margin(25.0, 0.05, 0.05).unwrap()).on_maps(seeds);
    let maps = (0..).map_while(|number| match duel.fixture(number) {
        Next::Match(fixture) => Some(fixture.map_seed),
        _ => None,
    });
    assert_eq!(maps.collect::<Vec<_>>(), [5, 5, 9, 9, 2, 2]);
}

#[test]
fn duels() {
    for (name, seats, test) in [
        ("duel-margin", 2, Test::margin(25.0, 0.05, 0.05).unwrap()),
        ("duel-sprt", 2, Test::sprt(0.0, 10.0, 0.05, 0.05).unwrap()),
        ("duel-undecided", 2, Test::sprt(-1.0, 1.0, 0.001, 0.001).unwrap()),
        ("duel-four-seats", 4, Test::margin(25.0, 0.05, 0.05).unwrap()),
    ] {
        let mut duel = Duel::new(SeatCount::new(seats).unwrap(), Seed(3), 40, test);
        play(&mut duel);
        let live = text::live(&duel, 40, Some(2.5));
        check(&format!("{name}.txt"), &format!("{live}\n\n{}", text::duel(&duel, &names())));
        check_json(&format!("{name}.json"), json::duel(&duel, &contest(&names()[..2], seats)));
    }
}

#[test]
fn what_is_measured_of_a_game() {
    let seat =
        |name: &str, won: u64, score: [f64; 3]| SeatHealth { name: name.into(), won, shared: 7, score };
    let health = |by_seat: Vec<SeatHealth>| GameHealth {
        game: "underworld".into(),
        presets: Vec::new(),
        bot: "house:ha\x1brd".into(),
        seed: 1,
        matches: 200,
        by_seat,
        drawn: 0.035,
        length: Spread { p10: 80, p50: 142, p90: 1000 },
        lead_changes: Spread { p10: 0, p50: 3, p90: 12 },
        decided_at: Spread { p10: 4, p50: 55, p90: 100 },
        first: Vec::new(),
    };
    let seats = [("red", 120, [0.6175, 0.55, 0.685]), ("deep blue", 73, [0.3825, 0.315, 0.45])];
    let more = [("green", 5, [0.012, 0.0, 0.0931]), ("yellow", 0, [0.0, 0.0, 0.0188])];
    let info = skirmish_games::find("underworld").unwrap().info;
    for (name, seats) in [("stats-two-seats", seats.to_vec()), ("stats-four-seats", [seats, more].concat())] {
        let health = health(seats.into_iter().map(|(name, won, score)| seat(name, won, score)).collect());
        let text = format!("{}\n{}", text::health_heading(&health, info), text::health(&health, info));
        check(&format!("{name}.txt"), &text);
    }
}
