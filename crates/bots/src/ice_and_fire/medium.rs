//! A bot that cuts: it takes the best line of trainings it finds, again and again, and guards its headquarters.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{Action, Event, IceAndFire};

use super::chain::Units;
use super::plan::{Attack, Nodes, Plan};

/// Takes the best line of trainings again and again; looks at nothing that the other may do but a chain to its headquarters.
#[derive(Clone, Debug)]
pub struct Medium {
    rng: Rng,
}

impl Medium {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl Bot<IceAndFire> for Medium {
    fn act(&mut self, seen: &IceAndFire, seat: Seat, _heard: &[Event]) -> Action {
        let nodes = &mut Nodes::of(u32::MAX);
        let mut plan = Plan::new(seen.clone(), seat);
        if plan.strike(Units::Fresh, nodes) {
            return plan.action();
        }
        plan.move_units(0, &mut self.rng, nodes);
        if plan.is_won() || plan.strike(Units::Tired, nodes) {
            return plan.action();
        }
        plan.defend(nodes);
        if let Some(best) = plan.attack(Attack { width: 1, depth: 4 }, nodes).into_iter().next() {
            plan = best;
        }
        plan.spend(nodes);
        plan.action()
    }
}
