//! Random playouts of A Code of Ice and Fire, bare: what a turn costs, beside a hand-tight program for the same policy.
//! Both must reach the same end.
//!
//! `cargo bench -p skirmish-games --bench ice_and_fire`. A turn is one player's; about a dozen orders each.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::answer::Answers;
use skirmish_core::game::Game;
use skirmish_core::grid::Cell;
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::SeatCount;
use skirmish_core::wire::Wire;
use skirmish_games::ice_and_fire::{Action, Config, IceAndFire, Level, Part};

#[path = "../floors/ice_and_fire.rs"]
mod floor;

use floor::{STEPS, Tally, choose, compare, playout, started};

/// Matches in one measurement.
const MATCHES: u64 = 64;

fn add(sum: &mut Tally, one: Tally) {
    sum.turns += one.turns;
    sum.orders += one.orders;
}

/// Times both programs in turn and prints what a turn and an order cost.
fn summary(starts: &[(IceAndFire, floor::Floor)]) {
    let tables = floor::Tables::new();
    let mut answers = Answers::new();
    let mut sum = Tally::default();
    for (i, (state, _)) in starts.iter().enumerate() {
        add(&mut sum, playout(state, i as u64, &mut answers));
    }
    // Eight games at a time, all of them in every round, so that no branch predictor learns one by heart; of each
    // eight the best time, since whatever else the machine does can only add to it.
    let mut fastest = [[u128::MAX; 2]; 8];
    for _ in 0..60 {
        for (eight, fastest) in fastest.iter_mut().enumerate() {
            let games = || (8 * eight..8 * eight + 8).map(|i| (&starts[i], i as u64));
            let begin = Instant::now();
            for ((state, _), seed) in games() {
                black_box(playout(state, seed, &mut answers));
            }
            fastest[0] = fastest[0].min(begin.elapsed().as_nanos());
            let begin = Instant::now();
            for ((_, floor), seed) in games() {
                black_box(floor.clone().playout(&tables, seed));
            }
            fastest[1] = fastest[1].min(begin.elapsed().as_nanos());
        }
    }
    let best = [0, 1].map(|program| fastest.iter().map(|fastest| fastest[program]).sum::<u128>() as f64);
    let (turns, orders) = (sum.turns as f64, sum.orders as f64);
    println!(
        "{} games, {:.1} turns each, {:.1} orders a turn",
        starts.len(),
        turns / starts.len() as f64,
        orders / turns
    );
    println!("engine: {:.0} ns a turn, {:.1} ns an order", best[0] / turns, best[0] / orders);
    println!("floor:  {:.0} ns a turn, {:.1} ns an order", best[1] / turns, best[1] / orders);
    println!("ratio:  {:.2}", best[0] / best[1]);
}

fn playouts(c: &mut Criterion) {
    compare(0..MATCHES);
    let starts: Vec<_> = (0..MATCHES).map(started).collect();
    summary(&starts);
    let tables = floor::Tables::new();
    let mut answers = Answers::new();
    let (state, floor) = &starts[0];
    let mut group = c.benchmark_group("ice-and-fire");
    group.sample_size(20);
    group.throughput(Throughput::Elements(playout(state, 0, &mut answers).turns));
    group.bench_function("playout, engine", |b| b.iter(|| playout(black_box(state), 0, &mut answers)));
    group.bench_function("playout, floor", |b| b.iter(|| black_box(floor).clone().playout(&tables, 0)));
    group.throughput(Throughput::Elements(1));
    group.bench_function("start", |b| {
        let mut seed = 0;
        b.iter(|| {
            seed += 1;
            IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(seed))
        });
    });
    text(&mut group, state);
    group.finish();
}

/// What is active after a loss: kept up order by order, flooded with bits, or searched cell by cell.
fn territory(c: &mut Criterion) {
    let (state, order) = capture();
    let tables = floor::Tables::new();
    let loser = state.to_move().other();
    let home = state.headquarters(loser);
    let home = home.y as usize * 12 + home.x as usize;
    let owned = state.territory(loser);
    let mut group = c.benchmark_group("ice-and-fire, territory");
    let mut copy = state.clone();
    group.bench_function("a clone", |b| b.iter(|| copy.clone_from(black_box(&state))));
    group.bench_function("a clone and a capture, both territories kept up", |b| {
        b.iter(|| {
            copy.clone_from(black_box(&state));
            copy.try_order(&order)
        });
    });
    group.bench_function("one flood with bits", |b| b.iter(|| tables.flood(home, black_box(&owned))));
    group.bench_function("one plain search", |b| {
        let mut queue = Vec::with_capacity(144);
        b.iter(|| {
            let mut seen = [false; 144];
            seen[home] = true;
            queue.clear();
            queue.push(home);
            while let Some(at) = queue.pop() {
                for (dx, dy) in STEPS {
                    let (x, y) = ((at % 12) as i16 + dx, (at / 12) as i16 + dy);
                    let near = (y * 12 + x) as usize;
                    if (0..12).contains(&x) && (0..12).contains(&y) && owned.has(near) && !seen[near] {
                        seen[near] = true;
                        queue.push(near);
                    }
                }
            }
            seen
        });
    });
    group.finish();
}

/// A position in which the mover can take a cell of the other, and the order that does.
fn capture() -> (IceAndFire, Part) {
    let (mut answers, mut rng) = (Answers::new(), Rng::new(Seed(1)));
    let mut state = IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(1)).expect("it starts");
    loop {
        choose(&state, &mut rng, answers.act_in_place(state.to_move()));
        state.step(&answers, &mut News::silent());
        let seat = state.to_move();
        for at in state.reach(seat).iter().filter(|_| state.turn() > 30) {
            let at = Cell::new((at % 12) as i16, (at / 12) as i16);
            let order = Part::train(Level::ALL[0], at);
            if state.owner(at) == Some(seat.other()) && state.clone().try_order(&order).is_ok() {
                return (state, order);
            }
        }
    }
}

/// A block written and a line read.
fn text(group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>, start: &IceAndFire) {
    let mut state = start.clone();
    let (mut answers, mut rng) = (Answers::new(), Rng::new(Seed(1)));
    for _ in 0..60 {
        choose(&state, &mut rng, answers.act_in_place(state.to_move()));
        state.step(&answers, &mut News::silent());
    }
    let mut page = skirmish_core::wire::Page::new();
    let seat = state.to_move();
    group.bench_function("text out", |b| {
        b.iter(|| {
            page.clear();
            state.ask(seat, skirmish_core::wire::ClockFace::default(), &mut page);
        });
    });
    let mut action = Action::new();
    choose(&state, &mut rng, &mut action);
    let mut line = skirmish_core::wire::Page::new();
    state.write(&action, &mut line);
    group.bench_function("text in", |b| b.iter(|| state.read(seat, line.as_bytes(), &mut action)));
}

criterion_group!(benches, playouts, territory);
criterion_main!(benches);
