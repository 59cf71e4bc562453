//! Shares of a limit that were used, and their percentiles.

use skirmish_core::game::Budget;

/// A share of 100 %. Shares are in millionths, so that comparisons are exact.
pub(super) const WHOLE: u64 = 1_000_000;

/// The used share of a limit, in millionths.
pub(super) fn share(used: u64, of: u64) -> u64 {
    if of == 0 { WHOLE } else { (u128::from(used) * u128::from(WHOLE) / u128::from(of)) as u64 }
}

/// A share as a percentage: `12 %`, `0.4 %`, `< 0.1 %`.
pub(super) fn percent(share: u64) -> String {
    const PERCENT: u64 = WHOLE / 100;
    match share {
        0 => "0 %".to_string(),
        _ if share < PERCENT / 10 => "< 0.1 %".to_string(),
        _ if share < 10 * PERCENT => format!("{}.{} %", share / PERCENT, share % PERCENT * 10 / PERCENT),
        _ => format!("{} %", share / PERCENT),
    }
}

/// The time of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) used_us: u64,
    pub(super) granted_us: u64,
    pub(super) decision: u64,
}

impl Sample {
    pub(super) fn share(&self) -> u64 {
        share(self.used_us, self.granted_us)
    }
}

/// The times of all answers under one budget.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    /// (share, microseconds used) of each answer.
    all: Vec<(u64, u64)>,
    pub(super) worst: Option<Sample>,
}

/// The most answers whose times are kept; later ones count for the maximum only.
const MOST_KEPT: usize = 4_000_000;

impl Samples {
    /// Adds an answer; true if its share is the largest so far.
    pub(super) fn add(&mut self, sample: Sample) -> bool {
        if self.all.len() < MOST_KEPT {
            self.all.push((sample.share(), sample.used_us));
        }
        let is_worst = self.worst.is_none_or(|worst| sample.share() > worst.share());
        if is_worst {
            self.worst = Some(sample);
        }
        is_worst
    }

    /// The number of answers kept.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Percentiles of (share, microseconds used), by nearest rank.
    pub(super) fn quantiles(&mut self, percents: [usize; 2]) -> [(u64, u64); 2] {
        self.all.sort_unstable();
        percents.map(|percent| nearest_rank(&self.all, percent).unwrap_or_default())
    }
}

/// A percentile of a sorted list, by nearest rank.
pub(super) fn nearest_rank<T: Copy>(sorted: &[T], percent: usize) -> Option<T> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// The name of a budget in reports.
pub(super) fn budget_words(budget: Budget, has_bank: bool) -> &'static str {
    match (budget, has_bank) {
        (Budget::Hello, _) => "handshake",
        (Budget::First, false) => "first answer",
        (Budget::First | Budget::Turn | Budget::Same, true) => "answer, of the bank",
        (Budget::Turn | Budget::Same, false) => "answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_as_people_write_them() {
        for (used, of, text) in [
            (0, 50, "0 %"),
            (1, 100_000, "< 0.1 %"),
            (4, 1000, "0.4 %"),
            (95, 1000, "9.5 %"),
            (500, 1000, "50 %"),
            (7, 7, "100 %"),
            (3, 0, "100 %"),
        ] {
            assert_eq!(percent(share(used, of)), text, "{used} of {of}");
        }
    }

    #[test]
    fn quantiles_are_answers_that_were_given() {
        let mut samples = Samples::default();
        for used_us in 1..=200 {
            samples.add(Sample { used_us, granted_us: 1000, decision: used_us });
        }
        assert_eq!(samples.quantiles([50, 99]).map(|(_, used)| used), [100, 198]);
        assert_eq!(samples.worst.map(|worst| worst.decision), Some(200));
        assert_eq!(Samples::default().quantiles([50, 99]), [(0, 0); 2]);
    }
}
