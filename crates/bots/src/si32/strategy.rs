//! A turn by a plan: who works, who mines, where the next building goes, and what the army is for.

use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::si32::{Orders, Si32};

use super::field::{Field, Tile};

/// What a turn is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many in eight of those who neither work nor defend are soldiers; the others mine.
    pub soldiers: i32,
    /// What the soldiers do.
    pub aim: Aim,
}

/// What the soldiers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Gather at the own building that is nearest to the enemy.
    Gather,
    /// Bring down the enemy's building that is the nearest to the army, as soon as there are enough.
    Nearest,
    /// Bring down the one that is held by the fewest.
    Weakest,
}

/// How near enemies come before somebody is called against them.
const ALARM: i32 = 4;
/// How far away defenders are called from.
const CALL: i32 = 8;
/// How far away workers are called from.
const RECRUITING: i32 = 7;
/// How many more than an enemy building can withstand an army has before it marches.
const MARGIN: i32 = 4;
/// No building is made with fewer turns left, for it would not pay.
const PAYBACK: i32 = 20;
/// With more places for workers free than this, no other building is made.
const VACANCIES: i32 = 8;
/// How far miners look before they look at the whole board.
const NEAR: i32 = 5;
/// How many turns of mining a tile has for everybody who is sent there.
const STAY: i32 = 2;

/// Plays turns by plans. Besides what it leaves to chance, it holds nothing but memory for the turn at hand.
#[derive(Clone, Debug)]
pub struct Strategist {
    rng: Rng,
    field: Field,
    /// Own units without a command.
    free: Vec<i32>,
    /// Resource that nobody has been sent for.
    left: Vec<i32>,
    /// Places for workers that each own building still has.
    vacant: Vec<i32>,
    /// Tiles with own units.
    stacks: Vec<Tile>,
    /// Tiles with the enemy's units.
    foes: Vec<Tile>,
    /// Tiles with resource.
    lodes: Vec<Tile>,
    /// The stacks in the order in which they are asked for something.
    near: Vec<Tile>,
}

