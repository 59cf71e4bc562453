//! Answer times: exact percentiles of one match, and a logarithmic histogram that can be merged over matches.

use serde::{Deserialize, Serialize};

/// Wall-clock times of one bot's answers, in microseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// The number of answers.
    pub count: u64,
    /// The median; exact for one match, an upper bound within a histogram bucket for several.
    pub p50_us: u64,
    /// The 99th percentile, as exact as the median.
    pub p99_us: u64,
    /// The maximum, always exact.
    pub max_us: u64,
    /// CPU time of all answers together.
    pub cpu_us: u64,
    /// The histogram: (bucket, count), sorted by bucket, empty buckets left out.
    pub buckets: Vec<(u16, u64)>,
}

/// Histogram buckets per doubling: neighbours differ by about a fifth.
const PER_DOUBLING: u16 = 4;

impl Times {
    /// The statistics of these wall-clock times; reorders them.
    pub fn of(wall_us: &mut [u64], cpu_us: u64) -> Self {
        let mut times = Self { count: wall_us.len() as u64, cpu_us, ..Self::default() };
        if wall_us.is_empty() {
            return times;
        }
        let last = wall_us.len() - 1;
        // Two O(n) selections instead of a sort: a match can have a hundred thousand answers.
        times.p50_us = *wall_us.select_nth_unstable(last / 2).1;
        times.p99_us = *wall_us.select_nth_unstable(last * 99 / 100).1;
        let mut counts = [0; BUCKETS];
        for &us in wall_us.iter() {
            times.max_us = times.max_us.max(us);
            counts[usize::from(bucket_of(us))] += 1;
        }
        let counted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        times.buckets = counted.map(|(bucket, &count)| (bucket as u16, count)).collect();
        times
    }

    /// Merges those of another match. Percentiles are then computed from the histogram, so they are exact to a fifth only.
    pub fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.cpu_us += other.cpu_us;
        self.max_us = self.max_us.max(other.max_us);
        for &(bucket, count) in &other.buckets {
            match self.buckets.binary_search_by_key(&bucket, |&(bucket, _)| bucket) {
                Ok(at) => self.buckets[at].1 += count,
                Err(at) => self.buckets.insert(at, (bucket, count)),
            }
        }
        self.p50_us = self.percentile(50);
        self.p99_us = self.percentile(99);
    }

    /// A percentile from the histogram: the upper end of its bucket, at most the maximum.
    fn percentile(&self, percent: u64) -> u64 {
        let rank = (self.count.saturating_sub(1)) * percent / 100;
        let mut seen = 0;
        for &(bucket, count) in &self.buckets {
            seen += count;
            if seen > rank {
                return floor_of(bucket + 1).saturating_sub(1).clamp(floor_of(bucket), self.max_us.max(1));
            }
        }
        self.max_us
    }

    /// Whether these can be the times of one match: a file may hold anything.
    pub(crate) fn is_valid(&self) -> bool {
        /// More than any match has, and so little that sums of it stay numbers.
        const MOST: u64 = 1 << 40;
        let counted = self.buckets.iter().try_fold(0, |sum: u64, &(_, count)| sum.checked_add(count));
        let last = self.buckets.last().map_or(0, |&(bucket, _)| bucket);
        self.count.max(self.cpu_us).max(self.max_us) <= MOST
            && counted == Some(self.count)
            && self.p50_us <= self.p99_us
            && self.p99_us <= self.max_us
            && (self.count == 0 || last == bucket_of(self.max_us))
            && self.buckets.len() <= BUCKETS
            && self.buckets.iter().all(|&(bucket, _)| usize::from(bucket) < BUCKETS)
            && self.buckets.windows(2).all(|pair| pair[0].0 < pair[1].0)
    }
}

const BUCKETS: usize = 64 * PER_DOUBLING as usize;

fn bucket_of(us: u64) -> u16 {
    let us = us.max(1);
    let doublings = us.ilog2() as u16;
    let rest = if doublings >= 2 { (us >> (doublings - 2)) & 3 } else { (us << (2 - doublings)) & 3 };
    doublings * PER_DOUBLING + rest as u16
}

/// The lower end of a bucket, in microseconds.
pub fn floor_of(bucket: u16) -> u64 {
    let (doublings, rest) = (u32::from(bucket / PER_DOUBLING), u64::from(bucket % PER_DOUBLING));
    let quarters = 4 + rest;
    if doublings >= 2 {
        quarters.checked_shl(doublings - 2).unwrap_or(u64::MAX)
    } else {
        quarters >> (2 - doublings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_what_its_floor_says() {
        for us in (1..5000).chain([1 << 40, u64::MAX]) {
            let bucket = bucket_of(us);
            assert!(floor_of(bucket) <= us, "{us} in {bucket}");
            assert!(us < floor_of(bucket + 1) || us == u64::MAX || us < 4, "{us} in {bucket}");
        }
    }

    #[test]
    fn one_match_is_exact_and_many_are_close() {
        let mut all: Vec<u64> = (1..=1000).collect();
        let times = Times::of(&mut all, 7);
        assert_eq!((times.p50_us, times.p99_us, times.max_us, times.count), (500, 990, 1000, 1000));
        let mut sum = Times::default();
        sum.add(&times);
        sum.add(&times);
        assert_eq!((sum.count, sum.max_us, sum.cpu_us), (2000, 1000, 14));
        assert!((500..=600).contains(&sum.p50_us) && (990..=1000).contains(&sum.p99_us), "{sum:?}");
    }

    #[test]
    fn the_order_of_matches_does_not_matter() {
        let (a, b) = (Times::of(&mut [5, 900, 31], 1), Times::of(&mut [2, 2, 70_000], 2));
        let (mut ab, mut ba) = (Times::default(), Times::default());
        ab.add(&a);
        ab.add(&b);
        ba.add(&b);
        ba.add(&a);
        assert_eq!(ab, ba);
    }
}
