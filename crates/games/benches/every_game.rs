//! What every game costs: a random match to its end through the learner's interface, the mask, the planes, a clone,
//! and 1,024 matches stepped side by side.
//!
//! `cargo bench -p skirmish-games --bench every_game [game]`. Throughput is in decisions (or choices, for batches).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_core::answer::Answers;
use skirmish_core::bot::RandomBot;
use skirmish_core::game::{Decision, Game};
use skirmish_core::learn::{Learn, Mask, Rows, count_allowed, nth_allowed};
use skirmish_core::news::News;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_core::view::{PictureCanvas, PlaneCanvas, Shape, View};
use skirmish_core::wire::Wire;

trait Whole: Game + Wire + View + Learn {}
impl<G: Game + Wire + View + Learn> Whole for G {}

/// Plays a random match for at most that many decisions; how many there were, and where it led.
fn random_match<G: Whole>(seed: u64, most: u64) -> (u64, G) {
    let mut state =
        G::start(&G::Config::default(), SeatCount::TWO, Seed(seed)).expect("the default config starts");
    let mut bots = [RandomBot::<G>::new(Seed(seed)), RandomBot::<G>::new(Seed(seed + 1))];
    let (mut answers, mut news, mut seen) = (Answers::new(), News::silent(), state.clone());
    let mut decisions = 0;
    while decisions < most {
        let Decision::Ask(ask) = state.decision() else { break };
        for seat in ask.seats.iter() {
            if let Some(polite) = state.handshake_reply(seat) {
                answers.act(seat, polite);
                continue;
            }
            if state.has_secrets() {
                state.redact(seat, &mut seen);
                bots[seat.index()].act_into(&seen, seat, answers.act_in_place(seat));
            } else {
                bots[seat.index()].act_into(&state, seat, answers.act_in_place(seat));
            }
        }
        state.step(&answers, &mut news);
        answers.clear();
        decisions += 1;
    }
    (decisions, state)
}

fn bench<G: Whole>(c: &mut Criterion) {
    let mut group = c.benchmark_group(G::INFO.name);
    group.sample_size(20);
    let (decisions, _) = random_match::<G>(1, u64::MAX);
    group.throughput(Throughput::Elements(decisions));
    group.bench_function("random match", |b| b.iter(|| random_match::<G>(black_box(1), u64::MAX).0));

    let (_, middle) = random_match::<G>(1, decisions / 2);
    let Decision::Ask(ask) = middle.decision() else { unreachable!("half a match is not over") };
    let seat = ask.seats.first().expect("somebody is asked");
    group.throughput(Throughput::Elements(1));
    one_look(&mut group, &middle, seat);
    group.finish();

    let mut group = c.benchmark_group(G::INFO.name);
    group.sample_size(20);
    batch::<G>(&mut group);
    group.finish();
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

fn one_look<G: Whole>(group: &mut Group<'_>, state: &G, seat: Seat) {
    let mut draft = G::Draft::default();
    let mut words = vec![0; Mask::words(state.heads().iter().map(|head| head.size).max().unwrap_or(1))];
    group.bench_function("mask", |b| {
        b.iter(|| {
            state.draft(seat, &mut draft);
            state.mask(seat, &draft, Mask::new(&mut words));
            black_box(&words);
        });
    });
    let mut canvas = PictureCanvas::default();
    state.draw(&mut canvas);
    let frame = canvas.finish();
    let shape = Shape::new(G::INFO, state.seats(), frame.width, frame.height);
    let (mut planes, mut numbers) = (vec![0; shape.cells()], vec![0; shape.numbers]);
    group.bench_function("planes", |b| {
        b.iter(|| {
            state.draw(&mut PlaneCanvas::new(G::INFO, state.seats(), seat, &mut planes, &mut numbers));
            black_box(&planes);
        });
    });
    let mut copy = state.clone();
    group.bench_function("clone into", |b| b.iter(|| copy.clone_from(black_box(state))));
}

fn batch<G: Whole>(group: &mut Group<'_>) {
    const COUNT: usize = 1024;
    let entry = skirmish_games::find(G::INFO.name).expect("the game stands in GAMES");
    let config = serde_json::to_value(G::Config::default()).expect("a config is JSON");
    let mut batch =
        (entry.batch)(&config, SeatCount::TWO, Seed(1), COUNT).expect("the default config starts");
    let (shape, words, seats) = (batch.shape(), batch.mask_words(), batch.seats().get());
    let (mut planes, mut numbers) = (vec![0; COUNT * shape.cells()], vec![0; COUNT * shape.numbers]);
    let (mut masks, mut asked, mut heads) = (vec![0; COUNT * words], vec![0; COUNT], vec![0; COUNT]);
    let (mut places, mut rewards, mut over) = (vec![0; COUNT], vec![0; COUNT * seats], vec![false; COUNT]);
    let mut rows = Rows {
        planes: &mut planes,
        numbers: &mut numbers,
        masks: &mut masks,
        seats: &mut asked,
        heads: &mut heads,
        places: &mut places,
        rewards: &mut rewards,
        over: &mut over,
    };
    batch.observe(&mut rows);
    let mut rng = Rng::new(Seed(1));
    let mut choices = vec![0; COUNT];
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("1024 matches, one choice each", |b| {
        b.iter(|| {
            for (choice, mask) in choices.iter_mut().zip(rows.masks.chunks(words)) {
                *choice = nth_allowed(mask, rng.below(count_allowed(mask))).unwrap_or(0);
            }
            batch.step(&choices, &mut rows);
        });
    });
}

macro_rules! bench_all {
    ($($folder:ident::$game:ident,)*) => {
        fn every_game(c: &mut Criterion) {
            $(bench::<skirmish_games::$folder::$game>(c);)*
        }
    };
}
skirmish_games::every_game!(bench_all);

criterion_group!(benches, every_game);
criterion_main!(benches);
