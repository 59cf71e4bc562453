//! The CPU cores of this process's affinity mask, and so how many matches run at once.

use skirmish_referee::Core;

/// The most worker threads, and so the most matches at once.
pub const MOST_JOBS: usize = 256;

/// The core that each worker is pinned to. By default no two workers share one, so that matches do not compete for CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    list: Vec<Core>,
    /// Whether there are more workers than cores, so that some share one.
    pub is_crowded: bool,
}

impl Cores {
    /// Assigns cores to `jobs` workers round-robin; by default one worker per core.
    pub fn new(jobs: Option<usize>) -> Self {
        let allowed = allowed();
        let jobs = jobs.unwrap_or(allowed.len()).clamp(1, MOST_JOBS);
        let list = (0..jobs).map(|job| allowed[job % allowed.len()]).collect();
        Self { list, is_crowded: jobs > allowed.len() }
    }

    /// The core of each worker.
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
