//! Complete duels and tournaments of house bots: verdicts and tables are right, and the same whatever the number of
//! workers and however often the run was interrupted.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_lab::duel::{Test, Verdict};
use skirmish_lab::heading::ListedBot;
use skirmish_lab::names::{Renamed, tell_apart};
use skirmish_lab::report::{csv, html, json, text};
use skirmish_lab::series::Series;
use skirmish_lab::{Contest, Cores, Duel, Ended, Ledger, Pool, ReplayPolicy, Tournament};
use skirmish_league::schedule::{Format, Settings};
use skirmish_referee::{AnyPlayer, HouseBot, Options};

/// House bots of a game, without a clock: what they do depends on nothing but the seed.
fn contest(names: &[&str], seats: usize, game: &str, small: &[(&str, &str)]) -> Contest {
    let entry = skirmish_games::find(game).unwrap();
    let fields = small.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let config = (entry.configure)(&Wishes { fields, ..Wishes::none() }).unwrap();
    let house = |name: &&str| -> AnyPlayer { HouseBot::shared(&skirmish_bots::find(game, name).unwrap()) };
    let mut bots: Vec<AnyPlayer> = names.iter().map(house).collect();
    let given: Vec<String> = names.iter().map(|name| format!("house:{name}")).collect();
    tell_apart(&mut bots, &given);
    let seats = SeatCount::new(seats).unwrap();
    let (clock, seed, jail) = (Clock::NONE, Seed(7), "none".to_string());
    Contest {
        entry,
        config,
        seats,
        clock,
        seed,
        listed: bots.iter().map(ListedBot::of).collect(),
        bots,
        jail,
        ponder: false,
    }
}

fn plantation(names: &[&str]) -> Contest {
    contest(names, 2, "plantation", &[("turns", "12")])
}

