//! Playing a side of Utti by camps: income first, then bases, and whoever comes near is captured.

use std::cmp::Reverse;

use skirmish_core::grid::{Cell, KING_STEPS};
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Order, OrderKind, Unit, Utti};

use super::camp::{Camps, is_on_board};

/// For how many rounds a troop that gathers is on its way, or waits for others.
const ROUNDS_ON_THE_WAY: u32 = 5;

/// How far a side goes with settling.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How many bases it wants of a hundred units that it may have.
    pub bases_per_hundred: u32,
    /// It never wants more than these: a match is too short for them.
    pub most_bases: u32,
    /// A base must have this many rounds left to pay for itself.
    pub base_rounds: i64,
    /// Whether troops that no mine needs gather where the next base is to be made, instead of being split off a mine's stack.
    pub is_gathering: bool,
    /// Every so many rounds, whoever waits beside a mine climbs the stack there, although that costs the stack its turn.
    pub climb_every: Option<u32>,
}

/// A side of Utti.
#[derive(Clone, Debug)]
pub struct Settler {
    manner: Manner,
    rng: Rng,
    camps: Option<Camps>,
    round: Round,
    /// The ids of troops that have something else to do: nobody climbs them.
    pub spared: Vec<u32>,
}

/// What holds for a whole round.
#[derive(Clone, Debug, Default)]
struct Round {
    number: Option<u32>,
    /// How much height can leave the mines before the bases cannot be paid; 0 if no bases are wanted.
    spare: i64,
    /// Whether bases are wanted.
    is_growing: bool,
    /// Where bases are to be made.
    sites: Vec<Cell>,
    /// The mines that troops go to.
    mines: Vec<Cell>,
    /// Cells beside the mines that stay free, so that a stack there can split.
    doors: Vec<Cell>,
    /// How much height is off the mines already to become bases.
    building: i64,
    /// Where troops gather for a base.
    gathering: Option<Cell>,
}

impl Settler {
    pub fn new(manner: Manner, rng: Rng) -> Self {
        Self { manner, rng, camps: None, round: Round::default(), spared: Vec::new() }
    }

    /// Answers whatever is asked.
    pub fn act(&mut self, seen: &Utti, seat: Seat) -> Action {
        self.look(seen, seat);
        if let Some(units) = seen.planning(seat) {
            return Action::Many(units.iter().map(|unit| self.order(seen, unit)).collect());
        }
        match seen.acting() {
            Some(unit) => Action::One(self.order(seen, unit)),
            None => Action::Ready { batch: false },
        }
    }

    fn most_bases(&self, seen: &Utti) -> u32 {
        (seen.config().max_units * self.manner.bases_per_hundred / 100).min(self.manner.most_bases)
    }

    /// Looks at the whole side once a round.
    pub fn look(&mut self, seen: &Utti, seat: Seat) {
        if self.round.number == Some(seen.round()) {
            return;
        }
        let most_bases = self.most_bases(seen);
        let camps = self.camps.get_or_insert_with(|| Camps::plan(seen, seat, most_bases as usize));
        let config = seen.config();
        let rounds_left = i64::from(config.rounds) - i64::from(seen.round());
        let bases = seen.base_count(seat);
        let mining: i64 = seen
            .units(seat)
            .filter(|unit| unit.is_troop() && seen.is_on_mine(unit))
            .map(|unit| i64::from(unit.height))
            .sum();
        let needed = config.troop_cost * i64::from(bases + 1) / config.mine_yield.max(1);
        self.round.number = Some(seen.round());
        self.round.is_growing = bases < most_bases && rounds_left >= self.manner.base_rounds;
        self.round.spare = mining - needed;
        let begun = camps.begun(seen);
        self.round.mines.clear();
        self.round.mines.extend(begun.iter().map(|camp| camp.mine));
        self.round.sites.clear();
        self.round.sites.extend(begun.iter().flat_map(|camp| camp.open_sites(seen)));
        self.gather(seen, seat);
        self.round.doors.clear();
        if self.round.is_growing {
            for index in 0..self.round.mines.len() {
                let mine = self.round.mines[index];
                let Some(site) = self.nearest_site(seen, mine) else { continue };
                self.round.doors.extend(door(seen, mine, site));
            }
        }
    }

