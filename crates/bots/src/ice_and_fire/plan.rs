//! A turn in the making: the orders so far, and the position that they lead to.

use skirmish_core::bits::Bits;
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{AREA, Action, Building, IceAndFire, Level, Part};

use super::chain::{Chains, Units, cell, distances, is_on_board, level_to_enter, place};
use super::value::{WON, value};

/// An answer in the making, and the match as it leaves it.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) state: IceAndFire,
    pub(super) orders: Vec<Part>,
    pub(super) seat: Seat,
    /// What the position is worth.
    pub(super) value: i32,
}

/// Positions that were looked at, and how many may be. Nothing is stopped in the middle of an order: a search asks before
/// it goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes {
    pub(super) spent: u32,
    pub(super) budget: u32,
}

impl Nodes {
    pub(super) fn of(budget: u32) -> Self {
        Self { spent: 0, budget }
    }

    pub(super) fn is_spent(self) -> bool {
        self.spent >= self.budget
    }

    fn spend(&mut self, count: u32) {
        self.spent = self.spent.saturating_add(count);
    }
}

/// What looking for chains costs, compared with a position.
const CHAINS: u32 = 8;

/// How far a plan looks for attacks: lines of trainings into the enemy's land, one after another.
#[derive(Clone, Copy)]
pub(super) struct Attack {
    /// Plans that are kept after each line.
    pub(super) width: usize,
    /// Lines in a row.
    pub(super) depth: usize,
}

impl Plan {
    pub(super) fn new(state: IceAndFire, seat: Seat) -> Self {
        let value = value(&state, seat);
        Self { state, orders: Vec::new(), seat, value }
    }

    pub(super) fn action(&self) -> Action {
        let mut action = Action::new();
        for &part in &self.orders {
            action.push(part);
        }
        action
    }

    pub(super) fn is_won(&self) -> bool {
        self.value >= WON
    }

    /// The plan with one more order, if that would be carried out.
    pub(super) fn with(&self, part: Part, nodes: &mut Nodes) -> Option<Self> {
        let (state, value) = self.after(part, nodes)?;
        let mut orders = Vec::with_capacity(self.orders.len() + 1);
        orders.extend_from_slice(&self.orders);
        orders.push(part);
        Some(Self { state, orders, seat: self.seat, value })
    }

    /// The position after one more order, and its worth.
    fn after(&self, part: Part, nodes: &mut Nodes) -> Option<(IceAndFire, i32)> {
        nodes.spend(1);
        let mut state = self.state.clone();
        state.try_order(&part).ok()?;
        let value = value(&state, self.seat);
        Some((state, value))
    }

    fn push(&mut self, part: Part, nodes: &mut Nodes) -> bool {
        let Some((state, value)) = self.after(part, nodes) else { return false };
        (self.state, self.value) = (state, value);
        self.orders.push(part);
        true
    }

    /// Trains a chain of units up to the enemy's headquarters, if there is gold for all of it; true if that wins.
    pub(super) fn strike(&mut self, units: Units, nodes: &mut Nodes) -> bool {
        nodes.spend(CHAINS);
        let target = place(self.state.headquarters(self.seat.other()));
        let chain = Chains::within(&self.state, self.seat, self.state.gold(self.seat), units).orders(target);
        let mut attempt = self.clone();
        if !chain.is_empty() && chain.into_iter().all(|part| attempt.push(part, nodes)) && attempt.is_won() {
            *self = attempt;
            return true;
        }
        false
    }

    /// Moves every unit to where the position is worth most; those nearest to the enemy go first. `noise` is what chance may
    /// add to the worth of a step.
    pub(super) fn move_units(&mut self, noise: u32, rng: &mut Rng, nodes: &mut Nodes) {
        let mut home = Bits::EMPTY;
        home.insert(place(self.state.headquarters(self.seat.other())));
        let enemy = distances(&self.state, home);
        let mut army: Vec<usize> = self.state.army(self.seat).map(place).collect();
        army.sort_by_key(|&at| enemy[at]);
        for from in army {
            let Some((id, _)) = self.state.unit(cell(from)) else { continue };
            let foreign = distances(&self.state, self.foreign());
            let nearness = |at: usize| -(3 * i32::from(foreign[at]) + i32::from(enemy[at]));
            let mut best: Option<(i32, Part, IceAndFire, i32)> = None;
            let mut most = self.value + nearness(from);
            for to in cell(from).orthogonal().into_iter().filter(|&to| is_on_board(to)) {
                let part = Part::move_unit(id, to);
                let Some((state, value)) = self.after(part, nodes) else { continue };
                let worth = value + nearness(place(to)) + if noise > 0 { rng.below(noise) as i32 } else { 0 };
                if worth > most {
                    most = worth;
                    best = Some((worth, part, state, value));
                }
            }
            if let Some((_, part, state, value)) = best {
                self.orders.push(part);
                (self.state, self.value) = (state, value);
                if self.is_won() {
                    return;
                }
            }
        }
    }

    /// The best plans that add lines of trainings into the enemy's land: the cheapest chain to each of its cells, and
    /// straight lines, which cut. A line counts only if the position is worth more after it.
    pub(super) fn attack(&self, attack: Attack, nodes: &mut Nodes) -> Vec<Self> {
        let mut best = vec![self.clone()];
        let mut tips = vec![self.clone()];
        for _ in 0..attack.depth {
            let mut found: Vec<Self> = Vec::new();
            for tip in &tips {
                tip.lines(
                    &mut |line: &Self| {
                        let is_new = found.iter().all(|other| other.value != line.value);
                        if line.value > tip.value && is_new {
                            insert(&mut found, line, attack.width);
                        }
                    },
                    nodes,
                );
            }
            if found.is_empty() {
                break;
            }
            for line in &found {
                insert(&mut best, line, attack.width + 1);
            }
            tips = found;
        }
        best
    }

