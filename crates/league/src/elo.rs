//! The Elo scale: an expected score as a difference of strength, 400 points for odds of ten to one.

/// No difference is shown larger than this, so that a perfect record stays a number.
pub const ELO_CAP: f64 = 2000.0;

/// What a natural logistic rating must be multiplied by to be on the Elo scale.
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The score (0 to 1) that somebody stronger by `elo` can expect.
///
/// ```
/// use skirmish_league::elo::{elo_of, score_of};
/// assert_eq!(score_of(0.0), 0.5);
/// assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// assert!((elo_of(0.55) - 34.86).abs() < 0.01);
/// assert_eq!(elo_of(1.0), 2000.0);
/// ```
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_LOGIT))
}

/// The difference of strength of which `score` (0 to 1) is the expectation, at most [`ELO_CAP`] either way.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        return -ELO_CAP;
    }
    if score >= 1.0 {
        return ELO_CAP;
    }
    (ELO_PER_LOGIT * libm::log(score / (1.0 - score))).clamp(-ELO_CAP, ELO_CAP)
}
