//! Bradley-Terry: maximum-likelihood ratings from all results together, with confidence intervals.
//!
//! A draw is half a win for both, so that a difference of ratings is the Elo of the expected score; a match of more than two
//! seats is a comparison of every two. Draws, maps, seats and several comparisons in one match make results more or less
//! dispersed than a binomial model assumes: the intervals are scaled by the dispersion that was observed between meetings
//! (the same entrants on the same map with the seats rotated).

use crate::Entrant;
use crate::cross::{CrossTable, Meeting};
use crate::elo::{ELO_CAP, ELO_PER_LOGIT};
use crate::matrix::Cholesky;
use crate::normal::{cdf, quantile};
use crate::score::{CONFIDENCE, Estimate};

/// Prior, mean and confidence of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The prior: drawn matches against an average opponent that everybody is credited with, so that ratings stay finite
    /// with a perfect record or with groups that never met. At least a millionth is used.
    pub prior_matches: f64,
    /// The mean of all ratings, in Elo.
    pub mean: f64,
    /// The confidence level of the intervals, from 0 to 1.
    pub confidence: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { prior_matches: 0.5, mean: 0.0, confidence: CONFIDENCE }
    }
}

/// Fitted ratings and their covariance.
///
/// ```
/// use skirmish_league::{Entrant, bradley_terry::{Ratings, Settings}, cross::CrossTable};
/// let mut cross = CrossTable::new(2);
/// for (map, place) in [1, 1, 1, 0].into_iter().enumerate() {
///     cross.add(&[Entrant(0), Entrant(1)], &[2 - place, 1 + place], map as u64);
/// }
/// let ratings = Ratings::fit(&cross, &Settings { prior_matches: 0.0, ..Settings::default() });
/// let difference = ratings.of(Entrant(0)).value - ratings.of(Entrant(1)).value;
/// assert!((difference - 190.85).abs() < 0.01); // three to one: 400 log10(3)
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In logits, with a mean of 0.
    strengths: Vec<f64>,
    /// The covariance matrix of the strengths, in row-major order.
    covariance: Vec<f64>,
    /// Half the width of an interval, in standard errors.
    errors: f64,
    settings: Settings,
}

impl Ratings {
    /// The maximum-likelihood fit.
    #[must_use]
    pub fn fit(cross: &CrossTable, settings: &Settings) -> Self {
        let prior = settings.prior_matches.max(1e-6);
        let problem = Problem::new(cross, prior);
        let strengths = problem.maximise();
        let covariance = problem.covariance(&strengths);
        let errors = problem.student(quantile(0.5 + settings.confidence / 2.0));
        let mean = strengths.iter().sum::<f64>() / (strengths.len().max(1)) as f64;
        let strengths = strengths.into_iter().map(|strength| strength - mean).collect();
        Self { strengths, covariance, errors, settings: *settings }
    }

    /// The rating of an entrant in Elo.
    #[must_use]
    pub fn of(&self, entrant: Entrant) -> Estimate {
        let value = self.settings.mean + ELO_PER_LOGIT * self.strengths[entrant.index()];
        self.estimate(value, self.variance(entrant, entrant))
    }

    /// How much stronger the first is than the second, in Elo. Its variance is smaller than the sum of both, because ratings
    /// of entrants that meet often are correlated.
    #[must_use]
    pub fn difference(&self, first: Entrant, second: Entrant) -> Estimate {
        let lead = self.strengths[first.index()] - self.strengths[second.index()];
        self.estimate(ELO_PER_LOGIT * lead, self.variance_of_difference(first, second))
    }

    /// The probability (0 to 1) that the first is stronger than the second.
    #[must_use]
    pub fn superiority(&self, first: Entrant, second: Entrant) -> f64 {
        let lead = self.strengths[first.index()] - self.strengths[second.index()];
        let variance = self.variance_of_difference(first, second);
        if variance <= 0.0 { 0.5 } else { cdf(lead / variance.sqrt()) }
    }

    /// All entrants, the strongest first; equal ratings in the order of the list.
    #[must_use]
    pub fn order(&self) -> Vec<Entrant> {
        let mut order: Vec<Entrant> = (0..self.strengths.len() as u32).map(Entrant).collect();
        order.sort_by(|a, b| self.strengths[b.index()].total_cmp(&self.strengths[a.index()]).then(a.cmp(b)));
        order
    }

    fn estimate(&self, value: f64, variance: f64) -> Estimate {
        let error = ELO_PER_LOGIT * variance.max(0.0).sqrt() * self.errors;
        let bounded = |elo: f64| elo.clamp(self.settings.mean - ELO_CAP, self.settings.mean + ELO_CAP);
        let (low, high) = (bounded(value - error), bounded(value + error));
        Estimate { value: bounded(value), low, high, is_open_below: false, is_open_above: false }
    }

    fn variance(&self, one: Entrant, other: Entrant) -> f64 {
        self.covariance[one.index() * self.strengths.len() + other.index()]
    }

    fn variance_of_difference(&self, one: Entrant, other: Entrant) -> f64 {
        self.variance(one, one) + self.variance(other, other) - 2.0 * self.variance(one, other)
    }
}

/// The log-likelihood to maximise; it is concave.
struct Problem<'a> {
    size: usize,
    /// Points and matches of each entrant against each other, in row-major order.
    points: Vec<f64>,
    matches: Vec<f64>,
    meetings: &'a [Meeting],
    prior: f64,
}

