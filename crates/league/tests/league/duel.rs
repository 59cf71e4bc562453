use skirmish_league::Refusal;
use skirmish_league::chance::Chance;
use skirmish_league::score::Pairs;
use skirmish_league::sprt::{Duel, DuelVerdict};

use crate::at_most;
use crate::bots::{WORLDS, World, pair};

/// Counts of duels by verdict, and the mean number of matches.
fn play(world: World, elo: f64, runs: u32) -> ([u32; 4], f64) {
    let duel = Duel::default();
    let (mut verdicts, mut matches) = ([0; 4], 0);
    for run in 0..runs {
        let mut chance = Chance::child(11 + elo as u64, u64::from(run));
        let mut pairs = Pairs::default();
        let verdict = loop {
            let (one, other) = pair(&mut chance, world, elo);
            pairs.add(one, other);
            match duel.judge(&pairs) {
                DuelVerdict::Undecided => assert!(pairs.pairs() < 20_000),
                verdict => break verdict,
            }
        };
        matches += pairs.matches();
        verdicts[verdict as usize] += 1;
    }
    (verdicts, matches as f64 / f64::from(runs))
}

fn match_counts_are_near(world: World, elo: f64, matches: f64, documented: f64) {
    let ratio = matches / documented;
    assert!((0.8..1.25).contains(&ratio), "{matches} matches in {world:?} at {elo} Elo, not {documented}");
}

const BETTER: usize = DuelVerdict::Better as usize;
const WORSE: usize = DuelVerdict::Worse as usize;
const SAME: usize = DuelVerdict::NoDifference as usize;

#[test]
fn a_bot_against_itself_ends_as_no_difference_at_the_promised_rate() {
    for (world, documented) in WORLDS.into_iter().zip([1940.0, 1210.0, 1040.0, 3290.0, 88.0]) {
        const RUNS: u32 = 200;
        let (verdicts, matches) = play(world, 0.0, RUNS);
        at_most(RUNS - verdicts[SAME], RUNS, 0.05);
        match_counts_are_near(world, 0.0, matches, documented);
    }
}

#[test]
fn a_bot_better_by_the_margin_ends_as_better_at_the_promised_rate() {
    for (world, documented) in WORLDS.into_iter().zip([1570.0, 1050.0, 810.0, 2780.0, 200.0]) {
        const RUNS: u32 = 200;
        let (verdicts, matches) = play(world, 25.0, RUNS);
        at_most(RUNS - verdicts[BETTER], RUNS, 0.05);
        at_most(verdicts[WORSE], RUNS, 0.025);
        match_counts_are_near(world, 25.0, matches, documented);
    }
}

#[test]
fn a_55_percent_bot_ends_as_better() {
    for (world, documented) in WORLDS.into_iter().zip([890.0, 600.0, 480.0, 1540.0, 150.0]) {
        let (verdicts, matches) = play(world, 34.86, 200);
        at_most(200 - verdicts[BETTER], 200, 0.05);
        match_counts_are_near(world, 34.86, matches, documented);
    }
}

#[test]
fn a_large_difference_shows_in_a_few_matches() {
    for (world, documented) in WORLDS.into_iter().zip([23.0, 22.0, 22.0, 27.0, 22.0]) {
        let (verdicts, matches) = play(world, 400.0, 200);
        assert_eq!(verdicts[BETTER], 200);
        match_counts_are_near(world, 400.0, matches, documented);
    }
}

#[test]
fn a_worse_bot_ends_as_worse() {
    let (verdicts, _) = play(World::Drawish, -60.0, 100);
    assert_eq!(verdicts[WORSE], 100);
}

#[test]
fn both_sides_see_the_same_duel() {
    let mut chance = Chance::new(3);
    let duel = Duel::new(10.0, 0.1, 0.02).unwrap();
    for _ in 0..200 {
        let pairs = Pairs { counts: std::array::from_fn(|_| u64::from(chance.below(50))) };
        let (here, there) = (duel.progress(&pairs), duel.progress(&pairs.flipped()));
        crate::near(here.better, there.worse, 1e-9);
        crate::near(here.worse, there.better, 1e-9);
        crate::near(here.same, there.same, 1e-9);
        assert!(here.lower < 0.0 && here.upper > 0.0);
    }
}

#[test]
fn before_the_first_pair_nothing_is_said() {
    let progress = Duel::default().progress(&Pairs::default());
    assert_eq!(progress.verdict, DuelVerdict::Undecided);
    assert_eq!((progress.better, progress.worse, progress.same), (0.0, 0.0, 0.0));
}

#[test]
fn senseless_duels_are_refused() {
    assert_eq!(Duel::new(0.0, 0.05, 0.05), Err(Refusal::Margin(0.0)));
    assert_eq!(Duel::new(25.0, 0.05, 0.6), Err(Refusal::ErrorRate(0.6)));
    for margin in [1.0, 400.0] {
        let pairs = Pairs { counts: [0, 0, 0, 0, 1] };
        assert!(Duel::new(margin, 0.05, 0.05).unwrap().progress(&pairs).better.is_finite());
    }
}
