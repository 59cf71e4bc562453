//! The board of Underworld as a seat looks at it, and ways across it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skirmish_core::grid::{Cell, Direction, Grid};
use skirmish_core::rng::Rng;
use skirmish_core::seat::{MAX_SEATS, Seat};
use skirmish_games::underworld::{Config, Kind, Object, Underworld};

/// An enemy warrior this near to an own building (in king's steps) is a threat.
const ALARM: i16 = 5;
/// What it costs to walk through an enemy building, in steps: it has to be torn down first.
const TEAR_DOWN: u16 = 6;
/// The distance of cells that cannot be reached.
pub const FAR: u16 = u16::MAX;

/// What the bot makes of the board.
pub struct Look<'a> {
    pub game: &'a Underworld,
    pub seat: Seat,
    pub castle: Option<Cell>,
    pub army: Vec<Cell>,
    pub buildings: Vec<Cell>,
    pub enemies: Vec<Object>,
    /// Warriors seen, by enemy seat.
    pub warriors: [usize; MAX_SEATS],
    /// Cells where a warrior can never walk: walls and buildings.
    pub is_solid: Grid<bool>,
}

impl<'a> Look<'a> {
    pub fn new(game: &'a Underworld, seat: Seat) -> Self {
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

    pub fn config(&self) -> &Config {
        self.game.config()
    }

    pub fn cost(&self, kind: Kind) -> i64 {
        self.config().cost(kind)
    }

    pub fn count(&self, kind: Kind) -> usize {
        self.game.cells_of(self.seat, kind).count()
    }

    pub fn step(&self, from: Cell, direction: Direction) -> Option<Cell> {
        let to = from.step(direction);
        self.is_solid.has(to).then_some(to)
    }

    /// How far every cell is to walk from the nearest of these. Enemy buildings are in the way, but not for ever.
    pub fn distances(&self, sources: &[Cell]) -> Grid<u16> {
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
    pub fn toll(&self, cell: Cell) -> Option<u16> {
        if !*self.is_solid.get(cell)? {
            return Some(1);
        }
        let owner = self.game.object(cell)?.owner?;
        (owner != self.seat).then_some(TEAR_DOWN)
    }

    /// The smallest distance beside a cell that itself cannot be walked on.
    pub fn beside(&self, distances: &Grid<u16>, cell: Cell) -> u16 {
        cell.orthogonal().iter().filter_map(|&next| distances.get(next).copied()).min().unwrap_or(FAR)
    }

    /// Enemy warriors near own buildings.
    pub fn threats(&self) -> Vec<Cell> {
        let is_near =
            |cell: Cell| self.buildings.iter().any(|building| building.king_distance(cell) <= ALARM);
        self.enemy_warriors().filter(|&cell| is_near(cell)).collect()
    }

    /// Where the army waits: a few steps from home on the way to the target.
    pub fn rally(&self, home: Cell, way: &Grid<u16>) -> Cell {
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
    pub fn is_fighting(&self, warrior: Cell) -> bool {
        let range = i32::from(self.config().warrior_range);
        self.enemies.iter().any(|enemy| enemy.cell.distance_squared(warrior) <= range * range)
    }

    /// How many of these warriors are near each cell: within a step of hitting it.
    pub fn crowd(&self, warriors: impl Iterator<Item = Cell>, steps: i16) -> Grid<u16> {
        let reach = i16::from(self.config().warrior_range) + steps;
        let mut crowd = Grid::new(self.game.width(), self.game.height(), 0);
        for warrior in warriors {
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let cell = warrior.shifted((dx, dy));
                    if dx * dx + dy * dy <= reach * reach && crowd.has(cell) {
                        crowd[cell] += 1;
                    }
                }
            }
        }
        crowd
    }

    /// Where the enemies' warriors stand.
    pub fn enemy_warriors(&self) -> impl Iterator<Item = Cell> {
        self.enemies.iter().filter(|enemy| enemy.kind == Kind::Warrior).map(|enemy| enemy.cell)
    }

    /// Whether the seat would see an object there.
    pub fn sees(&self, cell: Cell) -> bool {
        let Some(vision) = self.config().vision else { return true };
        let vision = i32::from(vision);
        let mut own = self.army.iter().chain(&self.buildings);
        own.any(|object| object.distance_squared(cell) <= vision * vision)
    }

    /// Where the own castle comes to lie when the board is turned or mirrored.
    pub fn images(&self) -> impl Iterator<Item = Cell> {
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

    pub fn random_cell(&self, rng: &mut Rng) -> Cell {
        let (width, height) = (self.game.width() as u32, self.game.height() as u32);
        Cell::new(rng.below(width) as i16, rng.below(height) as i16)
    }
}
