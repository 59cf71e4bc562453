//! The jobs that a worker holds: those that wait, those that run, and those that are done but not yet reported. Builds and
//! matches are apart: each kind has threads of its own, and neither waits for the other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use skirmish_arena_protocol::jobs::{Done, Held, Leased, Work};

/// Whether a job is a build or a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobKind {
    Build,
    Match,
}

impl JobKind {
    /// Both of them.
    pub(super) const ALL: [Self; 2] = [Self::Build, Self::Match];

    fn of(leased: &Leased) -> Self {
        match leased.work {
            Work::Build { .. } => Self::Build,
            Work::Match { .. } => Self::Match,
        }
    }
}

/// The jobs of one worker, shared by its threads.
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
    is_drained: bool,
    is_closed: bool,
    /// How often something has changed.
    changes: u64,
}

#[derive(Debug)]
struct Running {
    kind: JobKind,
    fence: i64,
    interrupt: Arc<AtomicBool>,
}

/// A job and the flag that ends it early.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) leased: Leased,
    pub(super) interrupt: Arc<AtomicBool>,
}

/// What came of a job.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) done: Done,
    /// What has to be on the server before it is reported.
    pub(super) blobs: Vec<Arc<Vec<u8>>>,
    /// The CPU time of strangers' programs.
    pub(super) cpu: Duration,
}

impl Outcome {
    /// The worker or its machine failed.
    pub(super) fn trouble(why: String) -> Self {
        Self { done: Done::Trouble { why }, blobs: Vec::new(), cpu: Duration::ZERO }
    }
}

/// A job that no longer runs.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub(super) kind: JobKind,
    pub(super) held: Held,
    /// `None` if it was interrupted, and goes back.
    pub(super) outcome: Option<Outcome>,
    /// How often the server failed at its report.
    pub(super) failures: u32,
}

impl JobList {
    /// Adds what was leased.
    pub(super) fn add(&self, leased: Vec<Leased>) {
        self.state().waiting.extend(leased);
        self.note_change();
    }

