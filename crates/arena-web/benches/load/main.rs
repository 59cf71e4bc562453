//! A whole arena under load, on both databases: pages, the API, workers and uploads over HTTP to a server in a process of
//! its own, beside 1,000,000 matches of 10,000 bots.
//!
//! `cargo bench -p skirmish-arena-web --bench load` (`-- 100000 SQLite` for fewer matches, on one database). 200 requests a second are sent when they
//! are due, whether or not earlier ones were answered, and a request's time counts from when it was due. Meanwhile 50
//! workers lease, play, beat and report, a match in four seconds each. Then ten zips of zeros come at once, three times.
//! Whoever asks, whoever plays and the database share this machine's cores with the server.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../fill/mod.rs"]
mod fill;
mod http;
mod player;
mod server;
mod uploads;
mod visitors;
mod workers;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::Database;
use common::postgres::Server;
use common::world::World;
use fill::{FIRST, Filling, Spread};
use http::Connections;
use server::Hosted;
use skirmish_arena_service::account::hash_of;
use skirmish_arena_store::{NewToken, Scope, Session, Store};
use skirmish_games::GAMES;
use visitors::Asking;

/// No bot has two of one game.
const USERS: i64 = 4_999;
const BOTS: i64 = 10_000;
/// Without them, all would be known well enough after so many matches, and the ladders go on slowly.
const NEWCOMERS: i64 = 100;
/// Those of them who have a token.
const WITH_TOKENS: i64 = 100;
const LIMIT: Duration = Duration::from_millis(100);
const CLAIM_LIMIT: Duration = Duration::from_millis(20);
/// What uploads may leave behind in memory: the C library's heaps are not emptied to the last page.
const LEFT_BEHIND_KIB: u64 = 16 * 1024;
/// Between two looks at a server's memory.
const REST: Duration = Duration::from_secs(2);

/// How long requests took, by their kind.
type Times = BTreeMap<&'static str, Vec<Duration>>;

fn main() {
    if std::env::args().any(|word| word == server::ARGUMENT) {
        return server::host();
    }
    if std::env::args().any(|word| word == player::ARGUMENT) {
        return player::play_all();
    }
    let matches = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let postgres = Server::start_durable().await;
        let names = ["SQLite", "PostgreSQL"];
        let is_named = |name: &&str| std::env::args().any(|word| word == *name);
        let is_chosen = |name: &&str| is_named(name) || !names.iter().any(is_named);
        for name in names.into_iter().filter(is_chosen) {
            let folder = tempfile::tempdir().expect("a folder");
            let database = match name {
                "SQLite" => Database::file(&folder),
                _ => postgres.database().await,
            };
            println!("\n{name}: {matches} matches, {BOTS} bots; {}", machine_load());
            prepare(&database, matches).await;
            measure(&database, folder.path(), matches).await;
        }
    });
}

fn machine_load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").expect("Linux says how busy it is");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores, their load before {}", load.split(' ').next().unwrap_or_default())
}

/// Fills the database, and lets everybody in.
async fn prepare(database: &Database, matches: i64) {
    let world = World::with_house(database, |settings| settings.site.games.clear()).await;
    let store = &world.arena.store;
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.info.name).collect();
    let start = Instant::now();
    let filling =
        Filling { games: &games, users: USERS, bots: BOTS, newcomers: NEWCOMERS, matches, state: "done" };
    fill::fill(store, &filling).await;
    fill::add_ratings(store).await;
    fill::run(store, "ANALYZE".to_owned()).await;
    println!("  filled in {:.0?}", start.elapsed());
    let_in(store).await;
    settle(store).await;
    store.close().await;
}

/// Does what years would have done: tables are tidied up, and everything is on the disk.
async fn settle(store: &Store) {
    match store {
        Store::Sqlite { .. } => fill::run(store, "PRAGMA wal_checkpoint(TRUNCATE)".to_owned()).await,
        Store::Postgres(_) => {
            for sql in ["VACUUM ANALYZE", "CHECKPOINT"] {
                fill::run(store, sql.to_owned()).await;
            }
        }
    }
    let synced = std::process::Command::new("sync").status().expect("sync runs");
    assert!(synced.success(), "{synced}");
}

