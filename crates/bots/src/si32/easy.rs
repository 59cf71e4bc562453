//! A first bot for Si32: one army, one kind of worker, and no look ahead.

use skirmish_core::bot::Bot;
use skirmish_core::grid::{Cell, Direction, Grid};
use skirmish_core::law::Mirror;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::Seat;
use skirmish_games::si32::{Building, Command, Corner, Event, Orders, Si32};

/// How many miners there are besides [`MINERS_PER_BUILDING`].
const MINERS: i32 = 8;
/// How many miners each own building is to be followed by another for.
const MINERS_PER_BUILDING: i32 = 3;
/// How far away workers are called from.
const RECRUITING_DISTANCE: i32 = 6;
/// How many more than a full building can withstand an army has before it marches.
const ARMY_MARGIN: i32 = 5;
/// How near enemies come before they are driven off.
const ALARM_DISTANCE: i32 = 3;

/// Fills its buildings with workers, mines for the next building with some of the others, and sends the rest as one
/// army against the nearest enemy building.
#[derive(Debug)]
pub struct Easy {
    rng: Rng,
}

impl Easy {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl Bot<Si32> for Easy {
    fn act(&mut self, seen: &Si32, seat: Seat, _heard: &[Event]) -> Orders {
        if seat == Seat::FIRST {
            return self.play(seen);
        }
        // By the half turn both seats start at the top left, and find equals in the same order.
        let turned = seen.mirror();
        turned.mirror_action(&self.play(&turned))
    }
}

impl Easy {
    /// The orders of seat 0.
    fn play(&mut self, game: &Si32) -> Orders {
        let mut plan = Plan::new(game, Seat::FIRST, &mut self.rng);
        plan.build();
        plan.work();
        plan.recruit();
        plan.fight();
        plan.mine();
        plan.orders
    }
}

/// A turn in the making: what has been ordered, and what is left to order.
struct Plan<'a> {
    game: &'a Si32,
    seat: Seat,
    rng: &'a mut Rng,
    orders: Orders,
    /// Own units without a command.
    free: Grid<i32>,
    /// Resource that nobody has been sent for.
    left: Grid<i32>,
    buildings: Vec<Building>,
    /// Workers that each of them still lacks.
    vacancies: Vec<i32>,
}

impl<'a> Plan<'a> {
    fn new(game: &'a Si32, seat: Seat, rng: &'a mut Rng) -> Self {
        let mut free = Grid::new(game.width(), game.height(), 0);
        let mut left = free.clone();
        for cell in game.cells() {
            free[cell] = game.units_at(seat, cell);
            left[cell] = game.resource_at(cell);
        }
        let buildings: Vec<Building> = game.buildings().filter(|building| building.owner == seat).collect();
        let vacancies = vec![game.max_workers(); buildings.len()];
        Self { game, seat, rng, orders: Orders::new(), free, left, buildings, vacancies }
    }

    /// Places a building as soon as there is resource for one, where most resource is near.
    fn build(&mut self) {
        if self.game.side(self.seat).purse < self.game.building_cost() {
            return;
        }
        let sites = self.stacks().into_iter().flat_map(|at| Corner::ALL.map(|corner| (at, corner)));
        let best = sites
            .filter(|&(at, corner)| self.fits(at, corner))
            .max_by_key(|&(at, corner)| self.wealth_around(corner.top_left(at)));
        if let Some((at, corner)) = best {
            self.orders.push(Command::Build { at, corner, units: 1 });
            self.free[at] -= 1;
        }
    }

    fn fits(&self, at: Cell, corner: Corner) -> bool {
        tiles_of(corner.top_left(at)).into_iter().all(|tile| {
            self.game.has(tile)
                && self.game.building_at(tile).is_none()
                && self.game.units_at(self.seat.other(), tile) == 0
        })
    }

    fn wealth_around(&self, top_left: Cell) -> i32 {
        let around = (-2..=3).flat_map(|dy| (-2..=3).map(move |dx| (dx, dy)));
        around.map(|(dx, dy)| self.game.resource_at(Cell::new(top_left.x + dx, top_left.y + dy))).sum()
    }

    /// Everybody who stands on an own building works there, as long as it counts.
    fn work(&mut self) {
        for (building, vacant) in self.buildings.iter().zip(&mut self.vacancies) {
            for at in tiles_of(building.top_left) {
                let units = self.free[at].min(*vacant);
                if units > 0 {
                    self.orders.push(Command::Build { at, corner: Corner::default(), units });
                    self.free[at] -= units;
                    *vacant -= units;
                }
            }
        }
    }

    /// Calls the nearest idle units to buildings that lack workers.
    fn recruit(&mut self) {
        for index in 0..self.buildings.len() {
            let door = self.buildings[index].top_left;
            let mut near = self.stacks();
            near.retain(|&at| (1..=RECRUITING_DISTANCE).contains(&distance(at, door)));
            near.sort_by_key(|&at| distance(at, door));
            for at in near {
                let units = self.free[at].min(self.vacancies[index]);
                self.vacancies[index] -= units;
                self.send(at, door, units);
            }
        }
    }

