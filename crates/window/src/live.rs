//! Feeds a window while its match is played.

use std::sync::Arc;

use skirmish_core::seat::Seat;
use skirmish_referee::{Observer, Progress};

use crate::Feed;

/// Observer that feeds the browser window.
pub struct Live {
    feed: Arc<Feed>,
    decision: u64,
}

impl Live {
    /// An observer that appends to this feed.
    pub fn new(feed: Arc<Feed>) -> Self {
        Self { feed, decision: 0 }
    }
}

impl Observer for Live {
    fn started(&mut self, _attempt: u32) {
        self.decision = 0;
        self.feed.begin_again();
    }

    fn begun(&mut self, progress: Progress<'_>) {
        self.stepped(progress);
    }

    fn printed_stderr(&mut self, seat: Seat, text: &[u8]) {
        self.feed.add_stderr(seat, self.decision, text);
    }

    fn stepped(&mut self, progress: Progress<'_>) {
        self.decision = progress.decisions;
        self.feed.grow(progress.replay);
    }
}
