//! How long others wait for a write while ratings are fitted, a bot is disqualified and a ladder is proven, on both
//! databases.
//!
//! `cargo bench -p skirmish-arena-web --bench ratings` (`-- 200000` for fewer matches): 1,000,000 matches of 10,000 bots of one
//! game, while somebody else writes one row every few milliseconds and somebody counts results. The longest of these writes
//! is what a user would wait. Limit: 100 ms.

#[path = "../tests/common/mod.rs"]
mod common;
mod fill;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::Database;
use common::postgres::Server;
use common::world::World;
use fill::{FIRST, Filling, Spread, run};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::ladder;
use skirmish_arena_service::tending::keep_checkpointing;
use skirmish_arena_store::MatchResult;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const GAME: &str = "plantation";
const BOTS: i64 = 10_000;
/// What nobody should wait.
const LIMIT: Duration = Duration::from_millis(100);
/// How long it is measured what this machine's disk and whoever else uses it make others wait.
const ALONE: Duration = Duration::from_secs(30);
/// The pause between two writes of whoever measures.
const PAUSE: Duration = Duration::from_millis(5);

fn main() {
    let matches = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start_durable().await;
        for (name, database) in [("SQLite", Database::file(&folder)), ("PostgreSQL", server.database().await)]
        {
            println!("\n{name}, {matches} matches of {BOTS} bots");
            measure(&database, matches).await;
        }
    });
}

async fn measure(database: &Database, matches: i64) {
    let world = World::new(database, |_| {}).await;
    let (arena, store) = (&world.arena, &world.arena.store);
    fill::fill(
        store,
        &Filling { games: &[GAME], users: BOTS, bots: BOTS, newcomers: 0, matches, state: "done" },
    )
    .await;
    fill::add_ratings(store).await;
    run(store, "ANALYZE".to_owned()).await;
    let worker = world.worker("w", 1).await;
    let (_stop, stopped) = watch::channel(false);
    tokio::spawn(keep_checkpointing(arena.clone(), stopped));
    let alone = watched(arena, worker, tokio::time::sleep(ALONE)).await;
    println!("  nothing else goes on          {alone}");
    let first = watched(arena, worker, fit(arena));
    println!("  all ratings are fitted        {}", first.await);
    // A bot with as many matches as any.
    let disqualified = watched(arena, worker, async {
        let start = Instant::now();
        ladder::disqualify(arena, FIRST + 1, "it cheats").await.expect("disqualified");
        println!("  a bot is off the ladder after {:.1?}", start.elapsed());
        fit(arena).await;
    });
    println!("  a disqualification            {}", disqualified.await);
    let verified = watched(arena, worker, async {
        let proof = ladder::verify(arena).await.expect("compared");
        assert_eq!(proof.differences, Vec::<String>::new());
        println!("  {} results are proven", proof.results);
    });
    println!("  the proof                     {}", verified.await);
}

async fn fit(arena: &Arc<Arena>) {
    ladder::fit_ratings(arena).await.expect("fitted");
}

/// What others wait while this is done: for a row that a worker's heartbeat changes, and for a result to be counted.
async fn watched(arena: &Arc<Arena>, worker: i64, work: impl Future<Output = ()>) -> String {
    let is_over = Arc::new(AtomicBool::new(false));
    let beats = beating(arena.clone(), worker, is_over.clone());
    let results = rating(arena.clone(), is_over.clone());
    let start = Instant::now();
    work.await;
    let took = start.elapsed();
    is_over.store(true, Ordering::Relaxed);
    let (beats, results) = (beats.await.expect("no panic"), results.await.expect("no panic"));
    let long = beats.iter().chain(&results).filter(|time| **time > LIMIT).count();
    format!(
        "{took:7.1?}\n    a heartbeat waits           {}\n    a result waits              {}\n    longer than {LIMIT:?}: {long} of {}",
        Spread(&beats),
        Spread(&results),
        beats.len() + results.len()
    )
}

fn beating(arena: Arc<Arena>, worker: i64, is_over: Arc<AtomicBool>) -> JoinHandle<Vec<Duration>> {
    tokio::spawn(async move {
        let mut times = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let start = Instant::now();
            let mut tx = arena.store.write().await.expect("writing");
            tx.hear_worker(worker, i64::MAX).await.expect("heard");
            tx.commit().await.expect("committed");
            times.push(start.elapsed());
            tokio::time::sleep(PAUSE).await;
        }
        times
    })
}

/// Results of new matches between two bots, each made and then rated; only the rating is measured.
fn rating(arena: Arc<Arena>, is_over: Arc<AtomicBool>) -> JoinHandle<Vec<Duration>> {
    tokio::spawn(async move {
        let mut times = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let id = common::world::add_rated_match(&arena, GAME, [FIRST + 2, FIRST + 3]).await;
            let result = common::world::result_of_two();
            let start = Instant::now();
            finish(&arena, id, &result).await;
            times.push(start.elapsed());
            tokio::time::sleep(PAUSE).await;
        }
        times
    })
}

async fn finish(arena: &Arc<Arena>, id: i64, result: &MatchResult) {
    let mut tx = arena.store.write().await.expect("writing");
    tx.hold_ladder(GAME).await.expect("held");
    tx.end_matches(&[(id, result)], 0).await.expect("ended");
    ladder::rate(&mut tx, GAME, &[id]).await.expect("rated");
    tx.commit().await.expect("committed");
}
