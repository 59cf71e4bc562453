//! Which of a worker's results another worker plays again: one in every block of so many, at a place that nobody knows. So
//! a worker that forges all its results is found within its first block, one that begins later within two, and one that
//! forges some sooner or later.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::fresh_seed;

/// For each worker, where it is in its block.
#[derive(Debug, Default)]
pub struct Samples {
    blocks: Mutex<HashMap<i64, Block>>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    /// Results in it that came already.
    come: u64,
    /// The one that is played again.
    chosen: u64,
}

impl Samples {
    /// Whether a worker's next result is one of the sample, if this share of all results is.
    pub(super) fn takes_next(&self, worker_id: i64, share: f64) -> bool {
        if share <= 0.0 {
            return false;
        }
        let length = results_in_block(share);
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || Block { come: 0, chosen: fresh_seed() % length };
        let block = blocks.entry(worker_id).or_insert_with(fresh);
        let is_taken = block.come == block.chosen;
        block.come += 1;
        if block.come >= length {
            *block = fresh();
        }
        is_taken
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

    #[test]
    fn two_blocks_in_a_row_have_one_of_the_sample_at_least_and_no_two_workers_share_them() {
        let samples = Samples::default();
        for share in [1.0, 0.5, 0.1, 0.02] {
            let length = results_in_block(share) as usize;
            for worker in [1, 2] {
                let taken: Vec<bool> = (0..10 * length).map(|_| samples.takes_next(worker, share)).collect();
                for two in taken.windows(2 * length) {
                    assert!(two.contains(&true));
                }
                samples.blocks.lock().expect("a lock").clear();
            }
        }
        assert!(!samples.takes_next(1, 0.0));
    }
}
