//! A worker's threads against a small server: what neither holds up the other, and what is told at the end.

use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, MutexGuard};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use serde_json::{Value, json};
use skirmish_arena_protocol::jobs::{Done, Leased, Work};
use tokio::sync::watch;

use super::*;
use crate::job_list::tests::{leased_build, leased_match};

/// The one build, and the matches that the server gives out, one at a time.
const BUILD: i64 = 1;
const MATCHES: i64 = 3;

/// What the server was told, and what it does about it.
struct Server {
    reported: Mutex<Vec<i64>>,
    released: Mutex<Vec<i64>>,
    leases: AtomicUsize,
    /// What a heartbeat says is lost.
    lost: Vec<i64>,
    /// How many reports there were: an upload is taken when all matches are reported.
    count: watch::Sender<usize>,
    /// When the worker is told to stop: after so many reports.
    enough: usize,
    stop: Arc<AtomicBool>,
}

impl Server {
    fn new(enough: usize, lost: Vec<i64>) -> Arc<Self> {
        let count = watch::Sender::new(0);
        let (reported, released, stop) = Default::default();
        Arc::new(Self { reported, released, leases: AtomicUsize::new(0), lost, count, enough, stop })
    }

    fn reported(&self) -> MutexGuard<'_, Vec<i64>> {
        self.reported.lock().expect("reported")
    }
}

fn jobs_of(said: &Value, list: &str) -> Vec<i64> {
    said[list].as_array().expect("a list").iter().map(|it| it["job"].as_i64().expect("a job")).collect()
}

/// The build and the first match at once, then match by match as the worker asks for them.
async fn lease(State(server): State<Arc<Server>>, Json(said): Json<LeaseRequest>) -> Json<Given> {
    let mut leased: Vec<Leased> = Vec::new();
    let earlier = server.leases.load(Ordering::Relaxed);
    if earlier == 0 {
        assert_eq!(said.builds, 1, "there is room for a build");
        leased.push(leased_build(BUILD, 1));
    }
    if said.matches > 0 && earlier < MATCHES as usize {
        leased.push(leased_match(BUILD + 1 + earlier as i64, 1));
        server.leases.fetch_add(1, Ordering::Relaxed);
    }
    Json(Given { leased })
}

async fn reports(State(server): State<Arc<Server>>, Json(said): Json<Value>) -> Json<Value> {
    let jobs = jobs_of(&said, "reports");
    let verdicts = vec![json!({ "kind": "accepted" }); jobs.len()];
    server.reported().extend(jobs);
    let count = server.reported().len();
    server.count.send_replace(count);
    if count >= server.enough {
        server.stop.store(true, Ordering::Relaxed);
    }
    Json(json!({ "verdicts": verdicts }))
}

async fn release(State(server): State<Arc<Server>>, Json(said): Json<Value>) -> Json<Value> {
    server.released.lock().expect("released").extend(jobs_of(&said, "jobs"));
    Json(json!({}))
}

async fn heartbeat(State(server): State<Arc<Server>>) -> Json<Beaten> {
    Json(Beaten { lost: server.lost.clone() })
}

/// A slow line: the upload ends when all matches were reported.
async fn upload(State(server): State<Arc<Server>>) -> StatusCode {
    let enough = |count: &usize| *count >= MATCHES as usize;
    server.count.subscribe().wait_for(enough).await.expect("the server lives");
    StatusCode::OK
}

/// Lets a worker of one core work for this server until it is told to stop.
fn run(server: &Arc<Server>, build: impl Fn(&Task) -> playing::Result + Send + Sync + 'static) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let router = Router::new()
        .route("/api/v1/workers/{id}/lease", post(lease))
        .route("/api/v1/workers/{id}/reports", post(reports))
        .route("/api/v1/workers/{id}/release", post(release))
        .route("/api/v1/workers/{id}/heartbeat", post(heartbeat))
        .route("/api/v1/workers/{id}/blobs/{hash}", put(upload))
        .with_state(server.clone());
    runtime.spawn(async move { axum::serve(listener, router).await });
    let client = Client::new(&address, None).expect("a client");
    let attempt = move |task: &Task, _| match task.leased.work {
        Work::Build { .. } => build(task),
        Work::Match { .. } => {
            let done = Done::Played { replay_hash: String::new(), stderr_hashes: Vec::new() };
            Ok(Outcome { done, ..Outcome::trouble(String::new()) })
        }
    };
    let session = Session {
        uploader: Uploader { client, worker: 1, jobs: JobList::default() },
        attempt: Box::new(attempt),
        live: Arc::default(),
        me: Registered { worker: 1, lease_seconds: 1, batch: 1, artefact_bytes: 0 },
        cores: vec![Core::Any],
        grace: Duration::ZERO,
        stop: server.stop.clone(),
    };
    session.run().expect("it works until it is told to stop");
}

/// A build that loops until it is interrupted.
fn endless(task: &Task) -> playing::Result {
    while !task.interrupt.load(Ordering::Relaxed) {
        thread::yield_now();
    }
    Err(Failed::Interrupted)
}

#[test]
fn a_build_that_loops_keeps_no_match_waiting_and_goes_back_when_the_worker_stops() {
    let server = Server::new(MATCHES as usize, Vec::new());
    run(&server, endless);
    assert_eq!(*server.reported(), [2, 3, 4]);
    assert_eq!(*server.released.lock().expect("released"), [BUILD]);
}

#[test]
fn a_slow_upload_holds_up_no_lease_and_no_report_and_is_told_in_the_end() {
    let server = Server::new(MATCHES as usize + 1, Vec::new());
    run(&server, |_| Ok(Outcome { blobs: vec![Arc::new(vec![1])], ..Outcome::trouble("built".to_owned()) }));
    assert_eq!(*server.reported(), [2, 3, 4, BUILD]);
    assert!(server.released.lock().expect("released").is_empty());
}

#[test]
fn what_is_done_is_told_before_the_worker_ends_even_if_its_upload_is_slow() {
    // It is told to stop by the last match, while the upload goes on.
    let server = Server::new(MATCHES as usize, Vec::new());
    run(&server, |_| Ok(Outcome { blobs: vec![Arc::new(vec![1])], ..Outcome::trouble("built".to_owned()) }));
    assert_eq!(*server.reported(), [2, 3, 4, BUILD]);
}

#[test]
fn a_build_that_is_lost_ends_at_once_and_is_not_told() {
    let server = Server::new(usize::MAX, vec![BUILD]);
    let stop = server.stop.clone();
    run(&server, move |task| {
        let ended = endless(task);
        stop.store(true, Ordering::Relaxed);
        ended
    });
    let told = [server.reported().clone(), server.released.lock().expect("released").clone()].concat();
    assert!(!told.contains(&BUILD), "{told:?}");
}
