//! Everybody against everybody: the tally of each pair.

use crate::Entrant;
use crate::score::{Score, WinDrawLoss};

/// The tallies of all pairs; a match of more than two seats counts once for every pair of its seats.
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
    comparisons: u64,
    decisions: u64,
}

impl CrossTable {
    /// A table without matches.
    #[must_use]
    pub fn new(entrants: u32) -> Self {
        let entrants = entrants as usize;
        let (cells, matches) = (vec![WinDrawLoss::default(); entrants * entrants], vec![0; entrants]);
        Self { entrants, cells, matches, comparisons: 0, decisions: 0 }
    }

    /// How many take part.
    #[must_use]
    pub fn entrants(&self) -> u32 {
        self.entrants as u32
    }

    /// Counts a match by who sat where and how the seats were placed. A bot that has several
    /// seats does not play against itself.
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
        self.decisions += placed.len().saturating_sub(1) as u64;
    }

    /// The tally of the first against the second.
    #[must_use]
    pub fn between(&self, first: Entrant, second: Entrant) -> WinDrawLoss {
        self.cells[first.index() * self.entrants + second.index()]
    }

    /// The tally of one against all the others.
    #[must_use]
    pub fn of(&self, entrant: Entrant) -> WinDrawLoss {
        let row = &self.cells[entrant.index() * self.entrants..][..self.entrants];
        row.iter().fold(WinDrawLoss::default(), |sum, cell| WinDrawLoss {
            wins: sum.wins + cell.wins,
            draws: sum.draws + cell.draws,
            losses: sum.losses + cell.losses,
        })
    }

    /// How many matches one took part in.
    #[must_use]
    pub fn matches(&self, entrant: Entrant) -> u64 {
        self.matches[entrant.index()]
    }

    /// What a pair's result is worth: 1 in matches of two seats. The order of more seats is counted by pairs, which are
    /// not independent of each other: n seats decide about n - 1 things, not about n (n - 1) / 2.
    #[must_use]
    pub fn weight(&self) -> f64 {
        if self.comparisons == 0 { 1.0 } else { (self.decisions as f64 / self.comparisons as f64).min(1.0) }
    }

    fn count(&mut self, one: Entrant, other: Entrant, score: Score) {
        self.cells[one.index() * self.entrants + other.index()].add(score);
        self.cells[other.index() * self.entrants + one.index()].add(score.flipped());
        self.comparisons += 1;
    }
}
