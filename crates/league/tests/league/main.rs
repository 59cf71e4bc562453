//! The crate's promises: published reference values, and error rates by seeded simulation.

mod bots;
mod bytes;
mod duel;
mod field;
mod ladder;
mod ladders;
mod matchmaking;
mod ratings;
mod schedule;
mod score;
mod sprt;
mod stopping;

/// Fails unless both numbers agree to within `tolerance`.
#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} +- {tolerance}");
}

/// Fails if `hits` of `runs` is more than four standard deviations above the rate.
#[track_caller]
fn at_most(hits: u32, runs: u32, rate: f64) {
    let (hits, runs) = (f64::from(hits), f64::from(runs));
    let limit = runs * rate + 4.0 * (runs * rate * (1.0 - rate)).sqrt();
    assert!(hits <= limit, "{hits} of {runs} is more often than {rate}");
}