    /// The next job of that kind; waits for one, `None` when the worker leaves.
    pub(super) fn take(&self, kind: JobKind) -> Option<Task> {
        let mut state = self.state();
        loop {
            if state.is_leaving {
                return None;
            }
            let first = state.waiting.iter().position(|leased| JobKind::of(leased) == kind);
            if let Some(leased) = first.and_then(|first| state.waiting.remove(first)) {
                let interrupt = Arc::new(AtomicBool::new(false));
                let running = Running { kind, fence: leased.fence, interrupt: interrupt.clone() };
                state.running.insert(leased.job, running);
                return Some(Task { leased, interrupt });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes what came of a job (`None`: it was interrupted), unless it was lost meanwhile.
    pub(super) fn finish(&self, held: Held, outcome: Option<Outcome>) {
        let mut state = self.state();
        if let Some(running) = state.running.remove(&held.job).filter(|it| it.fence == held.fence) {
            state.finished.push(Finished { kind: running.kind, held, outcome, failures: 0 });
        }
        drop(state);
        self.note_change();
    }

    /// Every job that is this worker's, for the heartbeat.
    pub(super) fn held(&self) -> Vec<Held> {
        let state = self.state();
        let waiting = state.waiting.iter().map(|leased| Held { job: leased.job, fence: leased.fence });
        let running = state.running.iter().map(|(&job, running)| Held { job, fence: running.fence });
        waiting.chain(running).chain(state.finished.iter().map(|finished| finished.held)).collect()
    }

    /// How many jobs of that kind wait for a thread.
    pub(super) fn waiting(&self, kind: JobKind) -> usize {
        self.state().waiting.iter().filter(|leased| JobKind::of(leased) == kind).count()
    }

    /// How many jobs of that kind are this worker's: those that wait, run, or are not reported yet.
    pub(super) fn held_of(&self, kind: JobKind) -> usize {
        let waiting = self.waiting(kind);
        let state = self.state();
        let running = state.running.values().filter(|running| running.kind == kind).count();
        waiting + running + state.finished.iter().filter(|finished| finished.kind == kind).count()
    }

    /// Whether something runs.
    pub(super) fn is_busy(&self) -> bool {
        !self.state().running.is_empty()
    }

    /// What is done of that kind and has not been reported.
    pub(super) fn finished(&self, kind: JobKind) -> Vec<Finished> {
        self.state().finished.iter().filter(|finished| finished.kind == kind).cloned().collect()
    }

    /// The server has this blob of the job: it is not sent again, and not kept.
    pub(super) fn uploaded(&self, held: Held, blob: &Arc<Vec<u8>>) {
        let mut state = self.state();
        let finished = state.finished.iter_mut().find(|finished| finished.held == held);
        if let Some(outcome) = finished.and_then(|finished| finished.outcome.as_mut()) {
            outcome.blobs.retain(|other| !Arc::ptr_eq(other, blob));
        }
    }

    /// Removes what was reported or given back.
    pub(super) fn told(&self, jobs: &[Held]) {
        self.state().finished.retain(|finished| !jobs.contains(&finished.held));
        self.note_change();
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

    /// Nothing new is begun from now on; returns what waited, to be given back.
    pub(super) fn leave(&self) -> Vec<Held> {
        let mut state = self.state();
        state.is_leaving = true;
        let waiting = state.waiting.drain(..);
        let held = waiting.map(|leased| Held { job: leased.job, fence: leased.fence }).collect();
        drop(state);
        self.note_change();
        held
    }

    /// Ends early what runs.
    pub(super) fn interrupt(&self) {
        for running in self.state().running.values() {
            running.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// Nothing more will be finished: threads that report end when all is told.
    pub(super) fn drain(&self) {
        self.state().is_drained = true;
        self.note_change();
    }

    /// Whether nothing more will be finished.
    pub(super) fn is_drained(&self) -> bool {
        self.state().is_drained
    }

    /// The worker is gone: threads that only watch end.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.note_change();
    }

    /// Whether the worker is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Waits until something happens here, but not longer than that.
    pub(super) fn wait(&self, most: Duration) {
        let state = self.state();
        if !state.is_closed {
            drop(self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// How often something has changed here.
    pub(super) fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Waits until something has changed since then, but not longer than that.
    pub(super) fn wait_since(&self, changes: u64, most: Duration) {
        let is_same = |state: &mut State| !state.is_closed && state.changes == changes;
        let waited = self.changed.wait_timeout_while(self.state(), most, is_same);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn note_change(&self) {
        self.state().changes += 1;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn leased_build(job: i64, fence: i64) -> Leased {
        let work = Work::Build {
            version_id: job,
            game: "utti".to_owned(),
            language: "python".to_owned(),
            source_hash: String::new(),
        };
        Leased { job, fence, lease_until_ms: 0, work }
    }

    pub(in super::super) fn leased_match(job: i64, fence: i64) -> Leased {
        let word = String::new;
        let work = Work::Match {
            match_id: job,
            game: word(),
            preset: word(),
            seed: word(),
            clock: word(),
            seats: Vec::new(),
        };
        Leased { job, fence, lease_until_ms: 0, work }
    }

    #[test]
    fn a_job_is_held_from_its_lease_until_it_was_told() {
        let jobs = JobList::default();
        jobs.add(vec![leased_build(1, 7), leased_build(2, 7)]);
        let task = jobs.take(JobKind::Build).expect("a job");
        let held =
            |jobs: &JobList| (jobs.held().len(), jobs.held_of(JobKind::Build), jobs.held_of(JobKind::Match));
        assert_eq!((jobs.waiting(JobKind::Build), held(&jobs), jobs.is_busy()), (1, (2, 2, 0), true));
        jobs.finish(Held { job: task.leased.job, fence: 7 }, None);
        assert_eq!((jobs.finished(JobKind::Build).len(), held(&jobs), jobs.is_busy()), (1, (2, 2, 0), false));
        assert!(jobs.finished(JobKind::Match).is_empty());
        jobs.told(&[Held { job: 1, fence: 7 }]);
        assert_eq!(jobs.held(), [Held { job: 2, fence: 7 }]);
    }

    #[test]
    fn a_match_does_not_wait_behind_builds_nor_a_build_behind_matches() {
        let jobs = JobList::default();
        jobs.add(vec![leased_build(1, 1), leased_build(2, 1), leased_match(3, 1), leased_match(4, 1)]);
        let taken = |kind| jobs.take(kind).expect("a job").leased.job;
        assert_eq!([taken(JobKind::Match), taken(JobKind::Build), taken(JobKind::Match)], [3, 1, 4]);
        assert_eq!((jobs.waiting(JobKind::Match), jobs.waiting(JobKind::Build)), (0, 1));
    }

    #[test]
    fn what_was_lost_is_interrupted_and_never_told() {
        let jobs = JobList::default();
        jobs.add(vec![leased_build(1, 7), leased_match(2, 7), leased_match(3, 7)]);
        let tasks = JobKind::ALL.map(|kind| jobs.take(kind).expect("a job"));
        jobs.lose(&[1, 2, 3]);
        assert!(tasks.iter().all(|task| task.interrupt.load(Ordering::Relaxed)));
        jobs.finish(Held { job: 1, fence: 7 }, None);
        assert!(jobs.held().is_empty() && jobs.finished(JobKind::Build).is_empty());
    }

    #[test]
    fn whoever_leaves_gives_back_what_waits_and_begins_nothing() {
        let jobs = JobList::default();
        jobs.add(vec![leased_build(1, 7), leased_build(2, 8)]);
        let task = jobs.take(JobKind::Build).expect("a job");
        assert_eq!(jobs.leave(), [Held { job: 2, fence: 8 }]);
        assert!(JobKind::ALL.iter().all(|kind| jobs.take(*kind).is_none()));
        jobs.interrupt();
        assert!(task.interrupt.load(Ordering::Relaxed));
    }
}
