//! What a unit's action costs in Utti, beside a program that can do nothing but this.
//!
//! `cargo bench -p skirmish-games --bench utti`. Both play the same random policy on the same map and must come to the
//! same scores; the ratio is printed first, because the machine is noisy and only the ratio is not.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::rng::Seed;
use skirmish_games::utti::Utti;

#[path = "../floors/utti.rs"]
mod floor;

use floor::{ROUNDS, bare, compare, started};

/// The seed of the match that is measured.
const SEED: Seed = Seed(1);

/// Prints nanoseconds per action of both and their ratio, measured in turns.
fn print_ratio(start: &Utti) {
    const TURNS: usize = 15;
    let (mut state, fresh) = (start.clone(), floor::Match::new(start));
    let (acted, _) = bare(start, &mut state, SEED);
    let mut best = [f64::MAX; 2];
    for _ in 0..TURNS {
        let clock = Instant::now();
        black_box(bare(start, &mut state, SEED));
        best[0] = best[0].min(clock.elapsed().as_nanos() as f64 / acted as f64);
        let clock = Instant::now();
        black_box(fresh.clone().play(ROUNDS, SEED));
        best[1] = best[1].min(clock.elapsed().as_nanos() as f64 / acted as f64);
    }
    println!(
        "utti: {acted} actions a match; bare {:.1} ns, floor {:.1} ns an action, ratio {:.2}",
        best[0],
        best[1],
        best[0] / best[1]
    );
}

fn actions(c: &mut Criterion) {
    compare(1..2);
    let start = started(SEED);
    print_ratio(&start);
    let mut state = start.clone();
    let fresh = floor::Match::new(&start);
    let mut group = c.benchmark_group("utti");
    group.sample_size(20);
    group.throughput(Throughput::Elements(bare(&start, &mut state, SEED).0));
    group.bench_function("bare", |b| b.iter(|| bare(&start, &mut state, SEED)));
    group.bench_function("floor", |b| b.iter(|| fresh.clone().play(ROUNDS, SEED)));
    group.finish();
}

criterion_group!(benches, actions);
criterion_main!(benches);
