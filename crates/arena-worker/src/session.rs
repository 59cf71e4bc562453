//! Between the worker's jobs and the server: leases in, reports out, a heartbeat beside it. Each on threads of its own, so
//! that neither a slow upload nor a long build keeps a core waiting.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use skirmish_arena_client::{Client, NoAnswer};
use skirmish_arena_protocol::jobs::{Held, MOST_JOBS};
use skirmish_arena_protocol::workers::{
    Beat, Beaten, Given, LeaseRequest, LiveAnswers, Register, Registered, builds_at_once,
};
use skirmish_referee::Core;
use skirmish_sandbox::Sandbox;
use tracing::{debug, info, warn};

use crate::job_list::{JobKind, JobList, Outcome, Task};
use crate::live::LiveMatches;
use crate::patience::{LONGEST_PAUSE, Patience};
use crate::runner::JobRunner;
use crate::uploader::Uploader;
use crate::{Failed, NoWorker, Options, playing};

/// How long the list of jobs is watched before it is looked at again.
const TICK: Duration = Duration::from_millis(200);
/// How long the server may keep a lease request when there is no work.
const WAIT_MS: u32 = 2_000;
/// How long jobs may take to end once they were interrupted.
const ENDING: Duration = Duration::from_secs(5);
/// Heartbeats in the time of a lease.
const BEATS: u32 = 4;

/// How often matches that are watched are told of.
const SHOWN_EVERY: Duration = Duration::from_secs(1);
/// Messages about them in a row, when there is much to catch up with.
const MOST_SHOWN_AT_ONCE: usize = 16;

/// Does a job, a match on that core.
type Attempt = Box<dyn Fn(&Task, Core) -> playing::Result + Send + Sync>;
/// A thread that reports what is done; it ends before the worker does only if the server does not want the worker.
type Delivery = JoinHandle<Result<(), NoAnswer>>;

