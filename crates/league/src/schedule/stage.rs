//! Games that can be played at once, numbered, and what their results add up to.

use crate::chance::Chance;
use crate::score::Outcome;
use crate::{Entrant, Refusal};

/// One game of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the whole schedule, from 0.
    pub number: u64,
    /// Who sits in which seat, by seat.
    pub seats: Vec<Entrant>,
    /// Which map of the schedule it is played on, from 0.
    pub map: u32,
    /// The seed of that map.
    pub map_seed: u64,
}

/// The places of a game by seat, of which the smaller is the better and equal ones are a draw. A void game has none
/// and counts for nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(pub Vec<u32>);

impl Places {
    /// The result of a game that could not be played.
    #[must_use]
    pub fn void() -> Self {
        Self(Vec::new())
    }

    /// Whether the game counts for nobody.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.0.is_empty()
    }
}

/// Games that can be played at once.
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
    /// The number of its first game.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The number after that of its last game.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.first + self.len()
    }

    /// How many games it has.
    #[must_use]
    pub fn len(&self) -> u64 {
        u64::from(self.maps) * self.groups.len() as u64 * self.rotations()
    }

    /// Whether it has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The round of the tournament, from 0; tie-breaks belong to the round they decide.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Who meets whom.
    #[must_use]
    pub fn groups(&self) -> &[Vec<Entrant>] {
        &self.groups
    }

    /// Who has nobody to meet in this round.
    #[must_use]
    pub fn byes(&self) -> &[Entrant] {
        &self.byes
    }

    /// The game of this number, if it belongs to this stage.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<Game> {
        if !(self.first..self.end()).contains(&number) {
            return None;
        }
        let (group, map, rotation) = self.locate(number - self.first);
        let group = &self.groups[group];
        let seats = (0..group.len()).map(|seat| group[(seat + rotation) % group.len()]).collect();
        let map = self.first_map + map;
        Some(Game { number, seats, map, map_seed: map_seed(self.seed, map) })
    }

    /// All its games in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = Game> + '_ {
        (self.first..self.end()).filter_map(|number| self.game(number))
    }

    /// Refuses results that have another number of places than their game has seats.
    pub(super) fn check(&self, results: &[Places]) -> Result<(), Refusal> {
        let seats = self.rotations() as usize;
        for number in self.first..self.end().min(results.len() as u64) {
            let places = &results[number as usize];
            if !places.is_void() && places.0.len() != seats {
                return Err(Refusal::Places { number, places: places.0.len(), seats });
            }
        }
        Ok(())
    }

    /// Half points of each member of each group against the others of its group, in the games that have a result.
    pub(super) fn half_points(&self, results: &[Places]) -> Vec<Vec<u64>> {
        let mut points: Vec<Vec<u64>> = self.groups.iter().map(|group| vec![0; group.len()]).collect();
        for number in self.first..self.end().min(results.len() as u64) {
            let places = &results[number as usize].0;
            let (group, _, rotation) = self.locate(number - self.first);
            let size = self.groups[group].len();
            for (seat, &mine) in places.iter().enumerate() {
                let made: u32 =
                    places.iter().map(|&other| Outcome::by_place(mine, other).half_points()).sum();
                // The draw with oneself is not a game.
                points[group][(seat + rotation) % size] += u64::from(made) - 1;
            }
        }
        points
    }

    /// Group, map and rotation of the game at this offset.
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
