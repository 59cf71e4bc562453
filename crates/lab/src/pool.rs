//! The worker pool: one thread per core, pinned to it, all sharing one state under a mutex.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use skirmish_core::rng::Seed;
use skirmish_league::schedule::Fixture;
use skirmish_referee::{Match, Options, Record, Trouble, play};

use crate::contest::Contest;
use crate::cores::Cores;
use crate::error::Error;
use crate::ledger::{BadLedger, Found, Ledger};
use crate::metrics::Listener;
use crate::replay_policy::ReplayPolicy;
use crate::result::MatchResult;
use crate::series::{Next, Series};

/// How far play may run ahead of the first unfinished match: a verdict may make later results unnecessary.
const MOST_AHEAD: u64 = 1024;
/// How often an idle worker polls the stop flag.
const TICK: Duration = Duration::from_millis(100);

/// Plays the matches of a series in parallel.
pub struct Pool<'a> {
    /// Game, config, clock and bots.
    pub contest: &'a Contest,
    /// The referee's options for each match; `core` and `interrupt` are set by the pool.
    pub options: Options,
    /// The core of each worker.
    pub cores: Cores,
    /// Which replays are saved.
    pub replays: ReplayPolicy,
    /// Set by the caller to interrupt the run (SIGINT); set by the pool when the series is complete.
    pub stop: Arc<AtomicBool>,
}

/// Why the pool stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every match of the series was played, or it is decided.
    Complete,
    /// The stop flag was set from outside.
    Interrupted,
}

/// Progress of a series, in matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesProgress {
    /// Finished, those of earlier runs included.
    pub finished: u64,
    /// Taken by the series: finished without a gap before them.
    pub taken: u64,
}

/// Progress callback, called after each match under the pool's lock.
pub type OnProgress<'w, S> = dyn FnMut(&S, SeriesProgress) + Send + 'w;

impl Pool<'_> {
    /// Plays the matches of a series that the ledger lacks. A result is in the ledger before the series takes it.
    pub fn run<S: Series>(
        &self,
        series: &mut S,
        (mut ledger, found): (Ledger, Found),
        on_progress: &mut OnProgress<'_, S>,
    ) -> Result<Ended, Error> {
        let mut state = State {
            finished: found.results.len() as u64,
            kept_replays: found.results.values().filter(|result| result.replay.is_some()).count(),
            waiting: found.results,
            series,
            ledger: &mut ledger,
            replays: &self.replays,
            on_progress,
            next: 0,
            taken: 0,
            running: 0,
            is_complete: false,
            error: None,
        };
        state.deliver()?;
        let shared = Shared { state: Mutex::new(state), changed: Condvar::new(), stop: &self.stop };
        std::thread::scope(|scope| {
            for &core in self.cores.list() {
                let options = Options { core, interrupt: Some(self.stop.clone()), ..self.options.clone() };
                let shared = &shared;
                scope.spawn(move || self.work(shared, &options));
            }
        });
        let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (is_complete, error) = (state.is_complete, state.error);
        ledger.close()?;
        match error {
            Some(error) => Err(error),
            None if is_complete => Ok(Ended::Complete),
            None => Ok(Ended::Interrupted),
        }
    }

    fn work<S: Series>(&self, shared: &Shared<'_, '_, S>, options: &Options) {
        while let Some(fixture) = shared.next() {
            let attempt = self.play(&fixture, options);
            shared.finish(attempt);
        }
    }

    fn play(&self, fixture: &Fixture, options: &Options) -> Attempt {
        let (number, seed) = (fixture.number, Seed(fixture.map_seed));
        let table = match self.contest.open(seed) {
            Ok(table) => table,
            Err(bad) => return Attempt::Failed(Error::Table { number, bad }),
        };
        let players = fixture.seats.iter().map(|bot| self.contest.bots[bot.index()].clone()).collect();
        let table = Match::new(table, seed, players).with_clock(self.contest.clock);
        let mut listener = Listener::default();
        match play(&table, options, &mut listener) {
            Ok(record) => match MatchResult::of(fixture, &record, listener.finish(fixture.seats.len())) {
                Some(result) => Attempt::Over(Box::new((result, record))),
                None => Attempt::Interrupted,
            },
            Err(Trouble::Interrupted) => Attempt::Interrupted,
            Err(trouble @ Trouble::Starved { attempts, .. }) => {
                Attempt::Void(Box::new(MatchResult::void(fixture, attempts, trouble.to_string())))
            }
            Err(trouble) => Attempt::Failed(Error::Match { number, trouble }),
        }
    }
}

