//! Sequential tests: stop playing as soon as the error rates allow a verdict.
//!
//! The statistic is the generalised log-likelihood ratio that fishtest and fastchess use: results are counted in pairs
//! (same map seed, seats swapped; five possible sums, hence "pentanomial"), and the likelihood of each hypothesis is
//! maximised over the distribution of pair results. Scores that never happened count a thousandth, as in fishtest, so
//! that deterministic bots with always the same pair result reach a verdict too.

use crate::Refusal;
use crate::elo::{ELO_PER_LOGIT, score_of};
use crate::likelihood::{ScoreCounts, secular};
use crate::score::{Pairs, WinDrawLoss};
use crate::stopping::{Bounds, End, Observed, StoppingRule};

pub use crate::duel::{Duel, DuelVerdict, Progress};
pub use crate::stopping::Stopped;

/// The scale of the hypotheses of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Logistic Elo, from the mean score.
    #[default]
    Logistic,
    /// Normalised Elo, from the mean score in units of a match's standard deviation.
    Normalised,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The first is better: `elo1` is accepted.
    Better,
    /// The first is not better: `elo0` is accepted.
    NotBetter,
    /// More matches are needed.
    Undecided,
}

/// Wald's sequential probability ratio test of `elo1` ("it is that much better") against `elo0` ("it is not").
///
/// ```
/// use skirmish_league::{score::Pairs, sprt::{Scale, Sprt, Verdict}};
/// let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Scale::Logistic)?;
/// assert_eq!(format!("{:.2} {:.2}", test.bounds().0, test.bounds().1), "-2.94 2.94");
/// assert_eq!(test.judge(&Pairs { counts: [100, 1000, 2000, 1100, 130] }), Verdict::Better);
/// # Ok::<(), skirmish_league::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: Scale,
}

impl Sprt {
    /// A test with these hypotheses; `alpha` is the rate of accepting `elo1` where `elo0` is true (type I error), `beta` that
    /// of accepting `elo0` where `elo1` is true (type II error).
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: Scale) -> Result<Self, Refusal> {
        let sensible = -1000.0..=1000.0;
        if !(elo0 < elo1 && sensible.contains(&elo0) && sensible.contains(&elo1)) {
            return Err(Refusal::Hypotheses { elo0, elo1 });
        }
        check_rate(alpha)?;
        check_rate(beta)?;
        Ok(Self { elo0, elo1, alpha, beta, scale })
    }

    /// The log-likelihood ratio at or below which `elo0` is accepted, and the one at or above which `elo1` is.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        wald(self.alpha, self.beta)
    }

    /// The log-likelihood ratio of paired matches (pentanomial).
    #[must_use]
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        self.ratio(&pairs.score_counts(), 2.0)
    }

    /// The log-likelihood ratio of unpaired matches (trinomial).
    #[must_use]
    pub fn llr_unpaired(&self, tally: &WinDrawLoss) -> f64 {
        self.ratio(&tally.score_counts(), 1.0)
    }

    /// The verdict after these pairs.
    #[must_use]
    pub fn judge(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::Better,
            llr if llr <= lower => Verdict::NotBetter,
            _ => Verdict::Undecided,
        }
    }

    /// The strength after these pairs, corrected for the test's stopping rule: it was asked after every pair.
    #[must_use]
    pub fn estimate(&self, pairs: &Pairs) -> Stopped {
        let end = match self.judge(pairs) {
            Verdict::Better => End::Up,
            Verdict::NotBetter => End::Down,
            Verdict::Undecided => End::Between,
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
        enough_matches(upper - lower, score_of(self.elo1) - score_of(self.elo0))
    }

    fn rule(&self, observed: &Observed) -> Hypotheses {
        let (lower, upper) = self.bounds();
        let [low, high] = [self.elo0, self.elo1].map(|elo| observed.drift_of(score_of(elo)));
        Hypotheses { low, high, lower, upper }
    }

    fn ratio<const N: usize>(&self, counts: &ScoreCounts<N>, matches_each: f64) -> f64 {
        if counts.total() == 0.0 {
            return 0.0;
        }
        let counts = counts.regularised();
        match self.scale {
            Scale::Logistic => counts.of_mean(score_of(self.elo1)) - counts.of_mean(score_of(self.elo0)),
            Scale::Normalised => {
                let deviations = |elo: f64| elo / (2.0 * ELO_PER_LOGIT) * matches_each.sqrt();
                of_lead(&counts, deviations(self.elo1)) - of_lead(&counts, deviations(self.elo0))
            }
        }
    }
}

/// The test as a stopping rule: its hypotheses as drifts, its bounds for the log-likelihood ratio.
struct Hypotheses {
    low: f64,
    high: f64,
    lower: f64,
    upper: f64,
}

impl StoppingRule for Hypotheses {
    fn bounds(&self, pairs: f64) -> Bounds {
        let (middle, width) = (0.5 * (self.low + self.high) * pairs, self.high - self.low);
        Bounds { down: middle + self.lower / width, inner: None, up: middle + self.upper / width }
    }
}

/// The maximum log likelihood of a distribution whose mean exceeds one half by `lead` of its own standard deviations.
fn of_lead<const N: usize>(scores: &ScoreCounts<N>, lead: f64) -> f64 {
    /// Each iteration solves the problem linearised at the last solution; a handful suffices.
    const ROUNDS: u32 = 30;
    let counts = scores.shifted(|value| value);
    let mut shares = [1.0 / N as f64; N];
    let mut fall = 0.0;
    for _ in 0..ROUNDS {
        let mean: f64 = counts.iter().zip(shares).map(|(c, p)| c.0 * p).sum();
        let variance: f64 = counts.iter().zip(shares).map(|(c, p)| (c.0 - mean) * (c.0 - mean) * p).sum();
        let deviation = variance.sqrt();
        let terms = scores.shifted(|value| {
            let off = (mean - value) / deviation;
            value - 0.5 - lead * deviation * (1.0 + off * off) / 2.0
        });
        let x = secular(&terms);
        let next = std::array::from_fn(|i| counts[i].1 / scores.total() / (1.0 + x * terms[i].0));
        fall = -terms.iter().map(|(a, count)| count * libm::log1p(x * a)).sum::<f64>();
        let change =
            shares.iter().zip(next).fold(0.0, |most: f64, (a, b): (&f64, f64)| most.max((a - b).abs()));
        shares = next;
        if change < 1e-12 {
            break;
        }
    }
    fall
}

/// The number of matches after which 1 % of tests are undecided where they take longest: a true score in the middle between
/// the hypotheses, `lead` apart, where the log-likelihood ratio walks without drift between bounds `width` apart.
pub(crate) fn enough_matches(width: f64, lead: f64) -> u64 {
    /// A Brownian motion from the middle of a strip of width 2 is still inside after this time with a probability of 1 %.
    const LEAVE: f64 = 3.93;
    /// The variance of a pair's score if both matches always end alike and nothing is drawn: the largest possible.
    const VARIANCE: f64 = 0.25;
    let pairs = LEAVE * (0.5 * width) * (0.5 * width) * VARIANCE / (lead * lead);
    2 * pairs.ceil() as u64
}

fn wald(alpha: f64, beta: f64) -> (f64, f64) {
    (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
}

pub(crate) fn check_rate(rate: f64) -> Result<(), Refusal> {
    if (0.0001..=0.4999).contains(&rate) { Ok(()) } else { Err(Refusal::ErrorRate(rate)) }
}
