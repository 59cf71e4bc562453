//! Estimates after a test has stopped: intervals cover 95 %, the mean is the truth.

use skirmish_league::chance::Chance;
use skirmish_league::score::{Estimate, Pairs};
use skirmish_league::sprt::{Duel, DuelVerdict, Scale, Sprt, Stopped, Verdict};

use crate::bots::{WORLDS, World, pair};
use crate::near;

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, Scale::Logistic).expect("a sensible test")
}

fn margin_is_over(pairs: &Pairs) -> bool {
    Duel::default().judge(pairs) != DuelVerdict::Undecided
}

/// Plays pairs until a test is over.
fn play(world: World, elo: f64, run: u64, is_over: &impl Fn(&Pairs) -> bool) -> Pairs {
    let mut chance = Chance::child(elo.to_bits(), run);
    let mut pairs = Pairs::default();
    while !is_over(&pairs) {
        let (one, other) = pair(&mut chance, world, elo);
        pairs.add(one, other);
    }
    pairs
}

/// The share of intervals that cover the truth, and the mean error of the estimates in units of its standard error.
fn measured(elo: f64, runs: &[Estimate]) -> (f64, f64) {
    let count = runs.len() as f64;
    let covered = runs.iter().filter(|estimate| estimate.covers(elo)).count();
    let errors: Vec<f64> = runs.iter().map(|estimate| estimate.value - elo).collect();
    let mean = errors.iter().sum::<f64>() / count;
    let variance = errors.iter().map(|error| (error - mean) * (error - mean)).sum::<f64>() / count;
    (covered as f64 / count, mean / (variance / count).sqrt())
}

#[track_caller]
fn check(
    elos: &[f64],
    world: World,
    runs: u64,
    is_over: impl Fn(&Pairs) -> bool,
    estimate: impl Fn(&Pairs) -> Stopped,
) {
    for &elo in elos {
        let ends: Vec<Pairs> = (0..runs).map(|run| play(world, elo, run, &is_over)).collect();
        let corrected: Vec<Estimate> = ends.iter().map(|pairs| estimate(pairs).elo).collect();
        let (covered, bias) = measured(elo, &corrected);
        // Three standard errors of both; `cargo bench -p skirmish-league` shows them with more runs.
        assert!((0.912..=0.988).contains(&covered), "{elo:+} Elo in {world:?}: {covered} is covered");
        assert!(bias.abs() < 3.0, "{elo:+} Elo in {world:?}: {bias:+} standard errors too high on average");
    }
}

#[test]
fn after_a_three_way_test_intervals_cover_the_truth_and_estimates_are_unbiased() {
    let estimate = |pairs: &Pairs| Duel::default().estimate(pairs);
    check(&[0.0, -5.0, 10.0, -20.0, 20.0, 50.0], World::Drawish, 300, margin_is_over, estimate);
    check(&[20.0], World::SeatMatters, 300, margin_is_over, estimate);
}

#[test]
fn after_a_classic_test_intervals_cover_the_truth_and_estimates_are_unbiased() {
    let test = sprt(-10.0, 30.0);
    let is_over = |pairs: &Pairs| test.judge(pairs) != Verdict::Undecided;
    check(&[-20.0, 0.0, 10.0, 20.0, 50.0], World::Drawish, 300, is_over, |pairs| test.estimate(pairs));
}

#[test]
fn the_plain_estimate_at_the_stop_is_neither() {
    let plain: Vec<Estimate> =
        (0..300).map(|run| play(World::Drawish, 20.0, run, &margin_is_over).elo()).collect();
    let (covered, bias) = measured(20.0, &plain);
    assert!(covered < 0.9 && bias > 5.0, "{covered} {bias}");
}

