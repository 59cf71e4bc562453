//! The match behind a window: makes films of it on request, cached once it is finished.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skirmish_core::replay::{Ending, Mismatch, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_show::{Filming, film};

/// A bot's stderr: (decision, bytes), in order.
pub type Parts = Vec<(u64, Vec<u8>)>;

/// A match that can be watched: finished, or still being played. Shared between the referee's and the server's threads.
pub struct Feed {
    entry: &'static Entry,
    inner: Mutex<Inner>,
}

struct Inner {
    /// The replay so far; `None` before the match begins.
    replay: Option<Replay>,
    stderr: Vec<Parts>,
    is_live: bool,
    /// The number of the attempt, from 0; raised when a void attempt is replayed.
    take: u64,
    /// The seat of a person who plays: while the match is live, everybody gets this seat's view.
    only: Option<Seat>,
    problem: Option<String>,
    /// Cached films of the finished match by eye.
    films: BTreeMap<Option<Seat>, Arc<Vec<u8>>>,
}

impl Feed {
    /// A finished match.
    pub fn finished(entry: &'static Entry, replay: Replay, stderr: Vec<Parts>) -> Self {
        let problem = match &replay.ending {
            Ending::Over { .. } => None,
            Ending::Incomplete(why) => Some(format!("the match was not finished: {why}")),
        };
        let replay = Some(replay);
        let inner =
            Inner { replay, stderr, is_live: false, take: 0, only: None, problem, films: BTreeMap::new() };
        Self { entry, inner: Mutex::new(inner) }
    }

    /// A match that is about to begin. If a person plays, only that seat's view is shown until the match is over.
    pub fn live(entry: &'static Entry, person: Option<Seat>) -> Self {
        let inner = Inner {
            replay: None,
            stderr: Vec::new(),
            is_live: true,
            take: 0,
            only: person,
            problem: None,
            films: BTreeMap::new(),
        };
        Self { entry, inner: Mutex::new(inner) }
    }

    /// The film as a seat (`None`: a spectator) sees it, from decision `from` on; the whole film if `take` is no longer the
    /// current attempt. `None` before the match begins.
    pub fn film(&self, eye: Option<Seat>, from: u64, take: u64) -> Option<Result<Arc<Vec<u8>>, Mismatch>> {
        let inner = self.lock();
        let from = if take == inner.take { from } else { 0 };
        if let Some(film) = inner.films.get(&eye).filter(|_| from == 0) {
            return Some(Ok(film.clone()));
        }
        let replay = inner.replay.clone()?;
        let (is_live, take, problem) = (inner.is_live, inner.take, inner.problem.clone());
        let eye = if is_live { inner.only.or(eye) } else { eye };
        let stderr = inner.stderr.clone();
        // Filming is slow: the lock is released so that the match does not wait for it.
        drop(inner);
        let shown = |seat: &Seat| !is_live || eye.is_none() || eye == Some(*seat);
        let filming = Filming {
            eye,
            from,
            is_live,
            take,
            stderr: stderr
                .iter()
                .enumerate()
                .map(|(seat, parts)| (Seat(seat as u8), parts.as_slice()))
                .filter(|(seat, parts)| shown(seat) && !parts.is_empty())
                .collect(),
            problem,
        };
        let made = film(&replay, self.entry, &filming).map(|film| Arc::new(film.bytes));
        if let Ok(film) = &made
            && !is_live
            && from == 0
        {
            self.lock().films.insert(eye, film.clone());
        }
        Some(made)
    }

    /// Appends the answers and checkpoints since the last call; a new attempt replaces the replay.
    pub(crate) fn grow(&self, played: &Replay) {
        let mut inner = self.lock();
        let known = inner.replay.take().filter(|known| known.answers.len() <= played.answers.len());
        let mut replay = known.unwrap_or_else(|| Replay {
            header: played.header.clone(),
            answers: Vec::new(),
            checkpoints: Vec::new(),
            notes: Vec::new(),
            ending: Ending::Incomplete("it is still being played".to_string()),
        });
        replay.answers.extend_from_slice(&played.answers[replay.answers.len()..]);
        replay
            .checkpoints
            .extend_from_slice(&played.checkpoints[replay.checkpoints.len().min(played.checkpoints.len())..]);
        inner.replay = Some(replay);
    }

    /// A new attempt begins: drops the replay and the stderr of a void one.
    pub(crate) fn begin_again(&self) {
        let mut inner = self.lock();
        // Before the first attempt there is no replay to drop.
        if inner.replay.take().is_some() {
            inner.take += 1;
        }
        inner.stderr.clear();
    }

    /// Appends to a bot's stderr.
    pub(crate) fn add_stderr(&self, seat: Seat, decision: u64, text: &[u8]) {
        /// The most bytes of one bot's stderr that are kept while the match is live.
        const MOST_BYTES: usize = 1 << 20;
        let mut inner = self.lock();
        let seats = inner.stderr.len().max(seat.index() + 1);
        inner.stderr.resize(seats, Parts::new());
        let parts = &mut inner.stderr[seat.index()];
        let kept: usize = parts.iter().map(|(_, text)| text.len()).sum();
        let text = &text[..text.len().min(MOST_BYTES.saturating_sub(kept))];
        match parts.last_mut() {
            Some((last, so_far)) if *last == decision => so_far.extend_from_slice(text),
            _ => parts.push((decision, text.to_vec())),
        }
    }

    /// The match is over: from now on every view can be asked for.
    pub fn finish(&self, replay: Replay, stderr: Vec<Parts>) {
        let mut inner = self.lock();
        inner.replay = Some(replay);
        inner.stderr = stderr;
        inner.is_live = false;
        inner.films.clear();
    }

    /// The match will not be played to its end, for that reason.
    pub fn give_up(&self, why: &str) {
        let mut inner = self.lock();
        inner.is_live = false;
        inner.problem = Some(why.to_string());
    }

    /// Whether the match is still being played, or about to begin.
    pub fn is_live(&self) -> bool {
        self.lock().is_live
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A poisoned lock is safe to use: each change is one assignment, so the replay is consistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
