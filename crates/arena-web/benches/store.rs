//! How quick the store is, on both databases, each figure beside its floor or its limit.
//!
//! `cargo bench -p skirmish-arena-web --bench store`: how long a worker waits for a job when 10,000 are queued and 50 workers
//! ask; what scheduling and taking a result cost besides playing; what pages ask with 100,000 matches.

#[path = "../tests/common/mod.rs"]
mod common;
mod fill;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::Database;
use common::postgres::Server;
use common::world::{World, match_of};
use fill::{Filling, Spread, run};
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Room, Verdict};
use skirmish_arena_store::Store;

const QUEUED: i64 = 10_000;
const WORKERS: usize = 50;
const CLAIMS_EACH: usize = 60;
const BOTS: i64 = 200;
const MATCHES: i64 = 100_000;
const ROUNDS: usize = 300;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let files = |name: &str| Database::File(folder.path().join(name));
        let server = Server::start().await;
        for (name, databases) in [
            ("SQLite", [files("a"), files("b"), files("c")]),
            ("PostgreSQL", [server.database().await, server.database().await, server.database().await]),
        ] {
            println!("\n{name}");
            let [claims, overhead, pages] = databases;
            claim(&claims).await;
            match_overhead(&overhead).await;
            ask_pages(&pages).await;
        }
    });
}

/// Bots of as many users, and matches between them.
async fn fill(store: &Store, matches: i64, state: &str) {
    fill::fill(store, &Filling { games: &["plantation"], users: BOTS, bots: BOTS, matches, state }).await;
}

/// Waits for a job: 10,000 queued, 50 workers that all ask again at once.
async fn claim(database: &Database) {
    let world = World::new(database, |settings| settings.queue.batch = 100_000).await;
    fill(&world.arena.store, QUEUED, "queued").await;
    let mut workers = Vec::new();
    for number in 0..WORKERS {
        workers.push(world.worker(&format!("w{number}"), 1).await);
    }
    let arena = world.arena.clone();
    let floor = by_all(&workers, move |worker| {
        let arena = arena.clone();
        async move {
            let mut tx = arena.store.write().await.expect("writing");
            tx.hear_worker(worker, i64::MAX).await.expect("heard");
            tx.commit().await.expect("committed");
        }
    })
    .await;
    let arena = world.arena.clone();
    let claims = by_all(&workers, move |worker| {
        let arena = arena.clone();
        async move {
            let leased = queue::lease(&arena, worker, Room::of_each(1)).await.expect("leased");
            assert_eq!(leased.len(), 1);
        }
    })
    .await;
    let paced = paced(&workers, &world).await;
    println!("  floor: one row changed, {WORKERS} at once           {}", Spread(&floor));
    println!("  claim: {QUEUED} queued, {WORKERS} at once, no pause    {}", Spread(&claims));
    println!("  claim: the same, each asks 4 times a second   {}  (limit: p99 20 ms)", Spread(&paced));
}

