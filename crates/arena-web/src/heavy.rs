//! Requests that take a core, the disk or a while: a few are done at once, some more may wait, fewer of both from one
//! address, and whoever asks for what is being made already gets the same.
//!
//! What was begun goes on to its end and keeps its place until then, whether or not somebody still listens: who comes and
//! goes does not make more work than who stays.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use skirmish_arena_protocol::upload::Content;
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::concurrency::{ConcurrencyLimit, Full, Slot};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How many may wait for one and the same answer.
const MOST_LISTENERS: usize = 256;
/// How long somebody waits for a turn.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long whoever came too often, or when too many were there, should stay away.
const AWAY_SECONDS: u64 = 5;

/// All kinds of heavy requests, each with room of its own.
#[derive(Debug)]
pub struct HeavyRequests {
    /// Films of matches that are over: each takes a core.
    pub films: Heavy<Bytes>,
    /// Films of matches that go on: they are made again and again, and leave the rest to the others.
    pub live_films: Heavy<Bytes>,
    /// Exports of accounts.
    pub exports: Heavy<Content>,
    /// Exports that are on their way to those who asked: each is a file on the disk.
    pub downloads: ConcurrencyLimit,
    /// Uploads of bots, from their first byte to their place in the queue.
    pub uploads: Heavy<()>,
}

impl Default for HeavyRequests {
    fn default() -> Self {
        Self {
            films: Heavy::new(
                "Too many films are made for your address.",
                Room { at_once: 2, waiting: 64, from_one: 32 },
            ),
            live_films: Heavy::new(
                "Too many films are made for your address.",
                Room { at_once: 1, waiting: 64, from_one: 32 },
            ),
            exports: Heavy::new(
                "Too many exports are made for your address.",
                Room { at_once: 2, waiting: 16, from_one: 4 },
            ),
            downloads: ConcurrencyLimit::new(64, 8),
            // A class behind one address uploads within the same minute.
            uploads: Heavy::new(
                "Too many bots are uploaded from your address.",
                Room { at_once: 8, waiting: 64, from_one: 40 },
            ),
        }
    }
}

/// How many there may be of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Done at the same time.
    pub at_once: usize,
    /// Beyond those, waiting for their turn.
    pub waiting: usize,
    /// Done or waiting, from one address or its block.
    pub from_one: usize,
}

/// One kind of heavy requests, and what comes of them.
#[derive(Debug)]
pub struct Heavy<T> {
    crowd: ConcurrencyLimit,
    turns: Arc<Semaphore>,
    begun: Arc<Mutex<Begun<T>>>,
    /// What somebody is told whose address asks for too many.
    too_many: &'static str,
    count: AtomicU64,
}

/// What is being made, by what it is.
type Begun<T> = HashMap<String, watch::Sender<Option<Result<T, Refused>>>>;

/// Somebody's turn; the next one's comes when this is dropped.
#[derive(Debug)]
pub struct Turn {
    _permit: OwnedSemaphorePermit,
    _place: Slot,
}

impl<T> Heavy<T> {
    /// Nobody has asked yet.
    #[must_use]
    pub fn new(too_many: &'static str, room: Room) -> Self {
        Self {
            crowd: ConcurrencyLimit::new(room.at_once + room.waiting, room.from_one),
            turns: Arc::new(Semaphore::new(room.at_once)),
            begun: Arc::default(),
            too_many,
            count: AtomicU64::new(0),
        }
    }

    /// How often somebody's work was begun; whoever got the same as others does not count.
    pub fn begun(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Waits for a turn for what nobody else gets the same of.
    pub async fn turn(&self, address: Option<IpAddr>) -> Result<Turn, Refused> {
        let place = self.place(address)?;
        take_turn(self.turns.clone(), place).await
    }

    fn place(&self, address: Option<IpAddr>) -> Result<Slot, Refused> {
        self.crowd.enter(address).map_err(|full| match full {
            Full::FromOne => Refused::TooOften { what: self.too_many.to_owned(), wait_seconds: AWAY_SECONDS },
            Full::All => Refused::Busy,
        })
    }
}

impl<T: Clone + Send + Sync + 'static> Heavy<T> {
    /// Does the work, or waits for somebody else's that has the same key and was begun already.
    pub async fn run<W: Future<Output = Result<T, Refused>> + Send + 'static>(
        &self,
        address: Option<IpAddr>,
        key: &str,
        work: impl FnOnce() -> W + Send + 'static,
    ) -> Result<T, Refused> {
        let mut answer = self.join_or_begin(address, key, work)?;
        let answered = answer.wait_for(Option::is_some).await;
        let given = answered.map(|answer| answer.clone());
        given.ok().flatten().unwrap_or_else(|| Err(Refused::Ours(format!("{key}: the work broke off"))))
    }

    fn join_or_begin<W: Future<Output = Result<T, Refused>> + Send + 'static>(
        &self,
        address: Option<IpAddr>,
        key: &str,
        work: impl FnOnce() -> W + Send + 'static,
    ) -> Result<watch::Receiver<Option<Result<T, Refused>>>, Refused> {
        let mut begun = lock(&self.begun);
        if let Some(other) = begun.get(key) {
            return match other.receiver_count() {
                0..MOST_LISTENERS => Ok(other.subscribe()),
                _ => Err(Refused::Busy),
            };
        }
        let place = self.place(address)?;
        let (answer, listener) = watch::channel(None);
        begun.insert(key.to_owned(), answer);
        self.count.fetch_add(1, Ordering::Relaxed);
        let (turns, end) = (self.turns.clone(), End { key: Some(key.to_owned()), begun: self.begun.clone() });
        tokio::spawn(async move {
            let done = match take_turn(turns, place).await {
                // The turn ends with the work, not before.
                Ok(_turn) => work().await,
                Err(refused) => Err(refused),
            };
            end.tell(done);
        });
        Ok(listener)
    }
}

