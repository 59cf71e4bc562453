//! A first bot for Underworld.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::underworld::{Action, Event, Underworld};

use super::general::{General, Manner, Stance};

const MANNER: Manner = Manner {
    first_farms: 4,
    farms_per_pair: 2,
    cells_per_farm: 12,
    farms_per_barracks: 7,
    smallest_army: 6,
    odds: 3,
    lead: u16::MAX,
    is_cautious: false,
    stance: Stance::Judge,
};

/// Farms early, defends when it must, and attacks the nearest castle with its whole army.
#[derive(Clone, Debug)]
pub struct Easy(General);

impl Easy {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self(General::new(Rng::new(seed)))
    }
}

impl Bot<Underworld> for Easy {
    fn act(&mut self, seen: &Underworld, seat: Seat, _heard: &[Event]) -> Action {
        self.0.act(seen, seat, &MANNER)
    }
}
