//! A bot for Utti that settles.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Event, Utti};

use super::settler::{Manner, Settler};

/// With a quarter of its units as bases, much of the others can mine.
pub const MANNER: Manner =
    Manner { bases_per_hundred: 24, most_bases: 60, base_rounds: 60, is_gathering: false, climb_every: None };

/// Settles around a few mines near its home.
#[derive(Clone, Debug)]
pub struct Medium(Settler);

impl Medium {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self(Settler::new(MANNER, Rng::new(seed)))
    }
}

impl Bot<Utti> for Medium {
    fn act(&mut self, seen: &Utti, seat: Seat, _heard: &[Event]) -> Action {
        self.0.act(seen, seat)
    }
}
