//! Between the worker's jobs and the server: leases in, reports out, a heartbeat beside it, and patience.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_arena_client::{Client, NoAnswer};
use skirmish_arena_protocol::jobs::{Done, Held, MOST_JOBS};
use skirmish_arena_protocol::workers::{Beat, Beaten, Register, Registered, Shown};
use skirmish_referee::Core;
use skirmish_sandbox::Sandbox;
use tracing::{debug, info, warn};

use crate::exchange::{LONGEST_PAUSE, Patience, TICK, exchange};
use crate::job_list::{Finished, JobList, Task};
use crate::live::LiveMatches;
use crate::runner::JobRunner;
use crate::uploader::Uploader;
use crate::{Failed, NoWorker, Options};

/// How long matches may take to end once they were interrupted.
const ENDING: Duration = Duration::from_secs(5);
/// Heartbeats in the time of a lease.
const BEATS: u32 = 4;

/// How often matches that are watched are told of.
const SHOWN_EVERY: Duration = Duration::from_secs(1);
/// Messages about them in a row, when there is much to catch up with.
const MOST_SHOWN_AT_ONCE: usize = 16;

/// One worker at work.
pub(super) struct Session {
    uploader: Uploader,
    runner: JobRunner,
    live: LiveMatches,
    me: Registered,
    cores: Vec<Core>,
    grace: Duration,
    stop: Arc<AtomicBool>,
}

