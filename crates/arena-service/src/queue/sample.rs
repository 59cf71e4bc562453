//! Which of a worker's results another worker plays again: one in every block of so many, at a place that nobody knows. So
//! a worker that forges all its results is found within its first block, one that begins later within two, and one that
//! forges some sooner or later.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fresh_seed;

/// For each worker, where it is in its block.
#[derive(Debug, Default)]
pub struct Samples {
    workers: Mutex<HashMap<i64, Place>>,
}

#[derive(Debug)]
struct Place {
    /// Results of the block that came already.
    come: u64,
    /// The one of them that is played again.
    chosen: u64,
    /// Results that were chosen and then not written down: as many of the next ones are played again instead.
    owed: u64,
}

/// Whether a result is one of the sample. Unless it is [kept](Draw::keep), because the result was not written down, the
/// worker's next one is in its place.
#[derive(Debug)]
#[must_use = "a draw that is dropped is drawn again"]
pub(super) struct Draw<'a> {
    samples: &'a Samples,
    worker_id: i64,
    pub(super) is_taken: bool,
}

impl Samples {
    /// Draws whether a worker's next result is one of the sample, if this share of all results is.
    pub(super) fn draw(&self, worker_id: i64, share: f64) -> Draw<'_> {
        let is_taken = share > 0.0 && self.takes_next(worker_id, results_in_block(share));
        Draw { samples: self, worker_id, is_taken }
    }

    fn takes_next(&self, worker_id: i64, length: u64) -> bool {
        let chosen = || fresh_seed() % length;
        let mut workers = self.workers();
        let place = workers.entry(worker_id).or_insert_with(|| Place { come: 0, chosen: chosen(), owed: 0 });
        let is_chosen = place.come == place.chosen;
        place.come += 1;
        if place.come >= length {
            (place.come, place.chosen) = (0, chosen());
        }
        let is_owed = !is_chosen && place.owed > 0;
        place.owed -= u64::from(is_owed);
        is_chosen || is_owed
    }

    fn workers(&self) -> MutexGuard<'_, HashMap<i64, Place>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Draw<'_> {
    /// The result was written down.
    pub(super) fn keep(mut self) {
        self.is_taken = false;
    }
}

impl Drop for Draw<'_> {
    fn drop(&mut self) {
        if self.is_taken
            && let Some(place) = self.samples.workers().get_mut(&self.worker_id)
        {
            place.owed += 1;
        }
    }
}

/// How many results a block has, of which one is played again, if this share of all results is.
#[must_use]
pub fn results_in_block(share: f64) -> u64 {
    (1.0 / share.clamp(1e-6, 1.0)).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws for a result that is written down.
    fn takes(samples: &Samples, worker: i64, share: f64) -> bool {
        let draw = samples.draw(worker, share);
        let is_taken = draw.is_taken;
        draw.keep();
        is_taken
    }

    #[test]
    fn two_blocks_in_a_row_have_one_of_the_sample_at_least_and_no_two_workers_share_them() {
        let samples = Samples::default();
        for share in [1.0, 0.5, 0.1, 0.02] {
            let length = results_in_block(share) as usize;
            for worker in [1, 2] {
                let taken: Vec<bool> = (0..10 * length).map(|_| takes(&samples, worker, share)).collect();
                for two in taken.windows(2 * length) {
                    assert!(two.contains(&true));
                }
                samples.workers().clear();
            }
        }
        assert!(!takes(&samples, 1, 0.0));
    }

    #[test]
    fn a_result_that_was_not_written_down_does_not_use_up_the_sample() {
        let samples = Samples::default();
        let share = 0.1;
        // A batch that came to nothing: the next results are played again for those of it that would have been.
        let lost: Vec<Draw<'_>> = (0..50).map(|_| samples.draw(1, share)).collect();
        assert_eq!(lost.iter().filter(|draw| draw.is_taken).count(), 5);
        drop(lost);
        let taken = (0..50).filter(|_| takes(&samples, 1, share)).count();
        assert_eq!(taken, 10);
        assert_eq!((0..50).filter(|_| takes(&samples, 1, share)).count(), 5);
    }
}
