//! Workers that speak the protocol. They play as house bots do, and then wait until a match of programs would be over.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use skirmish_arena_protocol::workers::{
    Beat, Beaten, Given, LeaseRequest, Register, Registered, Reported, Reports,
};
use skirmish_arena_service::blobs::name_of;
use skirmish_arena_service::queue::{Done, Held, Leased, Report, Verdict, Work};
use tokio::sync::watch;

use crate::Times;
use crate::http::{Connections, Request};
use crate::player::Player;

/// How many there are.
pub const WORKERS: i64 = 50;
/// What a claim is called.
pub const CLAIM: &str = "worker: claim";
/// How long a match takes.
const MATCH: Duration = Duration::from_secs(4);
/// How long one that got nothing waits before it asks again.
const PAUSE: Duration = Duration::from_millis(200);

/// What workers did.
#[derive(Debug, Default)]
pub struct Played {
    /// How long requests took.
    pub times: Times,
    /// When claims were made, and how long each took.
    pub claims: Vec<(Instant, Duration)>,
    /// Matches that were played and counted.
    pub matches: usize,
    /// Claims for which there was nothing.
    pub empty: usize,
}

/// The token of a worker, by number.
pub fn token(worker: i64) -> String {
    format!("skw_of_worker_{worker}")
}

/// All of them play until they are told to stop; they begin one after the other.
pub async fn play(connections: Arc<Connections>, stopped: watch::Receiver<bool>) -> Played {
    let player = Arc::new(Player::start());
    let work = |number| {
        let (connections, player) = (connections.clone(), player.clone());
        let worker = Worker { number, id: 0, connections, player, played: Played::default() };
        tokio::spawn(worker.work(stopped.clone()))
    };
    let working: Vec<_> = (1..=WORKERS).map(work).collect();
    let mut all = Played::default();
    for worker in working {
        let played = worker.await.expect("no panic");
        for (kind, times) in played.times {
            all.times.entry(kind).or_default().extend(times);
        }
        all.claims.extend(played.claims);
        all.matches += played.matches;
        all.empty += played.empty;
    }
    all
}

struct Worker {
    number: i64,
    id: i64,
    connections: Arc<Connections>,
    player: Arc<Player>,
    played: Played,
}

impl Worker {
    async fn work(mut self, stopped: watch::Receiver<bool>) -> Played {
        tokio::time::sleep(MATCH / WORKERS as u32 * self.number as u32).await;
        let who = Register {
            name: format!("worker {}", self.number),
            tier: "full".to_owned(),
            cores: 1,
            languages: vec!["python".to_owned()],
        };
        let registered: Registered = self.tell("worker: register", "/api/v1/workers", &who).await;
        self.id = registered.worker;
        while !*stopped.borrow() {
            let wish = LeaseRequest { matches: 1, builds: 0, wait_ms: 0 };
            let start = Instant::now();
            let Given { leased } = self.tell(CLAIM, &self.address("lease"), &wish).await;
            self.played.claims.push((start, start.elapsed()));
            match leased.into_iter().next() {
                Some(leased) => self.play(leased).await,
                None => {
                    self.played.empty += 1;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        self.played
    }

    async fn play(&mut self, leased: Leased) {
        let start = Instant::now();
        let Leased { job, fence, work, .. } = leased;
        let Work::Match { seats, .. } = &work else { panic!("no match was asked for") };
        let seats = seats.len();
        let player = self.player.clone();
        let playing = tokio::task::spawn_blocking(move || player.play(&work));
        let replay = playing.await.expect("no panic");
        tokio::time::sleep_until((start + MATCH / 2).into()).await;
        let beat = Beat { jobs: vec![Held { job, fence }] };
        let Beaten { lost } = self.tell("worker: heartbeat", &self.address("heartbeat"), &beat).await;
        tokio::time::sleep_until((start + MATCH).into()).await;
        // A bot that rests takes its matches along.
        if !lost.is_empty() {
            return;
        }
        let replay_hash = name_of(&replay);
        self.send("worker: replay", "PUT", &self.address(&format!("blobs/{replay_hash}")), &replay).await;
        let done = Done::Played { replay_hash, stderr_hashes: vec![None; seats] };
        let reports = Reports { reports: vec![Report { job, fence, cpu_ms: 100, done }] };
        let Reported { verdicts } = self.tell("worker: report", &self.address("reports"), &reports).await;
        assert!(!matches!(verdicts[0], Verdict::Refused { .. }), "{verdicts:?}");
        self.played.matches += usize::from(verdicts[0] == Verdict::Accepted);
    }

    fn address(&self, what: &str) -> String {
        format!("/api/v1/workers/{}/{what}", self.id)
    }

    async fn tell<A: DeserializeOwned>(
        &mut self,
        kind: &'static str,
        path: &str,
        what: &impl Serialize,
    ) -> A {
        let body = serde_json::to_vec(what).expect("JSON");
        serde_json::from_slice(&self.send(kind, "POST", path, &body).await).expect("JSON")
    }

    async fn send(&mut self, kind: &'static str, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
        let is_json = if method == "POST" { "Content-Type: application/json\r\n" } else { "" };
        let headers = format!("Authorization: Bearer {}\r\n{is_json}", token(self.number));
        let start = Instant::now();
        let answer = self.connections.ask(Request { method, path, headers: &headers, body }).await;
        self.played.times.entry(kind).or_default().push(start.elapsed());
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.body
    }
}
