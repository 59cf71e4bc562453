//! Results of two bots against each other, and what follows for the first: score, Elo and probability of superiority, with
//! confidence intervals that hold from the first match on.
//!
//! Intervals are likelihood-ratio intervals of the empirical likelihood. They never leave the scale, are asymmetric near
//! its ends, and a perfect record gives a one-sided interval ("at least +120 Elo") instead of an infinity.

use std::cmp::Ordering;

use crate::likelihood::ScoreCounts;

pub use crate::estimate::{CONFIDENCE, Estimate};

/// The result of a match for the first of two bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    /// The second was placed before the first.
    Loss,
    /// Both share a place.
    Draw,
    /// The first was placed before the second.
    Win,
}

impl Score {
    /// The score between two seats by their places; the smaller place is the better.
    #[must_use]
    pub fn by_place(first: u8, second: u8) -> Self {
        Self::by_order(second.cmp(&first))
    }

    /// The score between two sides of several seats each: every seat of the first is compared with every seat of the second,
    /// and the majority counts.
    ///
    /// ```
    /// use skirmish_league::score::Score;
    /// assert_eq!(Score::by_sides(&[0, 3], &[1, 2]), Score::Draw);
    /// assert_eq!(Score::by_sides(&[0, 2], &[1, 3]), Score::Win);
    /// ```
    #[must_use]
    pub fn by_sides(first: &[u8], second: &[u8]) -> Self {
        let balance: i64 =
            first.iter().flat_map(|a| second.iter().map(move |b| b.cmp(a))).map(|order| order as i64).sum();
        Self::by_order(balance.cmp(&0))
    }

    /// The same match from the second bot's view.
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

/// Wins, draws and losses of the first against the second (trinomial counts).
///
/// ```
/// use skirmish_league::score::WinDrawLoss;
/// let tally = WinDrawLoss { wins: 136, draws: 111, losses: 96 };
/// let elo = tally.elo();
/// assert_eq!(format!("{:+.1} ({:+.1}..{:+.1})", elo.value, elo.low, elo.high), "+40.7 (+10.3..+71.3)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WinDrawLoss {
    /// Matches that the first won.
    pub wins: u64,
    /// Matches without a winner.
    pub draws: u64,
    /// Matches that the second won.
    pub losses: u64,
}

/// Pentanomial counts: pairs of matches on the same map seed with the seats swapped, by the half points (0 to 4) that
/// the first scored in both. The advantage of a seat on a map cancels out within a pair.
///
/// ```
/// use skirmish_league::score::{Score::{Draw, Win}, Pairs};
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

impl WinDrawLoss {
    /// Counts a match.
    pub fn add(&mut self, score: Score) {
        match score {
            Score::Loss => self.losses += 1,
            Score::Draw => self.draws += 1,
            Score::Win => self.wins += 1,
        }
    }

    /// The number of matches.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same matches from the second bot's view.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The mean score of a match, from 0 to 1, with [`CONFIDENCE`].
    #[must_use]
    pub fn score(&self) -> Estimate {
        self.score_counts().score(CONFIDENCE)
    }

    /// The mean score of a match, from 0 to 1, with any confidence between 0 and 1.
    #[must_use]
    pub fn score_at(&self, confidence: f64) -> Estimate {
        self.score_counts().score(confidence)
    }

    /// How much stronger the first is, in Elo, with [`CONFIDENCE`].
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.elo_at(CONFIDENCE)
    }

    /// How much stronger the first is, in Elo, with any confidence between 0 and 1.
    #[must_use]
    pub fn elo_at(&self, confidence: f64) -> Estimate {
        self.score_counts().elo(confidence)
    }

    /// How much stronger the first is in normalised Elo, which is in units of a match's standard deviation: its error depends
    /// on the number of matches only, not on the share of draws.
    #[must_use]
    pub fn normalised_elo(&self) -> Estimate {
        self.score_counts().normalised_elo(1.0)
    }

    /// The probability (0 to 1) that the first is stronger (likelihood of superiority, LOS).
    #[must_use]
    pub fn superiority(&self) -> f64 {
        self.score_counts().superiority()
    }

    pub(crate) fn score_counts(&self) -> ScoreCounts<3> {
        ScoreCounts::new([self.losses, self.draws, self.wins])
    }
}

impl Pairs {
    /// Counts a pair: the scores of the first bot in both matches on one map seed.
    pub fn add(&mut self, one: Score, other: Score) {
        self.counts[(one.half_points() + other.half_points()) as usize] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of matches: two per pair.
    #[must_use]
    pub fn matches(&self) -> u64 {
        2 * self.pairs()
    }

    /// The same pairs from the second bot's view.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let [a, b, c, d, e] = self.counts;
        Self { counts: [e, d, c, b, a] }
    }

    /// The mean score of a match, from 0 to 1, with [`CONFIDENCE`].
    #[must_use]
    pub fn score(&self) -> Estimate {
        self.score_counts().score(CONFIDENCE)
    }

    /// The mean score of a match, from 0 to 1, with any confidence between 0 and 1.
    #[must_use]
    pub fn score_at(&self, confidence: f64) -> Estimate {
        self.score_counts().score(confidence)
    }

    /// How much stronger the first is, in Elo, with [`CONFIDENCE`].
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.elo_at(CONFIDENCE)
    }

    /// How much stronger the first is, in Elo, with any confidence between 0 and 1.
    #[must_use]
    pub fn elo_at(&self, confidence: f64) -> Estimate {
        self.score_counts().elo(confidence)
    }

    /// An estimate of these pairs in Elo (corrected for a stopping rule, say) as normalised Elo.
    #[must_use]
    pub fn normalised(&self, elo: &Estimate) -> Estimate {
        self.score_counts().normalised(elo, 2.0)
    }

    /// How much stronger the first is in normalised Elo; see [`WinDrawLoss::normalised_elo`].
    #[must_use]
    pub fn normalised_elo(&self) -> Estimate {
        self.score_counts().normalised_elo(2.0)
    }

    /// The probability (0 to 1) that the first is stronger (likelihood of superiority, LOS).
    #[must_use]
    pub fn superiority(&self) -> f64 {
        self.score_counts().superiority()
    }

    pub(crate) fn score_counts(&self) -> ScoreCounts<5> {
        ScoreCounts::new(self.counts)
    }
}
