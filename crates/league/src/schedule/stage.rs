//! A stage: numbered matches that can be played in parallel, and the points of their results.

use crate::chance::Chance;
use crate::score::Score;
use crate::{Entrant, Refusal};

/// A match of a schedule: who plays, in which seat, on which map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number in the whole schedule, from 0.
    pub number: u64,
    /// The entrant of each seat.
    pub seats: Vec<Entrant>,
    /// The index of its map in the schedule, from 0.
    pub map: u32,
    /// The seed of that map.
    pub map_seed: u64,
}

/// Matches that can be played in parallel: each group plays each map once for every rotation of its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub(super) first: u64,
    pub(super) round: u32,
    pub(super) first_map: u32,
    pub(super) maps: u32,
    pub(super) groups: Vec<Vec<Entrant>>,
    pub(super) byes: Vec<Entrant>,
    pub(super) seed: u64,
}

impl Stage {
    /// The number of its first match.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// One past the number of its last match.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.first + self.len()
    }

    /// The number of matches.
    #[must_use]
    pub fn len(&self) -> u64 {
        u64::from(self.maps) * self.groups.len() as u64 * self.rotations()
    }

    /// Whether it has no matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The round of the tournament, from 0; tie-breaks belong to the round they decide.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The groups that meet in this stage.
    #[must_use]
    pub fn groups(&self) -> &[Vec<Entrant>] {
        &self.groups
    }

    /// Entrants without an opponent in this round.
    #[must_use]
    pub fn byes(&self) -> &[Entrant] {
        &self.byes
    }

    /// The match with this number, if it belongs to this stage.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        if !(self.first..self.end()).contains(&number) {
            return None;
        }
        let (group, map, rotation) = self.locate(number - self.first);
        let group = &self.groups[group];
        let seats = (0..group.len()).map(|seat| group[(seat + rotation) % group.len()]).collect();
        let map = self.first_map + map;
        Some(Fixture { number, seats, map, map_seed: map_seed(self.seed, map) })
    }

    /// All its matches in the order of their numbers.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        (self.first..self.end()).filter_map(|number| self.fixture(number))
    }

    /// Refuses results whose number of places is not the number of seats.
    pub(super) fn check(&self, results: &[Option<Vec<u8>>]) -> Result<(), Refusal> {
        let seats = self.rotations() as usize;
        for number in self.first..self.end().min(results.len() as u64) {
            let places = results[number as usize].as_ref().map_or(seats, Vec::len);
            if places != seats {
                return Err(Refusal::Places { number, places, seats });
            }
        }
        Ok(())
    }

    /// Half points of each member against the others of its group, over the matches with a result.
    pub(super) fn half_points(&self, results: &[Option<Vec<u8>>]) -> Vec<Vec<u64>> {
        let mut points: Vec<Vec<u64>> = self.groups.iter().map(|group| vec![0; group.len()]).collect();
        for number in self.first..self.end().min(results.len() as u64) {
            let places = results[number as usize].as_deref().unwrap_or_default();
            let (group, _, rotation) = self.locate(number - self.first);
            let size = self.groups[group].len();
            for (seat, &mine) in places.iter().enumerate() {
                let made: u32 = places.iter().map(|&other| Score::by_place(mine, other).half_points()).sum();
                // Minus the draw with itself.
                points[group][(seat + rotation) % size] += u64::from(made) - 1;
            }
        }
        points
    }

    /// Group, map and rotation of the match at this offset.
    fn locate(&self, offset: u64) -> (usize, u32, usize) {
        let rotation = offset % self.rotations();
        let meeting = offset / self.rotations();
        let groups = self.groups.len() as u64;
        ((meeting % groups) as usize, (meeting / groups) as u32, rotation as usize)
    }

    fn rotations(&self) -> u64 {
        self.groups.first().map_or(0, |group| group.len() as u64)
    }
}

/// The seed of the `map`-th map of a schedule.
pub(super) fn map_seed(seed: u64, map: u32) -> u64 {
    Chance::child(seed, u64::from(map)).bits()
}
