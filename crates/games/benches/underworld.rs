//! How fast a bare random playout of Underworld is, beside a floor written by hand for just this board.
//!
//! Both play the same policy for two on the same 12x12 map, and the same games, which is checked.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::answer::Answers;
use skirmish_core::rng::{Rng, Seed};

#[path = "../floors/underworld.rs"]
mod floor;

use floor::{compare, play, started};

/// The time per turn of one run of many playouts.
fn ns_per_turn(mut run: impl FnMut(u64) -> u64) -> f64 {
    const PLAYOUTS: u64 = 8;
    let begin = Instant::now();
    let turns: u64 = (0..PLAYOUTS).map(&mut run).sum();
    begin.elapsed().as_nanos() as f64 / turns as f64
}

fn bare(criterion: &mut Criterion) {
    compare(0..200);
    let begin = started();
    let tight = floor::Floor::of(&begin);
    let (mut game, mut answers) = (begin.clone(), Answers::new());
    let mut ours = |seed: u64| {
        game.clone_from(&begin);
        play(&mut game, &mut answers, &mut Rng::new(Seed(seed)))
    };
    let floor = |seed: u64| tight.clone().play(&mut Rng::new(Seed(seed)));
    let (mut turns, mut orders) = (0, 0);
    for seed in 0..200 {
        let played = ours(seed);
        (turns, orders) = (turns + played.turns, orders + played.orders);
    }

    // Run by turns, and the best of each, so that both meet the same quiet moments of the machine.
    let (mut ours_ns, mut floor_ns) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..400 {
        ours_ns = ours_ns.min(ns_per_turn(|seed| black_box(ours(seed)).turns));
        floor_ns = floor_ns.min(ns_per_turn(|seed| black_box(floor(seed)).turns));
    }
    let per_turn = orders as f64 / turns as f64;
    println!("underworld, random for two on 12x12: {per_turn:.1} commands a turn");
    println!("  bare  {ours_ns:7.1} ns/turn {:6.1} ns/command", ours_ns / per_turn);
    println!("  floor {floor_ns:7.1} ns/turn {:6.1} ns/command", floor_ns / per_turn);
    println!("  ratio {:.2}", ours_ns / floor_ns);

    let mut group = criterion.benchmark_group("underworld");
    group.throughput(Throughput::Elements(ours(1).turns));
    group.bench_function("bare", |bencher| bencher.iter(|| ours(1)));
    group.bench_function("floor", |bencher| bencher.iter(|| floor(1)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1));
    targets = bare
}
criterion_main!(benches);