impl Strategist {
    pub fn new(rng: Rng) -> Self {
        Self {
            rng,
            field: Field::default(),
            free: Vec::new(),
            left: Vec::new(),
            vacant: Vec::new(),
            stacks: Vec::new(),
            foes: Vec::new(),
            lodes: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Writes the seat's orders by the plan into memory that may hold old ones.
    pub fn play(&mut self, game: &Si32, seat: Seat, plan: Plan, orders: &mut Orders) {
        orders.clear();
        self.field.read(game, seat);
        self.free.clone_from(&self.field.own);
        self.left.clone_from(&self.field.resource);
        self.stacks.clear();
        self.stacks.extend((0..self.field.area()).filter(|&tile| self.field.own[tile] > 0));
        self.foes.clear();
        self.foes.extend((0..self.field.area()).filter(|&tile| self.field.foe[tile] > 0));
        self.lodes.clear();
        self.lodes.extend((0..self.field.area()).filter(|&tile| self.field.resource[tile] > 0));
        self.build(game, orders);
        self.work(game, orders);
        self.defend(orders);
        self.recruit(orders);
        self.fight(game, plan, orders);
        self.mine(orders);
    }

    /// Places a building when it can be paid and filled with workers.
    fn build(&mut self, game: &Si32, orders: &mut Orders) {
        let units: i32 = self.free.iter().sum();
        let places = game.max_workers() * self.field.own_sites.len() as i32;
        let is_worth_it = self.field.turns_left >= PAYBACK && units + VACANCIES >= places;
        if self.field.purse < game.building_cost() || !is_worth_it {
            return;
        }
        let mut best: Option<(i32, Tile, Tile)> = None;
        for &at in &self.stacks {
            for (dx, dy) in [(0, 0), (-1, 0), (0, -1), (-1, -1)] {
                let Some(site) = self.field.shifted(at, dx, dy) else { continue };
                if let Some(worth) = self.worth_of_site(site)
                    && best.is_none_or(|(most, ..)| worth > most)
                {
                    best = Some((worth, at, site));
                }
            }
        }
        if let Some((_, at, site)) = best {
            self.field.build(at, site, orders);
            self.free[at] -= 1;
        }
    }

    /// How good a building stands there: among own units and resource, and not beside the enemy's.
    fn worth_of_site(&self, site: Tile) -> Option<i32> {
        let field = &self.field;
        field.shifted(site, 1, 1)?;
        if field.tiles_of(site).into_iter().any(|tile| field.is_covered[tile] || field.foe[tile] > 0) {
            return None;
        }
        let mut worth = 0;
        for dy in -2..=3 {
            for dx in -2..=3 {
                if let Some(tile) = field.shifted(site, dx, dy) {
                    worth += field.resource[tile].min(10) + 3 * field.own[tile].min(10) - 5 * field.foe[tile];
                }
            }
        }
        let is_near = |&foe: &Tile| field.steps_to_site(site, foe) <= ALARM;
        Some(worth - 100 * field.foe_sites.iter().filter(|&foe| is_near(foe)).count() as i32)
    }

    /// Everybody who stands on an own building works there, as long as it counts.
    fn work(&mut self, game: &Si32, orders: &mut Orders) {
        self.vacant.clear();
        for &site in &self.field.own_sites {
            let mut vacant = game.max_workers();
            let mut tiles = self.field.tiles_of(site);
            // The new units appear with the first who work; there they are together.
            tiles.sort_by_key(|&tile| -self.free[tile]);
            for at in tiles {
                let units = self.free[at].min(vacant);
                if units > 0 {
                    self.field.work(at, units, orders);
                    self.free[at] -= units;
                    vacant -= units;
                }
            }
            self.vacant.push(vacant);
        }
    }

    /// Calls as many to each own building as there are enemies near who could bring it down.
    fn defend(&mut self, orders: &mut Orders) {
        for index in 0..self.field.own_sites.len() {
            let site = self.field.own_sites[index];
            let near = self.foes.iter().filter(|&&tile| self.field.steps_to_site(tile, site) <= ALARM);
            let threat: i32 = near.map(|&tile| self.field.foe[tile]).sum();
            let door = self.door(site);
            let there: i32 = self.field.tiles_of(site).iter().map(|&tile| self.field.own[tile]).sum();
            let missing = threat - there;
            if threat > MARGIN && missing > 0 {
                self.call(site, door, CALL, missing, orders);
            }
        }
    }

    /// The tile of an own building where most of its workers are.
    fn door(&self, site: Tile) -> Tile {
        let [first, rest @ ..] = self.field.tiles_of(site);
        rest.into_iter().fold(
            first,
            |most, tile| {
                if self.field.own[tile] > self.field.own[most] { tile } else { most }
            },
        )
    }

    /// Sends the nearest idle units, from no farther than `reach`; those who are there stay. How many are still missing.
    fn call(&mut self, site: Tile, goal: Tile, reach: i32, units: i32, orders: &mut Orders) -> i32 {
        let (field, free) = (&self.field, &self.free);
        self.near.clear();
        self.near.extend(
            self.stacks.iter().copied().filter(|&at| free[at] > 0 && field.steps_to_site(at, site) <= reach),
        );
        self.near.sort_by_key(|&at| field.steps_to_site(at, site));
        let mut missing = units;
        for &at in &self.near {
            let sent = self.free[at].min(missing);
            self.field.march(at, goal, sent, &mut self.rng, orders);
            self.free[at] -= sent;
            missing -= sent;
            if missing == 0 {
                break;
            }
        }
        missing
    }

    /// Calls the nearest idle units to buildings that lack workers.
    fn recruit(&mut self, orders: &mut Orders) {
        for index in 0..self.field.own_sites.len() {
            let (site, vacant) = (self.field.own_sites[index], self.vacant[index]);
            if vacant > 0 {
                self.call(site, self.door(site), RECRUITING, vacant, orders);
            }
        }
    }

    /// Takes the soldiers from those who are the nearest to the aim, and leads them.
    fn fight(&mut self, game: &Si32, plan: Plan, orders: &mut Orders) {
        let idle: i32 = self.free.iter().sum();
        let mines: i32 = self.left.iter().sum();
        let wanted = if mines == 0 || self.field.turns_left < PAYBACK { 8 } else { plan.soldiers };
        let mut soldiers = idle * wanted / 8;
        let Some(target) = self.target(plan.aim) else { return };
        if soldiers == 0 {
            return;
        }
        let field = &self.field;
        let steps_to_target = |at: &Tile| field.steps_to_site(*at, target);
        let rally =
            field.own_sites.iter().copied().min_by_key(|site| steps_to_target(site)).unwrap_or(target);
        self.near.clear();
        self.near.extend(self.stacks.iter().copied().filter(|&at| self.free[at] > 0));
        self.near.sort_by_key(steps_to_target);
        let main = self.near.iter().copied().max_by_key(|&at| (self.free[at], -steps_to_target(&at)));
        let Some(main) = main else { return };
        let needed = self.holders(target) + game.defence() + MARGIN;
        let is_attack = plan.aim != Aim::Gather && self.free[main].min(soldiers) >= needed;
        let meeting = if is_attack { main } else { self.door(rally) };
        for index in 0..self.near.len() {
            let at = self.near[index];
            let units = self.free[at].min(soldiers);
            soldiers -= units;
            if units == 0 {
                break;
            }
            let goal = if is_attack && at == main { self.weak_spot(target) } else { meeting };
            self.field.march(at, goal, units, &mut self.rng, orders);
            self.free[at] -= units;
        }
    }

    /// The enemy's building that the army goes for.
    fn target(&self, aim: Aim) -> Option<Tile> {
        let field = &self.field;
        let main = self.stacks.iter().copied().max_by_key(|&at| self.free[at])?;
        let steps = |site: Tile| field.steps_to_site(main, site);
        let sites = field.foe_sites.iter().copied();
        match aim {
            Aim::Weakest => sites.min_by_key(|&site| (self.holders(site), steps(site))),
            Aim::Gather | Aim::Nearest => sites.min_by_key(|&site| steps(site)),
        }
    }

    /// How many enemies are at one of their buildings, or next to it.
    fn holders(&self, site: Tile) -> i32 {
        let around = (-1..=2).flat_map(|dy| (-1..=2).map(move |dx| (dx, dy)));
        around.filter_map(|(dx, dy)| self.field.shifted(site, dx, dy)).map(|tile| self.field.foe[tile]).sum()
    }

    /// The tile of an enemy's building where most stand: those who meet there fight, and do not count as workers.
    fn weak_spot(&self, site: Tile) -> Tile {
        let [first, rest @ ..] = self.field.tiles_of(site);
        rest.into_iter().fold(
            first,
            |most, tile| {
                if self.field.foe[tile] > self.field.foe[most] { tile } else { most }
            },
        )
    }

    /// Everybody else mines where there is something, or goes where most is near.
    fn mine(&mut self, orders: &mut Orders) {
        for &at in &self.stacks {
            let here = self.free[at].min(self.left[at]);
            if here > 0 {
                self.field.mine(at, here, orders);
                self.free[at] -= here;
                self.left[at] -= (here * STAY).min(self.left[at]);
            }
        }
        for index in 0..self.stacks.len() {
            let at = self.stacks[index];
            while self.free[at] > 0 {
                let Some(goal) = self.richest_near(at) else { return };
                let units = self.free[at].min(1 + self.left[goal] / STAY);
                self.left[goal] -= self.left[goal].min(STAY * units);
                self.field.march(at, goal, units, &mut self.rng, orders);
                self.free[at] -= units;
            }
        }
    }

    /// The tile with most resource for its distance. Looks in growing rings near by, then at all there is.
    fn richest_near(&self, at: Tile) -> Option<Tile> {
        let worth = |tile: Tile, steps: i32| (self.left[tile] > 0).then(|| worth_of(self.left[tile], steps));
        let mut best: Option<(i32, Tile)> = None;
        let mut consider = |tile: Tile, steps: i32| {
            if let Some(worth) = worth(tile, steps)
                && best.is_none_or(|(most, _)| worth > most)
            {
                best = Some((worth, tile));
            }
            best
        };
        for steps in 1..=NEAR {
            let mut found = None;
            for dx in -steps..=steps {
                let dy = steps - dx.abs();
                for dy in [-dy, dy] {
                    if let Some(tile) = self.field.shifted(at, dx, dy) {
                        found = consider(tile, steps);
                    }
                }
            }
            if found.is_some_and(|(most, _)| most >= worth_of(self.field.most_resource, steps + 1)) {
                return found.map(|(_, tile)| tile);
            }
        }
        for &tile in &self.lodes {
            let steps = self.field.steps(at, tile);
            if steps > NEAR {
                consider(tile, steps);
            }
        }
        best.map(|(_, tile)| tile)
    }
}

/// How tempting resource is at a distance.
fn worth_of(resource: i32, steps: i32) -> i32 {
    resource.min(12) * 100 / (1 + steps)
}