    /// Shows every line of trainings, longer and longer.
    fn lines(&self, show: &mut dyn FnMut(&Self), nodes: &mut Nodes) {
        let gold = self.state.gold(self.seat);
        if gold <= 0 || nodes.is_spent() {
            return;
        }
        nodes.spend(CHAINS);
        let foe = self.state.territory(self.seat.other());
        let chains = Chains::within(&self.state, self.seat, gold, Units::Tired);
        for target in foe.iter() {
            if nodes.is_spent() {
                return;
            }
            let orders = chains.orders(target);
            // A chain of one is a straight line, too.
            if orders.len() > 1 {
                let mut line = self.clone();
                if orders.into_iter().all(|part| line.push(part, nodes)) {
                    show(&line);
                }
            }
        }
        for start in self.state.reach(self.seat).and(&foe).iter() {
            if nodes.is_spent() {
                return;
            }
            let Some(first) = self.trained(start, gold, nodes) else { continue };
            show(&first);
            for (step, to) in cell(start).orthogonal().into_iter().enumerate() {
                if is_on_board(to) && foe.has(place(to)) {
                    let mut line = first.clone();
                    let mut at = to;
                    while is_on_board(at) && !self.state.territory(self.seat).has(place(at)) {
                        let left = gold - (self.state.gold(self.seat) - line.state.gold(self.seat));
                        let Some(longer) = line.trained(place(at), left, nodes) else { break };
                        line = longer;
                        show(&line);
                        at = at.orthogonal()[step];
                    }
                }
            }
        }
    }

    /// The plan with a unit of the lowest level that can be trained on the cell, if there is gold for it.
    pub(super) fn trained(&self, at: usize, gold: i32, nodes: &mut Nodes) -> Option<Self> {
        let level = level_to_enter(&self.state, self.seat, at)?;
        if self.state.unit_cost(level) > gold {
            return None;
        }
        self.with(Part::train(level, cell(at)), nodes)
    }

    /// Trains and builds mines where that is worth most for its price, as long as it is worth anything.
    pub(super) fn spend(&mut self, nodes: &mut Nodes) {
        loop {
            let own = self.state.territory(self.seat);
            let gold = self.state.gold(self.seat);
            let mut best: Option<(i32, Self)> = None;
            for at in self.state.reach(self.seat).iter() {
                let spent = if !own.has(at) {
                    self.trained(at, gold, nodes)
                } else if self.state.is_mine_spot(cell(at)) {
                    self.with(Part::build(Building::Mine, cell(at)), nodes)
                } else {
                    None
                };
                let Some(spent) = spent else { continue };
                let cost = (gold - spent.state.gold(self.seat)).max(1);
                let gain = (spent.value - self.value) * 100 / cost;
                if gain > 0 && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    best = Some((gain, spent));
                }
            }
            let Some((_, spent)) = best else { return };
            *self = spent;
        }
    }

    /// What the plan is worth after the other's answer.
    pub(super) fn worth_after_answer(&self, rng: &mut Rng, nodes: &mut Nodes) -> i32 {
        if self.is_won() {
            return WON;
        }
        let mut state = self.state.clone();
        state.pass();
        let mut answer = Self::new(state, self.seat.other());
        if answer.strike(Units::Fresh, nodes) {
            return -WON;
        }
        answer.move_units(0, rng, nodes);
        if answer.is_won() || answer.strike(Units::Tired, nodes) {
            return -WON;
        }
        let best = answer.attack(Attack { width: 1, depth: 2 }, nodes);
        -best.first().map_or(answer.value, |best| best.value)
    }

    /// Land that is not the seat's territory.
    pub(super) fn foreign(&self) -> Bits<3> {
        self.state.land().minus(&self.state.territory(self.seat))
    }

    /// How much gold the other has left after a chain to the headquarters in its next turn; negative if there is none.
    fn danger(&self) -> i32 {
        let foe = self.seat.other();
        let gold = self.state.gold(foe) + self.state.income(foe);
        let chains = Chains::within(&self.state, foe, gold, Units::Fresh);
        let price = chains.price(place(self.state.headquarters(self.seat)));
        price.map_or(-1, |price| gold - price)
    }

    /// As long as the headquarters can be taken by a chain, builds or trains what makes that dearest.
    pub(super) fn defend(&mut self, nodes: &mut Nodes) {
        const MOST: usize = 6;
        for _ in 0..MOST {
            nodes.spend(CHAINS);
            let danger = self.danger();
            if danger < 0 {
                return;
            }
            let mut home = Bits::EMPTY;
            home.insert(place(self.state.headquarters(self.seat)));
            let near = distances(&self.state, home);
            let own = self.state.territory(self.seat);
            let parts = (0..AREA).filter(|&at| own.has(at) && near[at] <= 4).flat_map(|at| {
                let trained = Level::ALL.into_iter().map(move |level| Part::train(level, cell(at)));
                std::iter::once(Part::build(Building::Tower, cell(at))).chain(trained.take(2))
            });
            let options = parts.filter_map(|part| {
                nodes.spend(CHAINS);
                self.with(part, nodes)
            });
            let best = options
                .map(|plan| (plan.danger(), -plan.value, plan))
                .min_by_key(|(danger, value, _)| (*danger, *value));
            match best {
                Some((less, _, plan)) if less < danger => *self = plan,
                _ => return,
            }
        }
    }
}

/// Keeps the best plans, the best first.
fn insert(best: &mut Vec<Plan>, plan: &Plan, most: usize) {
    let at = best.iter().position(|other| other.value < plan.value).unwrap_or(best.len());
    if at < most {
        best.truncate(most - 1);
        best.insert(at, plan.clone());
    }
}