    /// Chooses where troops gather, and adds up those who are gathered.
    fn gather(&mut self, seen: &Utti, seat: Seat) {
        let config = seen.config();
        let builders =
            seen.units(seat).filter(|unit| unit.height >= config.base_height && !seen.is_on_mine(unit));
        self.round.building = builders.map(|unit| i64::from(unit.height)).sum();
        // Troops are on their way for some rounds, and a side has only so many.
        let has_room = seen.base_count(seat) * ROUNDS_ON_THE_WAY < config.max_units;
        let is_wanted =
            self.manner.is_gathering && self.round.is_growing && has_room && self.round.spare >= 0;
        let begun = |site: &Cell| Reverse(own_height(seen, seat, *site));
        let site = self.round.sites.iter().copied().min_by_key(begun);
        self.round.gathering = site.filter(|_| is_wanted);
    }

    /// What the unit does.
    pub fn order(&mut self, seen: &Utti, unit: &Unit) -> Order {
        if unit.is_troop() { self.troop_order(seen, unit) } else { self.base_order(seen, unit) }
    }

    /// A base creates a troop beside an enemy who is near, or else where it has to go.
    fn base_order(&mut self, seen: &Utti, unit: &Unit) -> Order {
        let (config, seat) = (seen.config(), unit.seat());
        let idle = Order::new(OrderKind::Idle, unit.cell);
        if !can_create(seen, unit) {
            return idle;
        }
        if let Some(cell) = self.ambush(seen, unit) {
            return Order::new(OrderKind::CreateTroop, cell);
        }
        let goal = self.nearest_mine(unit.cell);
        let steps = i64::from(unit.cell.king_distance(goal));
        let rounds = i64::from(config.rounds) - i64::from(seen.round()) - steps;
        let gain = i64::from(config.troop_height) * (config.mine_yield * rounds + config.height_points);
        let is_crowded = steps > 4 && seen.unit_count(seat) + seen.base_count(seat) >= config.max_units;
        if gain <= config.troop_cost || is_crowded {
            return idle;
        }
        let goal = self.round.gathering.unwrap_or(goal);
        let cells = neighbours(seen, unit.cell)
            .filter(|&cell| seen.troop_at(cell).is_none() && !self.round.doors.contains(&cell));
        let rng = &mut self.rng;
        let best =
            cells.min_by_key(|cell| (cell.king_distance(goal), cell.distance_squared(goal), rng.below(8)));
        best.map_or(idle, |cell| Order::new(OrderKind::CreateTroop, cell))
    }

