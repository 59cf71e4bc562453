//! What a worker has in its hands: what waits, what runs, and what is done but not yet told to the server.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use skirmish_arena_protocol::jobs::{Done, Held, Leased};

/// Where the threads of one worker meet.
#[derive(Debug, Default)]
pub(super) struct JobList {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Leased>,
    running: BTreeMap<i64, Running>,
    finished: Vec<Finished>,
    is_leaving: bool,
    is_closed: bool,
    /// How often something happened.
    changes: u64,
}

#[derive(Debug)]
struct Running {
    fence: i64,
    interrupt: Arc<AtomicBool>,
}

/// A job and the flag that ends it early.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) leased: Leased,
    pub(super) interrupt: Arc<AtomicBool>,
}

/// A job that was done, or was not.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub(super) held: Held,
    /// What came of it; `None` if it was broken off, and goes back.
    pub(super) done: Option<Done>,
    /// What has to be on the server before it is told.
    pub(super) blobs: Vec<Arc<Vec<u8>>>,
    /// How often the server failed at it.
    pub(super) failures: u32,
}

impl JobList {
    /// Lays down what was leased.
    pub(super) fn add(&self, leased: Vec<Leased>) {
        self.state().waiting.extend(leased);
        self.tell();
    }

    /// The next job; waits for one, `None` when the worker leaves.
    pub(super) fn take(&self) -> Option<Task> {
        let mut state = self.state();
        loop {
            if state.is_leaving {
                return None;
            }
            if let Some(leased) = state.waiting.pop_front() {
                let interrupt = Arc::new(AtomicBool::new(false));
                let running = Running { fence: leased.fence, interrupt: interrupt.clone() };
                state.running.insert(leased.job, running);
                return Some(Task { leased, interrupt });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lays down what came of a job, unless somebody else has it by now.
    pub(super) fn finish(&self, finished: Finished) {
        let mut state = self.state();
        if state.running.remove(&finished.held.job).is_some_and(|it| it.fence == finished.held.fence) {
            state.finished.push(finished);
        }
        drop(state);
        self.tell();
    }

    /// Every job that is this worker's, for the heartbeat.
    pub(super) fn held(&self) -> Vec<Held> {
        let state = self.state();
        let waiting = state.waiting.iter().map(|leased| Held { job: leased.job, fence: leased.fence });
        let running = state.running.iter().map(|(&job, running)| Held { job, fence: running.fence });
        waiting.chain(running).chain(state.finished.iter().map(|finished| finished.held)).collect()
    }

    /// How many jobs wait for a core.
    pub(super) fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    /// Whether something runs.
    pub(super) fn is_busy(&self) -> bool {
        !self.state().running.is_empty()
    }

    /// What is done and has not been told.
    pub(super) fn finished(&self) -> Vec<Finished> {
        self.state().finished.clone()
    }

    /// Puts away what was told.
    pub(super) fn told(&self, jobs: &[Held]) {
        self.state().finished.retain(|finished| !jobs.contains(&finished.held));
        self.tell();
    }

    /// The server failed at this report; how often by now.
    pub(super) fn failed(&self, held: Held) -> u32 {
        let mut state = self.state();
        let finished = state.finished.iter_mut().find(|finished| finished.held == held);
        finished.map_or(0, |finished| {
            finished.failures += 1;
            finished.failures
        })
    }

    /// These jobs are no longer this worker's: nothing more is done for them.
    pub(super) fn lose(&self, jobs: &[i64]) {
        let mut state = self.state();
        state.waiting.retain(|leased| !jobs.contains(&leased.job));
        state.finished.retain(|finished| !jobs.contains(&finished.held.job));
        for (_, running) in state.running.iter().filter(|(job, _)| jobs.contains(job)) {
            running.interrupt.store(true, Ordering::Relaxed);
        }
        state.running.retain(|job, _| !jobs.contains(job));
    }

    /// Nothing new is begun from now on; what waited is given back.
    pub(super) fn leave(&self) -> Vec<Held> {
        let mut state = self.state();
        state.is_leaving = true;
        let waiting = state.waiting.drain(..);
        let held = waiting.map(|leased| Held { job: leased.job, fence: leased.fence }).collect();
        drop(state);
        self.tell();
        held
    }

    /// Ends early what runs.
    pub(super) fn interrupt(&self) {
        for running in self.state().running.values() {
            running.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// The worker is gone: threads that only watch end.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.tell();
    }

    /// Whether the worker is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// How often something happened here.
    pub(super) fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Waits until something has happened since then, but not longer than that.
    pub(super) fn wait_since(&self, changes: u64, most: Duration) {
        let is_same = |state: &mut State| !state.is_closed && state.changes == changes;
        let waited = self.changed.wait_timeout_while(self.state(), most, is_same);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits until something happens here, but not longer than that.
    pub(super) fn wait(&self, most: Duration) {
        let state = self.state();
        if !state.is_closed {
            drop(self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn tell(&self) {
        self.state().changes += 1;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_arena_protocol::jobs::Work;

    fn leased(job: i64, fence: i64) -> Leased {
        let work = Work::Build {
            version_id: job,
            game: "utti".to_owned(),
            language: "python".to_owned(),
            source_hash: String::new(),
        };
        Leased { job, fence, lease_until_ms: 0, work }
    }

    fn finished(job: i64, fence: i64) -> Finished {
        Finished { held: Held { job, fence }, done: None, blobs: Vec::new(), failures: 0 }
    }

    #[test]
    fn a_job_is_held_from_its_lease_until_it_was_told() {
        let jobs = JobList::default();
        jobs.add(vec![leased(1, 7), leased(2, 7)]);
        let task = jobs.take().expect("a job");
        assert_eq!((jobs.waiting(), jobs.held().len(), jobs.is_busy()), (1, 2, true));
        jobs.finish(finished(task.leased.job, 7));
        assert_eq!((jobs.finished().len(), jobs.held().len(), jobs.is_busy()), (1, 2, false));
        jobs.told(&[Held { job: 1, fence: 7 }]);
        assert_eq!(jobs.held(), [Held { job: 2, fence: 7 }]);
    }

    #[test]
    fn what_was_lost_is_broken_off_and_never_told() {
        let jobs = JobList::default();
        jobs.add(vec![leased(1, 7), leased(2, 7)]);
        let task = jobs.take().expect("a job");
        jobs.lose(&[1, 2]);
        assert!(task.interrupt.load(Ordering::Relaxed));
        jobs.finish(finished(1, 7));
        assert!(jobs.held().is_empty() && jobs.finished().is_empty());
    }

    #[test]
    fn whoever_leaves_gives_back_what_waits_and_begins_nothing() {
        let jobs = JobList::default();
        jobs.add(vec![leased(1, 7), leased(2, 8)]);
        let task = jobs.take().expect("a job");
        assert_eq!(jobs.leave(), [Held { job: 2, fence: 8 }]);
        assert!(jobs.take().is_none());
        jobs.interrupt();
        assert!(task.interrupt.load(Ordering::Relaxed));
    }
}
