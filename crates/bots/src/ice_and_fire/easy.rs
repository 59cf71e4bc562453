//! A bot for A Code of Ice and Fire that wins the match if it can, and otherwise takes whatever pays most at once.
//!
//! It plans on a copy of the match: every order is tried there first, so that it always knows what is left to do.

use skirmish_core::bits::Bits;
use skirmish_core::bot::Bot;
use skirmish_core::grid::Cell;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::ice_and_fire::{Action, Building, Event, IceAndFire, Level, Part, SIDE};

/// What an active cell is worth, in gold.
const CELL: i32 = 4;
/// Turns for which the upkeep must be paid even if nothing is gained.
const RESERVE_TURNS: i32 = 6;
/// A mine must have earned its price before the end.
const MINE_INCOME: i32 = 4;
/// How near the enemy may come before a tower is built.
const ALARM: usize = 4;
/// The distance of cells that cannot be reached.
const FAR: usize = usize::MAX;

/// Expands, cuts the other's territory where that pays, and strikes at the headquarters as soon as it can be reached.
#[derive(Clone, Debug)]
pub struct Easy {
    rng: Rng,
}

impl Easy {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl Bot<IceAndFire> for Easy {
    fn act(&mut self, seen: &IceAndFire, seat: Seat, _heard: &[Event]) -> Action {
        let mut plan = Plan { state: seen.clone(), action: Action::new(), seat };
        if plan.strike() {
            return plan.action;
        }
        plan.guard_headquarters();
        self.move_units(&mut plan);
        if plan.strike() {
            return plan.action;
        }
        plan.build_mines();
        self.train(&mut plan);
        plan.action
    }
}

impl Easy {
    /// Units nearest to the enemy go first, so that those behind find room.
    fn move_units(&mut self, plan: &mut Plan) {
        let enemy = distances(&plan.state, &[plan.state.headquarters(plan.seat.other())]);
        let mut army: Vec<Cell> = plan.state.army(plan.seat).collect();
        army.sort_by_key(|&at| enemy[place(at)]);
        for from in army {
            let Some((id, _)) = plan.state.unit(from) else { continue };
            let frontier = plan.distances_to_foreign_land();
            let worth = |state: &IceAndFire, at: Cell| {
                let near = (frontier[place(at)].min(99), enemy[place(at)].min(99));
                (value(state, plan.seat), -(near.0 as i32), -(near.1 as i32))
            };
            let stay = worth(&plan.state, from);
            let steps = from.orthogonal().map(|to| (Part::move_unit(id, to), to));
            let best = self.best(steps.into_iter().filter_map(|(part, to)| {
                let mut after = plan.state.clone();
                after.try_order(&part).ok()?;
                Some((worth(&after, to), part))
            }));
            if let Some((_, part)) = best.filter(|(worth, _)| *worth > stay) {
                plan.order(part);
            }
        }
    }

    /// Trains where it pays most for its price, as long as the upkeep can be borne.
    fn train(&mut self, plan: &mut Plan) {
        loop {
            let now = value(&plan.state, plan.seat);
            let places =
                cells(plan.state.reach(plan.seat)).filter(|&at| plan.state.owner(at) != Some(plan.seat));
            let orders = places.flat_map(|at| Level::ALL.map(|level| (level, at)));
            let best = self.best(orders.filter_map(|(level, at)| {
                let part = Part::train(level, at);
                let mut after = plan.state.clone();
                after.try_order(&part).ok()?;
                let gain = value(&after, plan.seat) - now - 2 * after.unit_upkeep(level);
                (gain > 0 && can_bear(&after, plan.seat))
                    .then(|| (gain * 100 / after.unit_cost(level).max(1), part))
            }));
            let Some((_, part)) = best else { return };
            plan.order(part);
        }
    }

    /// The best of several; one of them by chance where they are equal.
    fn best<K: Ord, T>(&mut self, options: impl Iterator<Item = (K, T)>) -> Option<(K, T)> {
        let mut best: Option<(K, T)> = None;
        let mut ties = 1;
        for option in options {
            let order = best.as_ref().map_or(std::cmp::Ordering::Greater, |(key, _)| option.0.cmp(key));
            ties = if order.is_eq() { ties + 1 } else { 1 };
            if order.is_gt() || order.is_eq() && self.rng.chance(1, ties) {
                best = Some(option);
            }
        }
        best
    }
}

/// An answer in the making, and the match as it leaves it.
struct Plan {
    state: IceAndFire,
    action: Action,
    seat: Seat,
}

impl Plan {
    /// Gives an order if it would be carried out.
    fn order(&mut self, part: Part) -> bool {
        let is_done = self.state.try_order(&part).is_ok();
        if is_done {
            self.action.push(part);
        }
        is_done
    }

    /// Trains a chain of units up to the enemy's headquarters, if there is gold for all of it; true if that wins.
    fn strike(&mut self) -> bool {
        let Some(chain) = self.cheapest_chain() else { return false };
        let mut attempt = Plan { state: self.state.clone(), action: self.action.clone(), seat: self.seat };
        if chain.into_iter().all(|part| attempt.order(part)) && attempt.state.ending().is_some() {
            *self = attempt;
            return true;
        }
        false
    }

