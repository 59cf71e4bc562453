//! SIGKILL of the server and of its workers at seeded moments, on both databases, and then a checker: a result that was
//! once visible is never lost or changed, nothing is rated twice, every match ends once.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use skirmish_arena_service::account::{self, TokenWish};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::ladder;
use skirmish_arena_service::open::open;
use skirmish_arena_service::queue::unpack_replay;
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store as store;
use skirmish_arena_store::{HOUSE_USER, JobState, MatchState, Scope, Subject};
use skirmish_league::chance::Chance;

use crate::Database;
use crate::host::{Place, Process, Server, done, wait_for};
use crate::postgres;

/// The number of kills.
const KILLS: u64 = 6;
/// The game, which is quick.
const GAME: &str = "plantation";
/// Short leases, so that jobs of a killed worker are queued again within the test; none is given up.
const SETTINGS: &str = "\
site.games = ['plantation']
ladder = { queued_matches = 6, second_opinions = 0.2 }
queue = { lease_seconds = 1, attempts = 1000, batch = 3 }
";
/// The final settings name another game: no new matches of the first are scheduled, and existing ones are played out.
const LAST_GAME: &str = "si32";
const LAST_SETTINGS: &str = "\
site.games = ['si32']
queue = { lease_seconds = 1, attempts = 1000, batch = 3 }
";

#[test]
fn killed_at_any_moment_an_arena_on_a_file_loses_nothing() {
    check(1, Database::File);
}

#[test]
fn killed_at_any_moment_an_arena_on_a_server_loses_nothing() {
    let runtime = runtime();
    let server = runtime.block_on(postgres::Server::start());
    check(2, runtime.block_on(server.database()));
}

fn check(seed: u64, database: Database) {
    let place = Place::new(database, SETTINGS);
    let token = runtime().block_on(prepare(&place));
    let mut history = History::default();
    let mut arena = Running::start(&place, &token);
    let mut chance = Chance::new(seed);
    for _ in 0..KILLS {
        let more = history.results() + 1 + chance.below(6) as usize;
        wait_for("results", &place, || {
            history.see(&arena.server);
            (history.results() >= more).then_some(())
        });
        // A random delay, so that kills are not always just after a result.
        std::thread::sleep(Duration::from_micros(chance.below(30_000).into()));
        arena.lose(chance.below(4), &place, &token);
    }
    arena.stop();
    place.settle(LAST_SETTINGS);
    let mut arena = Running::start(&place, &token);
    wait_for("the last match", &place, || {
        let matches = arena.server.matches(GAME)?;
        let is_over = |it: &Value| !["queued", "running"].contains(&it["state"].as_str().unwrap());
        matches.iter().all(is_over).then_some(())
    });
    history.see(&arena.server);
    arena.stop();
    let results = runtime().block_on(judge(&place, &history));
    let mut verify = place.command(&["ladder", "verify", "--json"]);
    let proof: Value =
        serde_json::from_str(&done(&verify.args(place.data_words()).output().unwrap())).unwrap();
    assert_eq!(proof["differences"], serde_json::json!([]));
    assert_eq!(proof["results"].as_i64(), Some(results), "{proof}");
}

/// The server and two workers.
struct Running {
    server: Server,
    workers: [Process; 2],
}

impl Running {
    fn start(place: &Place, token: &str) -> Self {
        let server = place.serve(0, 0);
        let workers = ["first", "second"].map(|name| place.worker(&server, token, name));
        Self { server, workers }
    }

    /// Kills the process chosen by `lot`, and starts it again.
    fn lose(&mut self, lot: u32, place: &Place, token: &str) {
        let (is_server, lost_workers): (bool, &[usize]) = match lot {
            0 => (true, &[]),
            1 => (false, &[0]),
            2 => (true, &[1]),
            _ => (false, &[0, 1]),
        };
        for &number in lost_workers {
            self.workers[number].kill();
        }
        if is_server {
            let port = self.server.port();
            self.server.process.kill();
            self.server = place.serve(port, 0);
        }
        for &number in lost_workers {
            self.workers[number] = place.worker(&self.server, token, ["first", "second"][number]);
        }
    }

    fn stop(&mut self) {
        self.workers.iter_mut().for_each(Process::stop);
        self.server.process.stop();
    }
}

