//! A bot for Utti that thinks about one unit at a time: mine, grow, and take what stands within reach.
//!
//! A mine holds one troop but any height, so troops walk to a mine and climb onto whoever mines there. A stack that
//! has grown tall enough splits off what becomes a base beside its mine: from there a new troop needs no walk at all,
//! because it is created next to the stack and climbs it in the same round.

use skirmish_core::bot::Bot;
use skirmish_core::grid::{Cell, KING_STEPS};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Event, Order, OrderKind, Unit, Utti};

/// As many bases as are worth their price: with more, too few of the allowed units are left to mine.
const ENOUGH_BASES: u32 = 25;
/// A base must have this many rounds left to pay for itself.
const BASE_ROUNDS: i64 = 60;
/// How many units of height on a mine weigh as much as one step of the way.
const CROWD: i64 = 40;
/// How many steps longer the way to an enemy's mine may seem.
const CAUTION: i64 = 8;
/// How many units of an enemy's height make its mine one step more tempting.
const TEMPTATION: i64 = 2;
/// No enemy tempts by more steps than this.
const MOST_TEMPTATION: i64 = 20;
/// No mine is worth more steps than this beyond its distance.
const MOST_BONUS: i64 = MOST_TEMPTATION - CAUTION;

/// Stacks up on mines, founds bases beside them, and captures what comes near.
#[derive(Clone, Debug)]
pub struct Easy {
    rng: Rng,
    /// The mines row by row, read from the first state it sees; they never change.
    mines: Vec<Cell>,
}

impl Easy {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed), mines: Vec::new() }
    }
}

impl Bot<Utti> for Easy {
    fn act(&mut self, seen: &Utti, seat: Seat, _heard: &[Event]) -> Action {
        if self.mines.is_empty() {
            self.mines.extend(seen.mines());
        }
        if let Some(units) = seen.planning(seat) {
            return Action::Many(units.iter().map(|unit| self.order(seen, unit)).collect());
        }
        match seen.acting() {
            Some(unit) => Action::One(self.order(seen, unit)),
            None => Action::Ready { batch: false },
        }
    }
}

impl Easy {
    fn order(&mut self, seen: &Utti, unit: &Unit) -> Order {
        let view = View { seen, unit };
        if unit.is_troop() { self.troop_order(&view) } else { self.base_order(&view) }
    }

    /// A base creates a troop whenever that pays, on the side where it has to go.
    fn base_order(&mut self, view: &View<'_>) -> Order {
        let config = view.seen.config();
        let goal = self.goal(view);
        let mining_rounds = view.rounds_left() - view.steps_to(goal);
        let gain =
            i64::from(config.troop_height) * (config.mine_yield * mining_rounds + config.height_points);
        let is_possible = view.seen.troop_at(view.unit.cell).is_none()
            && view.seen.gold(view.seat()) >= config.troop_cost
            && view.seen.unit_count(view.seat()) < config.max_units;
        match self.nearest_free(view, goal) {
            Some(cell) if is_possible && gain > config.troop_cost => Order::new(OrderKind::CreateTroop, cell),
            _ => view.idle(),
        }
    }

    /// The first of a troop's wishes that can be had.
    fn troop_order(&mut self, view: &View<'_>) -> Order {
        view.capture()
            .or_else(|| view.found_base())
            .or_else(|| view.mine())
            .unwrap_or_else(|| self.walk(view))
    }

    /// One step towards the mine it goes to, climbing friends who are already there or in the way.
    fn walk(&mut self, view: &View<'_>) -> Order {
        let goal = self.goal(view);
        let free = self.nearest_free(view, goal);
        if let Some(cell) = free.filter(|cell| cell.king_distance(goal) < view.unit.cell.king_distance(goal))
        {
            return Order::new(OrderKind::Move, cell);
        }
        let friend = view
            .neighbours()
            .filter(|&cell| view.has_friend(cell))
            .min_by_key(|cell| cell.king_distance(goal));
        match friend.filter(|cell| cell.king_distance(goal) < view.unit.cell.king_distance(goal)) {
            Some(cell) => Order::new(OrderKind::Climb, cell),
            None => free.map_or(view.idle(), |cell| Order::new(OrderKind::Move, cell)),
        }
    }