    /// The trainings that lead to the enemy's headquarters for the least gold, found cell by cell from the cheapest.
    fn cheapest_chain(&self) -> Option<Vec<Part>> {
        let mut price = [i32::MAX; SIDE * SIDE];
        let mut way: [Option<(Part, Cell)>; SIDE * SIDE] = [None; SIDE * SIDE];
        let mut open: Vec<Cell> = cells(self.state.territory(self.seat)).collect();
        open.iter().for_each(|&at| price[place(at)] = 0);
        while let Some(next) = (0..open.len()).min_by_key(|&i| price[place(open[i])]) {
            let from = open.swap_remove(next);
            for to in from.orthogonal() {
                let Some(level) = self.level_to_enter(to) else { continue };
                let sum = price[place(from)] + self.state.unit_cost(level);
                if sum < price[place(to)] && sum <= self.state.gold(self.seat) {
                    price[place(to)] = sum;
                    way[place(to)] = Some((Part::train(level, to), from));
                    open.push(to);
                }
            }
        }
        let mut chain = Vec::new();
        let mut at = self.state.headquarters(self.seat.other());
        while let Some((part, from)) = way[place(at)] {
            chain.push(part);
            at = from;
        }
        chain.reverse();
        (!chain.is_empty()).then_some(chain)
    }

    /// The lowest level of a unit that could enter the cell.
    fn level_to_enter(&self, at: Cell) -> Option<Level> {
        let mut levels = Level::ALL.into_iter().filter(|level| level.get() <= self.state.max_level());
        levels.find(|&level| self.state.can_be_entered(self.seat, level, at))
    }

    /// Builds a tower beside the headquarters when the enemy comes near.
    fn guard_headquarters(&mut self) {
        let home = self.state.headquarters(self.seat);
        let steps = distances(&self.state, &[home]);
        let foes = cells(self.state.territory(self.seat.other()));
        if foes.map(|at| steps[place(at)]).min().is_some_and(|nearest| nearest <= ALARM) {
            let mut near = home.orthogonal().into_iter();
            if !near.clone().any(|at| self.state.building(at) == Some(Building::Tower)) {
                near.any(|at| self.order(Part::build(Building::Tower, at)));
            }
        }
    }

    /// Builds mines that pay before the end.
    fn build_mines(&mut self) {
        for at in cells(self.state.territory(self.seat)) {
            let price = self.state.building_cost(Building::Mine, self.seat);
            if price < MINE_INCOME * self.state.turns_left() as i32 {
                self.order(Part::build(Building::Mine, at));
            }
        }
    }

    fn distances_to_foreign_land(&self) -> [usize; SIDE * SIDE] {
        let foreign: Vec<Cell> =
            board().filter(|&at| self.state.is_land(at) && self.state.owner(at) != Some(self.seat)).collect();
        distances(&self.state, &foreign)
    }
}

/// What the position is worth to the seat: cells, mines, units that are not cut off, and gold, less the enemy's.
fn value(state: &IceAndFire, seat: Seat) -> i32 {
    let side = |seat: Seat| {
        let active = state.territory(seat);
        let mines = cells(active).filter(|&at| state.building(at) == Some(Building::Mine)).count() as i32;
        let army: i32 =
            cells(active).filter_map(|at| state.unit(at)).map(|(_, level)| state.unit_cost(level)).sum();
        let is_beaten = state.owner(state.headquarters(seat)) != Some(seat);
        CELL * (active.count() as i32 + MINE_INCOME * mines) + army + state.gold(seat)
            - i32::from(is_beaten) * 10_000
    };
    side(seat) - side(seat.other())
}

/// Whether gold and income last for a while.
fn can_bear(state: &IceAndFire, seat: Seat) -> bool {
    state.gold(seat) + state.income(seat) * RESERVE_TURNS.min(state.turns_left() as i32) >= 0
}

/// Walking distances to the nearest of these cells.
fn distances(state: &IceAndFire, to: &[Cell]) -> [usize; SIDE * SIDE] {
    let mut steps = [FAR; SIDE * SIDE];
    let mut queue: Vec<Cell> = to.to_vec();
    queue.iter().for_each(|&at| steps[place(at)] = 0);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for near in at.orthogonal() {
            if state.is_land(near) && steps[place(near)] == FAR {
                steps[place(near)] = steps[place(at)] + 1;
                queue.push(near);
            }
        }
    }
    steps
}

fn place(at: Cell) -> usize {
    at.y as usize * SIDE + at.x as usize
}

fn board() -> impl Iterator<Item = Cell> {
    (0..SIDE * SIDE).map(|at| Cell::new((at % SIDE) as i16, (at / SIDE) as i16))
}

fn cells(set: Bits<3>) -> impl Iterator<Item = Cell> {
    set.iter().map(|at| Cell::new((at % SIDE) as i16, (at / SIDE) as i16))
}
