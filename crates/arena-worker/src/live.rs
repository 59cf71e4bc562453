//! The matches that are played here, for those who watch. A match that is short, or that nobody watches, costs next to
//! nothing: its answers stay where they are. Nothing here ever makes a match wait: telling the server is a thread of its
//! own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use skirmish_core::answer::{Answer, Answered};
use skirmish_referee::{Observer, Progress};

use skirmish_arena_protocol::jobs::Held;
use skirmish_arena_protocol::workers::{MatchProgress, WatchedMatches};

/// How long a match goes on before anybody is told of it; most are over sooner.
const LONG: Duration = Duration::from_secs(1);
/// Bytes of one match's answers that are kept; whoever watches sees no further.
const MOST_KEPT: usize = 16 << 20;
/// Bytes of answers in one message; the rest is for the next.
const MOST_TOLD: usize = 1 << 20;

/// All matches that are played here.
#[derive(Debug, Default)]
pub(super) struct LiveMatches {
    matches: Mutex<BTreeMap<i64, Arc<LiveMatch>>>,
}

/// One match that is played.
#[derive(Debug)]
struct LiveMatch {
    held: Held,
    match_id: i64,
    begun: Instant,
    /// Whether it goes on for long enough to be told of.
    is_long: AtomicBool,
    so_far: Mutex<AnswersSoFar>,
}

/// What happened so far.
#[derive(Debug, Default)]
struct AnswersSoFar {
    attempt: u32,
    answers: Vec<Answered>,
    bytes: usize,
    /// How many answers the server has, if somebody watches.
    known: Option<usize>,
}

/// Observes one match, until it is dropped.
#[derive(Debug)]
pub(super) struct LiveObserver<'a> {
    live: &'a LiveMatches,
    live_match: Arc<LiveMatch>,
}

impl LiveMatches {
    /// A match begins.
    pub(super) fn begin(&self, held: Held, match_id: i64) -> LiveObserver<'_> {
        let live_match = Arc::new(LiveMatch {
            held,
            match_id,
            begun: Instant::now(),
            is_long: AtomicBool::new(false),
            so_far: Mutex::default(),
        });
        self.matches().insert(held.job, live_match.clone());
        LiveObserver { live: self, live_match }
    }

    /// What the server is told now; empty if nothing goes on for long.
    pub(super) fn progress(&self) -> Vec<MatchProgress> {
        let matches: Vec<Arc<LiveMatch>> = self
            .matches()
            .values()
            .filter(|live_match| live_match.begun.elapsed() >= LONG)
            .cloned()
            .collect();
        let mut left = MOST_TOLD;
        matches.iter().map(|live_match| live_match.progress(&mut left)).collect()
    }

    /// Remembers what the server knows; whether there is more for it at once.
    pub(super) fn note_watched(&self, answer: &WatchedMatches) -> bool {
        let mut is_more = false;
        for live_match in self.matches().values() {
            let known = answer.watched.iter().find(|known| known.job == live_match.held.job);
            let mut so_far = live_match.so_far();
            so_far.known = known.map(|known| usize::try_from(known.answers).unwrap_or(usize::MAX));
            is_more |= so_far.known.is_some_and(|known| known < so_far.answers.len());
        }
        is_more
    }

    fn matches(&self) -> MutexGuard<'_, BTreeMap<i64, Arc<LiveMatch>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveMatch {
    fn so_far(&self) -> MutexGuard<'_, AnswersSoFar> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far it is, with as many new answers as there is room for if somebody watches.
    fn progress(&self, left: &mut usize) -> MatchProgress {
        self.is_long.store(true, Ordering::Relaxed);
        let so_far = self.so_far();
        let from = so_far.known.unwrap_or(0).min(so_far.answers.len());
        let fresh = so_far.known.map_or(&[][..], |_| &so_far.answers[from..]);
        let mut answers = Vec::new();
        for answered in fresh {
            // An answer that alone is too long goes alone.
            let size = size_of(answered);
            if size > *left && *left < MOST_TOLD {
                break;
            }
            *left = left.saturating_sub(size);
            answers.push(answered.line());
        }
        let (Held { job, fence }, match_id) = (self.held, self.match_id);
        MatchProgress { job, fence, match_id, attempt: so_far.attempt, from: from as u64, answers }
    }
}

