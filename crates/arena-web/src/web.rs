//! What all handlers share: the arena, and what answering alone needs.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::concurrency::ConcurrencyLimit;

use crate::heavy::HeavyRequests;
use crate::site::Films;

/// Pages that listen for news at once.
const MOST_LISTENERS: usize = 2000;

/// An arena, and what answering requests needs besides.
#[derive(Clone, Debug)]
pub struct Web(Arc<Shared>);

/// What [`Web`] has.
#[derive(Debug)]
pub struct Shared {
    /// The arena.
    pub arena: Arc<Arena>,
    /// Requests that take long, a few at once.
    pub heavy: HeavyRequests,
    /// Films that were made lately.
    pub films: Films,
    /// Pages that listen for news.
    pub listeners: ConcurrencyLimit,
}

impl Web {
    /// Nobody has asked for anything yet.
    #[must_use]
    pub fn new(arena: Arc<Arena>) -> Self {
        let listeners =
            ConcurrencyLimit::new(MOST_LISTENERS, arena.settings.connections.pages_from_one as usize);
        Self(Arc::new(Shared { arena, heavy: HeavyRequests::default(), films: Films::default(), listeners }))
    }
}

impl Deref for Web {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl FromRef<Web> for Arc<Arena> {
    fn from_ref(web: &Web) -> Self {
        web.arena.clone()
    }
}
