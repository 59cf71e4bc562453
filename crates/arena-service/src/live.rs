//! Matches that are watched while they are played: what their workers told so far, in memory only.
//!
//! A worker is believed nothing but what bots answered: pictures are made here, by playing the answers. What it told is
//! kept while somebody watches, and forgotten when the match ends or goes back to the queue.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use skirmish_arena_store::{Match, SeatedVersion};
use skirmish_core::answer::Answered;
use skirmish_core::replay::Replay;

use crate::arena::Arena;
use crate::queue::{self, BadResult};

/// Matches that are watched at once.
const MOST_MATCHES: usize = 64;
/// Bytes that are kept of one match, and of all together.
const MOST_MATCH_BYTES: usize = 16 << 20;
const MOST_BYTES: usize = 64 << 20;
/// How long a match is taken to be watched after somebody asked for its film.
const ATTENTION_MS: i64 = 10_000;
/// Films that are kept of a match, for people come in at different times; and bytes of the films of all matches.
const MOST_FILMS: usize = 8;
const MOST_FILM_BYTES: usize = 64 << 20;
/// A film is made again after so many times as long as making it took.
const REST: u32 = 10;
/// Configs of which it is known whether they hide something.
const MOST_KNOWN: usize = 1024;

/// What is watched while it is played.
#[derive(Debug, Default)]
pub struct Live {
    matches: Mutex<BTreeMap<i64, Watched>>,
    /// Whether a game with that preset and so many seats hides something.
    secrets: Mutex<BTreeMap<(String, String, i64), bool>>,
}

#[derive(Debug)]
struct Watched {
    asked_ms: i64,
    take: Take,
    replay: Arc<Replay>,
    bytes: usize,
    films: Vec<Made>,
}

/// Which attempt at a match: the lease, and the worker's own count within it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Take {
    /// The fence of the lease.
    pub fence: i64,
    /// The worker's attempt, from 1.
    pub attempt: u32,
}

impl Take {
    /// The take as films number it.
    #[must_use]
    pub fn number(self) -> u64 {
        /// More attempts than any worker makes.
        const ATTEMPTS: u64 = 256;
        self.fence.unsigned_abs() * ATTEMPTS + u64::from(self.attempt)
    }
}

/// What a watched match is like at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// As far as it was played.
    pub replay: Arc<Replay>,
    /// Which attempt it is.
    pub take: Take,
}

/// A film of a match that goes on.
#[derive(Clone, Debug)]
struct Made {
    from: u64,
    take: Take,
    answers: usize,
    film: Bytes,
    at: Instant,
    took: Duration,
}

impl Live {
    /// The match as far as it is known; from now on it is watched. `None` if it was not yet.
    #[must_use]
    pub fn look(&self, match_id: i64, now_ms: i64) -> Option<Moment> {
        let mut matches = self.matches();
        let watched = matches.get_mut(&match_id)?;
        watched.asked_ms = now_ms;
        Some(Moment { replay: watched.replay.clone(), take: watched.take })
    }

    /// Somebody begins to watch a match, of which nothing is known but how it begins. False if too many are watched.
    pub fn open(&self, match_id: i64, beginning: Replay, now_ms: i64) -> bool {
        let mut matches = self.matches();
        forget_unwatched(&mut matches, now_ms);
        if matches.len() >= MOST_MATCHES && !matches.contains_key(&match_id) {
            return false;
        }
        matches.entry(match_id).or_insert_with(|| Watched {
            asked_ms: now_ms,
            take: Take::default(),
            replay: Arc::new(beginning),
            bytes: 0,
            films: Vec::new(),
        });
        true
    }

    /// Whether somebody watches.
    #[must_use]
    pub fn is_watched(&self, match_id: i64, now_ms: i64) -> bool {
        self.matches().get(&match_id).is_some_and(|watched| watched.is_watched(now_ms))
    }

    /// Adds answers that follow the first `from` of that take; gives how many are known then. `None` if nobody watches,
    /// or if there is no room for more.
    pub fn grow(&self, match_id: i64, take: Take, from: u64, lines: &[String], now_ms: i64) -> Option<u64> {
        let mut matches = self.matches();
        let others: usize = matches.iter().filter(|(id, _)| **id != match_id).map(|(_, one)| one.bytes).sum();
        let watched = matches.get_mut(&match_id).filter(|watched| watched.is_watched(now_ms))?;
        if watched.take != take {
            watched.begin_anew(take);
        }
        let seats = watched.replay.seats()?;
        if from == watched.replay.answers.len() as u64 && !lines.is_empty() {
            let bytes: usize = lines.iter().map(|line| line.len() + size_of::<Answered>()).sum();
            if watched.bytes + bytes > MOST_MATCH_BYTES || others + watched.bytes + bytes > MOST_BYTES {
                return None;
            }
            // What is no answer ends what can be shown.
            let answers = lines.iter().map_while(|line| Answered::of_line(line, seats));
            Arc::make_mut(&mut watched.replay).answers.extend(answers);
            watched.bytes += bytes;
        }
        Some(watched.replay.answers.len() as u64)
    }

