//! News for open pages: a line each time that something on the page has changed. The page asks for its live parts again.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use skirmish_arena_service::account::{Address, Refused};
use skirmish_arena_service::arena::{Arena, News};
use skirmish_arena_service::concurrency::Slot;
use skirmish_arena_service::ladder;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use crate::request::Refusal;
use crate::web::Web;

/// The least time between two lines to one page.
const LEAST_BETWEEN: Duration = Duration::from_millis(700);
/// The same for a page that is about everything, where something always happens.
const LEAST_BETWEEN_ALL: Duration = Duration::from_secs(3);
/// How long one connection lasts; browsers come back by themselves.
const LONGEST: Duration = Duration::from_secs(600);

/// What a page is about; all that is given has to fit one piece of news.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct About {
    game: Option<String>,
    #[serde(rename = "match")]
    match_id: Option<i64>,
    version: Option<i64>,
    /// Everything.
    #[serde(default)]
    all: bool,
}

impl About {
    fn is_about(&self, news: &News) -> bool {
        let is_it = match news {
            News::Ladder(game) => self.game.as_deref() == Some(game),
            News::Match(id) => self.match_id == Some(*id),
            News::Version(id) => self.version == Some(*id),
            News::Closing => false,
        };
        self.all || is_it
    }
}

struct Listening {
    arena: Arc<Arena>,
    about: About,
    news: Receiver<News>,
    until: Instant,
    _place: Slot,
}

/// The news.
pub async fn stream(
    State(web): State<Web>,
    Address(address): Address,
    Query(about): Query<About>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let place = web.listeners.enter(address).map_err(|_| Refused::Busy)?;
    let until = Instant::now() + LONGEST;
    let arena = web.arena.clone();
    let news = arena.listen();
    let listening = Listening { arena, about, news, until, _place: place };
    let lines = unfold(listening, |mut listening| async {
        listening.next().await.then(|| (Ok(Event::default().data("changed")), listening))
    });
    Ok(Sse::new(lines).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}

impl Listening {
    /// Waits for news of the page; `false` if the connection is to end.
    async fn next(&mut self) -> bool {
        loop {
            match timeout_at(self.until, self.news.recv()).await {
                Err(_) | Ok(Err(RecvError::Closed) | Ok(News::Closing)) => return false,
                Ok(Ok(news)) if !self.about.is_about(&news) => {}
                // Whoever was too slow has missed something: it may have been about the page.
                Ok(Ok(_) | Err(RecvError::Lagged(_))) => break,
            }
        }
        // What comes meanwhile is told by the same line; only the end is not waited for.
        let between = if self.about.all { LEAST_BETWEEN_ALL } else { LEAST_BETWEEN };
        let gathered = Instant::now() + between;
        loop {
            match timeout_at(gathered, self.news.recv()).await {
                Err(_) => break,
                Ok(Err(RecvError::Closed) | Ok(News::Closing)) => return false,
                Ok(Ok(_) | Err(RecvError::Lagged(_))) => {}
            }
        }
        self.make_tables().await;
        true
    }

    /// Whoever looks now is to see what the news are about; all that listen share the tables that are made for it.
    async fn make_tables(&self) {
        for entry in self.arena.settings.games() {
            let game = entry.info.name;
            if !self.about.all && self.about.game.as_deref() != Some(game) {
                continue;
            }
            // A database that is away comes back; the page is told nevertheless, and finds out itself.
            if let Err(error) = ladder::fresh_table(&self.arena, game).await {
                tracing::warn!(%error, game, "a table could not be made");
            }
        }
    }
}
