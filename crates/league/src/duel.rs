//! The three-way sequential test behind a duel: better, worse, or no difference.

use crate::Refusal;
use crate::elo::score_of;
use crate::likelihood::ScoreCounts;
use crate::score::Pairs;
use crate::sprt::{check_rate, enough_matches};
use crate::stopping::{Bounds, End, Observed, Stopped, StoppingRule};

/// The verdict of a duel about the first bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DuelVerdict {
    /// The first is better than the second.
    Better,
    /// The first is worse than the second.
    Worse,
    /// They differ by less than the margin, if at all.
    NoDifference,
    /// More matches are needed.
    Undecided,
}

/// The test behind a duel: is the first better, worse, or is the difference within the margin?
///
/// Two sequential tests run side by side, "better" and "worse", each against "equal" with half of `alpha`. Either ends
/// the duel when it is sure; when both have given up, there is no difference. So, whatever the share of draws, the
/// advantage of a seat or the luck of a map:
/// - equal bots end as "no difference" at a rate of at least 1 - `alpha`, and as "better" at most at `alpha` / 2;
/// - a bot that is better (worse) by the margin or more ends so at a rate of at least 1 - `beta`;
/// - a bot in between ends as one or the other, and as the opposite of the truth at most at `alpha` / 2.
///
/// The margin decides when to give up. For "better", alternatives of twice, four times, … the margin are weighed too,
/// so that a large difference shows in a few matches. Mean number of matches with the default settings, simulated:
///
/// | true difference | matches alike, no draws | 40 % draws | one seat wins 85 % | mirrored maps, never both by luck |
/// |---|---|---|---|---|
/// | none | 1940 | 1210 | 1040 | 88 |
/// | 25 Elo | 1570 | 1050 | 810 | 200 |
/// | 35 Elo (55 %) | 890 | 600 | 480 | 150 |
/// | 70 Elo (60 %) | 280 | 195 | 135 | 90 |
/// | 150 Elo (70 %) | 75 | 60 | 45 | 45 |
/// | 400 Elo (91 %) | 23 | 22 | 22 | 22 |
///
/// Ask after every pair, in the order of the pairs.
///
/// ```
/// use skirmish_league::{score::Pairs, sprt::{Duel, DuelVerdict}};
/// let duel = Duel::default();
/// assert_eq!(duel.judge(&Pairs { counts: [0, 0, 10, 0, 0] }), DuelVerdict::Undecided);
/// assert_eq!(duel.judge(&Pairs { counts: [0, 0, 100, 0, 0] }), DuelVerdict::NoDifference);
/// assert_eq!(duel.judge(&Pairs { counts: [0, 0, 4, 0, 16] }), DuelVerdict::Better);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    margin: f64,
    alpha: f64,
    beta: f64,
}

/// The likelihood ratio is asymptotic: the error rates are divided by this to hold for few matches too.
const RESERVE: f64 = 1.25;
/// The largest difference among the alternatives, in Elo.
const FARTHEST: f64 = 800.0;
/// The weight of the margin itself among the alternatives; the others share the rest.
const NEAREST_WEIGHT: f64 = 0.5;

/// The log-likelihood ratios of a duel, and the bounds that decide it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The verdict so far.
    pub verdict: DuelVerdict,
    /// The log-likelihood ratio for "better", accepted at `upper` or above.
    pub better: f64,
    /// The log-likelihood ratio for "worse", accepted at `upper` or above.
    pub worse: f64,
    /// The larger log-likelihood ratio of a difference of just the margin: "no difference" is accepted at `lower` or below.
    pub same: f64,
    /// The bound for `same`, below 0.
    pub lower: f64,
    /// The bound for `better` and `worse`, above 0.
    pub upper: f64,
}

impl Default for Duel {
    fn default() -> Self {
        Self { margin: Self::MARGIN, alpha: Self::ERROR_RATE, beta: Self::ERROR_RATE }
    }
}

impl Duel {
    /// The default margin in Elo.
    pub const MARGIN: f64 = 25.0;
    /// The default error rate, for both `alpha` and `beta`.
    pub const ERROR_RATE: f64 = 0.05;

    /// A test that detects differences of `margin` Elo (1 to 400) or more.
    ///
    /// `alpha` is how often equal bots may end as anything but "no difference", `beta` how often a bot that is better
    /// or worse by the margin may end as anything but that; each from 0.0001 to 0.4999.
    pub fn new(margin: f64, alpha: f64, beta: f64) -> Result<Self, Refusal> {
        if !(1.0..=400.0).contains(&margin) {
            return Err(Refusal::Margin(margin));
        }
        check_rate(alpha)?;
        check_rate(beta)?;
        Ok(Self { margin, alpha, beta })
    }

    /// The margin in Elo.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// The verdict after these pairs: that of [`progress`](Self::progress), computed faster.
    #[must_use]
    pub fn judge(&self, pairs: &Pairs) -> DuelVerdict {
        let (lower, upper) = self.bounds();
        let counts = pairs.score_counts().regularised();
        let level = counts.of_mean(0.5);
        // The unrestricted maximum of the log likelihood is 0: no ratio can exceed `-level`.
        if -level >= upper {
            return self.progress(pairs).verdict;
        }
        let is_out = |elo: f64| counts.of_mean(score_of(elo)) - level <= lower;
        if is_out(self.margin) && is_out(-self.margin) {
            return DuelVerdict::NoDifference;
        }
        DuelVerdict::Undecided
    }

