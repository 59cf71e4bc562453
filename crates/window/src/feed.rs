//! The match behind a window, as films for whoever looks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skirmish_core::replay::{Ending, Mismatch, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_show::{Filming, film};

/// What a bot printed on stderr, by decision.
pub type Parts = Vec<(u64, Vec<u8>)>;

/// A match that can be looked at: finished, or still being played.
pub struct Feed {
    entry: &'static Entry,
    inner: Mutex<Inner>,
}

struct Inner {
    /// The match as far as it was played; `None` before it begins.
    replay: Option<Replay>,
    stderr: Vec<Parts>,
    is_live: bool,
    /// How often it was begun anew.
    take: u64,
    /// While the match goes on, only what this seat sees is shown: somebody plays there.
    only: Option<Seat>,
    problem: Option<String>,
    /// Finished films by eye.
    films: BTreeMap<Option<Seat>, Arc<Vec<u8>>>,
}

impl Feed {
    /// A match that was played.
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

    /// A match that is about to begin. If a person plays, the others' secrets are shown when it is over.
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

    /// The film as a seat (`None`: a spectator) sees it, from that decision of that take on; the whole film if the match
    /// was begun anew since. `None` before the match begins.
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
        // Filming takes a while: the match must not wait for it.
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

    /// Adds what was played since the last call; an attempt that was begun anew replaces what there is.
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

    /// Forgets an attempt that does not count.
    pub(crate) fn begin_again(&self) {
        let mut inner = self.lock();
        // The first attempt begins with nothing to forget.
        if inner.replay.take().is_some() {
            inner.take += 1;
        }
        inner.stderr.clear();
    }

    /// Adds what a bot printed.
    pub(crate) fn mumble(&self, seat: Seat, decision: u64, text: &[u8]) {
        /// Bytes of one bot's stderr kept while the match goes on.
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

    /// The match is over; from now on everything is shown.
    pub fn finish(&self, replay: Replay, stderr: Vec<Parts>) {
        let mut inner = self.lock();
        inner.replay = Some(replay);
        inner.stderr = stderr;
        inner.is_live = false;
        inner.films.clear();
    }

    /// The match will not be played to its end; why.
    pub fn give_up(&self, why: &str) {
        let mut inner = self.lock();
        inner.is_live = false;
        inner.problem = Some(why.to_string());
    }

    /// Whether the match goes on.
    pub fn is_live(&self) -> bool {
        self.lock().is_live
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Whoever panicked left a whole replay behind: each change is one assignment.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
