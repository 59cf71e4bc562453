//! A bot that looks at many plans for its turn, and at the other's best answer to each of them.

use skirmish_core::bot::Bot;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{Action, Building, Event, IceAndFire, Part};

use super::chain::{Units, cell};
use super::plan::{Attack, Nodes, Plan};

/// Positions looked at for one answer, unless it is told otherwise.
pub const BUDGET: u32 = 6_000;

/// Chooses the plan that is best after the other's answer to it.
#[derive(Clone, Debug)]
pub struct Hard {
    rng: Rng,
    budget: u32,
}

impl Hard {
    /// A bot whose choices depend on nothing but the seed, the budget and what it sees.
    pub fn new(seed: Seed, budget: u32) -> Self {
        Self { rng: Rng::new(seed), budget }
    }
}

impl Bot<IceAndFire> for Hard {
    fn act(&mut self, seen: &IceAndFire, seat: Seat, _heard: &[Event]) -> Action {
        let mut search = Search { rng: &mut self.rng, nodes: Nodes::of(self.budget), best: None };
        search.run(Plan::new(seen.clone(), seat));
        search.best.map(|(_, plan)| plan.action()).unwrap_or_default()
    }
}

struct Search<'r> {
    rng: &'r mut Rng,
    nodes: Nodes,
    /// The best plan so far, and its worth after the other's answer.
    best: Option<(i32, Plan)>,
}

impl Search<'_> {
    fn run(&mut self, root: Plan) {
        let mut moved = root.clone();
        if moved.strike(Units::Fresh, &mut self.nodes) {
            return self.consider(moved);
        }
        moved.move_units(0, self.rng, &mut self.nodes);
        if moved.is_won() || moved.strike(Units::Tired, &mut self.nodes) {
            return self.consider(moved);
        }
        let mut guarded = moved.clone();
        guarded.defend(&mut self.nodes);
        self.complete(&guarded, Attack { width: 1, depth: 4 });
        self.complete(&moved, Attack { width: 4, depth: 3 });
        // Attacks before the units move, while they still stand where they stand.
        for mut plan in root.attack(Attack { width: 2, depth: 2 }, &mut self.nodes) {
            plan.move_units(0, self.rng, &mut self.nodes);
            plan.spend(&mut self.nodes);
            self.consider(plan);
        }
        self.improve();
        while !self.nodes.is_spent() {
            let mut plan = root.clone();
            plan.move_units(60, self.rng, &mut self.nodes);
            if self.rng.chance(1, 2) {
                plan.defend(&mut self.nodes);
            }
            self.complete(&plan, Attack { width: 1, depth: 3 });
        }
    }

    /// Considers the plan with its best attacks, with and without what is left being spent.
    fn complete(&mut self, plan: &Plan, attack: Attack) {
        for attacking in plan.attack(attack, &mut self.nodes) {
            self.consider(attacking.clone());
            let mut spent = attacking;
            spent.spend(&mut self.nodes);
            self.consider(spent);
        }
    }

    /// Tries more orders at the end of the best plan: towers, and what keeps the gold.
    fn improve(&mut self) {
        let Some((_, best)) = self.best.clone() else { return };
        let own = best.state.territory(best.seat);
        let foe = best.state.territory(best.seat.other());
        let front = best.state.beside(&foe).and(&own);
        let spots = front.or(&best.state.beside(&front).and(&own));
        for at in spots.iter() {
            if self.nodes.is_spent() {
                return;
            }
            if let Some(plan) = best.with(Part::build(Building::Tower, cell(at)), &mut self.nodes) {
                self.consider(plan);
            }
        }
    }

    /// Keeps the plan if it is the best so far after the other's answer.
    fn consider(&mut self, plan: Plan) {
        if self.best.is_some() && self.nodes.is_spent() {
            return;
        }
        let worth = plan.worth_after_answer(self.rng, &mut self.nodes);
        // Half an answer of the other says nothing.
        if self.best.is_some() && self.nodes.is_spent() {
            return;
        }
        if self.best.as_ref().is_none_or(|(most, _)| worth > *most) {
            self.best = Some((worth, plan));
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_core::game::{Decision, Game};
    use skirmish_core::seat::SeatCount;

    use super::*;
    use crate::ice_and_fire::Medium;

    /// What a search may do after its budget is spent: one plan is completed and answered.
    const MOST_AFTER: u32 = 2_000;

    #[test]
    fn a_search_ends_soon_after_its_budget() {
        for (seed, budget) in [(1, 1), (2, 500), (3, BUDGET)] {
            let mut state =
                IceAndFire::start(&Default::default(), SeatCount::TWO, Seed(seed)).expect("it starts");
            let mut bots = [Medium::new(Seed(1)), Medium::new(Seed(2))];
            while let Decision::Ask(_) = state.decision() {
                let seat = state.to_move();
                let mut rng = Rng::new(Seed(seed));
                let mut search = Search { rng: &mut rng, nodes: Nodes::of(budget), best: None };
                search.run(Plan::new(state.clone(), seat));
                let spent = search.nodes.spent;
                assert!(spent <= budget + MOST_AFTER, "turn {}: {spent} of {budget}", state.turn());
                let action = bots[seat.index()].act(&state, seat, &[]);
                action.parts().iter().for_each(|part| state.try_order(part).expect("it plans on a copy"));
                state.pass();
            }
        }
    }
}
