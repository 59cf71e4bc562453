//! What every part of one running arena shares.

use std::sync::{Arc, Mutex, PoisonError};

use skirmish_arena_store::Store;
use tokio::sync::{Notify, Semaphore, broadcast, oneshot};

use crate::account::{Refused, Throttle};
use crate::blobs::Blobs;
use crate::clock::Clock;
use crate::health::Health;
use crate::ladder::{CalmLadders, Tables};
use crate::live::Live;
use crate::queue::{Dispatcher, Pace, Samples};
use crate::settings::Settings;

/// How much news a page may be behind before it misses some, and asks again.
const MOST_NEWS: usize = 1024;

/// One arena: its database, its blobs, what its host decided, the time, and who wants to know what happened.
#[derive(Debug)]
pub struct Arena {
    /// The database.
    pub store: Store,
    /// Sources, artefacts, replays, logs.
    pub blobs: Blobs,
    /// What the host decided.
    pub settings: Settings,
    /// The time.
    pub clock: Clock,
    /// How often and how many at once.
    pub throttle: Throttle,
    /// Tables of games, as pages show them.
    pub tables: Tables,
    /// Ladders about whose bots enough is known.
    pub calm: CalmLadders,
    /// Matches that are watched while they are played.
    pub live: Live,
    /// What does not work at the moment.
    pub health: Health,
    /// How fast the queue moves, as it was seen lately.
    pub pace: Lately<Pace>,
    /// Gives work to workers.
    pub dispatcher: Dispatcher,
    /// Which results other workers play again.
    pub samples: Samples,
    /// Uploads are unpacked and packed as many at once as there are cores: each needs some MiB meanwhile.
    pub packing: Semaphore,
    /// Rings when there may be work: whoever waits for some asks again.
    pub work: Notify,
    news: broadcast::Sender<News>,
}

/// Something that pages show has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A version was built, or not, or may play now.
    Version(i64),
    /// A match began or ended.
    Match(i64),
    /// The ladder of a game moved.
    Ladder(&'static str),
    /// The arena stops: nobody waits for news any longer.
    Closing,
}

impl Arena {
    /// Puts the parts together.
    #[must_use]
    pub fn new(store: Store, blobs: Blobs, settings: Settings, clock: Clock) -> Arc<Self> {
        let news = broadcast::Sender::new(MOST_NEWS);
        let throttle = Throttle::new(clock.clone());
        Arc::new(Self {
            store,
            blobs,
            settings,
            clock,
            throttle,
            tables: Tables::default(),
            calm: CalmLadders::default(),
            live: Live::default(),
            health: Health::default(),
            pace: Lately::default(),
            dispatcher: Dispatcher::default(),
            samples: Samples::default(),
            packing: Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)),
            work: Notify::new(),
            news,
        })
    }

    /// Tells everybody who listens.
    pub fn tell(&self, news: News) {
        self.tables.hear(&news);
        // A match that begins, ends or goes back to the queue is no longer the one that was watched.
        if let News::Match(id) = news {
            self.live.forget(id);
        }
        // Nobody listening is no failure.
        let _ = self.news.send(news);
    }

    /// Tells everybody all of it, after it was committed.
    pub fn tell_all(&self, news: Vec<News>) {
        news.into_iter().for_each(|one| self.tell(one));
    }

    /// Listens from now on.
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }
}

/// Does what takes a while without waiting on an async thread.
pub async fn off_async<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refused::Ours(format!("a thread ended: {error}")))
}

/// How far work on the CPU steps back behind everything else that a server does: as a nice value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for it, and others wait for less.
    Low = 5,
    /// Nobody waits for it.
    Lowest = 19,
}

/// The same for what takes long, on a thread of its own.
pub async fn in_background<T: Send + 'static>(
    priority: Priority,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let failed = |why: String| Refused::Ours(format!("a thread ended: {why}"));
    let (done, waiting) = oneshot::channel();
    let thread = std::thread::Builder::new().name("background".to_owned()).spawn(move || {
        skirmish_sandbox::let_others_go_first(priority as i32);
        // Nobody waits any more: nobody needs it.
        let _ = done.send(work());
    });
    thread.map_err(|error| failed(error.to_string()))?;
    waiting.await.map_err(|_| failed("it panicked".to_owned()))
}

/// Something that is found out now and then, and in between remembered.
#[derive(Debug)]
pub struct Lately<T>(Mutex<Option<(i64, T)>>);

impl<T> Default for Lately<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Clone> Lately<T> {
    /// What was found out since then, if anything was.
    #[must_use]
    pub fn since(&self, since_ms: i64) -> Option<T> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|(at_ms, _)| *at_ms >= since_ms).map(|(_, found)| found.clone())
    }

    /// Remembers what was found out.
    pub fn remember(&self, now_ms: i64, found: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now_ms, found));
    }
}
