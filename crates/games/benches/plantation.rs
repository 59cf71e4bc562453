//! Plantation's random playouts, beside the tightest program for the same playouts that we could write.
//!
//! `cargo bench -p skirmish-games --bench plantation`. Throughput is in commands.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::answer::Answers;
use skirmish_core::game::{Decision, Game};
use skirmish_core::learn::{Learn, Mask};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::SeatCount;
use skirmish_core::view::{PlaneCanvas, Shape, View};
use skirmish_games::plantation::Plantation;

#[path = "../floors/plantation.rs"]
mod floor;

use floor::{CELLS, choose, compare, floor_playout, playout, started};

/// A playout by the rules with everything a learner gets before each command: the redacted state's planes and first mask.
fn watched_playout(start: &Plantation, seed: u64, planes: &mut [i16], numbers: &mut [i32]) -> u64 {
    let (mut state, mut seen, mut rng) = (start.clone(), start.clone(), Rng::new(Seed(seed)));
    let (mut answers, mut news, mut commands) = (Answers::new(), News::silent(), 0);
    let (mut words, mut draft) = ([0; Mask::words(CELLS)], Default::default());
    while let Decision::Ask(ask) = state.decision() {
        let seat = ask.seats.first().expect("somebody is asked");
        state.redact(seat, &mut seen);
        seen.draw(&mut PlaneCanvas::new(Plantation::INFO, SeatCount::TWO, seat, planes, numbers));
        seen.draft(seat, &mut draft);
        seen.mask(seat, &draft, Mask::new(&mut words));
        black_box(&words);
        answers.act(seat, choose(&state, seat, &mut rng));
        state.step(&answers, &mut news);
        commands += 1;
    }
    commands
}

fn playouts(c: &mut Criterion) {
    compare(0..200);
    let (start, tight) = started();

    // Many different matches: a processor learns a single one by heart.
    const MATCHES: u64 = 64;
    let commands = (0..MATCHES).map(|seed| playout(&start, seed).0).sum();
    let shape = Shape::new(Plantation::INFO, SeatCount::TWO, 11, 11);
    let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
    let mut group = c.benchmark_group("plantation playout");
    group.throughput(Throughput::Elements(commands));
    group.bench_function("floor", |b| {
        b.iter(|| (0..MATCHES).map(|seed| floor_playout(&tight, black_box(seed)).1).sum::<i64>());
    });
    group.bench_function("ours", |b| {
        b.iter(|| (0..MATCHES).map(|seed| playout(&start, black_box(seed)).1).sum::<i64>());
    });
    group.bench_function("ours, with observation and mask", |b| {
        b.iter(|| {
            let watched = |seed| watched_playout(&start, black_box(seed), &mut planes, &mut numbers);
            (0..MATCHES).map(watched).sum::<u64>()
        });
    });
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
