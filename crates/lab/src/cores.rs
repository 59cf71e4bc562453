//! Which cores this program may use, and so how many matches run at once.

use skirmish_referee::Core;

/// The most matches at once.
pub const MOST_JOBS: usize = 256;

/// The core of each worker. By default every worker has one of its own, so that no match takes time from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    list: Vec<Core>,
    /// Whether more matches run than there are cores.
    pub is_crowded: bool,
}

impl Cores {
    /// For so many workers, by default as many as there are cores.
    pub fn new(jobs: Option<usize>) -> Self {
        let allowed = allowed();
        let jobs = jobs.unwrap_or(allowed.len()).clamp(1, MOST_JOBS);
        let list = (0..jobs).map(|job| allowed[job % allowed.len()]).collect();
        Self { list, is_crowded: jobs > allowed.len() }
    }

    /// By worker: its core.
    pub fn list(&self) -> &[Core] {
        &self.list
    }
}

fn allowed() -> Vec<Core> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(nix::unistd::Pid::from_raw(0)) else { return vec![Core::Any] };
    let cores: Vec<Core> =
        (0..CpuSet::count()).filter(|&core| set.is_set(core).unwrap_or(false)).map(Core::Number).collect();
    if cores.is_empty() { vec![Core::Any] } else { cores }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_has_a_core_of_its_own_by_default() {
        let cores = Cores::new(None);
        assert!(!cores.is_crowded);
        let mut numbers: Vec<_> = cores.list().iter().map(|core| format!("{core:?}")).collect();
        numbers.dedup();
        assert_eq!(numbers.len(), cores.list().len());
        assert!(Cores::new(Some(MOST_JOBS)).list().len() == MOST_JOBS);
    }
}
