//! Takes what is done to the server: blobs first, then the reports. What goes wrong with one job keeps no other.

use std::sync::Arc;

use skirmish_arena_client::{Client, NoAnswer};
use skirmish_arena_protocol::blob::name_of;
use skirmish_arena_protocol::jobs::{self, Done, Held, MOST_JOBS, Report, Verdict};
use skirmish_arena_protocol::workers::{Release, Released, Reported, Reports};
use tracing::{debug, info, warn};

use crate::job_list::{Finished, JobList};

/// How often the server may fail at one report before it is given up.
const MOST_FAILURES: u32 = 5;

/// What becomes of a report that the server did not take.
enum Fate {
    /// It is tried again.
    Later(NoAnswer),
    /// It is not.
    Hopeless(String),
}

/// Between the list of jobs and the server.
pub(super) struct Uploader {
    pub(super) client: Client,
    /// The worker's number.
    pub(super) worker: i64,
    pub(super) jobs: JobList,
}

impl Uploader {
    /// Tells what is done: blobs first, then all reports at once. What the server does not want of one job is that job's
    /// trouble, and nobody else's.
    pub(super) fn deliver(&self) -> Result<(), NoAnswer> {
        let finished = self.jobs.finished();
        if finished.is_empty() {
            return Ok(());
        }
        let broken_off: Vec<Held> =
            finished.iter().filter(|it| it.done.is_none()).map(|it| it.held).collect();
        self.release(&broken_off)?;
        let mut reports = Vec::new();
        let mut passing = Ok(());
        for Finished { held, done, blobs, .. } in finished.into_iter().take(MOST_JOBS) {
            let Some(done) = done else { continue };
            let done = match self.leave_blobs(&blobs) {
                Ok(()) => cleaned(done),
                Err(error) => match self.weigh(held, error)? {
                    Fate::Hopeless(why) => cleaned(Done::Trouble { why }),
                    Fate::Later(error) => {
                        passing = Err(error);
                        continue;
                    }
                },
            };
            reports.push(Report { job: held.job, fence: held.fence, cpu_ms: 0, done });
        }
        self.tell(reports).and(passing)
    }

    /// Reports. If the server cannot take them together, each goes alone, so that one does not keep the others.
    fn tell(&self, mut reports: Vec<Report>) -> Result<(), NoAnswer> {
        if reports.is_empty() {
            return Ok(());
        }
        let told: Vec<Held> = reports.iter().map(|it| Held { job: it.job, fence: it.fence }).collect();
        let said = Reports { reports };
        let error = match self.ask::<Reported>("reports", &said) {
            Ok(answer) => {
                self.note(&told, &answer.verdicts);
                return Ok(());
            }
            Err(error) if error.is_about_all() => return Err(error),
            Err(error) => error,
        };
        reports = said.reports;
        if let [held] = told[..] {
            return match self.weigh(held, error)? {
                // Its lease runs out, and somebody else tries.
                Fate::Hopeless(why) => {
                    warn!(job = held.job, why, "the server does not take the report");
                    self.jobs.told(&[held]);
                    Ok(())
                }
                Fate::Later(error) => Err(error),
            };
        }
        let mut all = Ok(());
        for report in reports {
            all = all.and(self.tell(vec![report]));
        }
        all
    }

    fn note(&self, told: &[Held], verdicts: &[Verdict]) {
        for (held, verdict) in told.iter().zip(verdicts) {
            match verdict {
                Verdict::Accepted => debug!(job = held.job, "accepted"),
                Verdict::Late => info!(job = held.job, "the report came too late"),
                Verdict::Refused { why } => warn!(job = held.job, why, "the report was refused"),
            }
        }
        self.jobs.told(told);
    }

    /// What an error about one job means for it: what the server does not want it will never want, and what it fails at
    /// again and again it will not do either. An error that is not about the job comes back.
    fn weigh(&self, held: Held, error: NoAnswer) -> Result<Fate, NoAnswer> {
        if error.is_about_all() {
            return Err(error);
        }
        if error.is_passing() && self.jobs.failed(held) < MOST_FAILURES {
            return Ok(Fate::Later(error));
        }
        Ok(Fate::Hopeless(error.to_string()))
    }

    fn leave_blobs(&self, blobs: &[Arc<Vec<u8>>]) -> Result<(), NoAnswer> {
        for blob in blobs {
            let path = format!("/api/v1/workers/{}/blobs/{}", self.worker, name_of(blob));
            self.client.put_bytes(&path, blob)?;
        }
        Ok(())
    }

    /// Gives jobs back.
    pub(super) fn release(&self, jobs: &[Held]) -> Result<(), NoAnswer> {
        for some in jobs.chunks(MOST_JOBS) {
            let Released {} = self.ask("release", &Release { jobs: some.to_vec() })?;
            self.jobs.told(some);
        }
        Ok(())
    }

    /// Says something to the server, as this worker.
    pub(super) fn ask<A: serde::de::DeserializeOwned>(
        &self,
        what: &str,
        said: &impl serde::Serialize,
    ) -> Result<A, NoAnswer> {
        self.client.post(&format!("/api/v1/workers/{}/{what}", self.worker), said)
    }
}

