//! The rating table: entrants by Bradley-Terry rating, with confidence intervals.

use crate::Entrant;
use crate::bradley_terry::{Ratings, Settings};
use crate::cross::CrossTable;
use crate::score::{Estimate, WinDrawLoss};

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// From 1; equal ratings share a rank.
    pub rank: u32,
    /// The bot.
    pub entrant: Entrant,
    /// Matches played; one of more than two seats counts once.
    pub matches: u64,
    /// Wins, draws and losses, one per opponent and match.
    pub tally: WinDrawLoss,
    /// The mean of these scores, from 0 to 1.
    pub score: Estimate,
    /// The Bradley-Terry rating in Elo.
    pub rating: Estimate,
    /// The probability of being stronger than the next in the table; `None` for the last.
    pub superiority: Option<f64>,
}

/// The table, the strongest first; equal ratings in the order of the list.
///
/// ```
/// use skirmish_league::{Entrant, bradley_terry::Settings, cross::CrossTable, table::rows};
/// let mut cross = CrossTable::new(2);
/// cross.add(&[Entrant(0), Entrant(1)], &[2, 1], 7);
/// let rows = rows(&cross, &Settings::default());
/// assert_eq!((rows[0].entrant, rows[0].rank, rows[0].tally.wins), (Entrant(1), 1, 1));
/// assert!(rows[0].superiority.is_some_and(|chance| chance > 0.5) && rows[1].superiority.is_none());
/// ```
#[must_use]
pub fn rows(cross: &CrossTable, settings: &Settings) -> Vec<Row> {
    let ratings = Ratings::fit(cross, settings);
    let order = ratings.order();
    let mut rows: Vec<Row> = Vec::with_capacity(order.len());
    for (at, &entrant) in order.iter().enumerate() {
        let rating = ratings.of(entrant);
        let rank = match rows.last() {
            Some(above) if above.rating.value == rating.value => above.rank,
            _ => at as u32 + 1,
        };
        let tally = cross.of(entrant);
        let superiority = order.get(at + 1).map(|&next| ratings.superiority(entrant, next));
        rows.push(Row {
            rank,
            entrant,
            matches: cross.matches(entrant),
            tally,
            score: tally.score(),
            rating,
            superiority,
        });
    }
    rows
}
