//! Results of two bots against each other, and what they say about the strength of the first: its score, its Elo and
//! the likelihood that it is the stronger one, each with an interval that makes sense from the first game on.
//!
//! Intervals are those of the empirical likelihood: every strength that the results do not contradict at the given
//! confidence. They never leave the scale, they are not symmetric where the truth is not, and a perfect record gives
//! an open interval ("at least +120 Elo") instead of an infinity.

use std::cmp::Ordering;

use crate::elo::{ELO_PER_LOGIT, elo_of};
use crate::likelihood::Outcomes;
use crate::normal::{cdf, quantile};

/// The confidence of intervals where nobody asked for another.
pub const CONFIDENCE: f64 = 0.95;

/// How a game ended for the first of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The second was placed before the first.
    Loss,
    /// Both share a place.
    Draw,
    /// The first was placed before the second.
    Win,
}

impl Outcome {
    /// How the game ended between two of its seats by their places, of which the smaller is the better.
    #[must_use]
    pub fn by_place(first: u32, second: u32) -> Self {
        Self::by_order(second.cmp(&first))
    }

    /// How a game of many seats ended between two sides, by the places of their seats: every seat of the first is
    /// compared with every seat of the second, and the majority counts.
    ///
    /// ```
    /// use skirmish_league::score::Outcome;
    /// assert_eq!(Outcome::by_sides(&[0, 3], &[1, 2]), Outcome::Draw);
    /// assert_eq!(Outcome::by_sides(&[0, 2], &[1, 3]), Outcome::Win);
    /// ```
    #[must_use]
    pub fn by_sides(first: &[u32], second: &[u32]) -> Self {
        let balance: i64 =
            first.iter().flat_map(|a| second.iter().map(move |b| b.cmp(a))).map(|order| order as i64).sum();
        Self::by_order(balance.cmp(&0))
    }

    /// The same game seen by the second of the two.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// A win is 2, a draw 1, a loss 0.
    #[must_use]
    pub fn half_points(self) -> u32 {
        self as u32
    }

    fn by_order(order: Ordering) -> Self {
        match order {
            Ordering::Less => Self::Loss,
            Ordering::Equal => Self::Draw,
            Ordering::Greater => Self::Win,
        }
    }
}

/// Wins, draws and losses of the first against the second, each game for itself.
///
/// ```
/// use skirmish_league::score::Tally;
/// let tally = Tally { wins: 136, draws: 111, losses: 96 };
/// let elo = tally.elo();
/// assert_eq!(format!("{:+.1} ({:+.1}..{:+.1})", elo.value, elo.low, elo.high), "+40.7 (+10.3..+71.3)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Games that the first won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that the second won.
    pub losses: u64,
}

/// Results of pairs of games on the same map seed with the seats swapped, counted by the half points (0 to 4) that
/// the first made in both: a map that favours a seat spoils a game, but not a pair.
///
/// ```
/// use skirmish_league::score::{Outcome::{Draw, Win}, Pairs};
/// let mut pairs = Pairs::default();
/// pairs.add(Win, Draw);
/// assert_eq!(pairs.counts, [0, 0, 0, 1, 0]);
/// assert_eq!(pairs.score().value, 0.75);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs {
    /// How many pairs gave the first 0, 1, 2, 3 and 4 half points.
    pub counts: [u64; 5],
}

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

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games seen by the second.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The mean score of a game, from 0 to 1, with [`CONFIDENCE`].
    #[must_use]
    pub fn score(&self) -> Estimate {
        self.outcomes().score(CONFIDENCE)
    }

    /// The mean score of a game, from 0 to 1, with any confidence between 0 and 1.
    #[must_use]
    pub fn score_at(&self, confidence: f64) -> Estimate {
        self.outcomes().score(confidence)
    }

    /// How much stronger the first is, in Elo, with [`CONFIDENCE`].
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.elo_at(CONFIDENCE)
    }

    /// How much stronger the first is, in Elo, with any confidence between 0 and 1.
    #[must_use]
    pub fn elo_at(&self, confidence: f64) -> Estimate {
        self.outcomes().elo(confidence)
    }

    /// How much stronger the first is in normalised Elo, which measures by the noise of a game: the same number of
    /// games proves the same number of normalised Elo, whatever the share of draws.
    #[must_use]
    pub fn normalised_elo(&self) -> Estimate {
        self.outcomes().normalised_elo(1.0)
    }

    /// The probability (0 to 1) that the first is the stronger one, judged by the results alone.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        self.outcomes().superiority()
    }

    pub(crate) fn outcomes(&self) -> Outcomes<3> {
        Outcomes::new([self.losses, self.draws, self.wins])
    }
}