/// Plays the series with `jobs` workers; interrupts it after `stop_after` matches.
fn run<S: Series>(
    contest: &Contest,
    series: &mut S,
    file: &Path,
    kind: &str,
    jobs: usize,
    stop_after: u64,
) -> Ended {
    let book = Ledger::open(file, &contest.heading(kind, serde_json::json!({}))).unwrap();
    let before = book.1.results.len() as u64;
    let stop = Arc::new(AtomicBool::new(false));
    let pool = Pool {
        contest,
        options: Options::default(),
        cores: Cores::new(Some(jobs)),
        replays: ReplayPolicy::faulty(file.with_extension("replays")),
        stop: stop.clone(),
    };
    pool.run(series, book, &mut |_, progress| {
        if progress.finished >= before.saturating_add(stop_after) {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .unwrap()
}

fn settings(format: Format, entrants: u32, seats: u32) -> Settings {
    Settings { format, entrants, seats, maps: 3, most_groups: 20, seed: 7 }
}

fn tables(tournament: &Tournament, names: &[String]) -> String {
    format!("{}{}", text::tournament(tournament, names), csv::tournament(tournament, names))
}

const FOUR: [&str; 4] = ["greedy", "random", "RandomPlayer", "RandomPlayerDumb"];

#[test]
fn the_table_does_not_depend_on_workers_or_interruptions() {
    let contest = plantation(&FOUR);
    let names = contest.names();
    for format in [
        Format::RoundRobin,
        Format::Gauntlet { challengers: 1 },
        Format::Swiss { rounds: 3 },
        Format::Knockout { tie_breaks: 1 },
    ] {
        let folder = tempfile::tempdir().unwrap();
        let fresh = || Tournament::new(settings(format, 4, 2), Vec::new()).unwrap();
        let mut whole = fresh();
        let ended = run(&contest, &mut whole, &folder.path().join("1"), "t", 1, u64::MAX);
        assert_eq!((ended, whole.round()), (Ended::Complete, None));
        let expected = tables(&whole, &names);
        for jobs in [2, 5] {
            let mut same = fresh();
            run(&contest, &mut same, &folder.path().join(jobs.to_string()), "t", jobs, u64::MAX);
            assert_eq!(tables(&same, &names), expected, "{format:?} with {jobs} workers");
        }
        let broken = folder.path().join("broken");
        let mut runs = 0;
        loop {
            let mut part = fresh();
            runs += 1;
            if run(&contest, &mut part, &broken, "t", 2, 3) == Ended::Complete {
                assert_eq!(tables(&part, &names), expected, "{format:?} in {runs} runs");
                break;
            }
        }
        assert!(runs > 2, "{format:?} was not broken off");
    }
}

#[test]
fn matches_of_four_are_rated_too() {
    let contest = contest(&["greedy", "random", "random", "random"], 4, "underworld", &[]);
    let folder = tempfile::tempdir().unwrap();
    let mut tournament = Tournament::new(settings(Format::RoundRobin, 4, 4), vec![Seed(1), Seed(2)]).unwrap();
    run(&contest, &mut tournament, &folder.path().join("r"), "t", 2, u64::MAX);
    assert_eq!(tournament.tally().matches, 12, "three maps, four rotations of the seats");
    let table = text::tournament(&tournament, &contest.names());
    assert!(table.contains("Elo") && table.contains("house:random (3)"), "{table}");
    let report = json::tournament("round-robin", &tournament, &contest);
    assert_eq!(report["scale"], "elo");
    let greedy = report["bots"][0]["by_seat"].as_array().unwrap();
    assert!(greedy.len() == 4 && greedy.iter().all(|seat| seat["wins"] == 9), "{report:#}");
}

#[test]
fn a_stronger_bot_is_found_better_with_any_number_of_workers() {
    let contest = contest(&["greedy", "random"], 2, "plantation", &[("turns", "40")]);
    let folder = tempfile::tempdir().unwrap();
    let test = Test::margin(25.0, 0.05, 0.05).unwrap();
    let verdicts: Vec<String> = [1, 3]
        .iter()
        .map(|&jobs| {
            let mut duel = Duel::new(contest.seats, contest.seed, 1000, test);
            let file = folder.path().join(jobs.to_string());
            assert_eq!(run(&contest, &mut duel, &file, "duel", jobs, u64::MAX), Ended::Complete);
            assert_eq!(duel.verdict(), Verdict::Better);
            text::duel(&duel, &contest.names())
        })
        .collect();
    assert_eq!(verdicts[0], verdicts[1]);
    assert!(verdicts[0].contains("house:greedy is better: +"), "{}", verdicts[0]);
}

#[test]
fn a_duel_as_json_tells_seats_both_scales_and_what_is_left() {
    let contest = plantation(&["random", "random"]);
    let folder = tempfile::tempdir().unwrap();
    let mut duel = Duel::new(contest.seats, contest.seed, 24, Test::margin(25.0, 0.05, 0.05).unwrap());
    run(&contest, &mut duel, &folder.path().join("d"), "duel", 2, u64::MAX);
    let report = json::duel(&duel, &contest);
    let by_seat =
        |bot: usize, seat: usize, what: &str| report["bots"][bot]["by_seat"][seat][what].as_u64().unwrap();
    assert_eq!(by_seat(0, 0, "wins"), by_seat(1, 1, "losses"));
    let first_seat: u64 = ["wins", "draws", "losses"].map(|what| by_seat(0, 0, what)).iter().sum();
    assert_eq!(first_seat, 12);
    assert!(report["elo"]["value"].is_f64() && report["normalised_elo"]["low"].is_f64(), "{report:#}");
    assert_eq!((&report["most_matches"], &report["expected_left"]), (&24.into(), &0.into()), "{report:#}");
    assert!(duel.matches_left(20_000).is_some_and(|left| left > 0));
}

#[test]
fn the_weaker_bot_is_found_worse() {
    let contest = contest(&["random", "greedy"], 2, "plantation", &[("turns", "40")]);
    let folder = tempfile::tempdir().unwrap();
    let mut duel = Duel::new(contest.seats, contest.seed, 1000, Test::margin(25.0, 0.05, 0.05).unwrap());
    run(&contest, &mut duel, &folder.path().join("r"), "duel", 2, u64::MAX);
    assert_eq!(duel.verdict(), Verdict::Worse);
    // The two-hypothesis test: +5 Elo against 0.
    let mut duel = Duel::new(contest.seats, contest.seed, 1000, Test::sprt(0.0, 5.0, 0.05, 0.05).unwrap());
    assert_eq!(run(&contest, &mut duel, &folder.path().join("r"), "duel", 2, u64::MAX), Ended::Complete);
    assert_eq!(duel.verdict(), Verdict::NotBetter);
}

#[test]
fn a_bot_does_not_differ_from_itself() {
    let contest = plantation(&["random", "random"]);
    let folder = tempfile::tempdir().unwrap();
    let mut duel = Duel::new(contest.seats, contest.seed, 5000, Test::margin(25.0, 0.05, 0.05).unwrap());
    run(&contest, &mut duel, &folder.path().join("r"), "duel", 2, u64::MAX);
    let verdict = text::sentence(&duel, &contest.names());
    assert!(
        verdict.starts_with("no difference between house:random (1) and house:random (2): 0 Elo"),
        "{verdict}"
    );
}

#[test]
fn a_duel_that_was_decided_is_not_played_again() {
    let contest = contest(&["greedy", "random"], 2, "plantation", &[("turns", "40")]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r");
    let fresh = || Duel::new(contest.seats, contest.seed, 1000, Test::margin(25.0, 0.05, 0.05).unwrap());
    let mut first = fresh();
    run(&contest, &mut first, &file, "duel", 2, u64::MAX);
    let bytes = std::fs::read(&file).unwrap();
    let mut second = fresh();
    run(&contest, &mut second, &file, "duel", 2, u64::MAX);
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    assert_eq!(text::duel(&first, &contest.names()), text::duel(&second, &contest.names()));
}

#[test]
fn the_page_stands_alone() {
    let mut contest = plantation(&["greedy", "random"]);
    let name = "<script>alert(1)</script>".into();
    contest.bots[1] = Arc::new(Renamed { name, player: contest.bots[1].clone() });
    let folder = tempfile::tempdir().unwrap();
    let mut tournament = Tournament::new(settings(Format::RoundRobin, 2, 2), Vec::new()).unwrap();
    run(&contest, &mut tournament, &folder.path().join("r"), "t", 1, u64::MAX);
    let mut duel = Duel::new(contest.seats, contest.seed, 6, Test::margin(25.0, 0.05, 0.05).unwrap());
    run(&contest, &mut duel, &folder.path().join("d"), "duel", 1, u64::MAX);
    for page in [html::tournament("round-robin", &tournament, &contest), html::duel(&duel, &contest)] {
        assert!(!page.contains("<script") && !page.contains("http") && !page.contains("url("), "{page}");
        assert!(
            page.contains("&lt;script&gt;") && page.contains("<svg") && page.contains("prefers-color-scheme")
        );
    }
}

/// The second line of a results file with one of its numbers replaced; for every number and some replacements.
fn with_other_numbers(line: &str) -> Vec<String> {
    const OTHERS: &[&str] =
        &["0", "1", "2", "7", "255", "256", "4294967295", "18446744073709551615", "-1", "1e300", "null"];
    let bytes = line.as_bytes();
    let is_number =
        |at: usize| bytes[at].is_ascii_digit() && at > 0 && matches!(bytes[at - 1], b':' | b'[' | b',');
    let starts = (0..bytes.len()).filter(|&at| is_number(at));
    starts
        .flat_map(|start| {
            let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            OTHERS.iter().map(move |other| format!("{}{other}{}", &line[..start], &line[start + length..]))
        })
        .collect()
}

#[test]
fn a_results_line_that_makes_no_sense_is_refused_and_nothing_panics() {
    let folder = tempfile::tempdir().unwrap();
    let contest = plantation(&["greedy", "random"]);
    let file = folder.path().join("whole.jsonl");
    let mut tournament = Tournament::new(settings(Format::RoundRobin, 2, 2), Vec::new()).unwrap();
    run(&contest, &mut tournament, &file, "round-robin", 1, u64::MAX);
    let text = std::fs::read_to_string(&file).unwrap();
    let (heading, results) = text.split_once('\n').unwrap();
    let (line, rest) = results.split_once('\n').unwrap();
    let changed = with_other_numbers(line);
    assert!(changed.len() > 100, "{line}");
    let mut refused = 0;
    for line in changed {
        let file = folder.path().join("changed.jsonl");
        std::fs::write(&file, format!("{heading}\n{line}\n{rest}")).unwrap();
        let mut tournament = Tournament::new(settings(Format::RoundRobin, 2, 2), Vec::new()).unwrap();
        let Ok(book) = Ledger::open(&file, &contest.heading("round-robin", serde_json::json!({}))) else {
            refused += 1;
            continue;
        };
        let pool = Pool {
            contest: &contest,
            options: Options::default(),
            cores: Cores::new(Some(1)),
            replays: ReplayPolicy::faulty(folder.path()),
            stop: Arc::new(AtomicBool::new(false)),
        };
        match pool.run(&mut tournament, book, &mut |_, _| {}) {
            Ok(_) => drop(tables(&tournament, &contest.names())),
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("name another with --results"), "{error}");
            }
        }
    }
    assert!(refused > 60, "{refused}");
}

#[test]
fn results_are_of_the_rules_and_house_bots_that_this_program_has() {
    let heading = plantation(&["greedy", "random"]).heading("duel", serde_json::json!({}));
    let (version, sources) = heading.skirmish.split_once('+').unwrap();
    assert!(!version.is_empty());
    assert!(sources.len() >= 8 && skirmish_bots::SOURCES.starts_with(sources), "{sources}");
}

#[test]
fn what_a_game_is_like_depends_on_its_rules_and_on_nothing_else() {
    use skirmish_lab::game_stats::{Question, measure};
    let contest = plantation(&["greedy"]);
    let stop = AtomicBool::new(false);
    let ask = |jobs| {
        let (entry, config, seats) = (contest.entry, contest.config.clone(), contest.seats);
        let bot = contest.bots[0].clone();
        let presets = Vec::new();
        let question =
            Question { entry, presets, config, seats, bot, seed: Seed(1), matches: 12, jobs, stop: &stop };
        measure(&question, &|_| {}).unwrap()
    };
    let stats = ask(1);
    assert_eq!(stats, ask(3));
    let [one, other] = &stats.by_seat[..] else { panic!("two seats: {stats:?}") };
    assert_eq!(one.won + other.won + one.shared, 12);
    assert_eq!(one.shared, other.shared);
    assert!((one.score[0] + other.score[0] - 1.0).abs() < 1e-9);
    assert_eq!((stats.length.p10, stats.length.p90), (12, 12), "all turns are played");
}
