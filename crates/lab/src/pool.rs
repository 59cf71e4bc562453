//! Many matches at once: one worker for each core, each on its core, and one desk where results come together.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use skirmish_referee::{Match, Options, Record, Trouble, play};

use crate::contest::Contest;
use crate::cores::Cores;
use crate::error::Error;
use crate::keeping::Keeping;
use crate::ledger::{BadLedger, Found, Ledger};
use crate::metrics::Listener;
use crate::played::Played;
use crate::series::{Fixture, Next, Series};

/// How far play may run ahead of a match that takes long: results beyond may turn out not to be needed.
const MOST_AHEAD: u64 = 1024;
/// How often a worker without work looks whether it should end.
const TICK: Duration = Duration::from_millis(100);

/// Who plays the matches, and how.
pub struct Pool<'a> {
    /// What is played.
    pub contest: &'a Contest,
    /// How each match is run; its core is the worker's.
    pub options: Options,
    /// Where.
    pub cores: Cores,
    /// Which replays are kept.
    pub keeping: Keeping,
    /// Set by whoever wants it to end; set by the pool when matches that still run are not needed.
    pub stop: Arc<AtomicBool>,
}

/// Why the pool stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything is played, or decided.
    Complete,
    /// Somebody wanted it to end.
    Interrupted,
}

/// How far it is, for whoever looks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Matches finished, those of earlier runs included.
    pub finished: u64,
    /// Of these, how many the series has taken.
    pub taken: u64,
}

/// Somebody who looks on, after each match.
pub type Watch<'w, S> = dyn FnMut(&S, Course) + Send + 'w;

impl Pool<'_> {
    /// Plays what is left of a series. Every finished match is in the ledger before anything else happens to it.
    pub fn run<S: Series>(
        &self,
        series: &mut S,
        (mut ledger, found): (Ledger, Found),
        watch: &mut Watch<'_, S>,
    ) -> Result<Ended, Error> {
        let mut desk = Desk {
            finished: found.played.len() as u64,
            waiting: found.played,
            series,
            ledger: &mut ledger,
            keeping: &self.keeping,
            watch,
            kept_replays: 0,
            next: 0,
            taken: 0,
            running: 0,
            is_complete: false,
            error: None,
        };
        desk.kept_replays = desk.waiting.values().filter(|played| played.replay.is_some()).count();
        desk.fold()?;
        let room = Room { desk: Mutex::new(desk), bell: Condvar::new(), stop: &self.stop };
        std::thread::scope(|scope| {
            for &core in self.cores.places() {
                let options = Options { core, interrupt: Some(self.stop.clone()), ..self.options.clone() };
                let room = &room;
                scope.spawn(move || self.work(room, &options));
            }
        });
        let desk = room.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (is_complete, error) = (desk.is_complete, desk.error);
        ledger.close()?;
        match error {
            Some(error) => Err(error),
            None if is_complete => Ok(Ended::Complete),
            None => Ok(Ended::Interrupted),
        }
    }

    fn work<S: Series>(&self, room: &Room<'_, '_, S>, options: &Options) {
        while let Some(fixture) = room.next() {
            let came = self.play(&fixture, options);
            room.bring_back(came);
        }
    }

    fn play(&self, fixture: &Fixture, options: &Options) -> Came {
        let number = fixture.number;
        let table = match self.contest.open(fixture.seed) {
            Ok(table) => table,
            Err(bad) => return Came::Failed(Error::Table { number, bad }),
        };
        let players = fixture.seats.iter().map(|&bot| self.contest.bots[bot].player()).collect();
        let game = Match::new(table, fixture.seed, players).with_clock(self.contest.clock);
        let mut listener = Listener::default();
        match play(&game, options, &mut listener) {
            Ok(record) => match Played::of(fixture, &record, listener.finish(fixture.seats.len())) {
                Some(played) => Came::Played(Box::new((played, record))),
                None => Came::Nothing,
            },
            Err(Trouble::Interrupted) => Came::Nothing,
            Err(trouble @ Trouble::Starved { attempts, .. }) => {
                Came::Void(Box::new(Played::void(fixture, attempts, trouble.to_string())))
            }
            Err(trouble) => Came::Failed(Error::Match { number, trouble }),
        }
    }
}