/// One worker at work.
pub(super) struct Session {
    uploader: Uploader,
    attempt: Attempt,
    live: Arc<LiveMatches>,
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
        let live = Arc::new(LiveMatches::default());
        let shown = live.clone();
        let attempt: Attempt = Box::new(move |task, core| runner.attempt(task, core, &shown));
        Ok(Some(Self { uploader, attempt, live, me, cores, grace: options.grace, stop }))
    }

    /// Works until it is told to stop.
    pub(super) fn run(self) -> Result<(), NoWorker> {
        let session = Arc::new(self);
        for &core in &session.cores {
            let session = session.clone();
            thread::spawn(move || session.work(JobKind::Match, core));
        }
        for _ in 0..session.capacity(JobKind::Build) {
            let session = session.clone();
            thread::spawn(move || session.work(JobKind::Build, Core::Any));
        }
        let beating = session.clone();
        thread::spawn(move || beating.beat());
        let showing = session.clone();
        thread::spawn(move || showing.show());
        let deliveries = JobKind::ALL.map(|kind| {
            let session = session.clone();
            thread::spawn(move || session.deliver(kind))
        });
        let worked = session.lease(&deliveries);
        let was_told_to_stop = session.is_stopped();
        let left = session.leave(deliveries);
        session.jobs().close();
        match worked {
            // A delivery has ended by itself.
            Ok(()) if !was_told_to_stop => Ok(left?),
            worked => worked,
        }
    }

    /// One thread: job after job of that kind.
    fn work(&self, kind: JobKind, core: Core) {
        while let Some(task) = self.jobs().take(kind) {
            let held = Held { job: task.leased.job, fence: task.leased.fence };
            self.jobs().finish(held, self.attempt(&task, core));
        }
    }

    /// What came of a job; `None` if it was interrupted.
    fn attempt(&self, task: &Task, core: Core) -> Option<Outcome> {
        let job = task.leased.job;
        // A panic is a bug of ours: it costs this job an attempt, and nothing else.
        let attempted = catch_unwind(AssertUnwindSafe(|| (self.attempt)(task, core)));
        match attempted
            .unwrap_or_else(|_| Err(Failed::Ours("the worker failed; its log says where".to_owned())))
        {
            Ok(outcome) => Some(outcome),
            Err(Failed::Interrupted) => None,
            Err(Failed::Bot(why) | Failed::Ours(why)) => {
                warn!(job, why, "a job came to nothing");
                Some(Outcome::trouble(why))
            }
        }
    }

    /// Asks for work, until it is told to stop or a delivery has ended.
    fn lease(&self, deliveries: &[Delivery]) -> Result<(), NoWorker> {
        let mut patience = Patience::default();
        let is_over = || self.is_stopped() || deliveries.iter().any(JoinHandle::is_finished);
        while !is_over() {
            let seen = self.jobs().changes();
            match self.refill() {
                Ok(()) => {
                    patience = Patience::default();
                    self.jobs().wait_since(seen, TICK);
                }
                Err(error) if error.is_passing() => patience.wait(&error, self.jobs(), is_over),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Asks for jobs of each kind of which none waits.
    fn refill(&self) -> Result<(), NoAnswer> {
        let [builds, matches] = [JobKind::Build, JobKind::Match].map(|kind| self.room(kind));
        if builds + matches == 0 {
            return Ok(());
        }
        // While the server keeps a request, there is no room for more: so not while a match may end.
        let wait_ms = if self.jobs().held_of(JobKind::Match) == 0 { WAIT_MS } else { 0 };
        let request = LeaseRequest { matches: matches as u32, builds: builds as u32, wait_ms };
        let given: Given = self.uploader.ask("lease", &request)?;
        if !given.leased.is_empty() {
            debug!(jobs = given.leased.len(), "leased");
            self.jobs().add(given.leased);
        }
        Ok(())
    }

    /// How many more jobs of that kind it may ask for now.
    fn room(&self, kind: JobKind) -> usize {
        match self.jobs().waiting(kind) {
            0 => self.capacity(kind).saturating_sub(self.jobs().held_of(kind)),
            _ => 0,
        }
    }

    /// How many jobs of that kind it holds at most: of matches some that wait, so that no core does.
    fn capacity(&self, kind: JobKind) -> usize {
        match kind {
            JobKind::Build => builds_at_once(self.cores.len() as i64) as usize,
            JobKind::Match => (self.cores.len() * self.me.batch as usize).min(MOST_JOBS),
        }
    }

    /// Reports what is done of that kind, until all is told and nothing more will come.
    fn deliver(&self, kind: JobKind) -> Result<(), NoAnswer> {
        let mut patience = Patience::default();
        loop {
            let (is_last, seen) = (self.jobs().is_drained(), self.jobs().changes());
            match self.uploader.deliver(kind) {
                Ok(()) if is_last => return Ok(()),
                Ok(()) => {
                    patience = Patience::default();
                    self.jobs().wait_since(seen, TICK);
                }
                Err(error) if is_last || !error.is_passing() => return Err(error),
                Err(error) => patience.wait(&error, self.jobs(), || self.jobs().is_drained()),
            }
        }
    }

    /// Says every now and then that the jobs are still being done.
    fn beat(&self) {
        let pause = Duration::from_secs(self.me.lease_seconds.into()) / BEATS;
        let mut last = Instant::now();
        while !self.jobs().is_closed() {
            self.jobs().wait(TICK.min(pause));
            let jobs = self.jobs().held();
            if last.elapsed() < pause || jobs.is_empty() {
                continue;
            }
            last = Instant::now();
            for some in jobs.chunks(MOST_JOBS) {
                match self.uploader.ask::<Beaten>("heartbeat", &Beat { jobs: some.to_vec() }) {
                    Ok(Beaten { lost }) if lost.is_empty() => {}
                    Ok(Beaten { lost }) => {
                        // What was reported meanwhile is no longer held, and so not lost.
                        let still: Vec<i64> = self.jobs().held().iter().map(|held| held.job).collect();
                        let lost: Vec<i64> = lost.into_iter().filter(|job| still.contains(job)).collect();
                        if !lost.is_empty() {
                            warn!(?lost, "jobs were lost to others");
                            self.jobs().lose(&lost);
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
        while !self.jobs().is_closed() {
            self.jobs().wait(TICK);
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
            let matches = self.live.progress();
            if matches.is_empty() {
                return Ok(());
            }
            let watched = self.uploader.ask("live", &LiveAnswers { matches })?;
            if !self.live.note_watched(&watched) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Gives back what waits, lets what runs end within the grace, interrupts what does not and gives it back, and waits
    /// until all that is done was told.
    fn leave(&self, deliveries: [Delivery; 2]) -> Result<(), NoAnswer> {
        let waiting = self.jobs().leave();
        let until = Instant::now() + self.grace;
        // If the server is away now, leases run out and the jobs return by themselves.
        let mut told = self.uploader.release(&waiting);
        while self.jobs().is_busy() && Instant::now() < until + ENDING {
            if Instant::now() >= until {
                self.jobs().interrupt();
            }
            self.jobs().wait(TICK);
        }
        self.jobs().drain();
        for delivery in deliveries {
            told = told.and(delivery.join().unwrap_or(Ok(())));
        }
        let told = told.and_then(|()| self.uploader.release(&self.jobs().held()));
        match &told {
            Ok(()) => info!("worker has stopped"),
            Err(error) => {
                warn!(%error, "worker has stopped; not everything could be told, so leases will run out")
            }
        }
        told
    }

    fn jobs(&self) -> &JobList {
        &self.uploader.jobs
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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

#[cfg(test)]
mod tests;
