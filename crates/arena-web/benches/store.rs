//! How quick the store is, on both databases, each figure beside its floor or its limit.
//!
//! `cargo bench -p skirmish-arena-web --bench store`: how long a worker waits for a job when 10,000 are queued and 50 workers
//! all ask at once, again and again; what scheduling and taking a result cost besides playing. What they wait at the pace
//! of matches, beside everything else, is in `load`.

#[path = "../tests/common/mod.rs"]
mod common;
mod fill;

use std::time::{Duration, Instant};

use common::Database;
use common::postgres::Server;
use common::world::{World, match_of};
use fill::{Filling, Spread};
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Room, Verdict};
use skirmish_arena_store::Store;

const QUEUED: i64 = 10_000;
const WORKERS: usize = 50;
const CLAIMS_EACH: usize = 60;
const BOTS: i64 = 200;
const ROUNDS: usize = 300;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let files = |name: &str| Database::File(folder.path().join(name));
        let server = Server::start().await;
        for (name, databases) in [
            ("SQLite", [files("a"), files("b")]),
            ("PostgreSQL", [server.database().await, server.database().await]),
        ] {
            println!("\n{name}");
            let [claims, overhead] = databases;
            claim(&claims).await;
            match_overhead(&overhead).await;
        }
    });
}

/// Bots of as many users, and matches between them.
async fn fill(store: &Store, matches: i64, state: &str) {
    fill::fill(
        store,
        &Filling { games: &["plantation"], users: BOTS, bots: BOTS, newcomers: 0, matches, state },
    )
    .await;
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
    println!("  floor: one row changed, {WORKERS} at once           {}", Spread(&floor));
    println!("  claim: {QUEUED} queued, {WORKERS} at once, no pause    {}", Spread(&claims));
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
