//! A bot for Underworld that keeps its army together.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::underworld::{Action, Event, Underworld};

use super::general::{General, Manner, Stance};

const MANNER: Manner = Manner {
    first_farms: 4,
    farms_per_pair: 3,
    cells_per_farm: 12,
    farms_per_barracks: 5,
    smallest_army: 8,
    odds: 4,
    lead: 6,
    is_cautious: false,
    stance: Stance::Judge,
};

/// Farms more than it needs at once, and marches with its army together.
#[derive(Clone, Debug)]
pub struct Medium(General);

impl Medium {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self(General::new(Rng::new(seed)))
    }
}

impl Bot<Underworld> for Medium {
    fn act(&mut self, seen: &Underworld, seat: Seat, _heard: &[Event]) -> Action {
        self.0.act(seen, seat, &MANNER)
    }
}
