//! Between the worker's desk and the server: leases in, reports out, a heartbeat beside it, and patience.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_referee::Core;
use skirmish_sandbox::Sandbox;
use tracing::{debug, info, warn};

use super::courier::Courier;
use super::desk::{Desk, Finished, Task};
use super::shop::Shop;
use super::stage::Stage;
use super::{Failed, NoWorker, Options};
use crate::api::protocol::{Beat, Beaten, Given, LeaseRequest, Register, Registered, Shown};
use crate::client::{Client, NoAnswer};
use crate::queue::wire::{Done, Held, MOST_JOBS};

/// How long the desk is watched before it is looked at again.
const TICK: Duration = Duration::from_millis(200);
/// How long the server may keep a lease request when there is no work.
const WAIT_MS: u32 = 2_000;
/// The pause after a server that was away, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// How long matches may take to end once they were interrupted.
const ENDING: Duration = Duration::from_secs(5);
/// Heartbeats in the time of a lease.
const BEATS: u32 = 4;

/// How often matches that are watched are told of.
const SHOWN_EVERY: Duration = Duration::from_secs(1);
/// Messages about them in a row, when there is much to catch up with.
const MOST_SHOWN_AT_ONCE: usize = 16;

/// One worker at work.
pub(super) struct Post {
    courier: Courier,
    shop: Shop,
    stage: Stage,
    me: Registered,
    cores: Vec<Core>,
    grace: Duration,
    stop: Arc<AtomicBool>,
}