impl<'a> Problem<'a> {
    fn new(cross: &'a CrossTable, prior: f64) -> Self {
        let size = cross.entrants() as usize;
        let cells = |of: &dyn Fn(Entrant, Entrant) -> f64| -> Vec<f64> {
            (0..size * size)
                .map(|cell| of(Entrant((cell / size) as u32), Entrant((cell % size) as u32)))
                .collect()
        };
        Self {
            size,
            points: cells(&|one, other| cross.between(one, other).points()),
            matches: cells(&|one, other| cross.between(one, other).matches() as f64),
            meetings: cross.meetings(),
            prior,
        }
    }

    /// Newton's method with step halving (backtracking line search).
    fn maximise(&self) -> Vec<f64> {
        /// Convergence is quadratic: about 10 steps from a start at 0 are usual.
        const STEPS: u32 = 100;
        /// After this many halvings the step is below the precision of a float.
        const HALVINGS: u32 = 40;
        let mut at = vec![0.0; self.size];
        let mut log_likelihood = self.log_likelihood(&at);
        for _ in 0..STEPS {
            let Some(step) = self.step(&at) else { break };
            let longest = step.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            let mut length = 1.0;
            let better = (0..HALVINGS).find_map(|_| {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, step)| x + length * step).collect();
                length *= 0.5;
                let next_likelihood = self.log_likelihood(&next);
                (next_likelihood >= log_likelihood).then_some((next, next_likelihood))
            });
            let Some((next, next_likelihood)) = better else { break };
            (at, log_likelihood) = (next, next_likelihood);
            // Quadratic convergence: the next step would be below the precision of a float.
            if longest < 1e-8 {
                break;
            }
        }
        at
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.size {
            for j in 0..self.size {
                if self.points[i * self.size + j] > 0.0 {
                    sum += self.points[i * self.size + j] * log_win_probability(at[i] - at[j]);
                }
            }
            sum += 0.5 * self.prior * (log_win_probability(at[i]) + log_win_probability(-at[i]));
        }
        sum
    }

    fn step(&self, at: &[f64]) -> Option<Vec<f64>> {
        let slope: Vec<f64> = (0..self.size)
            .map(|i| {
                let played: f64 = (0..self.size)
                    .filter(|&j| self.matches[i * self.size + j] > 0.0)
                    .map(|j| {
                        self.points[i * self.size + j]
                            - self.matches[i * self.size + j] * win_probability(at[i] - at[j])
                    })
                    .sum();
                played + self.prior * (0.5 - win_probability(at[i]))
            })
            .collect();
        Some(Cholesky::of(&self.information(at, 1.0), self.size)?.solve(&slope))
    }

    /// The Fisher information matrix, each match counted `weight` times.
    fn information(&self, at: &[f64], weight: f64) -> Vec<f64> {
        let n = self.size;
        let mut matrix = vec![0.0; n * n];
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i && self.matches[i * n + j] > 0.0) {
                let p = win_probability(at[i] - at[j]);
                let curve = weight * self.matches[i * n + j] * p * (1.0 - p);
                matrix[i * n + i] += curve;
                matrix[i * n + j] -= curve;
            }
            let p = win_probability(at[i]);
            matrix[i * n + i] += self.prior * p * (1.0 - p);
        }
        matrix
    }

    /// The covariance matrix of the strengths minus their mean.
    fn covariance(&self, at: &[f64]) -> Vec<f64> {
        let n = self.size;
        let Some(factor) = Cholesky::of(&self.information(at, 1.0 / self.dispersion(at)), n) else {
            return vec![0.0; n * n];
        };
        let inverse = factor.inverse();
        let rows: Vec<f64> = inverse.chunks(n.max(1)).map(|row| row.iter().sum::<f64>() / n as f64).collect();
        let all = rows.iter().sum::<f64>() / n as f64;
        (0..n * n).map(|cell| inverse[cell] - rows[cell / n] - rows[cell % n] + all).collect()
    }

    /// The dispersion: the variance of an entrant's score in a meeting over that of independent matches, won or lost, on
    /// average. One even meeting of two is added to both, so that it is never 0.
    fn dispersion(&self, at: &[f64]) -> f64 {
        const EVEN: f64 = 2.0 * 2.0 * 0.25;
        let (mut seen, mut expected) = (0.0, 0.0);
        let mut leads = vec![0.0; self.size];
        for meeting in self.meetings {
            for pair in &meeting.comparisons {
                let p = win_probability(at[pair.one.index()] - at[pair.other.index()]);
                let matches = f64::from(pair.matches);
                let lead = 0.5 * f64::from(pair.half_points) - matches * p;
                leads[pair.one.index()] += lead;
                leads[pair.other.index()] -= lead;
                expected += 2.0 * matches * p * (1.0 - p);
            }
            for pair in &meeting.comparisons {
                for entrant in [pair.one, pair.other] {
                    let lead = std::mem::take(&mut leads[entrant.index()]);
                    seen += lead * lead;
                }
            }
        }
        let degrees = self.degrees();
        let fitted = degrees / self.degrees_left();
        (EVEN + seen * fitted) / (EVEN + expected)
    }

    /// The degrees of freedom of all meetings.
    fn degrees(&self) -> f64 {
        self.meetings.iter().map(|meeting| meeting.members().saturating_sub(1) as f64).sum()
    }

    /// The degrees of freedom that are left after the fit, at least 1.
    fn degrees_left(&self) -> f64 {
        (self.degrees() - self.size.saturating_sub(1) as f64).max(1.0)
    }

    /// The quantile of Student's t distribution for a quantile of the normal one, approximated.
    fn student(&self, z: f64) -> f64 {
        z + (z * z * z + z) / (4.0 * self.degrees_left())
    }
}

fn win_probability(lead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-lead))
}

/// The logarithm of `win_probability`, without overflow for large leads.
fn log_win_probability(lead: f64) -> f64 {
    if lead >= 0.0 { -libm::log1p(libm::exp(-lead)) } else { lead - libm::log1p(libm::exp(lead)) }
}