async fn let_in(store: &Store) {
    let mut tx = store.write().await.expect("writing");
    let session = Session {
        token_hash: hash_of(visitors::SESSION),
        user_id: FIRST + 1,
        csrf: String::new(),
        expires_ms: i64::MAX,
    };
    tx.add_session(&session, 0).await.expect("a session");
    // Workers' tokens are admins'.
    tx.set_admin(FIRST + 1, true).await.expect("an admin");
    let people =
        (1..=WITH_TOKENS).map(|user| (user, visitors::token(user), vec![Scope::Read, Scope::Submit]));
    let workers = (1..=workers::WORKERS).map(|worker| (1, workers::token(worker), vec![Scope::Worker]));
    for (user, token, scopes) in people.chain(workers) {
        let new = NewToken {
            user_id: FIRST + user,
            token_hash: &hash_of(&token),
            label: "",
            scopes: &scopes.into_iter().collect(),
            expires_ms: i64::MAX,
        };
        tx.add_token(&new, 0).await.expect("a token");
    }
    tx.commit().await.expect("committed");
}

async fn measure(database: &Database, data: &Path, matches: i64) {
    let hosted = Hosted::start(database, data);
    let connections = Connections::to(hosted.address);
    println!("  {:28} {:6.1} MiB", "memory of the server, open", mebibytes(hosted.memory_kib()));
    let (start, cpu) = (Instant::now(), hosted.cpu());
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let playing = tokio::spawn(workers::play(connections.clone(), stopped));
    let Asking { mut times, failures } = visitors::ask_all(&connections, matches).await;
    let asked = start.elapsed();
    let cpu = (hosted.cpu() - cpu).as_secs_f64() / start.elapsed().as_secs_f64();
    let all: Vec<Duration> = times.values().flatten().copied().collect();
    // Uploads come while workers play on.
    let uploaded = upload(&hosted, &connections).await;
    stop.send(true).expect("somebody works");
    let played = playing.await.expect("no panic");
    let claims: Vec<Duration> =
        played.claims.iter().filter(|(at, _)| *at - start < asked).map(|&(_, time)| time).collect();
    times.extend(played.times);
    for (kind, times) in &times {
        println!("  {kind:28} {}  {:5} times", Spread(times), times.len());
    }
    println!("  {:28} {}  {}", "all that visitors asked", Spread(&all), verdict(&all, LIMIT));
    println!(
        "  {} failed: {}",
        failures.len(),
        failures.iter().take(3).cloned().collect::<Vec<_>>().join("; ")
    );
    println!("  {:28} {}  {}", "claims meanwhile", Spread(&claims), verdict(&claims, CLAIM_LIMIT));
    let rate = played.matches as f64 / start.elapsed().as_secs_f64();
    println!(
        "  {rate:.1} matches a second; {} claims got nothing; the server had {cpu:.2} cores",
        played.empty
    );
    print!("{uploaded}");
    hosted.stop();
}

fn verdict(times: &[Duration], limit: Duration) -> String {
    let kept = if Spread(times).at(0.99) <= limit { "kept" } else { "NOT KEPT" };
    format!("limit: p99 {limit:?}, {kept}")
}

/// Three times ten zips; what the memory was before and after each.
async fn upload(hosted: &Hosted, connections: &Arc<Connections>) -> String {
    let mut told = String::new();
    let zip = uploads::zeros();
    let before = hosted.memory_kib();
    let mut after = before;
    for round in 1..=3 {
        hosted.forget_peak();
        let statuses = uploads::send(connections, &zip, round).await;
        tokio::time::sleep(REST).await;
        after = hosted.memory_kib();
        told += &format!(
            "  memory: {:6.1} MiB before, {:6.1} MiB after round {round} of ten zips of zeros (peak {:6.1} MiB; answers {statuses})\n",
            mebibytes(before),
            mebibytes(after),
            mebibytes(hosted.peak_kib())
        );
    }
    let kept = if after <= before + LEFT_BEHIND_KIB { "kept" } else { "NOT KEPT" };
    told + &format!("  limit: {} MiB more, {kept}\n", LEFT_BEHIND_KIB / 1024)
}

fn mebibytes(kib: u64) -> f64 {
    kib as f64 / 1024.0
}
