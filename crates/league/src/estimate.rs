//! Point estimates with confidence intervals, computed from counted scores.

use crate::elo::{ELO_PER_LOGIT, elo_of, score_of};
use crate::likelihood::ScoreCounts;
use crate::normal::{cdf, quantile};

/// The default confidence level of intervals.
pub const CONFIDENCE: f64 = 0.95;

/// A point estimate with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// Whether the results give no lower bound: then `low` is the end of the scale.
    pub is_open_below: bool,
    /// Whether the results give no upper bound: then `high` is the end of the scale.
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

/// Normalised Elo per standard deviation of a match's score.
const PER_DEVIATION: f64 = 2.0 * ELO_PER_LOGIT;

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
            // A perfect record is infinite in Elo: one drawn match is added, for the point estimate only.
            value = (self.total() * value + 0.5) / (self.total() + 1.0);
        }
        Estimate { value: elo_of(value), low: elo_of(score.low), high: elo_of(score.high), ..score }
    }

    /// An estimate in Elo on the scale of normalised Elo.
    pub(crate) fn normalised(&self, elo: &Estimate, matches_each: f64) -> Estimate {
        let deviation = (self.variance() * matches_each).sqrt();
        if deviation == 0.0 {
            return *elo;
        }
        let scaled = |elo: f64| (score_of(elo) - 0.5) / deviation * PER_DEVIATION;
        Estimate { value: scaled(elo.value), low: scaled(elo.low), high: scaled(elo.high), ..*elo }
    }

    pub(crate) fn normalised_elo(&self, matches_each: f64) -> Estimate {
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

    /// The probability of superiority. The variance is taken around a mean of one half (the null hypothesis), so that it is
    /// never 0 where it matters.
    pub(crate) fn superiority(&self) -> f64 {
        let lead = self.mean() - 0.5;
        if self.total() == 0.0 || lead == 0.0 {
            return 0.5;
        }
        cdf(lead / ((self.variance() + lead * lead) / self.total()).sqrt())
    }
}

/// How far the log likelihood may fall within a confidence interval: half the squared quantile of Student's t
/// distribution, approximated, so that intervals are wide enough for few matches.
fn allowance(confidence: f64, total: f64) -> f64 {
    let z = quantile(0.5 + confidence.clamp(0.0, 1.0) / 2.0);
    let student = z + (z * z * z + z) / (4.0 * total);
    0.5 * student * student
}