#[test]
fn without_a_bound_in_reach_the_correction_changes_nothing() {
    let test = Sprt::new(-300.0, 300.0, 0.0001, 0.0001, Scale::Logistic).unwrap();
    for counts in [[10, 50, 100, 60, 12], [5, 1, 3, 2, 4], [40, 50, 100, 20, 12]] {
        let pairs = Pairs { counts };
        let (plain, stopped) = (pairs.elo(), Sprt::estimate(&test, &pairs));
        let few = 0.03 * plain.error();
        if test.judge(&pairs) == Verdict::Undecided {
            near(stopped.elo.value, plain.value, few);
            near(stopped.elo.low, plain.low, few);
            near(stopped.elo.high, plain.high, few);
            near(stopped.superiority, pairs.superiority(), 0.02);
        }
    }
}

#[test]
fn both_sides_see_the_same_estimate() {
    for counts in [[0, 0, 4, 0, 16], [3, 40, 200, 70, 9], [0, 0, 44, 0, 0], [2, 9, 30, 11, 2]] {
        let pairs = Pairs { counts };
        let (here, there) = (Duel::default().estimate(&pairs), Duel::default().estimate(&pairs.flipped()));
        near(here.elo.value, -there.elo.value, 0.2);
        near(here.elo.low, -there.elo.high, 0.2);
        near(here.superiority, 1.0 - there.superiority, 1e-6);
    }
}

#[test]
fn perfect_and_empty_records_have_estimates_too() {
    for counts in
        [[0; 5], [0, 0, 0, 0, 1], [0, 0, 0, 0, 9], [7, 0, 0, 0, 0], [0, 0, 5000, 0, 0], [0, 0, 0, 0, 9000]]
    {
        let pairs = Pairs { counts };
        for stopped in [Duel::default().estimate(&pairs), sprt(0.0, 5.0).estimate(&pairs)] {
            let Estimate { value, low, high, .. } = stopped.elo;
            assert!(low <= value && value <= high, "{counts:?}: {stopped:?}");
            assert!((0.0..=1.0).contains(&stopped.superiority), "{counts:?}: {stopped:?}");
        }
    }
}

/// A pair drawn from those that were played.
fn drawn(chance: &mut Chance, played: &Pairs) -> usize {
    let mut fate = u64::from(chance.below(played.pairs() as u32));
    let below = |count: &u64| {
        let is_here = fate < *count;
        fate = fate.saturating_sub(*count);
        is_here
    };
    played.counts.iter().position(below).unwrap_or(2)
}

#[test]
fn the_matches_left_are_those_that_follow_if_the_score_so_far_is_the_true_one() {
    const MOST: u64 = 20_000;
    for counts in [[3, 20, 45, 22, 4], [5, 30, 90, 50, 9], [30, 100, 200, 115, 31], [8, 40, 60, 24, 1]] {
        let played = Pairs { counts };
        let follow = |run: u64| {
            let (mut chance, mut pairs) = (Chance::child(5, run), played);
            while !margin_is_over(&pairs) && pairs.matches() < MOST {
                pairs.counts[drawn(&mut chance, &played)] += 1;
            }
            (pairs.matches() - played.matches()) as f64
        };
        let mean = (0..100).map(follow).sum::<f64>() / 100.0;
        near(Duel::default().matches_left(&played, MOST), mean, 0.25 * mean);
    }
    assert_eq!(Duel::default().matches_left(&Pairs { counts: [0, 0, 9, 0, 90] }, MOST), 0.0);
    let pairs = Pairs { counts: [5, 20, 40, 22, 5] };
    assert!(Duel::default().matches_left(&pairs, 200) <= 200.0 - 184.0);
    assert_eq!(Duel::default().matches_left(&pairs, 184), 0.0);
}

#[test]
fn enough_matches_are_enough_where_a_test_takes_longest() {
    assert_eq!(Duel::default().enough_matches() / 1000, 23);
    assert_eq!(sprt(0.0, 5.0).enough_matches() / 1000, 329);
    let test = sprt(0.0, 60.0);
    let is_over = |pairs: &Pairs| test.judge(pairs) != Verdict::Undecided;
    for world in WORLDS {
        let longest = |run| play(world, 30.0, run, &is_over).matches();
        crate::at_most(
            (0..300).filter(|&run| longest(run) > test.enough_matches()).count() as u32,
            300,
            0.01,
        );
    }
}
