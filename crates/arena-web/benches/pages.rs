//! How quick pages are over HTTP, on both databases: 200 requests a second on a database of 100,000 matches.
//!
//! `cargo bench -p skirmish-arena-web --bench pages`. Requests are sent when they are due, whether or not earlier ones were
//! answered, over connections that are kept; a request's time counts from when it was due. Every other one comes from
//! somebody who is logged in. Meanwhile results come in, so that nothing that is remembered stays for long. The asking
//! and the database share this machine's cores with the server.

#[path = "../tests/common/mod.rs"]
mod common;
mod fill;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::Database;
use common::postgres::Server;
use common::world::{START_MS, World};
use fill::{FIRST, Filling, Spread};
use skirmish_arena_service::account::hash_of;
use skirmish_arena_service::arena::{Arena, News};
use skirmish_arena_service::ladder;
use skirmish_arena_store::Session;
use skirmish_arena_web::listen::{Bounds, answer};
use skirmish_arena_web::routes::router;
use skirmish_arena_web::web::Web;
use skirmish_games::GAMES;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

const USERS: i64 = 300;
const BOTS: i64 = 500;
const MATCHES: i64 = 100_000;
/// One request each so often: 200 a second.
const EVERY: Duration = Duration::from_millis(5);
const REQUESTS: usize = 8_000;
/// Those that are not counted: connections are made, caches filled.
const WARM_UP: usize = 400;
/// A result comes in so often.
const RESULT_EVERY: Duration = Duration::from_millis(200);
const LIMIT_MS: f64 = 100.0;

/// An address, varied by a number.
type Path = fn(i64) -> String;

/// What is asked for, by name.
const PAGES: &[(&str, Path)] = &[
    ("home", |_| "/".to_owned()),
    ("game with its ladder", |lot| format!("/games/{}", game(lot))),
    ("rules", |lot| format!("/games/{}/rules", game(lot))),
    ("bot", |lot| format!("/bots/{}", bot(lot))),
    ("user", |lot| format!("/users/user{}", 1 + lot % USERS)),
    ("match", |lot| format!("/matches/{}", 1 + lot % MATCHES)),
    ("all matches", |lot| format!("/matches?before={}", 1 + lot % MATCHES)),
    ("matches of a game", |lot| format!("/matches?game={}&before={}", game(lot), 1 + lot % MATCHES)),
    ("matches of a bot", |lot| format!("/matches?bot={}&before={}", bot(lot), MATCHES - lot % (MATCHES / 2))),
    ("account, or log in", |_| "/account".to_owned()),
    ("viewer", |lot| format!("/matches/{}/watch/", 1 + lot % MATCHES)),
    ("API: ladder", |lot| format!("/api/v1/games/{}/ladder?after={}", game(lot), lot % 50)),
    ("API: bot", |lot| format!("/api/v1/bots/{}", bot(lot))),
    ("API: match", |lot| format!("/api/v1/matches/{}", 1 + lot % MATCHES)),
    ("API: matches of a bot", |lot| format!("/api/v1/matches?bot={}&limit=50", bot(lot))),
    ("API: matches of a game", |lot| {
        format!("/api/v1/matches?game={}&before={}", game(lot), 1 + lot % MATCHES)
    }),
];

fn game(lot: i64) -> &'static str {
    GAMES[lot as usize % GAMES.len()].info.name
}

fn bot(lot: i64) -> i64 {
    FIRST + 1 + lot % BOTS
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start().await;
        for (name, database) in [
            ("SQLite", Database::File(folder.path().join("arena.sqlite"))),
            ("PostgreSQL", server.database().await),
        ] {
            println!("\n{name}, {MATCHES} matches, {} requests a second", 1_000 / EVERY.as_millis());
            measure(&database).await;
        }
    });
}