impl Pairs {
    /// Counts a pair: both games on one map seed, each seen by the first bot.
    pub fn add(&mut self, one: Outcome, other: Outcome) {
        self.counts[(one.half_points() + other.half_points()) as usize] += 1;
    }

    /// How many pairs were played.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many games were played: two for each pair.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The same pairs seen by the second.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let [a, b, c, d, e] = self.counts;
        Self { counts: [e, d, c, b, a] }
    }

    /// The mean score of a game, from 0 to 1, with [`CONFIDENCE`].
    #[must_use]
    pub fn score(&self) -> Estimate {
        self.outcomes().score(CONFIDENCE)
    }

    /// The mean score of a game, from 0 to 1, with any confidence between 0 and 1.
    #[must_use]
    pub fn score_at(&self, confidence: f64) -> Estimate {
        self.outcomes().score(confidence)
    }

    /// How much stronger the first is, in Elo, with [`CONFIDENCE`].
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.elo_at(CONFIDENCE)
    }

    /// How much stronger the first is, in Elo, with any confidence between 0 and 1.
    #[must_use]
    pub fn elo_at(&self, confidence: f64) -> Estimate {
        self.outcomes().elo(confidence)
    }

    /// How much stronger the first is in normalised Elo; see [`Tally::normalised_elo`].
    #[must_use]
    pub fn normalised_elo(&self) -> Estimate {
        self.outcomes().normalised_elo(2.0)
    }

    /// The probability (0 to 1) that the first is the stronger one, judged by the results alone.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        self.outcomes().superiority()
    }

    pub(crate) fn outcomes(&self) -> Outcomes<5> {
        Outcomes::new(self.counts)
    }
}

impl<const N: usize> Outcomes<N> {
    fn score(&self, confidence: f64) -> Estimate {
        if self.total() == 0.0 {
            return Estimate { value: 0.5, low: 0.0, high: 1.0, is_open_below: true, is_open_above: true };
        }
        let (low, high) = self.interval(allowance(confidence, self.total()));
        let mean = self.mean();
        let (is_open_below, is_open_above) = (mean <= 0.0, mean >= 1.0);
        Estimate { value: mean, low, high, is_open_below, is_open_above }
    }

    fn elo(&self, confidence: f64) -> Estimate {
        let score = self.score(confidence);
        let mut value = score.value;
        if score.is_open_below || score.is_open_above {
            // A perfect record is infinitely many Elo: a drawn game is added, for the value only.
            value = (self.total() * value + 0.5) / (self.total() + 1.0);
        }
        Estimate { value: elo_of(value), low: elo_of(score.low), high: elo_of(score.high), ..score }
    }

    fn normalised_elo(&self, games_each: f64) -> Estimate {
        /// Normalised Elo of a score that is one standard deviation of a game above a half.
        const PER_DEVIATION: f64 = 2.0 * ELO_PER_LOGIT;
        let games = self.total() * games_each;
        let deviation = (self.variance() * games_each).sqrt();
        if games == 0.0 || deviation == 0.0 {
            let elo = self.elo(CONFIDENCE);
            return Estimate { is_open_below: elo.value <= 0.0, is_open_above: elo.value >= 0.0, ..elo };
        }
        let value = (self.mean() - 0.5) / deviation * PER_DEVIATION;
        let error = quantile(0.5 + CONFIDENCE / 2.0) * PER_DEVIATION / games.sqrt();
        Estimate {
            value,
            low: value - error,
            high: value + error,
            is_open_below: false,
            is_open_above: false,
        }
    }

    /// The variance is the one that equal bots would have with these results, so that it is never 0 where it matters.
    fn superiority(&self) -> f64 {
        let lead = self.mean() - 0.5;
        if self.total() == 0.0 || lead == 0.0 {
            return 0.5;
        }
        cdf(lead / ((self.variance() + lead * lead) / self.total()).sqrt())
    }
}

/// By how much the log likelihood may fall before a strength is contradicted: half the square of Student's quantile,
/// so that few games are not trusted as if they were many.
fn allowance(confidence: f64, total: f64) -> f64 {
    let z = quantile(0.5 + confidence.clamp(0.0, 1.0) / 2.0);
    let student = z + (z * z * z + z) / (4.0 * total);
    0.5 * student * student
}
