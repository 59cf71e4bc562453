//! The standard normal distribution: cumulative distribution function and quantiles.

use std::f64::consts::SQRT_2;

/// The cumulative distribution function: the probability of a value below `x`.
///
/// ```
/// use skirmish_league::normal::{cdf, quantile};
/// assert_eq!(cdf(0.0), 0.5);
/// assert!((cdf(1.96) - 0.975_002).abs() < 1e-6);
/// assert!((quantile(0.975) - 1.959_964).abs() < 1e-6);
/// ```
#[must_use]
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The quantile function, the inverse of [`cdf`], by bisection; ±8.3 at and beyond 0 and 1.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    /// Beyond this the probability rounds to 0 or 1.
    const FARTHEST: f64 = 8.3;
    /// Bisections; 60 leave a bracket below the precision of a float.
    const STEPS: u32 = 60;
    let (mut low, mut high) = (-FARTHEST, FARTHEST);
    for _ in 0..STEPS {
        let middle = 0.5 * (low + high);
        if cdf(middle) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
