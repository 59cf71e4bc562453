//! Which cores this program may use, and so how many matches run at once.

use skirmish_referee::Core;

/// The most matches at once.
pub const MOST_JOBS: usize = 256;

/// Where each of the matches that run at once has its place: one core each, and no match takes from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    places: Vec<Core>,
    /// Whether more matches run than there are cores.
    pub is_crowded: bool,
}

impl Cores {
    /// So many places, by default as many as there are cores.
    pub fn new(jobs: Option<usize>) -> Self {
        let allowed = allowed();
        let jobs = jobs.unwrap_or(allowed.len()).clamp(1, MOST_JOBS);
        let places = (0..jobs).map(|job| allowed[job % allowed.len()]).collect();
        Self { places, is_crowded: jobs > allowed.len() }
    }

    /// The places.
    pub fn places(&self) -> &[Core] {
        &self.places
    }
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<Core> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(nix::unistd::Pid::from_raw(0)) else { return vec![Core::Any] };
    let cores: Vec<Core> =
        (0..CpuSet::count()).filter(|&core| set.is_set(core).unwrap_or(false)).map(Core::Number).collect();
    if cores.is_empty() { vec![Core::Any] } else { cores }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<Core> {
    vec![Core::Any; std::thread::available_parallelism().map_or(1, usize::from)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_has_a_core_of_its_own_by_default() {
        let cores = Cores::new(None);
        assert!(!cores.is_crowded);
        let mut numbers: Vec<_> = cores.places().iter().map(|core| format!("{core:?}")).collect();
        numbers.dedup();
        assert_eq!(numbers.len(), cores.places().len());
        assert!(Cores::new(Some(MOST_JOBS)).places().len() == MOST_JOBS);
    }
}
