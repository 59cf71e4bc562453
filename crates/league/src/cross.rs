//! Everybody against everybody: the tally of each pair.

use crate::Entrant;
use crate::schedule::Places;
use crate::score::{Outcome, Tally};

/// The tallies of all pairs; a game of more than two seats counts once for every pair of its seats.
///
/// ```
/// use skirmish_league::{Entrant, cross::CrossTable, schedule::Places};
/// let mut cross = CrossTable::new(3);
/// cross.add(&[Entrant(0), Entrant(2), Entrant(1)], &Places(vec![0, 1, 1]));
/// assert_eq!(cross.between(Entrant(0), Entrant(1)).wins, 1);
/// assert_eq!(cross.between(Entrant(1), Entrant(2)).draws, 1);
/// assert_eq!(cross.of(Entrant(2)).losses, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    entrants: usize,
    cells: Vec<Tally>,
    games: Vec<u64>,
    comparisons: u64,
    decisions: u64,
}

impl CrossTable {
    /// A table without games.
    #[must_use]
    pub fn new(entrants: u32) -> Self {
        let entrants = entrants as usize;
        let (cells, games) = (vec![Tally::default(); entrants * entrants], vec![0; entrants]);
        Self { entrants, cells, games, comparisons: 0, decisions: 0 }
    }

    /// How many take part.
    #[must_use]
    pub fn entrants(&self) -> u32 {
        self.entrants as u32
    }

    /// Counts a game by who sat where and how the seats were placed. A void game counts for nobody; a bot that has
    /// several seats does not play against itself.
    pub fn add(&mut self, seats: &[Entrant], places: &Places) {
        let placed: Vec<(Entrant, u32)> = seats.iter().copied().zip(places.0.iter().copied()).collect();
        for (at, &(one, mine)) in placed.iter().enumerate() {
            for &(other, theirs) in placed.iter().skip(at + 1).filter(|(other, _)| *other != one) {
                let outcome = Outcome::by_place(mine, theirs);
                self.count(one, other, outcome);
            }
            if !placed[..at].iter().any(|(earlier, _)| *earlier == one) {
                self.games[one.index()] += 1;
            }
        }
        self.decisions += placed.len().saturating_sub(1) as u64;
    }

    /// The tally of the first against the second.
    #[must_use]
    pub fn between(&self, first: Entrant, second: Entrant) -> Tally {
        self.cells[first.index() * self.entrants + second.index()]
    }

    /// The tally of one against all the others.
    #[must_use]
    pub fn of(&self, entrant: Entrant) -> Tally {
        let row = &self.cells[entrant.index() * self.entrants..][..self.entrants];
        row.iter().fold(Tally::default(), |sum, cell| Tally {
            wins: sum.wins + cell.wins,
            draws: sum.draws + cell.draws,
            losses: sum.losses + cell.losses,
        })
    }

    /// How many games one took part in.
    #[must_use]
    pub fn games(&self, entrant: Entrant) -> u64 {
        self.games[entrant.index()]
    }

    /// What a pair's result is worth: 1 in games of two seats. The order of more seats is counted by pairs, which are
    /// not independent of each other: n seats decide about n - 1 things, not about n (n - 1) / 2.
    #[must_use]
    pub fn weight(&self) -> f64 {
        if self.comparisons == 0 { 1.0 } else { (self.decisions as f64 / self.comparisons as f64).min(1.0) }
    }

    fn count(&mut self, one: Entrant, other: Entrant, outcome: Outcome) {
        self.cells[one.index() * self.entrants + other.index()].add(outcome);
        self.cells[other.index() * self.entrants + one.index()].add(outcome.flipped());
        self.comparisons += 1;
    }
}
