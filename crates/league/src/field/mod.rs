//! Ratings of a whole field from all results together, for a ladder: Bradley-Terry with a prior that is fitted to the
//! field, so that intervals hold however far apart its members are.
//!
//! Strengths are drawn from a normal distribution whose width is estimated from the results; a new version of a bot is
//! drawn around its predecessor, as closely as versions of this field turn out to be. The scale is held by anchors, whose
//! mean rating is [`SCALE_MEAN`]. An interval is that of the difference to the mean of the field: how far the whole field is
//! above its anchors is common to all, and says nothing about who is better.
//!
//! The posterior distribution of all strengths is approximated by the normal distribution that is nearest to it
//! (variational inference: the least Kullback-Leibler divergence). Unlike one around the most likely strengths (Laplace's),
//! it holds for members that lost every game, and the width of the field that fits it best is not too small.
//!
//! - Up to [`MOST_EXACT`] members this normal distribution is computed exactly, by Cholesky decomposition, and the width of
//!   the field is averaged over, because few members do not determine it.
//! - In larger fields strengths are still exact, by the conjugate gradient method; the widths of intervals are estimated
//!   from solutions for random signs (Hutchinson's estimator) to about a fiftieth, and the width of the field is the most
//!   likely one.
//!
//! What comes out depends on the results alone, not on their order, and is the same to the last bit on every machine.

mod covariance;
mod graph;
mod posterior;
mod prior;
mod results;

pub use covariance::MOST_EXACT;

use crate::Entrant;
use crate::elo::ELO_PER_LOGIT;
use crate::normal::quantile;
use crate::score::CONFIDENCE;

/// The mean rating of the anchors.
pub const SCALE_MEAN: f64 = 1500.0;

/// How two members did against each other, from the first one's side.
///
/// A meeting of somebody with itself, or with nobody of the field, counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meetings {
    /// One of the two.
    pub one: Entrant,
    /// The other one.
    pub other: Entrant,
    /// How often `one` was better.
    pub won: f64,
    /// How often they were level.
    pub drawn: f64,
    /// How often `other` was better.
    pub lost: f64,
}

/// How much one comparison of two counts that were in a match of so many seats.
///
/// The comparisons of one match are not independent: the place of one of `n` varies `(n + 1) / 3` times as much as its
/// number of wins in as many matches of two.
///
/// ```
/// use skirmish_league::field::weight_of_comparison;
/// assert_eq!(weight_of_comparison(2), 1.0);
/// assert_eq!(weight_of_comparison(8), 1.0 / 3.0);
/// ```
#[must_use]
pub fn weight_of_comparison(seats: u32) -> f64 {
    3.0 / (f64::from(seats.max(2)) + 1.0)
}

/// A member of the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The version of the same bot before this one. It comes earlier in the list; one that does not counts as none.
    pub predecessor: Option<Entrant>,
    /// Whether the scale is held by it.
    pub is_anchor: bool,
}

/// A rating in Elo, and the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldRating {
    /// The rating.
    pub value: f64,
    /// Relative to the mean of the field, the true strength is within this of it in 95 of 100 cases.
    pub error: f64,
}

/// The ratings of all members, in the order of the list. Without anchors, the mean of all is [`SCALE_MEAN`].
///
/// ```
/// use skirmish_league::{Entrant, field::{Meetings, Member, rate}};
/// let house = Member { is_anchor: true, ..Member::default() };
/// let met = Meetings { one: Entrant(1), other: Entrant(0), won: 30.0, drawn: 0.0, lost: 10.0 };
/// let ratings = rate(&[house, Member::default()], &[met]);
/// assert_eq!(ratings[0].value, 1500.0);
/// assert!((ratings[1].value - 1690.0).abs() < 2.0 * ratings[1].error);
/// ```
#[must_use]
pub fn rate(members: &[Member], meetings: &[Meetings]) -> Vec<FieldRating> {
    let widths = quantile(0.5 + CONFIDENCE / 2.0);
    let strengths = posterior::strengths(members, meetings);
    let zero: f64 =
        shares(members).iter().zip(&strengths).map(|(share, strength)| share * strength.mean).sum();
    let rating = |strength: posterior::Strength| FieldRating {
        value: SCALE_MEAN + ELO_PER_LOGIT * (strength.mean - zero),
        error: ELO_PER_LOGIT * widths * strength.variance.sqrt(),
    };
    strengths.into_iter().map(rating).collect()
}

/// How much each member counts in the zero of the scale.
fn shares(members: &[Member]) -> Vec<f64> {
    let has_anchor = members.iter().any(|member| member.is_anchor);
    let is_anchor = |member: &Member| member.is_anchor || !has_anchor;
    let count = members.iter().filter(|member| is_anchor(member)).count().max(1) as f64;
    members.iter().map(|member| if is_anchor(member) { 1.0 / count } else { 0.0 }).collect()
}