async fn take_turn(turns: Arc<Semaphore>, place: Slot) -> Result<Turn, Refused> {
    match tokio::time::timeout(PATIENCE, turns.acquire_owned()).await {
        Ok(Ok(permit)) => Ok(Turn { _permit: permit, _place: place }),
        _ => Err(Refused::Busy),
    }
}

/// The end of some work, however it comes: nobody waits for it any longer.
struct End<T> {
    /// None once it was told: then somebody may have begun the same anew.
    key: Option<String>,
    begun: Arc<Mutex<Begun<T>>>,
}

impl<T> End<T> {
    fn tell(mut self, done: Result<T, Refused>) {
        let answer = self.key.take().and_then(|key| lock(&self.begun).remove(&key));
        if let Some(answer) = answer {
            // Everybody who asked may be gone.
            let _ = answer.send(Some(done));
        }
    }
}

impl<T> Drop for End<T> {
    fn drop(&mut self) {
        // Only if the work broke off.
        if let Some(key) = self.key.take() {
            lock(&self.begun).remove(&key);
        }
    }
}

fn lock<T>(begun: &Mutex<Begun<T>>) -> MutexGuard<'_, Begun<T>> {
    begun.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use tokio::sync::Notify;
    use tokio::task::JoinSet;

    use super::*;

    fn heavy(at_once: usize, waiting: usize, from_one: usize) -> Arc<Heavy<usize>> {
        Arc::new(Heavy::new("Too many of these.", Room { at_once, waiting, from_one }))
    }

    fn ip(last: u8) -> Option<IpAddr> {
        Some([192, 0, 2, last].into())
    }

    #[tokio::test]
    async fn what_many_ask_for_at_once_is_made_once_from_however_few_addresses() {
        let heavy = heavy(1, 0, 1);
        let (made, go) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let mut asked = JoinSet::new();
        for _ in 0..50 {
            let (heavy, made, go) = (heavy.clone(), made.clone(), go.clone());
            asked.spawn(async move {
                let work = move || async move {
                    go.notified().await;
                    Ok(made.fetch_add(1, Ordering::Relaxed))
                };
                heavy.run(ip(1), "film", work).await
            });
        }
        while lock(&heavy.begun).get("film").is_none_or(|answer| answer.receiver_count() < 50) {
            tokio::task::yield_now().await;
        }
        go.notify_one();
        while let Some(answer) = asked.join_next().await {
            assert_eq!(answer.expect("no panic").expect("an answer"), 0);
        }
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert!(lock(&heavy.begun).is_empty());
    }

    #[tokio::test]
    async fn beyond_the_room_there_is_an_answer_at_once() {
        let heavy = heavy(1, 1, 1);
        let first = heavy.turn(ip(1)).await.expect("a turn");
        let again = heavy.turn(ip(1)).await.expect_err("one from one address is enough");
        assert!(matches!(again, Refused::TooOften { .. }), "{again}");
        let waiting = tokio::spawn({
            let heavy = heavy.clone();
            async move { heavy.turn(ip(2)).await.map(drop) }
        });
        while heavy.crowd.count() < 2 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(heavy.turn(ip(3)).await, Err(Refused::Busy)));
        drop(first);
        waiting.await.expect("no panic").expect("its turn comes");
        heavy.turn(ip(3)).await.expect("there is room again");
    }

    #[tokio::test]
    async fn who_goes_away_does_not_make_room_for_more_work() {
        let heavy = heavy(1, 0, 1);
        let go = Arc::new(Notify::new());
        let asked = tokio::spawn({
            let (heavy, go) = (heavy.clone(), go.clone());
            async move {
                let work = move || async move {
                    go.notified().await;
                    Ok(1)
                };
                heavy.run(ip(1), "a", work).await
            }
        });
        while heavy.crowd.count() < 1 {
            tokio::task::yield_now().await;
        }
        asked.abort();
        assert!(asked.await.is_err());
        assert!(matches!(heavy.run(ip(2), "b", || async { Ok(2) }).await, Err(Refused::Busy)));
        go.notify_one();
        while heavy.crowd.count() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(heavy.run(ip(2), "b", || async { Ok(2) }).await.expect("an answer"), 2);
    }

    #[tokio::test]
    async fn work_that_breaks_off_is_told_and_can_be_asked_for_again() {
        let heavy = heavy(1, 0, 1);
        let broken = heavy.run(None, "a", || async { panic!("our failure") }).await;
        assert!(matches!(broken, Err(Refused::Ours(_))));
        assert_eq!(heavy.run(None, "a", || async { Ok(1) }).await.expect("an answer"), 1);
    }
}
