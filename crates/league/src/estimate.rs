//! A value between two bounds, and how counted scores lead to one.

use crate::elo::{ELO_PER_LOGIT, elo_of};
use crate::likelihood::ScoreCounts;
use crate::normal::{cdf, quantile};

/// The confidence of intervals where nobody asked for another.
pub const CONFIDENCE: f64 = 0.95;

/// A value between two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The results do not contradict anything above this.
    pub low: f64,
    /// The results do not contradict anything below this.
    pub high: f64,
    /// Nothing was seen that would bound it from below: `low` is the end of the scale.
    pub is_open_below: bool,
    /// Nothing was seen that would bound it from above: `high` is the end of the scale.
    pub is_open_above: bool,
}

impl Estimate {
    /// Half the width of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the interval includes this value.
    #[must_use]
    pub fn covers(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

impl<const N: usize> ScoreCounts<N> {
    pub(crate) fn score(&self, confidence: f64) -> Estimate {
        if self.total() == 0.0 {
            return Estimate { value: 0.5, low: 0.0, high: 1.0, is_open_below: true, is_open_above: true };
        }
        let (low, high) = self.interval(allowance(confidence, self.total()));
        let mean = self.mean();
        let (is_open_below, is_open_above) = (mean <= 0.0, mean >= 1.0);
        Estimate { value: mean, low, high, is_open_below, is_open_above }
    }

    pub(crate) fn elo(&self, confidence: f64) -> Estimate {
        let score = self.score(confidence);
        let mut value = score.value;
        if score.is_open_below || score.is_open_above {
            // A perfect record is infinitely many Elo: a drawn match is added, for the value only.
            value = (self.total() * value + 0.5) / (self.total() + 1.0);
        }
        Estimate { value: elo_of(value), low: elo_of(score.low), high: elo_of(score.high), ..score }
    }

    pub(crate) fn normalised_elo(&self, matches_each: f64) -> Estimate {
        /// Normalised Elo of a score that is one standard deviation of a match above a half.
        const PER_DEVIATION: f64 = 2.0 * ELO_PER_LOGIT;
        let matches = self.total() * matches_each;
        let deviation = (self.variance() * matches_each).sqrt();
        if matches == 0.0 || deviation == 0.0 {
            let elo = self.elo(CONFIDENCE);
            return Estimate { is_open_below: elo.value <= 0.0, is_open_above: elo.value >= 0.0, ..elo };
        }
        let value = (self.mean() - 0.5) / deviation * PER_DEVIATION;
        let error = quantile(0.5 + CONFIDENCE / 2.0) * PER_DEVIATION / matches.sqrt();
        Estimate {
            value,
            low: value - error,
            high: value + error,
            is_open_below: false,
            is_open_above: false,
        }
    }

    /// The variance is the one that equal bots would have with these results, so that it is never 0 where it matters.
    pub(crate) fn superiority(&self) -> f64 {
        let lead = self.mean() - 0.5;
        if self.total() == 0.0 || lead == 0.0 {
            return 0.5;
        }
        cdf(lead / ((self.variance() + lead * lead) / self.total()).sqrt())
    }
}

/// By how much the log likelihood may fall before a strength is contradicted: half the square of Student's quantile,
/// so that few matches are not trusted as if they were many.
fn allowance(confidence: f64, total: f64) -> f64 {
    let z = quantile(0.5 + confidence.clamp(0.0, 1.0) / 2.0);
    let student = z + (z * z * z + z) / (4.0 * total);
    0.5 * student * student
}
