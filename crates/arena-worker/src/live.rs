//! What is played here, for those who watch. A match that is short, or that nobody watches, costs next to nothing: its
//! answers stay where they are. Nothing here ever makes a match wait: telling the server is a thread of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use skirmish_core::answer::{Answer, Answered};
use skirmish_referee::{Observer, Progress};

use skirmish_arena_protocol::jobs::Held;
use skirmish_arena_protocol::workers::{Audience, Glimpse};

/// How long a match goes on before anybody is told of it; most are over sooner.
const LONG: Duration = Duration::from_secs(1);
/// Bytes of one match's answers that are kept; whoever watches sees no further.
const MOST_KEPT: usize = 16 << 20;
/// Bytes of answers in one message; the rest is for the next.
const MOST_TOLD: usize = 1 << 20;

/// All that is played here.
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
    script: Mutex<Script>,
}

/// What happened so far.
#[derive(Debug, Default)]
struct Script {
    attempt: u32,
    answers: Vec<Answered>,
    bytes: usize,
    /// How many answers the server has, if somebody watches.
    known: Option<usize>,
}

/// Looks on at one match, for as long as it lives.
#[derive(Debug)]
pub(super) struct Onlooker<'a> {
    live: &'a LiveMatches,
    scene: Arc<LiveMatch>,
}

impl LiveMatches {
    /// A match begins.
    pub(super) fn enter(&self, held: Held, match_id: i64) -> Onlooker<'_> {
        let scene = Arc::new(LiveMatch {
            held,
            match_id,
            begun: Instant::now(),
            is_long: AtomicBool::new(false),
            script: Mutex::default(),
        });
        self.matches().insert(held.job, scene.clone());
        Onlooker { live: self, scene }
    }

    /// What the server is told now; empty if nothing goes on for long.
    pub(super) fn glimpses(&self) -> Vec<Glimpse> {
        let matches: Vec<Arc<LiveMatch>> =
            self.matches().values().filter(|scene| scene.begun.elapsed() >= LONG).cloned().collect();
        let mut left = MOST_TOLD;
        matches.iter().map(|scene| scene.glimpse(&mut left)).collect()
    }

    /// Remembers what the server knows; whether there is more for it at once.
    pub(super) fn heed(&self, audience: &Audience) -> bool {
        let mut is_more = false;
        for scene in self.matches().values() {
            let known = audience.watched.iter().find(|known| known.job == scene.held.job);
            let mut script = scene.script();
            script.known = known.map(|known| usize::try_from(known.answers).unwrap_or(usize::MAX));
            is_more |= script.known.is_some_and(|known| known < script.answers.len());
        }
        is_more
    }

    fn matches(&self) -> MutexGuard<'_, BTreeMap<i64, Arc<LiveMatch>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveMatch {
    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far it is, with as many new answers as there is room for if somebody watches.
    fn glimpse(&self, left: &mut usize) -> Glimpse {
        self.is_long.store(true, Ordering::Relaxed);
        let script = self.script();
        let from = script.known.unwrap_or(0).min(script.answers.len());
        let fresh = script.known.map_or(&[][..], |_| &script.answers[from..]);
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
        Glimpse { job, fence, match_id, attempt: script.attempt, from: from as u64, answers }
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

impl Observer for Onlooker<'_> {
    fn started(&mut self, attempt: u32) {
        *self.scene.script() = Script { attempt, ..Script::default() };
    }

    fn begun(&mut self, progress: Progress<'_>) {
        self.stepped(progress);
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        if !self.scene.is_long.load(Ordering::Relaxed) {
            return;
        }
        let mut script = self.scene.script();
        let fresh = progress.replay.answers.get(script.answers.len()..).unwrap_or_default();
        for answered in fresh {
            script.bytes += size_of(answered);
            if script.bytes > MOST_KEPT {
                return;
            }
            script.answers.push(answered.clone());
        }
    }
}

impl Drop for Onlooker<'_> {
    fn drop(&mut self) {
        self.live.matches().remove(&self.scene.held.job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_arena_protocol::workers::Known;
    use skirmish_core::config::Wishes;
    use skirmish_core::rng::Seed;
    use skirmish_core::seat::SeatCount;
    use skirmish_referee::{HouseBot, Match, Options, play};

    const HELD: Held = Held { job: 7, fence: 3 };

    /// Plays a match of house bots before this onlooker; how many answers it had.
    fn played(onlooker: &mut Onlooker<'_>) -> usize {
        let entry = skirmish_games::find("utti").expect("a game");
        let config = (entry.configure)(&Wishes::none()).expect("a config");
        let table = (entry.open)(&config, SeatCount::new(2).expect("two"), Seed(1)).expect("a table");
        let house = skirmish_bots::of_game("utti").next().expect("a house bot");
        let house = HouseBot::shared(house);
        let played = Match::new(table, Seed(1), vec![house.clone(), house]);
        play(&played, &Options::default(), onlooker).expect("played").replay.answers.len()
    }

    fn audience(answers: usize) -> Audience {
        Audience { watched: vec![Known { job: HELD.job, answers: answers as u64 }] }
    }

    #[test]
    fn a_short_match_is_not_told_of_and_none_of_it_is_kept() {
        let live = LiveMatches::default();
        let mut onlooker = live.enter(HELD, 1);
        played(&mut onlooker);
        assert!(onlooker.scene.script().answers.is_empty());
        drop(onlooker);
        assert!(live.glimpses().is_empty());
    }

    #[test]
    fn a_match_that_is_watched_is_told_from_where_the_server_knows_it() {
        let live = LiveMatches::default();
        let mut onlooker = live.enter(HELD, 1);
        onlooker.scene.is_long.store(true, Ordering::Relaxed);
        let count = played(&mut onlooker);
        let scene = onlooker.scene.clone();
        assert!(scene.glimpse(&mut MOST_TOLD.clone()).answers.is_empty(), "nobody watches yet");
        assert!(live.heed(&audience(0)), "there is more at once");
        let first = scene.glimpse(&mut MOST_TOLD.clone());
        assert_eq!((first.from, first.attempt, first.fence), (0, 1, 3));
        assert!(!first.answers.is_empty());
        let mut told = first.answers.len();
        while live.heed(&audience(told)) {
            let next = scene.glimpse(&mut MOST_TOLD.clone());
            assert_eq!(next.from, told as u64);
            told += next.answers.len();
        }
        assert_eq!(told, count);
        assert!(!live.heed(&Audience { watched: Vec::new() }));
        assert!(scene.glimpse(&mut MOST_TOLD.clone()).answers.is_empty(), "nobody watches any more");
    }

    #[test]
    fn a_message_is_bounded_but_always_brings_something() {
        let live = LiveMatches::default();
        let mut onlooker = live.enter(HELD, 1);
        onlooker.scene.is_long.store(true, Ordering::Relaxed);
        played(&mut onlooker);
        live.heed(&audience(0));
        let one = size_of(&onlooker.scene.script().answers[0]);
        assert_eq!(onlooker.scene.glimpse(&mut (one + 1)).answers.len(), 1);
        assert!(onlooker.scene.glimpse(&mut (one - 1)).answers.is_empty());
    }
}
