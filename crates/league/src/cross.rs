//! The cross table: wins, draws and losses of every pair of entrants.

use crate::Entrant;
use crate::score::{Score, WinDrawLoss};

/// The cross table; a match of more than two seats counts once for every pair of its seats.
///
/// ```
/// use skirmish_league::{Entrant, cross::CrossTable};
/// let mut cross = CrossTable::new(3);
/// cross.add(&[Entrant(0), Entrant(2), Entrant(1)], &[1, 2, 2], 7);
/// assert_eq!(cross.between(Entrant(0), Entrant(1)).wins, 1);
/// assert_eq!(cross.between(Entrant(1), Entrant(2)).draws, 1);
/// assert_eq!(cross.of(Entrant(2)).losses, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    entrants: usize,
    cells: Vec<WinDrawLoss>,
    matches: Vec<u64>,
    meetings: Vec<Meeting>,
}

/// The matches of the same entrants on the same map with the seats rotated: one observation, because what the map and the
/// seats contribute is common to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    map: u64,
    /// In order; an entrant on several seats several times.
    members: Vec<Entrant>,
    pub(crate) comparisons: Vec<Comparison>,
}

/// What one member of a meeting scored against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) one: Entrant,
    pub(crate) other: Entrant,
    pub(crate) half_points: u32,
    pub(crate) matches: u32,
}

impl Meeting {
    /// How many different entrants met.
    pub(crate) fn members(&self) -> usize {
        self.members.chunk_by(PartialEq::eq).count()
    }

    fn count(&mut self, one: Entrant, other: Entrant, score: Score) {
        let (one, other, score) =
            if one < other { (one, other, score) } else { (other, one, score.flipped()) };
        let known = self.comparisons.iter().position(|pair| pair.one == one && pair.other == other);
        let at = known.unwrap_or_else(|| {
            self.comparisons.push(Comparison { one, other, half_points: 0, matches: 0 });
            self.comparisons.len() - 1
        });
        self.comparisons[at].half_points += score.half_points();
        self.comparisons[at].matches += 1;
    }
}

impl CrossTable {
    /// A table without matches.
    #[must_use]
    pub fn new(entrants: u32) -> Self {
        let entrants = entrants as usize;
        let (cells, matches) = (vec![WinDrawLoss::default(); entrants * entrants], vec![0; entrants]);
        Self { entrants, cells, matches, meetings: Vec::new() }
    }

    /// The number of entrants.
    #[must_use]
    pub fn entrants(&self) -> u32 {
        self.entrants as u32
    }

    /// Counts a match: who played and which place they got, by seat. An entrant on several seats is not compared with
    /// itself. Matches of the same entrants on the same map that follow each other count as one observation.
    pub fn add(&mut self, seats: &[Entrant], places: &[u8], map: u64) {
        let mut members = seats.to_vec();
        members.sort_unstable();
        if !self.meetings.last().is_some_and(|last| last.map == map && last.members == members) {
            self.meetings.push(Meeting { map, members, comparisons: Vec::new() });
        }
        let placed: Vec<(Entrant, u8)> = seats.iter().copied().zip(places.iter().copied()).collect();
        for (at, &(one, mine)) in placed.iter().enumerate() {
            for &(other, theirs) in placed.iter().skip(at + 1).filter(|(other, _)| *other != one) {
                self.count(one, other, Score::by_place(mine, theirs));
            }
            if !placed[..at].iter().any(|(earlier, _)| *earlier == one) {
                self.matches[one.index()] += 1;
            }
        }
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

    pub(crate) fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    fn count(&mut self, one: Entrant, other: Entrant, score: Score) {
        self.cells[one.index() * self.entrants + other.index()].add(score);
        self.cells[other.index() * self.entrants + one.index()].add(score.flipped());
        if let Some(meeting) = self.meetings.last_mut() {
            meeting.count(one, other, score);
        }
    }
}