    /// A match ended, or begins, or goes back to the queue: whatever was told of it is void.
    pub fn forget(&self, match_id: i64) {
        self.matches().remove(&match_id);
    }

    /// Forgets what nobody watches any more.
    pub fn sweep(&self, now_ms: i64) {
        forget_unwatched(&mut self.matches(), now_ms);
    }

    /// A film from that decision on that is new enough, if there is one.
    #[must_use]
    pub fn film(&self, match_id: i64, moment: &Moment, from: u64) -> Option<Bytes> {
        let matches = self.matches();
        let is_it = |made: &&Made| {
            let is_new = made.answers == moment.replay.answers.len() || made.at.elapsed() < REST * made.took;
            made.from == from && made.take == moment.take && is_new
        };
        matches.get(&match_id)?.films.iter().find(is_it).map(|made| made.film.clone())
    }

    /// Keeps a film for the next who asks for the same, if there is room.
    pub fn keep_film(&self, match_id: i64, moment: &Moment, from: u64, film: &Bytes, took: Duration) {
        let mut matches = self.matches();
        let Some(watched) = matches.get_mut(&match_id) else { return };
        watched.films.retain(|made| made.from != from && made.take == moment.take);
        if watched.films.len() >= MOST_FILMS {
            watched.films.remove(0);
        }
        let kept: usize =
            matches.values().flat_map(|watched| &watched.films).map(|made| made.film.len()).sum();
        if kept + film.len() > MOST_FILM_BYTES {
            return;
        }
        let Some(watched) = matches.get_mut(&match_id) else { return };
        let (film, at, answers) = (film.clone(), Instant::now(), moment.replay.answers.len());
        watched.films.push(Made { from, take: moment.take, answers, film, at, took });
    }

    fn matches(&self) -> MutexGuard<'_, BTreeMap<i64, Watched>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    fn is_watched(&self, now_ms: i64) -> bool {
        now_ms.saturating_sub(self.asked_ms) <= ATTENTION_MS
    }

    fn begin_anew(&mut self, take: Take) {
        Arc::make_mut(&mut self.replay).answers.clear();
        self.take = take;
        self.bytes = 0;
        self.films.clear();
    }
}

fn forget_unwatched(matches: &mut BTreeMap<i64, Watched>, now_ms: i64) {
    matches.retain(|_, watched| watched.is_watched(now_ms));
}

/// Whether a match has something that a seat may not know, so that nobody sees it before its end. The game says so.
pub async fn hides(arena: &Arena, found: &Match) -> Result<bool, BadResult> {
    let key = (found.game.clone(), found.preset.clone(), found.seats);
    let known = arena.live.secrets.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
    if let Some(known) = known {
        return Ok(known);
    }
    let found = found.clone();
    let opening = tokio::task::spawn_blocking(move || queue::opened(&found));
    let has_secrets = opening.await.map_err(std::io::Error::other)??.has_secrets();
    let mut secrets = arena.live.secrets.lock().unwrap_or_else(PoisonError::into_inner);
    if secrets.len() < MOST_KNOWN {
        secrets.insert(key, has_secrets);
    }
    Ok(has_secrets)
}