    /// The verdict after these pairs, with the log-likelihood ratios behind it.
    #[must_use]
    pub fn progress(&self, pairs: &Pairs) -> Progress {
        let (lower, upper) = self.bounds();
        if pairs.pairs() == 0 {
            return Progress {
                verdict: DuelVerdict::Undecided,
                better: 0.0,
                worse: 0.0,
                same: 0.0,
                lower,
                upper,
            };
        }
        let counts = pairs.score_counts().regularised();
        let level = counts.of_mean(0.5);
        let (up, better) = self.evidence(&counts, level, 1.0);
        let (down, worse) = self.evidence(&counts, level, -1.0);
        let same = up.max(down);
        let verdict = if better >= upper {
            DuelVerdict::Better
        } else if worse >= upper {
            DuelVerdict::Worse
        } else if same <= lower {
            DuelVerdict::NoDifference
        } else {
            DuelVerdict::Undecided
        };
        Progress { verdict, better, worse, same, lower, upper }
    }

    /// The strength after these pairs, corrected for the test's stopping rule: it was asked after every pair.
    #[must_use]
    pub fn estimate(&self, pairs: &Pairs) -> Stopped {
        let end = match self.judge(pairs) {
            DuelVerdict::Better => End::Up,
            DuelVerdict::Worse => End::Down,
            DuelVerdict::NoDifference | DuelVerdict::Undecided => End::Between,
        };
        let observed = Observed::new(pairs.score_counts());
        observed.estimate(&self.rule(&observed), end)
    }

    /// The expected number of matches until the test ends or `most` are played, if the score so far is the true one.
    #[must_use]
    pub fn matches_left(&self, pairs: &Pairs, most: u64) -> f64 {
        let observed = Observed::new(pairs.score_counts());
        2.0 * observed.pairs_left(&self.rule(&observed), most as f64 / 2.0)
    }

    /// The number of matches within which 99 of 100 tests end, whatever the true difference, the maps and the share of draws.
    #[must_use]
    pub fn enough_matches(&self) -> u64 {
        let (lower, upper) = self.bounds();
        // Where it takes longest, the alternatives beyond the margin do not matter.
        enough_matches(upper - libm::log(NEAREST_WEIGHT) - lower, score_of(self.margin) - 0.5)
    }

    fn rule(&self, observed: &Observed) -> Alternatives {
        let (lower, upper) = self.bounds();
        let drifts = |sign: f64| {
            let drift = |elo: f64| sign * observed.drift_of(score_of(sign * elo));
            self.alternatives().map(|(weight, elo)| (weight, drift(elo))).collect()
        };
        Alternatives { better: drifts(1.0), worse: drifts(-1.0), lower, upper }
    }

    fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / RESERVE), -libm::log(self.alpha / 2.0 / RESERVE))
    }

    /// The alternatives to equality and their weights, the margin first: at most ten, because it is at least 1.
    fn alternatives(&self) -> impl Iterator<Item = (f64, f64)> {
        let margin = self.margin;
        let farther = (1..10).take_while(move |step| margin * f64::from(1u32 << step) <= FARTHEST).count();
        let share = (1.0 - NEAREST_WEIGHT) / farther as f64;
        (0..=farther).map(move |step| {
            (if step == 0 { NEAREST_WEIGHT } else { share }, margin * f64::from(1u32 << step))
        })
    }

    /// The log-likelihood ratio of the margin against equality, and that of the weighted mixture of all alternatives.
    fn evidence(&self, counts: &ScoreCounts<5>, level: f64, sign: f64) -> (f64, f64) {
        let ratio = |elo: f64| counts.of_mean(score_of(sign * elo)) - level;
        let weighed: Vec<(f64, f64)> =
            self.alternatives().map(|(weight, elo)| (weight, ratio(elo))).collect();
        (weighed[0].1, mixture(&weighed))
    }
}

/// The logarithm of a weighted sum of likelihood ratios: pairs of a weight and a log-likelihood ratio.
fn mixture(weighed: &[(f64, f64)]) -> f64 {
    let top = weighed.iter().fold(f64::MIN, |most, (_, ratio)| most.max(*ratio));
    let sum: f64 = weighed.iter().map(|(weight, ratio)| weight * libm::exp(ratio - top)).sum();
    top + libm::log(sum)
}

/// The test as a stopping rule: on each side the alternatives as weights and drifts away from equality, the margin first.
struct Alternatives {
    better: Vec<(f64, f64)>,
    worse: Vec<(f64, f64)>,
    lower: f64,
    upper: f64,
}

impl Alternatives {
    /// How far from equality the mixture of these alternatives reaches the upper bound.
    fn reach(&self, side: &[(f64, f64)], pairs: f64) -> f64 {
        /// Newton's method on a convex function converges from above; a handful of steps suffices.
        const STEPS: u32 = 20;
        // The nearest alternative alone needs at least as much as the mixture.
        let (weight, drift) = side[0];
        let mut at = (self.upper - libm::log(weight)) / drift + 0.5 * drift * pairs;
        for _ in 0..STEPS {
            let ratio = |drift: f64| drift * at - 0.5 * drift * drift * pairs;
            let top = side.iter().fold(f64::MIN, |most, (_, drift)| most.max(ratio(*drift)));
            let (mut sum, mut slope) = (0.0, 0.0);
            for (weight, drift) in side {
                let share = weight * libm::exp(ratio(*drift) - top);
                sum += share;
                slope += share * drift;
            }
            let excess = top + libm::log(sum) - self.upper;
            at -= excess * sum / slope;
            if excess < 1e-9 {
                break;
            }
        }
        at
    }
}

impl StoppingRule for Alternatives {
    fn bounds(&self, pairs: f64) -> Bounds {
        let edge = |(_, drift): (f64, f64)| self.lower / drift + 0.5 * drift * pairs;
        let (low, high) = (-edge(self.worse[0]), edge(self.better[0]));
        Bounds {
            down: -self.reach(&self.worse, pairs),
            inner: (low <= high).then_some((low, high)),
            up: self.reach(&self.better, pairs),
        }
    }
}
