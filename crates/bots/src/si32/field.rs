//! The board as a seat looks at it: its own start at the top left, whichever seat it is.

use skirmish_core::grid::{Cell, Direction};
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;
use skirmish_games::si32::{Command, Corner, Orders, Si32};

/// A tile's number, row by row from the seat's own corner.
pub type Tile = usize;

/// What stands on the board, in arrays that are filled again every turn.
#[derive(Clone, Debug, Default)]
pub struct Field {
    is_turned: bool,
    width: usize,
    height: usize,
    /// Every tile's column and row.
    places: Vec<(i32, i32)>,
    pub own: Vec<i32>,
    pub foe: Vec<i32>,
    pub resource: Vec<i32>,
    /// Whether somebody's building covers the tile.
    pub is_covered: Vec<bool>,
    /// The first tiles of the own buildings, in order.
    pub own_sites: Vec<Tile>,
    /// The first tiles of the enemy's buildings, in order.
    pub foe_sites: Vec<Tile>,
    pub purse: i32,
    pub turns_left: i32,
    pub most_resource: i32,
}

impl Field {
    /// Looks at the board as it is now.
    pub fn read(&mut self, game: &Si32, seat: Seat) {
        let area = game.width() * game.height();
        (self.width, self.height) = (game.width(), game.height());
        self.is_turned = seat == Seat::SECOND;
        self.purse = game.side(seat).purse;
        self.turns_left = game.turns() as i32 - game.turn() as i32;
        if self.places.len() != area {
            let rows = 0..self.height as i32;
            self.places = rows.flat_map(|y| (0..game.width() as i32).map(move |x| (x, y))).collect();
        }
        for list in [&mut self.own, &mut self.foe, &mut self.resource] {
            list.clear();
            list.resize(area, 0);
        }
        self.is_covered.clear();
        self.is_covered.resize(area, false);
        self.fill(game, seat);
        self.fill_buildings(game, seat);
    }

    fn fill(&mut self, game: &Si32, seat: Seat) {
        for (cell, units) in game.stacks(seat) {
            let tile = self.tile(cell);
            self.own[tile] = units;
        }
        for (cell, units) in game.stacks(seat.other()) {
            let tile = self.tile(cell);
            self.foe[tile] = units;
        }
        for tile in 0..self.places.len() {
            self.resource[tile] = game.resource_at(self.cell(tile));
        }
        self.most_resource = self.resource.iter().copied().max().unwrap_or(0);
    }

    fn fill_buildings(&mut self, game: &Si32, seat: Seat) {
        self.own_sites.clear();
        self.foe_sites.clear();
        for building in game.buildings() {
            let corner = self.tile(building.top_left);
            // On the turned board, the last of its tiles comes first.
            let site = if self.is_turned { corner - 1 - self.width } else { corner };
            for tile in self.tiles_of(site) {
                self.is_covered[tile] = true;
            }
            let sites = if building.owner == seat { &mut self.own_sites } else { &mut self.foe_sites };
            sites.push(site);
        }
        if self.is_turned {
            self.own_sites.reverse();
            self.foe_sites.reverse();
        }
    }

    /// How many tiles there are.
    pub fn area(&self) -> usize {
        self.places.len()
    }

    fn tile(&self, cell: Cell) -> Tile {
        let tile = cell.y as usize * self.width + cell.x as usize;
        if self.is_turned { self.places.len() - 1 - tile } else { tile }
    }

    fn cell(&self, tile: Tile) -> Cell {
        let (x, y) = self.places[if self.is_turned { self.places.len() - 1 - tile } else { tile }];
        Cell::new(x as i16, y as i16)
    }

    /// The four tiles of a building.
    pub fn tiles_of(&self, site: Tile) -> [Tile; 4] {
        [site, site + 1, site + self.width, site + self.width + 1]
    }

    /// How many steps it is from one tile to another.
    pub fn steps(&self, from: Tile, to: Tile) -> i32 {
        let ((x, y), (to_x, to_y)) = (self.places[from], self.places[to]);
        (x - to_x).abs() + (y - to_y).abs()
    }

    /// How many steps it is to the nearest tile of a building.
    pub fn steps_to_site(&self, from: Tile, site: Tile) -> i32 {
        let ((x, y), (left, top)) = (self.places[from], self.places[site]);
        let beyond = |at: i32, first: i32| (first - at).max(at - first - 1).max(0);
        beyond(x, left) + beyond(y, top)
    }

    /// The tile so many columns and rows away, if it is on the board.
    pub fn shifted(&self, tile: Tile, dx: i32, dy: i32) -> Option<Tile> {
        let (x, y) = (self.places[tile].0 + dx, self.places[tile].1 + dy);
        let is_there = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        is_there.then(|| y as usize * self.width + x as usize)
    }

    /// Orders units one step towards a tile, on one of the ways that are equally long.
    pub fn march(&self, at: Tile, goal: Tile, units: i32, rng: &mut Rng, orders: &mut Orders) {
        let ((x, y), (goal_x, goal_y)) = (self.places[at], self.places[goal]);
        let (dx, dy) = (goal_x - x, goal_y - y);
        let steps = dx.abs() + dy.abs();
        if steps == 0 || units <= 0 {
            return;
        }
        let across = if dx > 0 { Direction::East } else { Direction::West };
        let along = if dy > 0 { Direction::South } else { Direction::North };
        let way = if rng.chance(dx.unsigned_abs(), steps as u32) { across } else { along };
        let way = if self.is_turned { way.opposite() } else { way };
        orders.push(Command::Move { at: self.cell(at), way, units });
    }

    /// Orders units to work in the building that they stand on.
    pub fn work(&self, at: Tile, units: i32, orders: &mut Orders) {
        // The direction counts only if the building falls: then they build another one.
        let corner = Corner::default();
        let corner = if self.is_turned { corner.opposite() } else { corner };
        orders.push(Command::Build { at: self.cell(at), corner, units });
    }

    /// Orders a unit to place a building there; it stands on one of the four tiles.
    pub fn build(&self, at: Tile, site: Tile, orders: &mut Orders) {
        let cells = Corner::ALL.map(|corner| (corner, corner.top_left(self.cell(at))));
        let first = self.cell(if self.is_turned { site + 1 + self.width } else { site });
        if let Some((corner, _)) = cells.into_iter().find(|&(_, top_left)| top_left == first) {
            orders.push(Command::Build { at: self.cell(at), corner, units: 1 });
        }
    }

    /// Orders units to take resource from their tile.
    pub fn mine(&self, at: Tile, units: i32, orders: &mut Orders) {
        orders.push(Command::Mine { at: self.cell(at), units });
    }
}