/// What is told is text, and not too long.
fn cleaned(done: Done) -> Done {
    match done {
        Done::NotBuilt { why, log_hash } => Done::NotBuilt { why: jobs::cleaned(&why), log_hash },
        Done::Trouble { why } => Done::Trouble { why: jobs::cleaned(&why) },
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use axum::Router;
    use axum::body::Bytes;
    use axum::extract::{Path, State};
    use axum::http::StatusCode;
    use axum::routing::{post, put};
    use serde_json::{Value, json};

    use super::*;
    use skirmish_arena_protocol::jobs::{Leased, Work};

    /// What a server was told, by job.
    type Heard = Arc<Mutex<Vec<(i64, String)>>>;

    /// A job at which the server fails, one that it refuses, and a blob that is too large for it.
    const BREAKS: i64 = 2;
    const REFUSED: i64 = 4;
    const TOO_LARGE: &[u8] = b"too large";

    async fn reports(State(heard): State<Heard>, body: Bytes) -> Result<String, StatusCode> {
        let said: Value = serde_json::from_slice(&body).expect("JSON");
        let reports = said["reports"].as_array().expect("reports");
        let jobs: Vec<i64> = reports.iter().map(|report| report["job"].as_i64().expect("a job")).collect();
        if jobs.contains(&BREAKS) {
            return Err(StatusCode::INTERNAL_SERVER_ERROR);
        }
        if jobs.contains(&REFUSED) {
            return Err(StatusCode::UNPROCESSABLE_ENTITY);
        }
        for report in reports {
            let told = (report["job"].as_i64().expect("a job"), report["done"].to_string());
            heard.lock().expect("heard").push(told);
        }
        let verdict = json!({ "kind": "refused", "why": "just so" });
        Ok(json!({ "verdicts": vec![verdict; reports.len()] }).to_string())
    }

    async fn blobs(Path((_, hash)): Path<(i64, String)>) -> StatusCode {
        if hash == name_of(TOO_LARGE) { StatusCode::PAYLOAD_TOO_LARGE } else { StatusCode::OK }
    }

    /// A server that is not quite well, for as long as the runtime lives.
    fn server(heard: &Heard) -> (tokio::runtime::Runtime, String) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let router = Router::new()
            .route("/api/v1/workers/{id}/reports", post(reports))
            .route("/api/v1/workers/{id}/blobs/{hash}", put(blobs))
            .with_state(heard.clone());
        runtime.spawn(async move { axum::serve(listener, router).await });
        (runtime, address)
    }

    /// Puts a finished job on the list.
    fn finish(jobs: &JobList, job: i64, blob: Option<&[u8]>) {
        let work = Work::Build {
            version_id: job,
            game: "utti".to_owned(),
            language: "python".to_owned(),
            source_hash: String::new(),
        };
        jobs.add(vec![Leased { job, fence: 1, lease_until_ms: 0, work }]);
        jobs.take().expect("a job");
        let blobs = blob.map(|blob| Arc::new(blob.to_vec())).into_iter().collect();
        let done = Some(Done::Trouble { why: format!("job {job}") });
        jobs.finish(Finished { held: Held { job, fence: 1 }, done, blobs, failures: 0 });
    }

    #[test]
    fn one_report_that_the_server_cannot_take_keeps_no_other_and_is_given_up() {
        let heard = Heard::default();
        let (_runtime, address) = server(&heard);
        let client = Client::new(&address, None).expect("a client");
        let uploader = Uploader { client, worker: 1, jobs: JobList::default() };
        for job in [1, BREAKS, 3, REFUSED] {
            finish(&uploader.jobs, job, None);
        }
        finish(&uploader.jobs, 5, Some(TOO_LARGE));
        uploader.deliver().expect_err("one of them has to be tried again");
        let told: Vec<i64> = heard.lock().expect("heard").iter().map(|(job, _)| *job).collect();
        assert_eq!(told, [1, 3, 5]);
        assert!(heard.lock().expect("heard")[2].1.contains("413"), "{heard:?}");
        assert_eq!(uploader.jobs.held(), [Held { job: BREAKS, fence: 1 }]);
        for _ in 2..MOST_FAILURES {
            uploader.deliver().expect_err("the server still fails at it");
        }
        uploader.deliver().expect("it is given up");
        assert!(uploader.jobs.held().is_empty());
    }

    #[test]
    fn a_server_that_is_away_or_does_not_want_the_worker_costs_no_report() {
        let uploader = Uploader {
            client: Client::new("http://127.0.0.1:1", None).expect("a client"),
            worker: 1,
            jobs: JobList::default(),
        };
        finish(&uploader.jobs, 1, Some(b"blob"));
        for _ in 0..2 * MOST_FAILURES {
            assert!(uploader.deliver().expect_err("nobody is there").is_passing());
        }
        assert_eq!(uploader.jobs.held().len(), 1);
        for (status, is_about_all) in
            [(401, true), (403, true), (404, false), (413, false), (500, false), (503, true)]
        {
            let refused = NoAnswer::Refused { status, why: String::new() };
            assert_eq!(refused.is_about_all(), is_about_all, "{status}");
        }
    }

    #[test]
    fn what_is_told_is_text_and_not_too_long() {
        let why = format!("a\0b\u{1b}[31m\tc\n{}", "x".repeat(2 * jobs::MOST_WHY));
        let Done::Trouble { why } = cleaned(Done::Trouble { why }) else { panic!("another kind") };
        assert!(why.starts_with("a b [31m\tc\nxx"), "{why:?}");
        assert_eq!(why.chars().count(), jobs::MOST_WHY);
    }
}
