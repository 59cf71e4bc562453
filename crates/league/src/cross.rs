//! The cross table: wins, draws and losses of every pair of entrants.

use crate::Entrant;
use crate::score::{Score, WinDrawLoss};

/// The cross table; a match of more than two seats counts once for every pair of its seats.
///
/// ```
/// use skirmish_league::{Entrant, cross::CrossTable};
/// let mut cross = CrossTable::new(3);
/// cross.add(&[Entrant(0), Entrant(2), Entrant(1)], &[1, 2, 2]);
/// assert_eq!(cross.between(Entrant(0), Entrant(1)).wins, 1);
/// assert_eq!(cross.between(Entrant(1), Entrant(2)).draws, 1);
/// assert_eq!(cross.of(Entrant(2)).losses, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    entrants: usize,
    cells: Vec<WinDrawLoss>,
    matches: Vec<u64>,
    /// Pairs of seats that were compared, over all matches.
    comparisons: u64,
    /// Degrees of freedom of these comparisons: seats minus one for each match.
    degrees: u64,
}

impl CrossTable {
    /// A table without matches.
    #[must_use]
    pub fn new(entrants: u32) -> Self {
        let entrants = entrants as usize;
        let (cells, matches) = (vec![WinDrawLoss::default(); entrants * entrants], vec![0; entrants]);
        Self { entrants, cells, matches, comparisons: 0, degrees: 0 }
    }

    /// The number of entrants.
    #[must_use]
    pub fn entrants(&self) -> u32 {
        self.entrants as u32
    }

    /// Counts a match: who played and which place they got, by seat. An entrant on several seats is not compared with
    /// itself.
    pub fn add(&mut self, seats: &[Entrant], places: &[u8]) {
        let placed: Vec<(Entrant, u8)> = seats.iter().copied().zip(places.iter().copied()).collect();
        for (at, &(one, mine)) in placed.iter().enumerate() {
            for &(other, theirs) in placed.iter().skip(at + 1).filter(|(other, _)| *other != one) {
                self.count(one, other, Score::by_place(mine, theirs));
            }
            if !placed[..at].iter().any(|(earlier, _)| *earlier == one) {
                self.matches[one.index()] += 1;
            }
        }
        self.degrees += placed.len().saturating_sub(1) as u64;
    }

    /// Wins, draws and losses of the first against the second.
    #[must_use]
    pub fn between(&self, first: Entrant, second: Entrant) -> WinDrawLoss {
        self.cells[first.index() * self.entrants + second.index()]
    }

    /// Wins, draws and losses of an entrant against all others.
    #[must_use]
    pub fn of(&self, entrant: Entrant) -> WinDrawLoss {
        let row = &self.cells[entrant.index() * self.entrants..][..self.entrants];
        row.iter().fold(WinDrawLoss::default(), |sum, cell| WinDrawLoss {
            wins: sum.wins + cell.wins,
            draws: sum.draws + cell.draws,
            losses: sum.losses + cell.losses,
        })
    }

    /// The number of matches that an entrant played.
    #[must_use]
    pub fn matches(&self, entrant: Entrant) -> u64 {
        self.matches[entrant.index()]
    }

    /// The weight of one pairwise comparison: 1 in matches of two seats. With more seats comparisons are not independent: a
    /// ranking of n seats has n - 1 degrees of freedom, but is counted as n (n - 1) / 2 comparisons.
    #[must_use]
    pub fn weight(&self) -> f64 {
        if self.comparisons == 0 { 1.0 } else { (self.degrees as f64 / self.comparisons as f64).min(1.0) }
    }

    fn count(&mut self, one: Entrant, other: Entrant, score: Score) {
        self.cells[one.index() * self.entrants + other.index()].add(score);
        self.cells[other.index() * self.entrants + one.index()].add(score.flipped());
        self.comparisons += 1;
    }
}