async fn measure(database: &Database) {
    let world = World::with_house(database, |settings| {
        settings.site.games.clear();
        // All that ask here are at one address.
        settings.connections.most_from_one = settings.connections.most;
    })
    .await;
    let arena = &world.arena;
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.info.name).collect();
    let filling = Filling { games: &games, users: USERS, bots: BOTS, matches: MATCHES, state: "done" };
    fill::fill(&arena.store, &filling).await;
    ladder::recompute(arena).await.expect("made");
    fill::run(&arena.store, "ANALYZE".to_owned()).await;
    let session = Session {
        token_hash: hash_of("token"),
        user_id: FIRST + 1,
        csrf: String::new(),
        expires_ms: i64::MAX,
    };
    let mut tx = arena.store.write().await.expect("writing");
    tx.add_session(&session, START_MS).await.expect("a session");
    tx.commit().await.expect("committed");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = watch::channel(false);
    let bounds = Bounds::of(&arena.settings);
    let serving = tokio::spawn(answer(listener, router(Web::new(arena.clone())), bounds, stopped));
    let results = tokio::spawn(results(arena.clone()));
    let times = ask_all(address).await;
    stop.send(true).expect("it listens");
    serving.await.expect("it ends");
    results.abort();
    let all: Vec<Duration> = times.values().flatten().copied().collect();
    for (page, times) in &times {
        println!("  {page:24} {}", Spread(times));
    }
    let mut sorted = all.clone();
    sorted.sort_unstable();
    let p99 = sorted[sorted.len() * 99 / 100].as_secs_f64() * 1_000.0;
    let verdict = if p99 <= LIMIT_MS { "kept" } else { "NOT KEPT" };
    println!("  {:24} {}  (limit: p99 {LIMIT_MS} ms, {verdict})", "all", Spread(&all));
}

/// What is told when matches end, again and again.
async fn results(arena: Arc<Arena>) {
    for turn in 0usize.. {
        tokio::time::sleep(RESULT_EVERY).await;
        arena.tell(News::Match(1 + turn as i64));
        arena.tell(News::Ladder(GAMES[turn % GAMES.len()].info.name));
    }
}

/// Connections that nobody uses right now.
type Idle = Arc<Mutex<Vec<BufReader<TcpStream>>>>;

async fn ask_all(address: SocketAddr) -> BTreeMap<&'static str, Vec<Duration>> {
    let idle = Idle::default();
    let start = Instant::now();
    let mut asking = Vec::with_capacity(REQUESTS);
    for number in 0..REQUESTS {
        let due = start + EVERY * number as u32;
        tokio::time::sleep_until(due.into()).await;
        let (page, path) = PAGES[number % PAGES.len()];
        // A large odd step: neighbours ask for far things.
        let path = path(number as i64 * 48_271);
        let is_user = (number / PAGES.len()).is_multiple_of(2);
        let idle = idle.clone();
        asking.push(tokio::spawn(async move {
            ask(address, &idle, &path, is_user).await;
            (page, due.elapsed())
        }));
    }
    let mut times: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (number, asked) in asking.into_iter().enumerate() {
        let (page, time) = asked.await.expect("no panic");
        if number >= WARM_UP {
            times.entry(page).or_default().push(time);
        }
    }
    println!("  over {} connections", idle.lock().expect("lock").len());
    times
}

async fn ask(address: SocketAddr, idle: &Idle, path: &str, is_user: bool) {
    let cookie = if is_user { "Cookie: skirmish=token\r\n" } else { "" };
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: gzip\r\n{cookie}\r\n");
    loop {
        let known = idle.lock().expect("lock").pop();
        let is_new = known.is_none();
        let mut connection = match known {
            Some(connection) => connection,
            None => BufReader::new(TcpStream::connect(address).await.expect("a connection")),
        };
        let is_sent = connection.write_all(request.as_bytes()).await.is_ok();
        let status = if is_sent { read_answer(&mut connection).await } else { None };
        match status {
            // One that was idle for too long has ended meanwhile: browsers take another one, too.
            None => assert!(!is_new, "{path} was not answered"),
            Some(status) => {
                assert!(status == 200 || (status == 303 && path == "/account"), "{path}: {status}");
                idle.lock().expect("lock").push(connection);
                return;
            }
        }
    }
}

/// Reads one answer to its end; its status, or none if the connection ended before.
async fn read_answer(connection: &mut BufReader<TcpStream>) -> Option<u16> {
    let (mut status, mut length, mut is_chunked) = (0, 0, false);
    loop {
        let mut line = String::new();
        if connection.read_line(&mut line).await.is_err() || line.is_empty() {
            return None;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(rest) = line.strip_prefix("http/1.1 ") {
            status = rest[..3].parse().expect("a status");
        } else if let Some(rest) = line.strip_prefix("content-length: ") {
            length = rest.parse().expect("a length");
        } else if line == "transfer-encoding: chunked" {
            is_chunked = true;
        }
    }
    if !is_chunked {
        skip(connection, length).await;
        return Some(status);
    }
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).await.expect("a line");
        let length = usize::from_str_radix(line.trim_end(), 16).expect("a length");
        skip(connection, length + 2).await;
        if length == 0 {
            return Some(status);
        }
    }
}

async fn skip(connection: &mut BufReader<TcpStream>, length: usize) {
    connection.read_exact(&mut vec![0; length]).await.expect("the whole answer");
}
