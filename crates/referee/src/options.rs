//! How a match is run, besides its clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::launch::{Launch, Plain};
use crate::stderr::StderrCaps;

/// How a match is run.
#[derive(Clone)]
pub struct Options {
    /// How programs are started.
    pub launch: Arc<dyn Launch>,
    /// Whether the referee and its bots share one core, and which.
    pub core: Core,
    /// Whether seats that are asked together also think at the same time. Otherwise they are asked one after another,
    /// which nobody can tell; right where they share a core.
    pub together: bool,
    /// Whether bots may think outside their turns. Otherwise one that is caught is frozen between turns from then on.
    pub ponder: bool,
    /// How long a program may live on after its last page.
    pub grace: Duration,
    /// How often a match is begun again when the machine was too busy for a fair one.
    pub retries: u32,
    /// The referee was starved if it woke this much after a deadline.
    pub starved_after: Duration,
    /// A bot that was ready to run and did not get the CPU is waited for so much longer, at most nine times what it was
    /// granted (or a second), and never longer than this; beyond it the match is void.
    pub denied_most: Duration,
    /// How much of stderr is kept.
    pub stderr: StderrCaps,
    /// Whether to look before every question for what was said unasked, and to measure programs before they leave.
    /// Costs a call to the system per question; for those who try out bots.
    pub closely: bool,
    /// Bots get at least this long for an answer, whatever the clock says and shows.
    pub patience: Duration,
    /// Writes pages in pieces, as a slow pipe would deliver them.
    pub split_writes: Option<SplitWrites>,
    /// Whether bots that do not flush are helped, as their languages' entries say. Other places where a bot plays may not
    /// do that.
    pub unbuffered: bool,
    /// Set to end the match as incomplete.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Options {
    /// Whether the match was asked to end early, by [`Options::interrupt`].
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How a page is cut up: at any byte, so that no read ends where a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitWrites {
    /// How many pieces a page has; the pause between them counts against the bot's clock.
    pub pieces: usize,
    /// The pause after each but the last.
    pub pause: Duration,
}

/// Where a match runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// Wherever the system likes.
    Any,
    /// On the one core where the referee is when it begins.
    Here,
    /// On that one.
    Number(usize),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            launch: Arc::new(Plain),
            core: Core::Any,
            together: false,
            ponder: false,
            grace: Duration::from_secs(1),
            retries: 2,
            starved_after: Duration::from_millis(10),
            denied_most: Duration::from_secs(60),
            stderr: StderrCaps::default(),
            closely: false,
            patience: Duration::ZERO,
            split_writes: None,
            unbuffered: true,
            interrupt: None,
        }
    }
}