    /// The mine that is worth going to: near, not crowded, and better an enemy's if a tall stack is to be had there.
    /// Of several, the first row by row. Looks row by row away from the unit, as long as a better one is possible.
    fn goal(&self, view: &View<'_>) -> Cell {
        let row = view.unit.cell.y;
        let (above, below) = self.mines.split_at(self.mines.partition_point(|mine| mine.y < row));
        let mut best = (i64::MAX, row, view.unit.cell.x);
        let mut consider = |mine: &Cell| {
            if view.steps_to(*mine) - MOST_BONUS <= best.0 {
                best = best.min((view.cost_of(*mine), mine.y, mine.x));
            }
            i64::from(mine.y.abs_diff(row)) - MOST_BONUS <= best.0
        };
        let _ = below.iter().all(&mut consider);
        let _ = above.iter().rev().all(consider);
        Cell::new(best.2, best.1)
    }

    /// The free neighbour nearest to the goal; of several, any.
    fn nearest_free(&mut self, view: &View<'_>, goal: Cell) -> Option<Cell> {
        let rng = &mut self.rng;
        view.neighbours()
            .filter(|&cell| view.is_free(cell))
            .min_by_key(|cell| (cell.distance_squared(goal), rng.below(8)))
    }
}

/// The match as the unit at hand sees it.
struct View<'a> {
    seen: &'a Utti,
    unit: &'a Unit,
}

impl View<'_> {
    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn rounds_left(&self) -> i64 {
        i64::from(self.seen.config().rounds) - i64::from(self.seen.round())
    }

    fn steps_to(&self, cell: Cell) -> i64 {
        i64::from(self.unit.cell.king_distance(cell))
    }

    /// How far a mine is, in steps, and as many more or fewer as who stands there is worth.
    fn cost_of(&self, mine: Cell) -> i64 {
        let there = match self.seen.troop_at(mine) {
            None => 0,
            Some(troop) if troop.seat() == self.seat() => i64::from(troop.height) / CROWD,
            Some(troop) => CAUTION - (i64::from(troop.height) / TEMPTATION).min(MOST_TEMPTATION),
        };
        self.steps_to(mine) + there
    }

    fn idle(&self) -> Order {
        Order::new(OrderKind::Idle, self.unit.cell)
    }

    fn neighbours(&self) -> impl Iterator<Item = Cell> + use<> {
        let (cell, size) = (self.unit.cell, self.seen.size() as i16);
        KING_STEPS
            .into_iter()
            .map(move |(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))
            .filter(move |cell| (0..size).contains(&cell.x) && (0..size).contains(&cell.y))
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.seen.troop_at(cell).is_none()
    }

    fn has_friend(&self, cell: Cell) -> bool {
        self.seen.troop_at(cell).is_some_and(|troop| troop.seat() == self.seat())
    }

    /// The tallest enemy within reach: whoever captures first has both heights.
    fn capture(&self) -> Option<Order> {
        let height = |cell: &Cell| self.seen.troop_at(*cell).map_or(0, |troop| troop.height);
        let enemy = self
            .neighbours()
            .filter(|&cell| !self.is_free(cell) && !self.has_friend(cell))
            .max_by_key(height)?;
        Some(Order::new(OrderKind::Capture, enemy))
    }

    /// What was split off beside a mine becomes a base; a stack on a mine that can spare that much splits.
    fn found_base(&self) -> Option<Order> {
        let (config, cell) = (self.seen.config(), self.unit.cell);
        let is_wanted = self.seen.base_count(self.seat()) < ENOUGH_BASES && self.rounds_left() > BASE_ROUNDS;
        let has_room = self.seen.unit_count(self.seat()) < config.max_units;
        if !is_wanted || !has_room {
            return None;
        }
        if !self.seen.is_on_mine(self.unit) {
            let is_able = self.unit.height >= config.base_height && !self.seen.has_base(cell);
            return is_able.then_some(Order::new(OrderKind::CreateBase, cell));
        }
        if self.unit.height < 2 * config.base_height {
            return None;
        }
        let spot = self
            .neighbours()
            .find(|&cell| self.is_free(cell) && !self.seen.has_base(cell) && !self.seen.has_mine(cell))?;
        Some(Order::new(OrderKind::Split, spot))
    }

    fn mine(&self) -> Option<Order> {
        self.seen.is_on_mine(self.unit).then_some(Order::new(OrderKind::Mine, self.unit.cell))
    }
}
