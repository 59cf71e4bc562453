//! What a turn of Si32 costs by random play, beside a hand-tight program for nothing but the default config.
//!
//! `cargo bench -p skirmish-games --bench si32`. Both play the same matches by the same policy. Throughput is in
//! turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::answer::Answers;
use skirmish_games::si32::Si32;

#[path = "../floors/si32.rs"]
mod floor;

use floor::{bare, compare, started};

/// Matches in one measurement, so that maps of every style are among them.
const SEEDS: u64 = 20;
/// Measurements of which the best counts.
const ROUNDS: usize = 40;

/// Each match's best of many rounds, ours and the floor's in turn, so that a busy machine disturbs little and both alike.
fn print_ratio(starts: &[Si32], turns: u64, commands: u64) {
    let (mut state, mut answers) = (starts[0].clone(), Answers::new());
    let mut sums = [Duration::ZERO; 2];
    for (seed, start) in (0..).zip(starts) {
        let fresh = floor::Floor::new(start);
        let mut floor = fresh.clone();
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let began = Instant::now();
            black_box(bare(start, &mut state, &mut answers, seed));
            best[0] = best[0].min(began.elapsed());
            let began = Instant::now();
            floor.clone_from(&fresh);
            black_box(floor.play(seed));
            best[1] = best[1].min(began.elapsed());
        }
        sums = [sums[0] + best[0], sums[1] + best[1]];
    }
    for (name, sum) in [("bare", sums[0]), ("floor", sums[1])] {
        let ns = sum.as_nanos() as f64;
        println!("{name}: {:.0} ns a turn, {:.1} ns a command", ns / turns as f64, ns / commands as f64);
    }
    println!("ratio: {:.2}", sums[0].as_secs_f64() / sums[1].as_secs_f64());
}

fn si32(c: &mut Criterion) {
    compare(0..SEEDS);
    let starts: Vec<Si32> = (0..SEEDS).map(started).collect();
    let (mut state, mut answers) = (starts[0].clone(), Answers::new());
    let (mut turns, mut commands) = (0, 0);
    for (seed, start) in (0..).zip(&starts) {
        let (played, given, _) = bare(start, &mut state, &mut answers, seed);
        (turns, commands) = (turns + played, commands + given);
    }
    println!(
        "{SEEDS} matches, {turns} turns, {commands} commands, {:.1} a turn",
        commands as f64 / turns as f64
    );
    print_ratio(&starts, turns, commands);

    let mut group = c.benchmark_group("si32");
    group.sample_size(30);
    group.throughput(Throughput::Elements(turns));
    group.bench_function("bare, per turn", |b| {
        b.iter(|| {
            for (seed, start) in (0..).zip(&starts) {
                black_box(bare(start, &mut state, &mut answers, seed));
            }
        });
    });
    let floors: Vec<floor::Floor> = starts.iter().map(floor::Floor::new).collect();
    let mut scratch = floors[0].clone();
    group.bench_function("floor, per turn", |b| {
        b.iter(|| {
            for (seed, start) in (0..).zip(&floors) {
                scratch.clone_from(start);
                black_box(scratch.play(seed));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, si32);
criterion_main!(benches);
