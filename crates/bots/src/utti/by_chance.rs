//! The bot for Utti that plays by chance.
//!
//! Choices that are all equally likely lose to doing nothing: a troop costs more than it counts, and one that leaves the mine it
//! has found at the next choice never brings the difference in.

use skirmish_core::bot::{Bot, RandomBot};
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Event, Order, OrderKind, Utti};

/// How often a troop draws again that would idle.
const REDRAWS: usize = 3;

/// Makes any choice that is allowed, but mines where it can, and seldom lets a troop idle.
#[derive(Clone, Debug)]
pub struct ByChance(RandomBot<Utti>);

impl ByChance {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self(RandomBot::new(seed))
    }
}

impl Bot<Utti> for ByChance {
    fn act(&mut self, seen: &Utti, seat: Seat, heard: &[Event]) -> Action {
        let Some(unit) = seen.acting().filter(|unit| unit.is_troop()) else {
            return self.0.act(seen, seat, heard);
        };
        if seen.is_on_mine(unit) {
            return Action::One(Order::new(OrderKind::Mine, unit.cell));
        }
        let mut action = self.0.act(seen, seat, heard);
        for _ in 0..REDRAWS {
            if !matches!(action, Action::One(Order { kind: OrderKind::Idle, .. })) {
                break;
            }
            action = self.0.act(seen, seat, heard);
        }
        action
    }
}