/// How playing a match ended.
enum Attempt {
    Over(Box<(MatchResult, Record)>),
    Void(Box<MatchResult>),
    Interrupted,
    Failed(Error),
}

/// State shared by the workers.
struct Shared<'a, 'd, S> {
    state: Mutex<State<'d, S>>,
    /// Notified when a match has ended.
    changed: Condvar,
    stop: &'a AtomicBool,
}

struct State<'d, S> {
    series: &'d mut S,
    ledger: &'d mut Ledger,
    replays: &'d ReplayPolicy,
    on_progress: &'d mut OnProgress<'d, S>,
    kept_replays: usize,
    /// Results that the series cannot take yet, because an earlier one is missing.
    waiting: BTreeMap<u64, MatchResult>,
    /// The number of the next match to give to a worker.
    next: u64,
    /// How many results the series has taken.
    taken: u64,
    finished: u64,
    running: u64,
    is_complete: bool,
    error: Option<Error>,
}

impl<'d, S: Series> Shared<'_, 'd, S> {
    fn lock(&self) -> MutexGuard<'_, State<'d, S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next match to play; blocks while it depends on results of others, `None` when the worker should end.
    fn next(&self) -> Option<Fixture> {
        let mut state = self.lock();
        loop {
            if self.stop.load(Ordering::Relaxed) || state.error.is_some() {
                return None;
            }
            match state.next() {
                Ok(Next::Match(fixture)) => return Some(fixture),
                Ok(Next::None) => return None,
                Ok(Next::Later) => {}
                Err(bad) => {
                    state.error = Some(bad.into());
                    return None;
                }
            }
            state = self.changed.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn finish(&self, attempt: Attempt) {
        let mut state = self.lock();
        state.running -= 1;
        if let Err(error) = state.finish(attempt) {
            state.error.get_or_insert(error);
        }
        // Interrupts matches that still run: they are not needed any more, and leave nothing in the ledger.
        if state.is_complete {
            self.stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.changed.notify_all();
    }
}

impl<S: Series> State<'_, S> {
    fn next(&mut self) -> Result<Next, BadLedger> {
        if self.is_complete {
            return Ok(Next::None);
        }
        while self.next < self.taken || self.waiting.contains_key(&self.next) {
            self.next += 1;
        }
        if self.next >= self.taken + MOST_AHEAD {
            return Ok(Next::Later);
        }
        let next = self.series.fixture(self.next);
        if matches!(next, Next::Match(_)) {
            self.ledger.reserve(self.running + 1)?;
            self.next += 1;
            self.running += 1;
        }
        Ok(next)
    }

    fn finish(&mut self, attempt: Attempt) -> Result<(), Error> {
        let (mut result, record) = match attempt {
            Attempt::Interrupted => return Ok(()),
            Attempt::Failed(error) => return Err(error),
            Attempt::Void(result) => return self.write(*result),
            Attempt::Over(both) => *both,
        };
        match self.replays.save(&result, &record, self.kept_replays) {
            Ok(kept) => {
                self.kept_replays += usize::from(kept.is_some());
                result.replay = kept;
                self.write(result)
            }
            // The result matters more than the replay: it is written before the error is returned.
            Err(bad) => {
                let number = result.number;
                self.write(result)?;
                Err(Error::Replay { number, bad })
            }
        }
    }

    fn write(&mut self, result: MatchResult) -> Result<(), Error> {
        self.ledger.add(&result)?;
        self.finished += 1;
        self.waiting.insert(result.number, result);
        self.deliver()
    }

    /// Hands results to the series, in the order of the schedule, up to the first that is missing.
    fn deliver(&mut self) -> Result<(), Error> {
        while !self.is_complete {
            let next = self.series.fixture(self.taken);
            let (Next::Match(fixture), false) = (next, self.series.is_decided()) else {
                self.is_complete = true;
                break;
            };
            let Some(result) = self.waiting.remove(&self.taken) else { break };
            if !result.is_of(&fixture) {
                let path = self.ledger.path().to_path_buf();
                return Err(BadLedger::Mismatch { path, number: result.number }.into());
            }
            self.series.take(&result);
            self.taken += 1;
        }
        (self.on_progress)(self.series, SeriesProgress { finished: self.finished, taken: self.taken });
        Ok(())
    }
}
