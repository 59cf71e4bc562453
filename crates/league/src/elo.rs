//! The Elo scale: differences of strength from expected scores, 400 points for odds of ten to one.

/// The largest difference in either direction, so that a perfect record stays finite.
pub const ELO_CAP: f64 = 2000.0;

/// The factor from logits to Elo.
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The expected score (0 to 1) of a player stronger by `elo`.
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

/// The Elo difference whose expected score is `score` (0 to 1), clamped to ±[`ELO_CAP`].
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