impl Session {
    /// Registers, for as long as it takes the server to be there; `None` if it was told to stop before that.
    pub(super) fn open(
        options: &Options,
        sandbox: Sandbox,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<Self>, NoWorker> {
        let client = Client::new(&options.server, Some(&options.token))?;
        let cores = super::runner::cores(options.cores);
        let mut patience = Patience::default();
        let (me, runner) = loop {
            match enter(&client, options, &sandbox, cores.len()) {
                Err(NoWorker::Server(error)) if error.is_passing() => {
                    patience.wait(&error, &JobList::default(), || stop.load(Ordering::Relaxed));
                }
                entered => break entered?,
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        };
        info!(worker = me.worker, tier = %sandbox.tier(), cores = cores.len(), server = client.server(), "worker is ready");
        let uploader = Uploader { client, worker: me.worker, jobs: JobList::default() };
        Ok(Some(Self {
            uploader,
            runner,
            live: LiveMatches::default(),
            me,
            cores,
            grace: options.grace,
            stop,
        }))
    }

    /// Works until it is told to stop.
    pub(super) fn run(self) -> Result<(), NoWorker> {
        let session = Arc::new(self);
        for &core in &session.cores {
            let session = session.clone();
            thread::spawn(move || session.work(core));
        }
        let beating = session.clone();
        thread::spawn(move || beating.beat());
        let showing = session.clone();
        thread::spawn(move || showing.show());
        let most = (session.cores.len() * session.me.batch as usize).min(MOST_JOBS);
        let worked = exchange(&session.uploader, most, &session.stop);
        session.leave();
        session.uploader.jobs.close();
        worked
    }

    /// One core's thread: job after job.
    fn work(&self, core: Core) {
        while let Some(task) = self.uploader.jobs.take() {
            let held = Held { job: task.leased.job, fence: task.leased.fence };
            let (done, blobs) = self.attempt(&task, core);
            self.uploader.jobs.finish(Finished { held, done, blobs, failures: 0 });
        }
    }

    fn attempt(&self, task: &Task, core: Core) -> (Option<Done>, Vec<Arc<Vec<u8>>>) {
        let job = task.leased.job;
        let attempt = || self.runner.attempt(task, core, &self.live);
        // A panic is a bug of ours: it costs this job an attempt, and nothing else.
        let attempted = catch_unwind(AssertUnwindSafe(attempt));
        match attempted
            .unwrap_or_else(|_| Err(Failed::Ours("the worker failed; its log says where".to_owned())))
        {
            Ok((done, blobs)) => (Some(done), blobs),
            Err(Failed::Interrupted) => (None, Vec::new()),
            Err(Failed::Bot(why) | Failed::Ours(why)) => {
                warn!(job, why, "a job came to nothing");
                (Some(Done::Trouble { why }), Vec::new())
            }
        }
    }

    /// Says every now and then that the jobs are still being done.
    fn beat(&self) {
        let pause = Duration::from_secs(self.me.lease_seconds.into()) / BEATS;
        let mut last = Instant::now();
        while !self.uploader.jobs.is_closed() {
            self.uploader.jobs.wait(TICK.min(pause));
            let jobs = self.uploader.jobs.held();
            if last.elapsed() < pause || jobs.is_empty() {
                continue;
            }
            last = Instant::now();
            for some in jobs.chunks(MOST_JOBS) {
                match self.uploader.ask::<Beaten>("heartbeat", &Beat { jobs: some.to_vec() }) {
                    Ok(Beaten { lost }) if lost.is_empty() => {}
                    Ok(Beaten { lost }) => {
                        // What was reported meanwhile is no longer held, and so not lost.
                        let still: Vec<i64> = self.uploader.jobs.held().iter().map(|held| held.job).collect();
                        let lost: Vec<i64> = lost.into_iter().filter(|job| still.contains(job)).collect();
                        if !lost.is_empty() {
                            warn!(?lost, "jobs were lost to others");
                            self.uploader.jobs.lose(&lost);
                        }
                    }
                    Err(error) => debug!(%error, "no heartbeat"),
                }
            }
        }
    }

    /// Tells about once a second how far longer matches are. Whoever watches is no worry of the match: if the server is
    /// away or has had enough, nobody sees it before its end, and that is all.
    fn show(&self) {
        let mut pause = SHOWN_EVERY;
        let mut last = Instant::now();
        while !self.uploader.jobs.is_closed() {
            self.uploader.jobs.wait(TICK);
            if last.elapsed() < pause {
                continue;
            }
            pause = match self.show_once() {
                Ok(()) => SHOWN_EVERY,
                Err(error) => {
                    debug!(%error, "nobody can watch");
                    (2 * pause).min(LONGEST_PAUSE)
                }
            };
            last = Instant::now();
        }
    }

    fn show_once(&self) -> Result<(), NoAnswer> {
        for _ in 0..MOST_SHOWN_AT_ONCE {
            let matches = self.live.glimpses();
            if matches.is_empty() {
                return Ok(());
            }
            let audience = self.uploader.ask("live", &Shown { matches })?;
            if !self.live.heed(&audience) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Gives back what waits, lets what runs end within the grace, gives back what does not, and tells the server.
    fn leave(&self) {
        let waiting = self.uploader.jobs.leave();
        let until = Instant::now() + self.grace;
        // If the server is away now, leases run out and the jobs return by themselves.
        let mut told = self.uploader.release(&waiting);
        // A match ends soon after it was interrupted; a build does not, and is left to the end of the process.
        while self.uploader.jobs.is_busy() && Instant::now() < until + ENDING {
            if Instant::now() >= until {
                self.uploader.jobs.interrupt();
            }
            told = told.and_then(|()| self.uploader.deliver());
            self.uploader.jobs.wait(TICK);
        }
        let told = told
            .and_then(|()| self.uploader.deliver())
            .and_then(|()| self.uploader.release(&self.uploader.jobs.held()));
        match told {
            Ok(()) => info!("worker has stopped"),
            Err(error) => {
                warn!(%error, "worker has stopped; not everything could be told, so leases will run out")
            }
        }
    }
}

/// Learns which languages the host has, and says what this machine has of it.
fn enter(
    client: &Client,
    options: &Options,
    sandbox: &Sandbox,
    cores: usize,
) -> Result<(Registered, JobRunner), NoWorker> {
    let mut runner =
        JobRunner::new(client.clone(), sandbox.clone(), &options.folder, client.get("/api/v1/languages")?)?;
    let register = Register {
        name: options.name.clone(),
        tier: sandbox.tier().name().to_owned(),
        cores: cores as u32,
        languages: runner.languages(),
    };
    let me: Registered = client.post("/api/v1/workers", &register)?;
    runner.me = Some(me.clone());
    Ok((me, runner))
}
