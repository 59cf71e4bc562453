//! A bot that cuts: it takes the best line of trainings it finds, again and again, and guards its headquarters.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{Action, Event, IceAndFire, Level};

use super::chain::Units;
use super::plan::{Attack, Nodes, Plan};

/// Takes the best line of trainings again and again; looks at nothing that the other may do but a chain to its headquarters,
/// unless all units are equal.
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
        if seen.max_level() == Level::ALL[0].get() {
            return self.weigh(&plan, nodes).action();
        }
        if let Some(best) = plan.attack(Attack { width: 1, depth: 4 }, nodes).into_iter().next() {
            plan = best;
        }
        plan.spend(nodes);
        plan.action()
    }
}

impl Medium {
    /// Where all units are equal, each can take every other, and no line holds: of a few plans, the one that is best after the
    /// other's answer.
    fn weigh(&mut self, plan: &Plan, nodes: &mut Nodes) -> Plan {
        let mut best = plan.clone();
        let mut most = i32::MIN;
        for attack in plan.attack(Attack { width: 2, depth: 4 }, nodes) {
            let mut spent = attack.clone();
            spent.spend(nodes);
            for plan in [spent, attack] {
                let worth = plan.worth_after_answer(&mut self.rng, nodes);
                if worth > most {
                    (best, most) = (plan, worth);
                }
            }
        }
        best
    }
}
