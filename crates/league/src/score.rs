//! Results of two bots against each other, and what they say about the strength of the first: its score, its Elo and
//! the likelihood that it is the stronger one, each with an interval that makes sense from the first game on.
//!
//! Intervals are those of the empirical likelihood: every strength that the results do not contradict at the given
//! confidence. They never leave the scale, they are not symmetric where the truth is not, and a perfect record gives
//! an open interval ("at least +120 Elo") instead of an infinity.

use std::cmp::Ordering;

use crate::likelihood::Outcomes;

pub use crate::estimate::{CONFIDENCE, Estimate};

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