/// The results that were visible through the API, by match.
#[derive(Default)]
struct History(BTreeMap<i64, Value>);

impl History {
    /// Fetches results; asserts that earlier ones are unchanged.
    fn see(&mut self, server: &Server) {
        for it in server.matches(GAME).unwrap_or_default() {
            let id = it["id"].as_i64().unwrap();
            let is_final = it["state"] == "done" && !it["result_seq"].is_null();
            if let Some(before) = self.0.get(&id) {
                assert_eq!(before, &it, "a result changed");
            } else if is_final {
                self.0.insert(id, it);
            }
        }
    }

    fn results(&self) -> usize {
        self.0.len()
    }
}

/// Creates the database and a worker's token before anything is killed.
async fn prepare(place: &Place) -> String {
    let opened = open(&place.data(), address(place), Settings::read(SETTINGS).unwrap()).await.unwrap();
    ladder::install_house(&opened.arena).await.unwrap();
    let house = opened.arena.store.user_by_name(HOUSE_USER).await.unwrap().unwrap();
    let scopes = [Scope::Worker].into_iter().collect();
    let wish = TokenWish { label: "for tests", scopes, days: None };
    let made = account::new_token(&opened.arena, &house, &wish).await.unwrap();
    opened.arena.store.close().await;
    made.secret
}

/// Checks the database against the history; returns the number of results.
async fn judge(place: &Place, history: &History) -> i64 {
    let opened = open(&place.data(), address(place), Settings::read(SETTINGS).unwrap()).await.unwrap();
    let arena = &opened.arena;
    let matches = all_matches(arena, GAME).await;
    assert!(matches.len() < 100, "the history must see all of them: {}", matches.len());
    assert!(history.results() > KILLS as usize, "too little was played: {}", history.results());
    for it in &matches {
        assert!(it.state == MatchState::Done || it.state == MatchState::Withdrawn, "it never ended: {it:?}");
        let job = arena.store.job_of(Subject::Match(it.id)).await.unwrap().unwrap();
        assert_eq!(job.state, JobState::Done, "{job:?} of {it:?}");
        assert_eq!(it.result_seq.is_some(), history.0.contains_key(&it.id), "{it:?}");
        if it.state == MatchState::Done {
            check_replay(arena, it).await;
        }
    }
    // After a clean stop nothing is leased.
    let others = all_matches(arena, LAST_GAME).await;
    assert!(others.iter().all(|it| it.state != MatchState::Running), "{others:?}");
    let mut results = 0;
    for of_game in [&matches, &others] {
        let mut order: Vec<i64> = of_game.iter().filter_map(|it| it.result_seq).collect();
        order.sort_unstable();
        // Each game takes its numbers from blocks of its own, the first of which these do not use up.
        let first = order.first().copied().unwrap_or(1);
        let gapless: Vec<i64> = (first..).take(order.len()).collect();
        assert_eq!(order, gapless, "results are missing, or there twice");
        results += order.len() as i64;
    }
    arena.store.close().await;
    results
}

async fn all_matches(arena: &Arena, game: &str) -> Vec<store::Match> {
    let mut matches: Vec<store::Match> = Vec::new();
    loop {
        let before = matches.last().map_or(i64::MAX, |last| last.id);
        let some = arena.store.matches_of_game(game, before, store::MOST_MATCHES).await.unwrap();
        if some.is_empty() {
            return matches;
        }
        matches.extend(some);
    }
}

/// The replay of a result exists and verifies to the same outcome.
async fn check_replay(arena: &Arena, it: &store::Match) {
    let bytes = arena.blobs.read(it.replay_hash.as_ref().unwrap()).unwrap();
    let replay = unpack_replay(&bytes).unwrap();
    let verified = replay.verify(skirmish_games::find(GAME).unwrap()).unwrap();
    let outcome = verified.outcome.unwrap();
    let places: Vec<i64> = outcome.places.iter().map(|&place| i64::from(place)).collect();
    let seats = arena.store.seatings(it.id).await.unwrap();
    assert_eq!(seats.iter().map(|seat| seat.place.unwrap()).collect::<Vec<_>>(), places);
}

fn address(place: &Place) -> Option<&str> {
    match &place.database {
        Database::File => None,
        Database::Server(address) => Some(address),
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}
