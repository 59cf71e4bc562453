//! Where strengths are expected before any result: around a common mean, or around the predecessor's.

use super::Member;
use crate::elo::ELO_PER_LOGIT;

/// The width of a field in logits, and how much a version differs from the one before, as standard deviations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Widths {
    pub(super) spread: f64,
    pub(super) step: f64,
}

/// What is expected of a width: its prior is `w^-c exp(-c u^2 / 2w^2 - w^2 / 2m^2)`.
struct Expected {
    /// What is usual (`u`), in logits.
    usual: f64,
    /// How many members or versions of the field that counts as much as (`c`).
    counts: f64,
    /// What is unlikely to be exceeded (`m`), in logits.
    most: f64,
}

const SPREAD: Expected = Expected::in_elo(250.0, 0.5, 1500.0);
const STEP: Expected = Expected::in_elo(80.0, 4.0, 500.0);
/// The least width that is fitted, in logits.
const LEAST: f64 = 10.0 / ELO_PER_LOGIT;

/// What a field says about a width: the members or versions that have it, and sums over them.
pub(super) struct Seen {
    pub(super) count: usize,
    /// The sum of squared means.
    pub(super) squares: f64,
    /// The sum of variances.
    pub(super) variances: f64,
}

impl Expected {
    const fn in_elo(usual: f64, counts: f64, most: f64) -> Self {
        Self { usual: usual / ELO_PER_LOGIT, counts, most: most / ELO_PER_LOGIT }
    }

    /// The width that fits best, a step from the last (MacKay's): the mean of the squares, for as many of them as the
    /// results determine.
    fn fitted(&self, seen: &Seen, width: f64) -> f64 {
        let squares = seen.squares + self.counts * self.usual * self.usual;
        let determined = (seen.count as f64 - seen.variances / (width * width)).max(0.0);
        let excess = width / self.most;
        (squares / (determined + self.counts + excess * excess)).sqrt().max(LEAST)
    }

    /// The derivative of the log evidence by the logarithm of the width.
    fn slope(&self, seen: &Seen, width: f64) -> f64 {
        let squares = seen.squares + seen.variances + self.counts * self.usual * self.usual;
        let excess = width / self.most;
        squares / (width * width) - seen.count as f64 - self.counts - excess * excess
    }
}

pub(super) struct Prior {
    /// Members without a predecessor.
    pub(super) roots: Vec<usize>,
    /// Versions and the ones before them.
    pub(super) links: Vec<(usize, usize)>,
}

impl Widths {
    pub(super) const USUAL: Self = Self { spread: SPREAD.usual, step: STEP.usual };

    /// The widths that fit best, a step from these.
    pub(super) fn fitted(self, spread: &Seen, step: &Seen) -> Self {
        Self { spread: SPREAD.fitted(spread, self.spread), step: STEP.fitted(step, self.step) }
    }

    /// The derivative of the log evidence by the logarithm of the spread.
    pub(super) fn spread_slope(self, seen: &Seen) -> f64 {
        SPREAD.slope(seen, self.spread)
    }

    pub(super) fn spread_precision(self) -> f64 {
        1.0 / (self.spread * self.spread)
    }

    pub(super) fn step_precision(self) -> f64 {
        1.0 / (self.step * self.step)
    }
}

impl Prior {
    pub(super) fn new(members: &[Member]) -> Self {
        let (mut roots, mut links) = (Vec::new(), Vec::new());
        for (at, member) in members.iter().enumerate() {
            match member.predecessor.map(|before| before.index()) {
                Some(before) if before < at => links.push((before, at)),
                _ => roots.push(at),
            }
        }
        Self { roots, links }
    }
}
