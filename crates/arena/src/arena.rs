//! What every part of one running arena shares.

use std::sync::Arc;

use tokio::sync::{Notify, broadcast};

use crate::account::Doors;
use crate::blobs::Blobs;
use crate::clock::Clock;
use crate::live::Live;
use crate::settings::Settings;
use crate::site::Films;
use crate::store::Store;

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
    /// Who comes in, and how often.
    pub doors: Doors,
    /// Films that were made lately.
    pub films: Films,
    /// Matches that are watched while they are played.
    pub live: Live,
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
        let doors = Doors::new(clock.clone());
        let (films, live, work) = (Films::default(), Live::default(), Notify::new());
        Arc::new(Self { store, blobs, settings, clock, doors, films, live, work, news })
    }

    /// Tells everybody who listens.
    pub fn tell(&self, news: News) {
        // A match that begins, ends or goes back to the queue is no longer the one that was watched.
        if let News::Match(id) = news {
            self.live.forget(id);
        }
        // Nobody listening is no failure.
        let _ = self.news.send(news);
    }

    /// Listens from now on.
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }
}