/// The match as it begins, with nothing answered yet.
pub async fn beginning(found: &Match, seats: Vec<SeatedVersion>, tier: String) -> Result<Replay, BadResult> {
    let found = found.clone();
    let making = tokio::task::spawn_blocking(move || queue::beginning(&found, &seats, &tier));
    making.await.map_err(std::io::Error::other)?
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::answer::{Answer, Cost};
    use skirmish_core::clock::Clock;
    use skirmish_core::config::Wishes;
    use skirmish_core::replay::PlayerInfo;
    use skirmish_core::rng::Seed;
    use skirmish_core::seat::{Seat, SeatCount};

    const NOW_MS: i64 = 1_000_000;
    const FIRST: Take = Take { fence: 3, attempt: 1 };

    fn beginning() -> Replay {
        let entry = skirmish_games::find("utti").expect("a game");
        let config = (entry.configure)(&Wishes::none()).expect("a config");
        let table = (entry.open)(&config, SeatCount::new(2).expect("two"), Seed(1)).expect("a table");
        let players = vec![PlayerInfo::named("a"), PlayerInfo::named("b")];
        Replay::begin(&*table, Seed(1), players, Clock::NONE, "full")
    }

    fn lines(count: usize, bytes: usize) -> Vec<String> {
        let said = Answer::Frame(vec![b'x'; bytes]);
        let answered =
            Answered { seat: Seat(0), cost: Cost { wall_us: 1, cpu_us: 1, fuel: 0 }, answer: said };
        vec![answered.line(); count]
    }

    #[test]
    fn only_what_somebody_watches_is_taken() {
        let live = Live::default();
        assert_eq!(live.grow(1, FIRST, 0, &lines(2, 1), NOW_MS), None);
        assert!(live.open(1, beginning(), NOW_MS));
        assert_eq!(live.grow(1, FIRST, 0, &lines(2, 1), NOW_MS), Some(2));
        // What does not follow is not taken: the worker is told from where to go on.
        assert_eq!(live.grow(1, FIRST, 5, &lines(2, 1), NOW_MS), Some(2));
        assert_eq!(live.grow(1, FIRST, 2, &lines(1, 1), NOW_MS), Some(3));
        let moment = live.look(1, NOW_MS).expect("watched");
        assert_eq!((moment.replay.answers.len(), moment.take), (3, FIRST));
        // Nobody asked for it for a while.
        assert_eq!(live.grow(1, FIRST, 3, &lines(1, 1), NOW_MS + ATTENTION_MS + 1), None);
        live.sweep(NOW_MS + ATTENTION_MS + 1);
        assert!(live.look(1, NOW_MS).is_none());
    }

    #[test]
    fn another_lease_or_attempt_begins_anew_and_the_end_forgets() {
        let live = Live::default();
        assert!(live.open(1, beginning(), NOW_MS));
        live.grow(1, FIRST, 0, &lines(2, 1), NOW_MS).expect("taken");
        let second = Take { fence: 3, attempt: 2 };
        assert_eq!(live.grow(1, second, 2, &lines(2, 1), NOW_MS), Some(0));
        assert_ne!(FIRST.number(), second.number());
        assert_eq!(live.grow(1, second, 0, &lines(1, 1), NOW_MS), Some(1));
        live.forget(1);
        assert!(live.look(1, NOW_MS).is_none() && !live.is_watched(1, NOW_MS));
    }

    #[test]
    fn memory_is_bounded_by_match_and_by_all() {
        let live = Live::default();
        assert!(live.open(1, beginning(), NOW_MS));
        assert_eq!(live.grow(1, FIRST, 0, &lines(1, MOST_MATCH_BYTES + 1), NOW_MS), None);
        let most = MOST_MATCH_BYTES / 2;
        for id in 1..=(2 * MOST_BYTES / MOST_MATCH_BYTES) as i64 {
            assert!(live.open(id, beginning(), NOW_MS));
            live.grow(id, FIRST, 0, &lines(1, most - 200), NOW_MS).expect("room");
        }
        assert!(live.open(99, beginning(), NOW_MS));
        assert_eq!(live.grow(99, FIRST, 0, &lines(1, most), NOW_MS), None);
        for id in 1000..1000 + MOST_MATCHES as i64 {
            live.open(id, beginning(), NOW_MS);
        }
        assert!(!live.open(2000, beginning(), NOW_MS));
        assert!(
            live.open(2000, beginning(), NOW_MS + ATTENTION_MS + 1),
            "those that nobody watches make room"
        );
    }

    #[test]
    fn a_line_that_is_no_answer_is_not_taken() {
        let live = Live::default();
        assert!(live.open(1, beginning(), NOW_MS));
        let mut some = lines(3, 1);
        some[1] = "7 1 1 x".to_owned();
        assert_eq!(live.grow(1, FIRST, 0, &some, NOW_MS), Some(1));
    }

    #[test]
    fn films_of_all_matches_together_are_bounded() {
        let live = Live::default();
        let film = Bytes::from(vec![0; MOST_FILM_BYTES / 4]);
        let kept = |id: i64| {
            assert!(live.open(id, beginning(), NOW_MS));
            let moment = live.look(id, NOW_MS).expect("watched");
            live.keep_film(id, &moment, 0, &film, Duration::ZERO);
            live.film(id, &moment, 0).is_some()
        };
        assert_eq!([1, 2, 3, 4, 5].map(kept), [true, true, true, true, false]);
        live.forget(1);
        assert!(kept(5), "there is room again");
    }

    #[test]
    fn a_film_is_shared_while_nothing_is_new() {
        let live = Live::default();
        assert!(live.open(1, beginning(), NOW_MS));
        let moment = live.look(1, NOW_MS).expect("watched");
        let film = Bytes::from_static(&[1]);
        live.keep_film(1, &moment, 0, &film, Duration::ZERO);
        assert_eq!(live.film(1, &moment, 0), Some(film.clone()));
        assert_eq!(live.film(1, &moment, 7), None);
        live.grow(1, Take::default(), 0, &lines(1, 1), NOW_MS).expect("taken");
        let later = live.look(1, NOW_MS).expect("watched");
        assert_eq!(live.film(1, &later, 0), None, "something is new");
        live.keep_film(1, &moment, 0, &film, Duration::from_secs(3600));
        assert_eq!(live.film(1, &later, 0), Some(film), "what took long rests for longer");
    }
}