impl Post {
    /// Registers, for as long as it takes the server to be there; `None` if it was told to stop before that.
    pub(super) fn open(
        options: &Options,
        sandbox: Sandbox,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<Self>, NoWorker> {
        let client = Client::new(&options.server, Some(&options.token))?;
        let cores = super::shop::cores(options.cores);
        let mut patience = Patience::default();
        let (me, shop) = loop {
            match enter(&client, options, &sandbox, cores.len()) {
                Err(NoWorker::Server(error)) if error.is_passing() => {
                    patience.wait(&error, &stop, &Desk::default());
                }
                entered => break entered?,
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        };
        info!(worker = me.worker, tier = %sandbox.tier(), cores = cores.len(), server = client.server(), "worker is ready");
        let courier = Courier { client, worker: me.worker, desk: Desk::default() };
        Ok(Some(Self { courier, shop, stage: Stage::default(), me, cores, grace: options.grace, stop }))
    }

    /// Works until it is told to stop.
    pub(super) fn run(self) -> Result<(), NoWorker> {
        let post = Arc::new(self);
        for &core in &post.cores {
            let post = post.clone();
            thread::spawn(move || post.work(core));
        }
        let beating = post.clone();
        thread::spawn(move || beating.beat());
        let showing = post.clone();
        thread::spawn(move || showing.show());
        let worked = post.deliver_and_refill();
        post.leave();
        post.courier.desk.close();
        worked
    }

    /// One core's thread: job after job.
    fn work(&self, core: Core) {
        while let Some(task) = self.courier.desk.take() {
            let held = Held { job: task.leased.job, fence: task.leased.fence };
            let (done, blobs) = self.attempt(&task, core);
            self.courier.desk.finish(Finished { held, done, blobs, failures: 0 });
        }
    }

    fn attempt(&self, task: &Task, core: Core) -> (Option<Done>, Vec<Arc<Vec<u8>>>) {
        let job = task.leased.job;
        let attempt = || self.shop.attempt(task, core, &self.stage);
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

    fn deliver_and_refill(&self) -> Result<(), NoWorker> {
        let mut patience = Patience::default();
        while !self.is_stopped() {
            match self.courier.deliver().and_then(|()| self.refill()) {
                Ok(()) => {
                    patience = Patience::default();
                    self.courier.desk.wait(TICK);
                }
                Err(error) if error.is_passing() => patience.wait(&error, &self.stop, &self.courier.desk),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Asks for work when none waits.
    fn refill(&self) -> Result<(), NoAnswer> {
        let held = self.courier.desk.held().len();
        let most = (self.cores.len() * self.me.batch as usize).min(MOST_JOBS).saturating_sub(held);
        if self.courier.desk.waiting() > 0 || most == 0 {
            return Ok(());
        }
        let wait_ms = if held == 0 { WAIT_MS } else { 0 };
        let given: Given = self.courier.ask("lease", &LeaseRequest { most: most as u32, wait_ms })?;
        if !given.leased.is_empty() {
            debug!(jobs = given.leased.len(), "leased");
            self.courier.desk.add(given.leased);
        }
        Ok(())
    }

    /// Says every now and then that the jobs are still being done.
    fn beat(&self) {
        let pause = Duration::from_secs(self.me.lease_seconds.into()) / BEATS;
        let mut last = Instant::now();
        while !self.courier.desk.is_closed() {
            self.courier.desk.wait(TICK.min(pause));
            let jobs = self.courier.desk.held();
            if last.elapsed() < pause || jobs.is_empty() {
                continue;
            }
            last = Instant::now();
            for some in jobs.chunks(MOST_JOBS) {
                match self.courier.ask::<Beaten>("heartbeat", &Beat { jobs: some.to_vec() }) {
                    Ok(Beaten { lost }) if lost.is_empty() => {}
                    Ok(Beaten { lost }) => {
                        // What was reported meanwhile is no longer held, and so not lost.
                        let still: Vec<i64> = self.courier.desk.held().iter().map(|held| held.job).collect();
                        let lost: Vec<i64> = lost.into_iter().filter(|job| still.contains(job)).collect();
                        if !lost.is_empty() {
                            warn!(?lost, "jobs were lost to others");
                            self.courier.desk.lose(&lost);
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
        while !self.courier.desk.is_closed() {
            self.courier.desk.wait(TICK);
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
            let matches = self.stage.glimpses();
            if matches.is_empty() {
                return Ok(());
            }
            let audience = self.courier.ask("live", &Shown { matches })?;
            if !self.stage.heed(&audience) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Gives back what waits, lets what runs end within the grace, gives back what does not, and tells the server.
    fn leave(&self) {
        let waiting = self.courier.desk.leave();
        let until = Instant::now() + self.grace;
        // If the server is away now, leases run out and the jobs return by themselves.
        let mut told = self.courier.release(&waiting);
        // A match ends soon after it was interrupted; a build does not, and is left to the end of the process.
        while self.courier.desk.is_busy() && Instant::now() < until + ENDING {
            if Instant::now() >= until {
                self.courier.desk.interrupt();
            }
            told = told.and_then(|()| self.courier.deliver());
            self.courier.desk.wait(TICK);
        }
        let told = told
            .and_then(|()| self.courier.deliver())
            .and_then(|()| self.courier.release(&self.courier.desk.held()));
        match told {
            Ok(()) => info!("worker has stopped"),
            Err(error) => {
                warn!(%error, "worker has stopped; not everything could be told, so leases will run out")
            }
        }
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
) -> Result<(Registered, Shop), NoWorker> {
    let mut shop =
        Shop::new(client.clone(), sandbox.clone(), &options.folder, client.get("/api/v1/languages")?)?;
    let register = Register {
        name: options.name.clone(),
        tier: sandbox.tier().name().to_owned(),
        cores: cores as u32,
        languages: shop.languages(),
    };
    let me: Registered = client.post("/api/v1/workers", &register)?;
    shop.me = Some(me.clone());
    Ok((me, shop))
}

/// Waits longer and longer for a server that is away.
#[derive(Debug, Default)]
struct Patience {
    last: Option<Duration>,
}

impl Patience {
    fn wait(&mut self, error: &NoAnswer, stop: &AtomicBool, desk: &Desk) {
        let pause = self.last.map_or(FIRST_PAUSE, |last| (2 * last).min(LONGEST_PAUSE));
        if self.last.is_none() {
            warn!(%error, "waiting for the server");
        }
        self.last = Some(pause);
        let until = Instant::now() + pause;
        while Instant::now() < until && !stop.load(Ordering::Relaxed) {
            // Not only a clock: what is finished meanwhile rings, and is looked at with the rest.
            desk.wait(TICK.min(until.saturating_duration_since(Instant::now())));
        }
    }
}
