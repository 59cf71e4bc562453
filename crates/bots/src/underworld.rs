//! A bot for Underworld that grows on farms, keeps a guard at home, and marches with everybody once it is stronger.
//!
//! It thinks in maps of walking distance: one to the castle it wants, one to the enemies that threaten its own
//! buildings. A warrior goes where its map falls, the foremost first, so that those behind find the cell free.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skirmish_core::bot::Bot;
use skirmish_core::grid::{Cell, Direction, Grid, KING_STEPS};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{MAX_SEATS, Seat};
use skirmish_games::underworld::{Action, Building, Command, Config, Event, Kind, Object, Underworld};

/// An enemy warrior this near to an own building (in king's steps) is a threat.
const ALARM: i16 = 5;
/// No march with fewer warriors than this.
const SMALLEST_ARMY: usize = 6;
/// From this turn on it marches with whatever it has: waiting has won nothing so far.
const PATIENCE: u32 = 250;
/// At most one cell in so many becomes a farm: the ground is needed to walk on.
const CELLS_PER_FARM: usize = 12;
/// Farms that come before any warrior that is not needed at once.
const FIRST_FARMS: usize = 4;
/// What it costs to walk through an enemy building, in steps: it has to be torn down first.
const TEAR_DOWN: u16 = 6;
/// One barracks for every so many farms: more could not be paid for.
const FARMS_PER_BARRACKS: usize = 7;
/// With the price of so many barracks left over, another one is built nearer to the enemy.
const RICH: i64 = 3;
/// The distance of cells that cannot be reached.
const FAR: u16 = u16::MAX;

/// Farms early, defends when it must, and attacks the nearest castle with its whole army.
#[derive(Clone, Debug)]
pub struct Greedy {
    rng: Rng,
    is_marching: bool,
    /// Where enemy castles were seen; in the fog they are not seen all the time.
    castles: [Option<Cell>; MAX_SEATS],
    /// Places where an enemy castle might have been, but is not.
    ruled_out: Vec<Cell>,
}

impl Greedy {
    /// A bot whose choices depend on nothing but the seed and what it sees.
    pub fn new(seed: Seed) -> Self {
        Self { rng: Rng::new(seed), is_marching: false, castles: [None; MAX_SEATS], ruled_out: Vec::new() }
    }
}

impl Bot<Underworld> for Greedy {
    fn act(&mut self, seen: &Underworld, seat: Seat, _heard: &[Event]) -> Action {
        let look = Look::new(seen, seat);
        let Some(home) = look.castle else { return Action::default() };
        self.remember(&look);
        let target = self.target(&look, home);
        let way = look.distances(&[target]);
        let threats = look.threats();
        self.decide_on_march(&look, target);

        let mut plan = Plan::new(&look);
        if threats.is_empty() {
            let goal = if self.is_marching { way.clone() } else { look.distances(&[look.rally(home, &way)]) };
            self.send(&look, &look.army, &goal, &mut plan);
        } else {
            self.defend(&look, &threats, &way, &mut plan);
        }
        self.spend(&look, &way, 2 * threats.len() > look.army.len(), &mut plan);
        Action::Turn(plan.commands)
    }
}

impl Greedy {
    /// Keeps what was seen of castles, and forgets those that are no longer where they were.
    fn remember(&mut self, look: &Look<'_>) {
        for castle in look.enemies.iter().filter(|enemy| enemy.kind == Kind::Castle) {
            if let Some(owner) = castle.owner {
                self.castles[owner.index()] = Some(castle.cell);
            }
        }
        let is_gone = |cell: Cell| {
            look.sees(cell) && look.game.object(cell).is_none_or(|object| object.kind != Kind::Castle)
        };
        for castle in &mut self.castles {
            *castle = castle.filter(|&cell| !is_gone(cell));
        }
        self.ruled_out.extend(look.images().filter(|&cell| is_gone(cell)));
        self.ruled_out.sort_unstable();
        self.ruled_out.dedup();
    }

