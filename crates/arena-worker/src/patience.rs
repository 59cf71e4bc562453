//! Waiting for a server that is away.

use std::time::{Duration, Instant};

use skirmish_arena_client::NoAnswer;
use tracing::warn;

use crate::job_list::JobList;

/// The pause after a server that was away, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// How often it is looked whether to go on waiting.
const STEP: Duration = Duration::from_millis(200);

/// Waits longer and longer for a server that is away.
#[derive(Debug, Default)]
pub(super) struct Patience {
    last: Option<Duration>,
}

impl Patience {
    /// Waits, unless that is over before.
    pub(super) fn wait(&mut self, error: &NoAnswer, jobs: &JobList, is_over: impl Fn() -> bool) {
        let pause = self.last.map_or(FIRST_PAUSE, |last| (2 * last).min(LONGEST_PAUSE));
        if self.last.is_none() {
            warn!(%error, "waiting for the server");
        }
        self.last = Some(pause);
        let until = Instant::now() + pause;
        while Instant::now() < until && !is_over() {
            jobs.wait(STEP.min(until.saturating_duration_since(Instant::now())));
        }
    }
}
