//! Leases in and reports out, side by side: however long an upload takes, there is work meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_arena_client::NoAnswer;
use skirmish_arena_protocol::workers::{Given, LeaseRequest};
use tracing::{debug, warn};

use crate::NoWorker;
use crate::job_list::JobList;
use crate::uploader::Uploader;

/// How long the list of jobs is watched before it is looked at again.
pub(super) const TICK: Duration = Duration::from_millis(200);
/// The longest pause after a server that was away.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// The first one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// How long the server may keep a lease request when there is no work.
const WAIT_MS: u32 = 2_000;

/// Leases jobs, at most so many at once, and takes what is done to the server, each on a thread of its own; until it is
/// told to stop, or the server does not want this worker.
pub(super) fn exchange(uploader: &Uploader, most: usize, stop: &AtomicBool) -> Result<(), NoWorker> {
    let is_refused = AtomicBool::new(false);
    let is_over = || stop.load(Ordering::Relaxed) || is_refused.load(Ordering::Relaxed);
    let keep_on = |act: &dyn Fn() -> Result<(), NoAnswer>| {
        let done = repeat(&uploader.jobs, &is_over, act);
        if done.is_err() {
            is_refused.store(true, Ordering::Relaxed);
        }
        done
    };
    let (delivered, leased) = thread::scope(|scope| {
        let delivering = scope.spawn(|| keep_on(&|| uploader.deliver()));
        let leased = keep_on(&|| lease(uploader, most));
        (delivering.join(), leased)
    });
    match delivered {
        Ok(delivered) => Ok(delivered.and(leased)?),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Does it whenever something happened, with patience for a server that is away.
fn repeat(
    jobs: &JobList,
    is_over: &dyn Fn() -> bool,
    act: &dyn Fn() -> Result<(), NoAnswer>,
) -> Result<(), NoAnswer> {
    let mut patience = Patience::default();
    while !is_over() {
        let seen = jobs.changes();
        match act() {
            Ok(()) => {
                patience = Patience::default();
                jobs.wait_since(seen, TICK);
            }
            Err(error) if error.is_passing() => patience.wait(&error, jobs, is_over),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Asks for work when none waits.
fn lease(uploader: &Uploader, most: usize) -> Result<(), NoAnswer> {
    let jobs = &uploader.jobs;
    let held = jobs.held().len();
    let most = most.saturating_sub(held);
    if jobs.waiting() > 0 || most == 0 {
        return Ok(());
    }
    let wait_ms = if held == 0 { WAIT_MS } else { 0 };
    let given: Given = uploader.ask("lease", &LeaseRequest { matches: most as u32, builds: 1, wait_ms })?;
    if !given.leased.is_empty() {
        debug!(jobs = given.leased.len(), "leased");
        jobs.add(given.leased);
    }
    Ok(())
}

/// Waits longer and longer for a server that is away.
#[derive(Debug, Default)]
pub(super) struct Patience {
    last: Option<Duration>,
}

impl Patience {
    pub(super) fn wait(&mut self, error: &NoAnswer, jobs: &JobList, is_over: impl Fn() -> bool) {
        let pause = self.last.map_or(FIRST_PAUSE, |last| (2 * last).min(LONGEST_PAUSE));
        if self.last.is_none() {
            warn!(%error, "waiting for the server");
        }
        self.last = Some(pause);
        let until = Instant::now() + pause;
        while Instant::now() < until && !is_over() {
            // Not only a clock: what is finished meanwhile rings, and is looked at with the rest.
            jobs.wait(TICK.min(until.saturating_duration_since(Instant::now())));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::extract::State;
    use axum::routing::{post, put};
    use serde_json::json;
    use skirmish_arena_client::Client;
    use skirmish_arena_protocol::jobs::{Done, Held, Leased, Work};
    use tokio::sync::Semaphore;

    use super::*;
    use crate::job_list::Finished;

    /// Leases that were asked for.
    type Asked = Arc<Semaphore>;

    async fn lease(State(asked): State<Asked>) -> String {
        asked.add_permits(1);
        json!({ "leased": [] }).to_string()
    }

    /// Takes a blob only after the worker has asked for work while it was sent.
    async fn blob(State(asked): State<Asked>) {
        asked.forget_permits(usize::MAX >> 4);
        asked.acquire().await.expect("open").forget();
    }

    #[test]
    fn an_upload_that_takes_long_holds_up_no_lease() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let reports = async move || {
            stopped.store(true, Ordering::Relaxed);
            json!({ "verdicts": [{ "kind": "accepted" }] }).to_string()
        };
        let router = Router::new()
            .route("/api/v1/workers/{id}/lease", post(lease))
            .route("/api/v1/workers/{id}/reports", post(reports))
            .route("/api/v1/workers/{id}/blobs/{hash}", put(blob))
            .with_state(Asked::new(Semaphore::new(0)));
        runtime.spawn(async move { axum::serve(listener, router).await });
        let client = Client::new(&address, None).expect("a client");
        let uploader = Uploader { client, worker: 1, jobs: JobList::default() };
        let work = Work::Build {
            version_id: 1,
            game: "utti".to_owned(),
            language: "python".to_owned(),
            source_hash: String::new(),
        };
        uploader.jobs.add(vec![Leased { job: 1, fence: 1, lease_until_ms: 0, work }]);
        let task = uploader.jobs.take().expect("a job");
        let held = Held { job: task.leased.job, fence: task.leased.fence };
        let (done, blobs) =
            (Some(Done::Trouble { why: "none".to_owned() }), vec![Arc::new(b"blob".to_vec())]);
        uploader.jobs.finish(Finished { held, done, blobs, failures: 0 });
        exchange(&uploader, 4, &stop).expect("until it was told to stop");
        assert!(uploader.jobs.held().is_empty(), "the upload was done, and the report taken");
    }
}
