//! Weng-Lin ratings (Plackett-Luce model, as in OpenSkill): updated after every match of two or more players.
//!
//! Written by hand, because the maintained crates take `exp` from the platform, and a ladder must be recomputed to the
//! same bytes everywhere. The constants are OpenSkill's. Only differences of ratings mean something: no match can show a
//! common offset, and the error bars do not include one.

use crate::normal::quantile;
use crate::score::Estimate;

/// The estimated strength of a player: normally distributed with mean `mu` and standard deviation `sigma`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean.
    pub mu: f64,
    /// The standard deviation.
    pub sigma: f64,
}

impl Rating {
    /// `mu - 3 sigma`, a conservative estimate: what a ladder sorts by, so that nobody leads by luck.
    #[must_use]
    pub fn ordinal(&self) -> f64 {
        self.mu - 3.0 * self.sigma
    }

    /// The rating with an interval of this confidence level.
    #[must_use]
    pub fn estimate(&self, confidence: f64) -> Estimate {
        let error = self.sigma * quantile(0.5 + confidence.clamp(0.0, 1.0) / 2.0);
        let (low, high) = (self.mu - error, self.mu + error);
        Estimate { value: self.mu, low, high, is_open_below: false, is_open_above: false }
    }
}

/// How fast `sigma` shrinks with every match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Learning {
    /// As fast as the model implies: the error bars are calibrated.
    #[default]
    Full,
    /// Slower by the factor `sigma / c`, OpenSkill's default: wide error bars, ratings that keep moving.
    Cautious,
}

/// The constants of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The rating of a new player.
    pub start: Rating,
    /// The standard deviation of a performance around the strength: how much luck a match has.
    pub beta: f64,
    /// The standard deviation that is added before each match, for strength that drifts.
    pub tau: f64,
    /// The least factor by which a match may reduce the variance.
    pub kappa: f64,
    /// How fast `sigma` shrinks.
    pub learning: Learning,
}

impl Default for Model {
    /// OpenSkill's constants, but full learning and less drift: a version of a bot does not change, only its opponents do.
    /// In simulations the error after the same matches is about half of that with OpenSkill's own, and the error bars are
    /// calibrated.
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

    /// The ratings after a match. A smaller place is better, equal places are a draw, and `None` means behind all who have a
    /// place, in unknown order. Players beyond the shorter list are left unchanged, and so are all if nobody has a place.
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
        // Relative to the mean, so that `exp` does not overflow whatever the scale.
        let mean = players.iter().map(|(r, _)| r.mu).sum::<f64>() / players.len().max(1) as f64;
        let odds: Vec<f64> = players.iter().map(|(r, _)| libm::exp((r.mu - mean) / c)).collect();
        let mut after = ratings.to_vec();
        if players.iter().all(|(_, place)| *place == u64::MAX) {
            return after;
        }
        for (i, (rating, _)) in players.iter().enumerate() {
            let (gain, certainty) = derivatives(&players, &odds, i);
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

/// First derivative and negated second derivative of the Plackett-Luce log likelihood with respect to the strength of
/// player `i`.
fn derivatives(players: &[(Rating, u64)], odds: &[f64], i: usize) -> (f64, f64) {
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
