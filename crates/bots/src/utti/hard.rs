//! A bot for Utti that settles with all it has.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Event, Utti};

use super::settler::{Manner, Settler};

/// Every base creates a troop in every round, which is a unit until it has climbed its mine: hence just under half.
const MANNER: Manner = Manner { bases_per_hundred: 47, most_bases: 120, base_rounds: 60 };

/// Settles mine after mine, with as many bases as its units allow.
#[derive(Clone, Debug)]
pub struct Hard(Settler);

impl Hard {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self(Settler::new(MANNER, Rng::new(seed)))
    }
}

impl Bot<Utti> for Hard {
    fn act(&mut self, seen: &Utti, seat: Seat, _heard: &[Event]) -> Action {
        self.0.act(seen, seat)
    }
}
