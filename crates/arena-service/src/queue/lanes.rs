//! Which lane of matches comes next: each gets its share as long as it has something waiting, and whoever waits in a lane
//! that was empty comes next.

use std::collections::BTreeMap;

use skirmish_arena_store::Lane;

/// The lanes of matches, and how many of each are given out for so many of the others as long as all have some waiting.
/// Whatever strangers ask for, four of five matches are the ladder's.
const SHARES: [(Lane, u32); 4] =
    [(Lane::Trial, 2), (Lane::Challenge, 2), (Lane::Second, 8), (Lane::Rated, 16)];

/// What was given out lately, as virtual time: a lane that got its share is further ahead.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    ahead: BTreeMap<Lane, f64>,
    now: f64,
}

impl Lanes {
    /// The lanes of matches.
    pub(super) fn of_matches() -> impl Iterator<Item = Lane> {
        SHARES.into_iter().map(|(lane, _)| lane)
    }

    /// Of these lanes, the one that comes next; none if there are none.
    pub(super) fn next(&self, waiting: impl Iterator<Item = Lane>) -> Option<Lane> {
        waiting.min_by(|&one, &other| self.time_of(one).total_cmp(&self.time_of(other)))
    }

    /// A job of this lane was given out.
    pub(super) fn count(&mut self, lane: Lane) {
        let share = SHARES.into_iter().find(|(of, _)| *of == lane).map_or(1, |(_, share)| share);
        self.now = self.time_of(lane);
        self.ahead.insert(lane, self.now + 1.0 / f64::from(share));
    }

    /// A lane that had nothing waiting has not saved anything up.
    fn time_of(&self, lane: Lane) -> f64 {
        self.ahead.get(&lane).copied().unwrap_or(0.0).max(self.now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn give_out(lanes: &mut Lanes, waiting: &[Lane], count: usize) -> Vec<Lane> {
        let mut given = Vec::new();
        for _ in 0..count {
            let lane = lanes.next(waiting.iter().copied()).expect("a lane");
            lanes.count(lane);
            given.push(lane);
        }
        given
    }

    #[test]
    fn whatever_strangers_ask_for_four_of_five_matches_are_the_ladders() {
        let mut lanes = Lanes::default();
        let given = give_out(&mut lanes, &[Lane::Trial, Lane::Challenge, Lane::Rated], 1000);
        let rated = given.iter().filter(|lane| **lane == Lane::Rated).count();
        assert!((800..=801).contains(&rated), "{rated}");
    }

    #[test]
    fn whoever_comes_to_an_empty_lane_is_next_and_saves_nothing_up() {
        let mut lanes = Lanes::default();
        give_out(&mut lanes, &[Lane::Rated], 1000);
        let given = give_out(&mut lanes, &[Lane::Trial, Lane::Rated], 20);
        assert!(given[..2].contains(&Lane::Trial), "{given:?}");
        assert!(given.iter().filter(|lane| **lane == Lane::Trial).count() <= 4, "{given:?}");
        assert_eq!(lanes.next(std::iter::empty()), None);
    }
}