    /// The castle to attack: the nearest, a weakly guarded one before a strong one.
    fn target(&mut self, look: &Look<'_>, home: Cell) -> Cell {
        let from_home = look.distances(&[home]);
        let known = (0..MAX_SEATS).filter_map(|seat| {
            let castle = self.castles[seat]?;
            Some((i32::from(look.beside(&from_home, castle)) + 2 * look.warriors[seat] as i32, castle))
        });
        if let Some((_, castle)) = known.min() {
            return castle;
        }
        // Maps are symmetric, so an enemy is where the own castle would be on the turned board.
        let guesses: Vec<Cell> = look.images().filter(|cell| !self.ruled_out.contains(cell)).collect();
        let nearest = guesses.iter().copied().min_by_key(|&cell| look.beside(&from_home, cell));
        nearest.unwrap_or_else(|| look.random_cell(&mut self.rng))
    }

    /// Marches when clearly stronger than whoever holds the target, and turns back when weaker.
    fn decide_on_march(&mut self, look: &Look<'_>, target: Cell) {
        let holder = self.castles.iter().position(|&castle| castle == Some(target));
        let (own, other) = (look.army.len(), holder.map_or(0, |seat| look.warriors[seat]));
        if own >= SMALLEST_ARMY && 2 * own >= 3 * other || look.game.turn() >= PATIENCE {
            self.is_marching = true;
        } else if own < other || own < SMALLEST_ARMY / 2 {
            self.is_marching = false;
        }
    }

    /// Sends those who are near the threats against them, and leaves a marching army alone.
    fn defend(&mut self, look: &Look<'_>, threats: &[Cell], way: &Grid<u16>, plan: &mut Plan) {
        let danger = look.distances(threats);
        let march = self.is_marching;
        let (away, home): (Vec<Cell>, Vec<Cell>) =
            look.army.iter().partition(|&&warrior| march && way[warrior] < danger[warrior]);
        self.send(look, &home, &danger, plan);
        self.send(look, &away, way, plan);
    }

    /// Moves warriors down a map of distances, the foremost first.
    fn send(&mut self, look: &Look<'_>, warriors: &[Cell], goal: &Grid<u16>, plan: &mut Plan) {
        let mut column = warriors.to_vec();
        column.sort_by_key(|&warrior| goal[warrior]);
        for from in column {
            if look.is_fighting(from) {
                continue;
            }
            let mut directions = Direction::ALL;
            self.rng.shuffle(&mut directions);
            let steps = directions.into_iter().filter_map(|direction| {
                let to = look.step(from, direction)?;
                // Sideways is worth a try where the straight way is taken.
                (goal[to] != FAR && goal[to] <= goal[from] && plan.is_open(to))
                    .then_some((goal[to], direction, to))
            });
            if let Some((_, direction, to)) = steps.min_by_key(|step| step.0) {
                plan.go(from, direction, to);
            }
        }
    }

    /// Warriors first when threatened, otherwise farms in step with the army, then warriors, then more barracks.
    fn spend(&mut self, look: &Look<'_>, way: &Grid<u16>, is_threatened: bool, plan: &mut Plan) {
        let farms = look.count(Kind::Farm);
        let most = look.game.width() * look.game.height() / CELLS_PER_FARM;
        let in_step = (look.army.len() + 2).max(FIRST_FARMS).min(most);
        let mut missing = if is_threatened { 0 } else { in_step.saturating_sub(farms) };
        while missing > 0 && plan.build(look, way, Building::Farm) {
            missing -= 1;
        }
        // While farms are missing, only the money beyond the next one goes into the army.
        plan.budget -= if missing > 0 { look.cost(Kind::Farm) } else { 0 };
        plan.train(look, way);
        let is_rich = plan.budget >= RICH * look.cost(Kind::Barracks);
        if look.count(Kind::Barracks) * FARMS_PER_BARRACKS < farms || is_rich && !is_threatened {
            plan.build(look, way, Building::Barracks);
        }
    }
}

/// What the bot makes of the board.
struct Look<'a> {
    game: &'a Underworld,
    seat: Seat,
    castle: Option<Cell>,
    army: Vec<Cell>,
    buildings: Vec<Cell>,
    enemies: Vec<Object>,
    /// Warriors seen, by enemy seat.
    warriors: [usize; MAX_SEATS],
    /// Cells where a warrior can never walk: walls and buildings.
    is_solid: Grid<bool>,
}