/// Bytes of an answer, roughly.
fn size_of(answered: &Answered) -> usize {
    let said = match &answered.answer {
        Answer::Frame(bytes) | Answer::Garbled(bytes) => bytes.len(),
        Answer::Fault(_, why) | Answer::Forfeit(_, why) => why.len(),
    };
    said + std::mem::size_of::<Answered>()
}

impl Observer for LiveObserver<'_> {
    fn started(&mut self, attempt: u32) {
        *self.live_match.so_far() = AnswersSoFar { attempt, ..AnswersSoFar::default() };
    }

    fn begun(&mut self, progress: Progress<'_>) {
        self.stepped(progress);
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        if !self.live_match.is_long.load(Ordering::Relaxed) {
            return;
        }
        let mut so_far = self.live_match.so_far();
        let fresh = progress.replay.answers.get(so_far.answers.len()..).unwrap_or_default();
        for answered in fresh {
            so_far.bytes += size_of(answered);
            if so_far.bytes > MOST_KEPT {
                return;
            }
            so_far.answers.push(answered.clone());
        }
    }
}

impl Drop for LiveObserver<'_> {
    fn drop(&mut self) {
        self.live.matches().remove(&self.live_match.held.job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_arena_protocol::workers::WatchedMatch;
    use skirmish_core::config::Wishes;
    use skirmish_core::rng::Seed;
    use skirmish_core::seat::SeatCount;
    use skirmish_referee::{HouseBot, Match, Options, play};

    const HELD: Held = Held { job: 7, fence: 3 };

    /// Plays a match of house bots with this observer; how many answers it had.
    fn played(observer: &mut LiveObserver<'_>) -> usize {
        let entry = skirmish_games::find("utti").expect("a game");
        let config = (entry.configure)(&Wishes::none()).expect("a config");
        let table = (entry.open)(&config, SeatCount::new(2).expect("two"), Seed(1)).expect("a table");
        let house = skirmish_bots::of_game("utti").next().expect("a house bot");
        let house = HouseBot::shared(house);
        let played = Match::new(table, Seed(1), vec![house.clone(), house]);
        play(&played, &Options::default(), observer).expect("played").replay.answers.len()
    }

    fn watched(answers: usize) -> WatchedMatches {
        WatchedMatches { watched: vec![WatchedMatch { job: HELD.job, answers: answers as u64 }] }
    }

    #[test]
    fn a_short_match_is_not_told_of_and_none_of_it_is_kept() {
        let live = LiveMatches::default();
        let mut observer = live.begin(HELD, 1);
        played(&mut observer);
        assert!(observer.live_match.so_far().answers.is_empty());
        drop(observer);
        assert!(live.progress().is_empty());
    }

    #[test]
    fn a_match_that_is_watched_is_told_from_where_the_server_knows_it() {
        let live = LiveMatches::default();
        let mut observer = live.begin(HELD, 1);
        observer.live_match.is_long.store(true, Ordering::Relaxed);
        let count = played(&mut observer);
        let live_match = observer.live_match.clone();
        assert!(live_match.progress(&mut MOST_TOLD.clone()).answers.is_empty(), "nobody watches yet");
        assert!(live.note_watched(&watched(0)), "there is more at once");
        let first = live_match.progress(&mut MOST_TOLD.clone());
        assert_eq!((first.from, first.attempt, first.fence), (0, 1, 3));
        assert!(!first.answers.is_empty());
        let mut told = first.answers.len();
        while live.note_watched(&watched(told)) {
            let next = live_match.progress(&mut MOST_TOLD.clone());
            assert_eq!(next.from, told as u64);
            told += next.answers.len();
        }
        assert_eq!(told, count);
        assert!(!live.note_watched(&WatchedMatches { watched: Vec::new() }));
        assert!(live_match.progress(&mut MOST_TOLD.clone()).answers.is_empty(), "nobody watches any more");
    }

    #[test]
    fn a_message_is_bounded_but_always_brings_something() {
        let live = LiveMatches::default();
        let mut observer = live.begin(HELD, 1);
        observer.live_match.is_long.store(true, Ordering::Relaxed);
        played(&mut observer);
        live.note_watched(&watched(0));
        let one = size_of(&observer.live_match.so_far().answers[0]);
        assert_eq!(observer.live_match.progress(&mut (one + 1)).answers.len(), 1);
        assert!(observer.live_match.progress(&mut (one - 1)).answers.is_empty());
    }
}