    /// Sends those who are not needed as miners to the army, and the army to the enemy.
    fn fight(&mut self) {
        let idle: i32 = self.free.as_slice().iter().sum();
        let wanted = MINERS + MINERS_PER_BUILDING * self.buildings.len() as i32;
        let resource: i32 = self.left.as_slice().iter().sum();
        let mut soldiers = idle - wanted.min(resource);
        let Some(home) = self.buildings.first().map(|building| building.top_left) else { return };
        let Some(target) = self.target(home) else { return };
        let rally = self.nearest_own_building(target).unwrap_or(home);
        let enough = self.game.defence() + self.game.max_workers() + ARMY_MARGIN;
        let mut stacks = self.stacks();
        stacks.sort_by_key(|&at| distance(at, target));
        for at in stacks {
            let units = self.free[at].min(soldiers);
            if units <= 0 {
                continue;
            }
            soldiers -= units;
            let has_arrived = self.game.building_at(at).is_some_and(|building| building.owner != self.seat);
            let is_army = units >= enough || distance(at, target) <= ALARM_DISTANCE;
            if has_arrived && units < enough {
                // It stays until the others have come.
                self.free[at] -= units;
            } else if is_army {
                self.send(at, target, units);
            } else {
                self.send(at, rally, units);
            }
        }
    }

    /// What the army is for: enemies at the door first, then the nearest enemy building, then any enemy.
    fn target(&self, home: Cell) -> Option<Cell> {
        let other = self.seat.other();
        let enemies = || self.game.cells().filter(|&cell| self.game.units_at(other, cell) > 0);
        let is_near = |cell: &Cell| {
            self.buildings.iter().any(|building| distance(*cell, building.top_left) <= ALARM_DISTANCE)
        };
        let intruder = enemies().filter(is_near).max_by_key(|&cell| self.game.units_at(other, cell));
        let buildings = self.game.buildings().filter(|building| building.owner == other);
        let building = || {
            buildings
                .map(|building| building.top_left)
                .min_by_key(|&cell| self.nearest_own_building(cell).map_or(0, |own| distance(own, cell)))
        };
        intruder.or_else(building).or_else(|| enemies().min_by_key(|&cell| distance(cell, home)))
    }

    fn nearest_own_building(&self, cell: Cell) -> Option<Cell> {
        let doors = self.buildings.iter().map(|building| building.top_left);
        doors.min_by_key(|&door| distance(door, cell))
    }

    /// Everybody else mines where there is something, or goes where most is near.
    fn mine(&mut self) {
        for at in self.stacks() {
            let here = self.free[at].min(self.left[at]);
            if here > 0 {
                self.orders.push(Command::Mine { at, units: here });
                self.free[at] -= here;
                self.left[at] -= here;
            }
        }
        for at in self.stacks() {
            while self.free[at] > 0 {
                let Some(goal) = self.richest_near(at) else { return };
                // A few turns' worth of mining for everybody who is sent.
                let units = self.free[at].min(1 + self.left[goal] / 4);
                self.left[goal] -= self.left[goal].min(4 * units);
                self.send(at, goal, units);
            }
        }
    }

    fn richest_near(&self, at: Cell) -> Option<Cell> {
        let worth = |cell: Cell| self.left[cell] * 100 / (2 + distance(at, cell));
        let cells = self.game.cells().filter(|&cell| self.left[cell] > 0 && cell != at);
        cells.max_by_key(|&cell| worth(cell))
    }

    /// One step towards the goal.
    fn send(&mut self, at: Cell, goal: Cell, units: i32) {
        if units <= 0 {
            return;
        }
        self.free[at] -= units;
        let across = if goal.x > at.x { Direction::East } else { Direction::West };
        let along = if goal.y > at.y { Direction::South } else { Direction::North };
        let way = match (goal.x == at.x, goal.y == at.y) {
            (true, true) => return,
            (true, false) => along,
            (false, true) => across,
            (false, false) => [across, along][self.rng.below(2) as usize],
        };
        self.orders.push(Command::Move { at, way, units });
    }

    /// The tiles with idle units, row by row.
    fn stacks(&self) -> Vec<Cell> {
        self.game.cells().filter(|&cell| self.free[cell] > 0).collect()
    }
}

fn distance(one: Cell, other: Cell) -> i32 {
    (i32::from(one.x) - i32::from(other.x)).abs() + (i32::from(one.y) - i32::from(other.y)).abs()
}

fn tiles_of(top_left: Cell) -> [Cell; 4] {
    let Cell { x, y } = top_left;
    [top_left, Cell::new(x + 1, y), Cell::new(x, y + 1), Cell::new(x + 1, y + 1)]
}