/// Every worker does it again and again; how long each took.
async fn by_all<F: Future<Output = ()> + Send + 'static>(
    workers: &[i64],
    act: impl Fn(i64) -> F + Clone + Send + Sync + 'static,
) -> Vec<Duration> {
    let tasks: Vec<_> = workers
        .iter()
        .map(|&worker| {
            let act = act.clone();
            tokio::spawn(async move {
                let mut times = Vec::new();
                for _ in 0..CLAIMS_EACH {
                    let start = Instant::now();
                    act(worker).await;
                    times.push(start.elapsed());
                }
                times
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("no panic"));
    }
    all
}

/// As workers with short matches ask: each four times a second, 200 times a second together.
async fn paced(workers: &[i64], world: &World) -> Vec<Duration> {
    let tasks: Vec<_> = (0u32..)
        .zip(workers)
        .map(|(number, &worker)| {
            let arena = world.arena.clone();
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(5) * number).await;
                let mut every = tokio::time::interval(Duration::from_millis(250));
                let mut times = Vec::new();
                for _ in 0..20 {
                    every.tick().await;
                    let start = Instant::now();
                    let leased = queue::lease(&arena, worker, Room::of_each(1)).await.expect("leased");
                    assert_eq!(leased.len(), 1);
                    times.push(start.elapsed());
                }
                times
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("no panic"));
    }
    all
}

/// What a match costs besides playing it: making it, giving it out, checking its replay, rating it.
async fn match_overhead(database: &Database) {
    let world = World::with_house(database, |settings| {
        settings.ladder.queued_matches = 1;
        settings.queue.batch = 1;
    })
    .await;
    let user = world.user("u").await;
    world.bot(user, "plantation", "snake").await;
    let worker = world.worker("w", 1).await;
    let (mut around, mut checks) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        ladder::schedule(&world.arena).await.expect("scheduled");
        let leased = world.lease_one(worker).await.expect("a match");
        let before = start.elapsed();
        let report = world.played(&leased);
        let start = Instant::now();
        let replay = world.arena.store.match_of(match_of(&leased)).await.expect("answered").expect("it");
        std::hint::black_box(replay);
        assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
        around.push(before + start.elapsed());
        checks.push(verify_alone(&world, &report));
    }
    println!(
        "  a match besides playing it: schedule to rated   {}  (limit: 50 ms, 5 % of 1 s)",
        Spread(&around)
    );
    println!("    of which playing its replay again             {}", Spread(&checks));
}

fn verify_alone(world: &World, report: &queue::Report) -> Duration {
    let queue::Done::Played { replay_hash, .. } = &report.done else { panic!("it was played") };
    let bytes = world.arena.blobs.read(replay_hash).expect("read");
    let start = Instant::now();
    let replay = queue::unpack_replay(&bytes).expect("a replay");
    let entry = skirmish_games::find(&replay.header.game).expect("a game");
    replay.verify(entry).expect("verified");
    start.elapsed()
}

/// What the ladder's, a bot's and a match's page ask, with 100,000 matches of one game.
async fn ask_pages(database: &Database) {
    let world = World::new(database, |_| {}).await;
    let store = world.arena.store.clone();
    let start = Instant::now();
    fill(&store, MATCHES, "done").await;
    let filled = start.elapsed();
    let start = Instant::now();
    let proof = ladder::recompute(&world.arena).await.expect("made");
    let recomputed = start.elapsed();
    assert_eq!(proof.results, MATCHES as u64);
    run(&store, "ANALYZE".to_owned()).await;
    println!("  {MATCHES} matches written in {filled:.1?}, the ladder made from them in {recomputed:.1?}");
    let arena = Arc::clone(&world.arena);
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..ROUNDS as i64 {
        let bot = 1001 + round % BOTS;
        let start = Instant::now();
        let table = ladder::standing(&arena, "plantation").await.expect("answered");
        assert_eq!(table.len() as i64, BOTS);
        store.matches_of_game("plantation", i64::MAX, 20).await.expect("answered");
        store.seatings_of_game("plantation", i64::MAX, 20).await.expect("answered");
        times[0].push(start.elapsed());
        let start = Instant::now();
        store.bot(bot).await.expect("answered").expect("a bot");
        store.versions_of(bot).await.expect("answered");
        store.rated(bot).await.expect("answered");
        let points = store.points_of(bot).await.expect("answered");
        assert!(points.len() > 500);
        store.opponents_of(bot, 50).await.expect("answered");
        let matches = store.matches_of_bot(bot, i64::MAX, 20).await.expect("answered");
        assert_eq!(matches.len(), 20);
        store.seatings_of_bot(bot, i64::MAX, 20).await.expect("answered");
        times[1].push(start.elapsed());
        let id = 1 + round * 331 % MATCHES;
        let start = Instant::now();
        store.match_of(id).await.expect("answered").expect("a match");
        for seat in store.seatings(id).await.expect("answered") {
            store.rated(seat.version_id).await.expect("answered");
        }
        times[2].push(start.elapsed());
    }
    for (page, times) in ["ladder page", "bot page   ", "match page "].iter().zip(&times) {
        println!("  {page}: all its questions              {}", Spread(times));
    }
}