impl<'a> Look<'a> {
    fn new(game: &'a Underworld, seat: Seat) -> Self {
        let mut look = Self {
            game,
            seat,
            castle: game.cells_of(seat, Kind::Castle).next(),
            army: game.cells_of(seat, Kind::Warrior).collect(),
            buildings: Vec::new(),
            enemies: Vec::new(),
            warriors: [0; MAX_SEATS],
            is_solid: Grid::new(game.width(), game.height(), false),
        };
        for object in game.objects() {
            look.is_solid[object.cell] = object.kind != Kind::Warrior;
            match object.owner {
                Some(owner) if owner == seat && object.kind != Kind::Warrior => {
                    look.buildings.push(object.cell)
                }
                Some(owner) if owner != seat => {
                    look.warriors[owner.index()] += usize::from(object.kind == Kind::Warrior);
                    look.enemies.push(object);
                }
                _ => {}
            }
        }
        look
    }

    fn config(&self) -> &Config {
        self.game.config()
    }

    fn cost(&self, kind: Kind) -> i64 {
        self.config().cost(kind)
    }

    fn count(&self, kind: Kind) -> usize {
        self.game.cells_of(self.seat, kind).count()
    }

    fn step(&self, from: Cell, direction: Direction) -> Option<Cell> {
        let to = from.step(direction);
        self.is_solid.has(to).then_some(to)
    }

    /// How far every cell is to walk from the nearest of these. Enemy buildings are in the way, but not for ever.
    fn distances(&self, sources: &[Cell]) -> Grid<u16> {
        let mut distances = Grid::new(self.game.width(), self.game.height(), FAR);
        let mut queue: BinaryHeap<Reverse<(u16, Cell)>> =
            sources.iter().map(|&cell| Reverse((0, cell))).collect();
        sources.iter().for_each(|&source| distances[source] = 0);
        while let Some(Reverse((so_far, cell))) = queue.pop() {
            if so_far > distances[cell] {
                continue;
            }
            for next in cell.orthogonal() {
                let Some(step) = self.toll(next) else { continue };
                if so_far + step < distances[next] {
                    distances[next] = so_far + step;
                    queue.push(Reverse((so_far + step, next)));
                }
            }
        }
        distances
    }

    /// What it costs to enter a cell; `None` where nobody ever can.
    fn toll(&self, cell: Cell) -> Option<u16> {
        if !*self.is_solid.get(cell)? {
            return Some(1);
        }
        let owner = self.game.object(cell)?.owner?;
        (owner != self.seat).then_some(TEAR_DOWN)
    }

    /// The smallest distance beside a cell that itself cannot be walked on.
    fn beside(&self, distances: &Grid<u16>, cell: Cell) -> u16 {
        cell.orthogonal().iter().filter_map(|&next| distances.get(next).copied()).min().unwrap_or(FAR)
    }

    /// Enemy warriors near own buildings.
    fn threats(&self) -> Vec<Cell> {
        let is_near =
            |cell: Cell| self.buildings.iter().any(|building| building.king_distance(cell) <= ALARM);
        let warriors = self.enemies.iter().filter(|enemy| enemy.kind == Kind::Warrior);
        warriors.map(|enemy| enemy.cell).filter(|&cell| is_near(cell)).collect()
    }

    /// Where the army waits: a few steps from home on the way to the target.
    fn rally(&self, home: Cell, way: &Grid<u16>) -> Cell {
        const STEPS: usize = 4;
        let mut at = home;
        for _ in 0..STEPS {
            let next = Direction::ALL.into_iter().filter_map(|direction| self.step(at, direction));
            match next.filter(|&cell| way[cell] != FAR).min_by_key(|&cell| way[cell]) {
                Some(cell) => at = cell,
                None => break,
            }
        }
        at
    }

    /// Whether a warrior there has somebody to hit.
    fn is_fighting(&self, warrior: Cell) -> bool {
        let range = i32::from(self.config().warrior_range);
        self.enemies.iter().any(|enemy| enemy.cell.distance_squared(warrior) <= range * range)
    }

    /// Whether the seat would see an object there.
    fn sees(&self, cell: Cell) -> bool {
        let Some(vision) = self.config().vision else { return true };
        let vision = i32::from(vision);
        let mut own = self.army.iter().chain(&self.buildings);
        own.any(|object| object.distance_squared(cell) <= vision * vision)
    }