/// What came of a match.
enum Came {
    Played(Box<(Played, Record)>),
    Void(Box<Played>),
    /// It was interrupted.
    Nothing,
    Failed(Error),
}

struct Room<'a, 'd, S> {
    desk: Mutex<Desk<'d, S>>,
    bell: Condvar,
    stop: &'a AtomicBool,
}

struct Desk<'d, S> {
    series: &'d mut S,
    ledger: &'d mut Ledger,
    keeping: &'d Keeping,
    watch: &'d mut Watch<'d, S>,
    kept_replays: usize,
    /// Finished matches whose turn has not come.
    waiting: BTreeMap<u64, Played>,
    /// The first match that has not been handed out.
    next: u64,
    /// How many results the series has taken.
    taken: u64,
    finished: u64,
    running: u64,
    is_complete: bool,
    error: Option<Error>,
}

impl<'d, S: Series> Room<'_, 'd, S> {
    fn desk(&self) -> MutexGuard<'_, Desk<'d, S>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next match to play; waits while that depends on others, `None` when there is nothing more to do.
    fn next(&self) -> Option<Fixture> {
        let mut desk = self.desk();
        loop {
            if self.stop.load(Ordering::Relaxed) || desk.error.is_some() {
                return None;
            }
            match desk.hand_out() {
                Ok(Next::Match(fixture)) => return Some(fixture),
                Ok(Next::None) => return None,
                Ok(Next::Later) => {}
                Err(bad) => {
                    desk.error = Some(bad.into());
                    return None;
                }
            }
            desk = self.bell.wait_timeout(desk, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn bring_back(&self, came: Came) {
        let mut desk = self.desk();
        desk.running -= 1;
        if let Err(error) = desk.take_in(came) {
            desk.error.get_or_insert(error);
        }
        // Whatever else runs is not needed any more, and interrupted matches leave no trace.
        if desk.is_complete {
            self.stop.store(true, Ordering::Relaxed);
        }
        drop(desk);
        self.bell.notify_all();
    }
}

impl<S: Series> Desk<'_, S> {
    fn hand_out(&mut self) -> Result<Next, BadLedger> {
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

    fn take_in(&mut self, came: Came) -> Result<(), Error> {
        let played = match came {
            Came::Nothing => return Ok(()),
            Came::Failed(error) => return Err(error),
            Came::Void(played) => *played,
            Came::Played(both) => {
                let (mut played, record) = *both;
                let number = played.number;
                let kept = self.keeping.keep(&played, &record, self.kept_replays);
                let kept = match kept {
                    Ok(kept) => kept,
                    // The result matters more than the replay: it is written before the error is told.
                    Err(bad) => {
                        self.write(played)?;
                        return Err(Error::Replay { number, bad });
                    }
                };
                self.kept_replays += usize::from(kept.is_some());
                played.replay = kept;
                played
            }
        };
        self.write(played)
    }

    fn write(&mut self, played: Played) -> Result<(), Error> {
        self.ledger.add(&played)?;
        self.finished += 1;
        self.waiting.insert(played.number, played);
        self.fold()
    }

    /// Gives the series every result whose turn has come.
    fn fold(&mut self) -> Result<(), Error> {
        while !self.is_complete {
            let fixture = match self.series.fixture(self.taken) {
                _ if self.series.is_decided() => Next::None,
                next => next,
            };
            let Next::Match(fixture) = fixture else {
                self.is_complete = true;
                break;
            };
            let Some(played) = self.waiting.remove(&self.taken) else { break };
            if !played.is_of(&fixture) {
                let path = self.ledger.path().to_path_buf();
                return Err(BadLedger::Mismatch { path, number: played.number }.into());
            }
            self.series.take(&played);
            self.taken += 1;
        }
        (self.watch)(self.series, Course { finished: self.finished, taken: self.taken });
        Ok(())
    }
}
