//! What a worker has in its hands: what waits, what runs, and what is done but not yet told to the server.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::queue::wire::{Done, Held, Leased};

/// Where the threads of one worker meet.
#[derive(Debug, Default)]
pub(super) struct Desk {
    papers: Mutex<Papers>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct Papers {
    waiting: VecDeque<Leased>,
    running: BTreeMap<i64, Running>,
    finished: Vec<Finished>,
    is_leaving: bool,
    is_closed: bool,
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

impl Desk {
    /// Lays down what was leased.
    pub(super) fn add(&self, leased: Vec<Leased>) {
        self.papers().waiting.extend(leased);
        self.bell.notify_all();
    }

    /// The next job; waits for one, `None` when the worker leaves.
    pub(super) fn take(&self) -> Option<Task> {
        let mut papers = self.papers();
        loop {
            if papers.is_leaving {
                return None;
            }
            if let Some(leased) = papers.waiting.pop_front() {
                let interrupt = Arc::new(AtomicBool::new(false));
                let running = Running { fence: leased.fence, interrupt: interrupt.clone() };
                papers.running.insert(leased.job, running);
                return Some(Task { leased, interrupt });
            }
            papers = self.bell.wait(papers).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lays down what came of a job, unless somebody else has it by now.
    pub(super) fn finish(&self, finished: Finished) {
        let mut papers = self.papers();
        if papers.running.remove(&finished.held.job).is_some_and(|it| it.fence == finished.held.fence) {
            papers.finished.push(finished);
        }
        drop(papers);
        self.bell.notify_all();
    }

    /// Every job that is this worker's, for the heartbeat.
    pub(super) fn held(&self) -> Vec<Held> {
        let papers = self.papers();
        let waiting = papers.waiting.iter().map(|leased| Held { job: leased.job, fence: leased.fence });
        let running = papers.running.iter().map(|(&job, running)| Held { job, fence: running.fence });
        waiting.chain(running).chain(papers.finished.iter().map(|finished| finished.held)).collect()
    }

    /// How many jobs wait for a core.
    pub(super) fn waiting(&self) -> usize {
        self.papers().waiting.len()
    }

    /// Whether something runs.
    pub(super) fn is_busy(&self) -> bool {
        !self.papers().running.is_empty()
    }

    /// What is done and has not been told.
    pub(super) fn finished(&self) -> Vec<Finished> {
        self.papers().finished.clone()
    }

    /// Puts away what was told.
    pub(super) fn told(&self, jobs: &[Held]) {
        self.papers().finished.retain(|finished| !jobs.contains(&finished.held));
    }

    /// The server failed at this report; how often by now.
    pub(super) fn failed(&self, held: Held) -> u32 {
        let mut papers = self.papers();
        let finished = papers.finished.iter_mut().find(|finished| finished.held == held);
        finished.map_or(0, |finished| {
            finished.failures += 1;
            finished.failures
        })
    }

    /// These jobs are no longer this worker's: nothing more is done for them.
    pub(super) fn lose(&self, jobs: &[i64]) {
        let mut papers = self.papers();
        papers.waiting.retain(|leased| !jobs.contains(&leased.job));
        papers.finished.retain(|finished| !jobs.contains(&finished.held.job));
        for (_, running) in papers.running.iter().filter(|(job, _)| jobs.contains(job)) {
            running.interrupt.store(true, Ordering::Relaxed);
        }
        papers.running.retain(|job, _| !jobs.contains(job));
    }

    /// Nothing new is begun from now on; what waited is given back.
    pub(super) fn leave(&self) -> Vec<Held> {
        let mut papers = self.papers();
        papers.is_leaving = true;
        let waiting = papers.waiting.drain(..);
        let held = waiting.map(|leased| Held { job: leased.job, fence: leased.fence }).collect();
        drop(papers);
        self.bell.notify_all();
        held
    }

    /// Ends early what runs.
    pub(super) fn interrupt(&self) {
        for running in self.papers().running.values() {
            running.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// The worker is gone: threads that only watch end.
    pub(super) fn close(&self) {
        self.papers().is_closed = true;
        self.bell.notify_all();
    }

    /// Whether the worker is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.papers().is_closed
    }

    /// Waits until something happens here, but not longer than that.
    pub(super) fn wait(&self, most: Duration) {
        let papers = self.papers();
        if !papers.is_closed {
            drop(self.bell.wait_timeout(papers, most).unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::wire::Work;

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
        let desk = Desk::default();
        desk.add(vec![leased(1, 7), leased(2, 7)]);
        let task = desk.take().expect("a job");
        assert_eq!((desk.waiting(), desk.held().len(), desk.is_busy()), (1, 2, true));
        desk.finish(finished(task.leased.job, 7));
        assert_eq!((desk.finished().len(), desk.held().len(), desk.is_busy()), (1, 2, false));
        desk.told(&[Held { job: 1, fence: 7 }]);
        assert_eq!(desk.held(), [Held { job: 2, fence: 7 }]);
    }

    #[test]
    fn what_was_lost_is_broken_off_and_never_told() {
        let desk = Desk::default();
        desk.add(vec![leased(1, 7), leased(2, 7)]);
        let task = desk.take().expect("a job");
        desk.lose(&[1, 2]);
        assert!(task.interrupt.load(Ordering::Relaxed));
        desk.finish(finished(1, 7));
        assert!(desk.held().is_empty() && desk.finished().is_empty());
    }

    #[test]
    fn whoever_leaves_gives_back_what_waits_and_begins_nothing() {
        let desk = Desk::default();
        desk.add(vec![leased(1, 7), leased(2, 8)]);
        let task = desk.take().expect("a job");
        assert_eq!(desk.leave(), [Held { job: 2, fence: 8 }]);
        assert!(desk.take().is_none());
        desk.interrupt();
        assert!(task.interrupt.load(Ordering::Relaxed));
    }
}
