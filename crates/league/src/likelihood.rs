//! The empirical likelihood of a mean: how well counted scores on an even scale from 0 to 1 agree with an expected score,
//! without assumptions about their distribution.

/// The count given to a score that never happened, so that no distribution has likelihood 0: as in fishtest.
const UNSEEN: f64 = 1e-3;

/// Counts of `N` scores that are worth 0, 1/(N-1), …, 1.
#[derive(Clone, Debug)]
pub(crate) struct ScoreCounts<const N: usize> {
    counts: [f64; N],
    total: f64,
}

impl<const N: usize> ScoreCounts<N> {
    pub(crate) fn new(counts: [u64; N]) -> Self {
        let counts = counts.map(|count| count as f64);
        Self { counts, total: counts.iter().sum() }
    }

    /// The same with [`UNSEEN`] in place of zero counts.
    pub(crate) fn regularised(&self) -> Self {
        let counts = self.counts.map(|count| if count == 0.0 { UNSEEN } else { count });
        Self { counts, total: counts.iter().sum() }
    }

    pub(crate) fn total(&self) -> f64 {
        self.total
    }

    /// The mean score; a half if there is none.
    pub(crate) fn mean(&self) -> f64 {
        if self.total == 0.0 {
            return 0.5;
        }
        self.iter().map(|(value, count)| value * count).sum::<f64>() / self.total
    }

    /// The variance of one score.
    pub(crate) fn variance(&self) -> f64 {
        if self.total == 0.0 {
            return 0.0;
        }
        let mean = self.mean();
        self.iter().map(|(value, count)| (value - mean) * (value - mean) * count).sum::<f64>() / self.total
    }

    /// The maximum log likelihood of a distribution with this mean, relative to the unrestricted maximum: 0 at the mean of
    /// the counts, falling to both sides. The counts must be regularised and the mean strictly between 0 and 1.
    pub(crate) fn of_mean(&self, mean: f64) -> f64 {
        let shifted = self.shifted(|value| value - mean);
        let x = secular(&shifted);
        -shifted.iter().map(|(a, count)| count * libm::log1p(x * a)).sum::<f64>()
    }

    /// The interval of means whose log likelihood is at most `fall` below the maximum.
    pub(crate) fn interval(&self, fall: f64) -> (f64, f64) {
        let traces = self.regularised();
        let mean = self.mean();
        let low = if mean <= 0.0 { 0.0 } else { traces.end(mean, 0.0, fall) };
        let high = if mean >= 1.0 { 1.0 } else { traces.end(mean, 1.0, fall) };
        (low, high)
    }

    /// The mean that the mean of the counts exceeds by this many standard errors, measured by the log likelihood.
    pub(crate) fn mean_below(&self, errors: f64) -> f64 {
        let (mean, fall) = (self.mean(), 0.5 * errors * errors);
        let end = if errors > 0.0 { 0.0 } else { 1.0 };
        if mean == end { end } else { self.regularised().end(mean, end, fall) }
    }

    /// The mean between the best one and an end of the scale at which the log likelihood has fallen by `fall`, by bisection.
    fn end(&self, best: f64, end: f64, fall: f64) -> f64 {
        const STEPS: u32 = 40;
        let (mut inner, mut outer) = (best, end);
        for _ in 0..STEPS {
            let middle = 0.5 * (inner + outer);
            if self.of_mean(middle) >= -fall { inner = middle } else { outer = middle }
        }
        0.5 * (inner + outer)
    }

    pub(crate) fn shifted(&self, shift: impl Fn(f64) -> f64) -> [(f64, f64); N] {
        std::array::from_fn(|i| (shift(i as f64 / (N - 1) as f64), self.counts[i]))
    }

    fn iter(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.iter().enumerate().map(|(i, &count)| (i as f64 / (N - 1) as f64, count))
    }
}

/// Solves sum of count * a / (1 + x a) = 0 for the x that keeps every 1 + x a positive. Some `a` must be below 0 and
/// some above.
pub(crate) fn secular(terms: &[(f64, f64)]) -> f64 {
    /// Newton's method converges quadratically, and a step out of the bracket bisects it: this is never reached.
    const STEPS: u32 = 100;
    let most = terms.iter().fold(f64::MIN, |m, t| m.max(t.0));
    let least = terms.iter().fold(f64::MAX, |m, t| m.min(t.0));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (a, count) in terms {
            let share = a / (1.0 + x * a);
            value += count * share;
            slope -= count * share * share;
        }
        // The sum falls as x grows.
        if value > 0.0 {
            low = x
        } else {
            high = x
        }
        let step = x - value / slope;
        let next = if step > low && step < high { step } else { 0.5 * (low + high) };
        if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}
