//! A bot for Si32 that plays one sound plan.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::si32::{Event, Orders, Si32};

use super::strategy::{Aim, Plan, Strategist};

/// What it plays for in every turn.
pub const PLAN: Plan = Plan { soldiers: 0, aim: Aim::Nearest };

/// Grows as fast as resource allows, defends its buildings, and attacks when there is nothing left to mine.
#[derive(Clone, Debug)]
pub struct Medium {
    strategist: Strategist,
}

impl Medium {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { strategist: Strategist::new(Rng::new(seed)) }
    }
}

impl Bot<Si32> for Medium {
    fn act(&mut self, seen: &Si32, seat: Seat, _heard: &[Event]) -> Orders {
        let mut orders = Orders::new();
        self.strategist.play(seen, seat, PLAN, &mut orders);
        orders
    }
}