    /// A free cell beside the base from which the tallest enemy near can be captured.
    fn ambush(&self, seen: &Utti, base: &Unit) -> Option<Cell> {
        let mut best: Option<(u32, Cell)> = None;
        for dy in -2..=2i16 {
            for dx in -2..=2i16 {
                let cell = base.cell.shifted((dx, dy));
                let Some(enemy) = seen.troop_at(cell).filter(|troop| troop.seat() != base.seat()) else {
                    continue;
                };
                if best.is_some_and(|(height, _)| height >= enemy.height) {
                    continue;
                }
                let beside = neighbours(seen, base.cell)
                    .find(|&beside| beside.king_distance(cell) == 1 && seen.troop_at(beside).is_none());
                if let Some(beside) = beside {
                    best = Some((enemy.height, beside));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    fn nearest_mine(&self, from: Cell) -> Cell {
        self.round.mines.iter().copied().min_by_key(|mine| mine.king_distance(from)).unwrap_or(from)
    }

    /// The nearest place for a base on which nobody stands who will make one there.
    fn nearest_site(&self, seen: &Utti, from: Cell) -> Option<Cell> {
        let low = seen.config().base_height;
        let is_free =
            |site: &Cell| *site == from || seen.troop_at(*site).is_none_or(|troop| troop.height < low);
        let sites = self.round.sites.iter().copied().filter(is_free);
        sites.min_by_key(|site| site.king_distance(from))
    }

    fn troop_order(&mut self, seen: &Utti, unit: &Unit) -> Order {
        if let Some(enemy) = tallest_enemy_beside(seen, unit) {
            return Order::new(OrderKind::Capture, enemy);
        }
        if seen.is_on_mine(unit) {
            let split = self.split(seen, unit);
            return split.unwrap_or(Order::new(OrderKind::Mine, unit.cell));
        }
        if self.round.is_growing
            && unit.height >= seen.config().base_height
            && let Some(site) = self.nearest_site(seen, unit.cell)
        {
            if site == unit.cell && !seen.has_base(site) {
                return Order::new(OrderKind::CreateBase, site);
            }
            return self.walk(seen, unit, site);
        }
        self.walk(seen, unit, self.round.gathering.unwrap_or_else(|| self.nearest_mine(unit.cell)))
    }

    /// A stack on a mine that can spare a base sends its upper half to make one.
    fn split(&mut self, seen: &Utti, unit: &Unit) -> Option<Order> {
        let config = seen.config();
        let half = i64::from(unit.height / 2);
        let is_able = self.round.is_growing
            && half >= i64::from(config.base_height)
            && half <= self.round.spare
            && seen.unit_count(unit.seat()) < config.max_units;
        // Who waits for a place to build a base on does not mine.
        let places = self.round.sites.len() as i64 * i64::from(config.base_height);
        let is_too_much = self.round.building > 0 && self.round.building + half > places;
        if !is_able || self.manner.is_gathering && is_too_much {
            return None;
        }
        let site = self.nearest_site(seen, unit.cell)?;
        let cell = door(seen, unit.cell, site)?;
        self.round.spare -= half;
        self.round.building += half;
        Some(Order::new(OrderKind::Split, cell))
    }

    /// One step towards the goal, climbing friends who are there or in the way.
    fn walk(&mut self, seen: &Utti, unit: &Unit, goal: Cell) -> Order {
        let here = unit.cell.king_distance(goal);
        let is_its_round = self.manner.climb_every.is_some_and(|every| seen.round().is_multiple_of(every));
        let is_climbing = is_its_round && here == 1 && seen.has_mine(goal);
        let rng = &mut self.rng;
        let best = neighbours(seen, unit.cell)
            .filter(|cell| cell.king_distance(goal) <= here)
            .filter_map(|cell| match seen.troop_at(cell) {
                None => Some((OrderKind::Move, cell)),
                Some(troop) if self.spared.contains(&troop.id) => None,
                Some(troop) if is_climbing && troop.seat() == unit.seat() => Some((OrderKind::Climb, cell)),
                Some(troop) => may_climb(seen, unit, troop).then_some((OrderKind::Climb, cell)),
            })
            .filter(|&(kind, cell)| kind == OrderKind::Move || cell.king_distance(goal) < here)
            .min_by_key(|&(kind, cell)| {
                let is_exposed = has_enemy_beside(seen, unit.seat(), cell);
                let is_move = kind == OrderKind::Move;
                (is_exposed, cell.king_distance(goal), is_move, cell.distance_squared(goal), rng.below(8))
            });
        best.map_or(Order::new(OrderKind::Idle, unit.cell), |(kind, cell)| Order::new(kind, cell))
    }
}

/// Whether the base can create a troop.
pub fn can_create(seen: &Utti, base: &Unit) -> bool {
    let (config, seat) = (seen.config(), base.seat());
    seen.troop_at(base.cell).is_none()
        && seen.gold(seat) >= config.troop_cost
        && seen.unit_count(seat) < config.max_units
}

/// The cells around a cell.
pub fn neighbours(seen: &Utti, cell: Cell) -> impl Iterator<Item = Cell> {
    KING_STEPS.into_iter().map(move |by| cell.shifted(by)).filter(move |&cell| is_on_board(seen, cell))
}

/// The cell beside a mine through which half of a stack leaves for a site.
fn door(seen: &Utti, mine: Cell, site: Cell) -> Option<Cell> {
    neighbours(seen, mine)
        .filter(|&cell| seen.troop_at(cell).is_none() && !seen.has_base(cell))
        .min_by_key(|cell| (cell.king_distance(site), cell.distance_squared(site)))
}

/// Whether climbing this troop is worth it. One that has not acted yet loses its turn, for it is gone then.
fn may_climb(seen: &Utti, unit: &Unit, other: &Unit) -> bool {
    if other.seat() != unit.seat() {
        return false;
    }
    // Units act in the order of their ids.
    let has_acted = other.id < unit.id;
    if seen.is_on_mine(other) {
        return has_acted || 4 * unit.height >= other.height;
    }
    has_acted || other.height < seen.config().base_height
}

/// How high the seat's troop on the cell is; 0 without one.
pub fn own_height(seen: &Utti, seat: Seat, cell: Cell) -> u32 {
    seen.troop_at(cell).filter(|troop| troop.seat() == seat).map_or(0, |troop| troop.height)
}

/// Where the tallest enemy beside the unit stands.
pub fn tallest_enemy_beside(seen: &Utti, unit: &Unit) -> Option<Cell> {
    let height = |cell: &Cell| own_height(seen, unit.seat().other(), *cell);
    neighbours(seen, unit.cell).max_by_key(height).filter(|cell| height(cell) > 0)
}

fn has_enemy_beside(seen: &Utti, seat: Seat, cell: Cell) -> bool {
    neighbours(seen, cell).any(|near| own_height(seen, seat.other(), near) > 0)
}
