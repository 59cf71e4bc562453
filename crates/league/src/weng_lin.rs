//! Weng-Lin (as in OpenSkill, the Plackett-Luce model): a rating after every match, for two to many players.
//!
//! Written by hand, because the well-kept crates take `exp` from the platform, and a ladder must be recomputed to the
//! same bytes everywhere. The numbers are those of OpenSkill. Ratings tell differences: what all have in common (that
//! everybody is better than thought) no match can show, and error bars do not count it.

use crate::normal::quantile;
use crate::score::Estimate;

/// What is known about a player: the strength is about `mu`, give or take `sigma`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The best guess.
    pub mu: f64,
    /// The standard deviation of the guess.
    pub sigma: f64,
}

impl Rating {
    /// A strength that the player has nearly surely: what a ladder sorts by, so that nobody leads by luck.
    #[must_use]
    pub fn ordinal(&self) -> f64 {
        self.mu - 3.0 * self.sigma
    }

    /// The rating between bounds of this confidence.
    #[must_use]
    pub fn estimate(&self, confidence: f64) -> Estimate {
        let error = self.sigma * quantile(0.5 + confidence.clamp(0.0, 1.0) / 2.0);
        let (low, high) = (self.mu - error, self.mu + error);
        Estimate { value: self.mu, low, high, is_open_below: false, is_open_above: false }
    }
}

/// How fast the deviation falls with every match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Learning {
    /// As fast as the model says: the error bars mean what they say.
    #[default]
    Full,
    /// Slower by the factor `sigma / c`, OpenSkill's default: the error bars are wide, ratings stay lively.
    Cautious,
}

/// The constants of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Where everybody begins.
    pub start: Rating,
    /// How much luck a match has: the deviation of a performance from the strength.
    pub beta: f64,
    /// By how much strength may drift from match to match.
    pub tau: f64,
    /// The least share of the variance that is left after a match.
    pub kappa: f64,
    /// How fast the deviation falls.
    pub learning: Learning,
}

impl Default for Model {
    /// OpenSkill's constants, but full learning and less drift: a version of a bot does not change, only its field does.
    /// Simulated, the error is about half of that with OpenSkill's own after the same matches, and the error bars hold.
    fn default() -> Self {
        let start = Rating { mu: 25.0, sigma: 25.0 / 3.0 };
        Self { start, beta: 25.0 / 6.0, tau: 1.0 / 30.0, kappa: 1e-4, learning: Learning::Full }
    }
}

impl Model {
    /// OpenSkill's own defaults.
    #[must_use]
    pub fn openskill() -> Self {
        Self { tau: 25.0 / 300.0, learning: Learning::Cautious, ..Self::default() }
    }

    /// The ratings after a match. A smaller place is the better one, equal places are a draw, and no place at all means
    /// somewhere behind all who have one, in an order nobody knows. Players beyond the shorter list are left alone, and
    /// so is everybody if nobody has a place.
    ///
    /// ```
    /// use skirmish_league::weng_lin::Model;
    /// let model = Model::openskill();
    /// let after = model.rate(&[model.start, model.start], &[Some(1), Some(2)]);
    /// assert!((after[0].mu - 27.635_389).abs() < 1e-6 && (after[0].sigma - 8.065_901).abs() < 1e-6);
    /// assert!((after[1].mu - 22.364_611).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn rate(&self, ratings: &[Rating], places: &[Option<u32>]) -> Vec<Rating> {
        let players: Vec<(Rating, u64)> = ratings
            .iter()
            .zip(places)
            .map(|(rating, place)| (self.drifted(*rating), place.map_or(u64::MAX, u64::from)))
            .collect();
        let c = players.iter().map(|(r, _)| r.sigma * r.sigma + self.beta * self.beta).sum::<f64>().sqrt();
        // Strengths are taken relative to the mean: `exp` stays in its range whatever the scale.
        let mean = players.iter().map(|(r, _)| r.mu).sum::<f64>() / players.len().max(1) as f64;
        let odds: Vec<f64> = players.iter().map(|(r, _)| libm::exp((r.mu - mean) / c)).collect();
        let mut after = ratings.to_vec();
        if players.iter().all(|(_, place)| *place == u64::MAX) {
            return after;
        }
        for (i, (rating, _)) in players.iter().enumerate() {
            let (gain, certainty) = lesson(&players, &odds, i);
            after[i] = self.learned(*rating, gain, certainty, c);
        }
        after
    }

    /// The probability that the first is placed before the second when they meet (draws left out).
    #[must_use]
    pub fn chance(&self, first: Rating, second: Rating) -> f64 {
        let noise = first.sigma * first.sigma + second.sigma * second.sigma + 2.0 * self.beta * self.beta;
        1.0 / (1.0 + libm::exp((second.mu - first.mu) / noise.sqrt()))
    }

    fn drifted(&self, rating: Rating) -> Rating {
        Rating { sigma: (rating.sigma * rating.sigma + self.tau * self.tau).sqrt(), ..rating }
    }

    fn learned(&self, rating: Rating, gain: f64, certainty: f64, c: f64) -> Rating {
        let variance = rating.sigma * rating.sigma;
        let pace = match self.learning {
            Learning::Full => 1.0,
            Learning::Cautious => rating.sigma / c,
        };
        let left = (1.0 - pace * certainty * variance / (c * c)).max(self.kappa);
        Rating { mu: rating.mu + gain * variance / c, sigma: (variance * left).sqrt() }
    }
}

/// How far the places pull player `i` up or down, and how much they tell about it: the first and second derivative of
/// the likelihood that places are drawn one after another from those who are left.
fn lesson(players: &[(Rating, u64)], odds: &[f64], i: usize) -> (f64, f64) {
    let (mut gain, mut certainty) = (0.0, 0.0);
    for (q, &(_, place)) in players.iter().enumerate() {
        if place > players[i].1 || place == u64::MAX {
            continue;
        }
        let left: f64 =
            players.iter().zip(odds).filter(|((_, other), _)| *other >= place).map(|(_, odds)| odds).sum();
        let level = players.iter().filter(|(_, other)| *other == place).count() as f64;
        let share = odds[i] / left;
        gain += (f64::from(u8::from(q == i)) - share) / level;
        certainty += share * (1.0 - share) / level;
    }
    (gain, certainty)
}