    /// Where the own castle comes to lie when the board is turned or mirrored.
    fn images(&self) -> impl Iterator<Item = Cell> {
        let (right, bottom) = (self.game.width() as i16 - 1, self.game.height() as i16 - 1);
        let images = self.castle.map(|Cell { x, y }| {
            [
                (right - x, bottom - y),
                (right - x, y),
                (x, bottom - y),
                (right - y, x),
                (y, bottom - x),
                (y, x),
            ]
        });
        let own = self.castle;
        let cells = images.into_iter().flatten().map(|(x, y)| Cell::new(x, y));
        cells.filter(move |&cell| Some(cell) != own && self.is_solid.has(cell))
    }

    fn random_cell(&self, rng: &mut Rng) -> Cell {
        let (width, height) = (self.game.width() as u32, self.game.height() as u32);
        Cell::new(rng.below(width) as i16, rng.below(height) as i16)
    }
}

/// The answer in the making.
struct Plan {
    commands: Vec<Command>,
    budget: i64,
    /// Cells that nothing stands on after the commands so far.
    is_open: Grid<bool>,
}

impl Plan {
    fn new(look: &Look<'_>) -> Self {
        let mut is_open = Grid::new(look.game.width(), look.game.height(), true);
        look.game.objects().for_each(|object| is_open[object.cell] = false);
        // Farms pay before anything is bought.
        let budget = look.game.money(look.seat) + look.game.income(look.seat);
        Self { commands: Vec::new(), budget, is_open }
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.is_open[cell]
    }

    fn go(&mut self, from: Cell, direction: Direction, to: Cell) {
        let heading = Some(direction);
        self.commands.push(Command::Move { x: from.x as u8, y: from.y as u8, heading });
        self.is_open[from] = true;
        self.is_open[to] = false;
    }

    /// Lets every barracks train towards the enemy while the money lasts.
    fn train(&mut self, look: &Look<'_>, way: &Grid<u16>) {
        for at in look.game.cells_of(look.seat, Kind::Barracks) {
            if self.budget < look.cost(Kind::Warrior) {
                return;
            }
            let sides = Direction::ALL
                .into_iter()
                .filter_map(|direction| Some((look.step(at, direction)?, direction)));
            let open = sides.filter(|&(to, _)| self.is_open(to));
            if let Some((to, direction)) = open.min_by_key(|&(to, _)| way[to]) {
                let heading = Some(direction);
                self.commands.push(Command::Spawn { x: at.x as u8, y: at.y as u8, heading });
                self.is_open[to] = false;
                self.budget -= look.cost(Kind::Warrior);
            }
        }
    }

    /// Builds farms behind the lines and barracks in front, where they block nobody; false if that cannot be.
    fn build(&mut self, look: &Look<'_>, way: &Grid<u16>, building: Building) -> bool {
        let kind = building.kind();
        if self.budget < look.cost(kind) {
            return false;
        }
        let reach = i32::from(look.config().build_distance).pow(2);
        let barracks: Vec<Cell> = look.game.cells_of(look.seat, Kind::Barracks).collect();
        let site = self.is_open.cells().filter(|&cell| {
            let is_near = look.buildings.iter().any(|own| own.distance_squared(cell) <= reach);
            let is_exit = barracks.iter().any(|own| own.distance_squared(cell) <= 1);
            self.is_open[cell] && way[cell] != FAR && is_near && !is_exit && !cuts_off(look, cell)
        });
        let site = match building {
            Building::Farm => site.max_by_key(|&cell| way[cell]),
            Building::Barracks => site.filter(|&cell| !look.is_fighting(cell)).min_by_key(|&cell| way[cell]),
        };
        let Some(cell) = site else { return false };
        self.commands.push(Command::Build { x: cell.x as u8, y: cell.y as u8, building });
        self.is_open[cell] = false;
        self.budget -= look.cost(kind);
        true
    }
}

/// Whether something built there could wall in what lies behind: the free cells around it would fall apart.
fn cuts_off(look: &Look<'_>, cell: Cell) -> bool {
    let is_free = |i: usize| {
        let near = cell.shifted(KING_STEPS[i % KING_STEPS.len()]);
        look.is_solid.get(near) == Some(&false)
    };
    // Going around the cell, every change from solid to free begins another stretch of free cells.
    (0..KING_STEPS.len()).filter(|&i| !is_free(i) && is_free(i + 1)).count() > 1
}
