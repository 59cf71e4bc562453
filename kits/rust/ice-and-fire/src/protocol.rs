//! What the arena says and what a bot answers in A Code of Ice and Fire.
//!
//! This file knows the words of the game, `lines.rs` reads and prints lines.
//! `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `end_turn`.
#![allow(dead_code)] // the first bot does not use everything

mod lines;

use lines::{read_line, say, Line};

/// x grows to the right, y downwards.
pub type Cell = (i32, i32);

pub const SIZE: i32 = 12;
/// By level.
pub const UNIT_COST: [i32; 4] = [0, 10, 20, 30];
/// By level.
pub const UNIT_UPKEEP: [i32; 4] = [0, 1, 4, 20];
pub const TOWER_COST: i32 = 15;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Headquarters,
    Mine,
    Tower,
}

/// A headquarters, a mine or a tower.
#[derive(Clone, Copy)]
pub struct Building {
    pub is_own: bool,
    pub kind: Kind,
    pub cell: Cell,
}

/// A soldier of level 1, 2 or 3.
#[derive(Clone, Copy)]
pub struct Unit {
    pub is_own: bool,
    pub id: i32,
    pub level: usize,
    pub cell: Cell,
}

/// One match as your bot sees it.
#[derive(Default)]
pub struct Game {
    pub mine_spots: Vec<Cell>,
    /// Counted from 1.
    pub turn: u32,
    pub gold: i32,
    pub income: i32,
    pub enemy_gold: i32,
    pub enemy_income: i32,
    pub buildings: Vec<Building>,
    pub units: Vec<Unit>,
    pub own_headquarters: Cell,
    pub enemy_headquarters: Cell,
    map: Vec<Vec<u8>>,
    orders: Vec<String>,
}

impl Game {
    /// The match begins with the first turn.
    pub fn start() -> Game {
        Game::default()
    }

    /// Waits for your next turn. False when the match is over.
    pub fn read_turn(&mut self) -> bool {
        self.read_block().is_some()
    }

    /// Everything that is said before you answer, line by line; `None` when there are no more lines.
    fn read_block(&mut self) -> Option<()> {
        self.turn += 1;
        let mut line = read_line()?;
        if self.turn == 1 {
            self.mine_spots.clear();
            for _ in 0..line.number(0) {
                let spot = read_line()?;
                self.mine_spots.push((spot.number(0), spot.number(1)));
            }
            line = read_line()?;
        }
        self.gold = line.number(0);
        self.income = read_line()?.number(0);
        self.enemy_gold = read_line()?.number(0);
        self.enemy_income = read_line()?.number(0);
        self.map.clear();
        for _ in 0..SIZE {
            self.map.push(read_line()?.word(0).as_bytes().to_vec());
        }
        self.buildings.clear();
        for _ in 0..read_line()?.number(0) {
            self.add_building(&read_line()?);
        }
        self.units.clear();
        for _ in 0..read_line()?.number(0) {
            let line = read_line()?;
            self.units.push(Unit {
                is_own: line.number(0) == 0,
                id: line.number(1),
                level: line.number(2) as usize,
                cell: (line.number(3), line.number(4)),
            });
        }
        Some(())
    }

    fn add_building(&mut self, line: &Line) {
        let is_own = line.number(0) == 0;
        let cell = (line.number(2), line.number(3));
        let kind = match line.number(1) {
            0 => Kind::Headquarters,
            1 => Kind::Mine,
            _ => Kind::Tower,
        };
        match (kind, is_own) {
            (Kind::Headquarters, true) => self.own_headquarters = cell,
            (Kind::Headquarters, false) => self.enemy_headquarters = cell,
            _ => {}
        }
        self.buildings.push(Building { is_own, kind, cell });
    }

    /// What the map shows on a cell: `#` void (also beyond the board), `.` neutral, `O` yours, `o` yours but cut off, `X`
    /// the enemy's, `x` the enemy's but cut off.
    pub fn at(&self, (x, y): Cell) -> char {
        let row = self.map.get(y as usize);
        row.and_then(|row| row.get(x as usize))
            .map_or('#', |&byte| byte.into())
    }

    /// The cells above, to the right, below and to the left that are not void.
    pub fn neighbours(&self, (x, y): Cell) -> Vec<Cell> {
        let around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
        around
            .into_iter()
            .filter(|&near| self.at(near) != '#')
            .collect()
    }

    /// The unit on a cell.
    pub fn unit_at(&self, cell: Cell) -> Option<Unit> {
        self.units.iter().copied().find(|unit| unit.cell == cell)
    }

    /// The building on a cell.
    pub fn building_at(&self, cell: Cell) -> Option<Building> {
        self.buildings
            .iter()
            .copied()
            .find(|building| building.cell == cell)
    }

    /// Whether an enemy tower keeps units below level 3 out of the cell.
    pub fn is_guarded(&self, cell: Cell) -> bool {
        let has_tower = |cell| {
            self.building_at(cell)
                .map_or(false, |b| b.kind == Kind::Tower && !b.is_own)
        };
        let is_active = |cell| self.at(cell) == 'X';
        let mut beside = self.neighbours(cell).into_iter();
        has_tower(cell) || is_active(cell) && beside.any(|near| is_active(near) && has_tower(near))
    }

    /// The lowest level that can enter the cell; 4 if something of yours stands there.
    pub fn level_to_enter(&self, cell: Cell) -> usize {
        let (building, unit) = (self.building_at(cell), self.unit_at(cell));
        if building.map_or(false, |building| building.is_own)
            || unit.map_or(false, |unit| unit.is_own)
        {
            return 4;
        }
        if self.is_guarded(cell) {
            return 3;
        }
        unit.map_or(1, |unit| (unit.level + 1).min(3))
    }

    // The orders of a turn.

    /// A unit goes one step towards a cell.
    pub fn move_unit(&mut self, unit: Unit, (x, y): Cell) {
        self.orders.push(format!("MOVE {} {x} {y}", unit.id));
    }

    /// A new unit, on your territory or on a cell beside it, which it takes.
    pub fn train(&mut self, level: usize, (x, y): Cell) {
        self.orders.push(format!("TRAIN {level} {x} {y}"));
    }

    /// A mine on a mine spot of yours.
    pub fn build_mine(&mut self, (x, y): Cell) {
        self.orders.push(format!("BUILD MINE {x} {y}"));
    }

    /// A tower on a cell of yours that is no mine spot.
    pub fn build_tower(&mut self, (x, y): Cell) {
        self.orders.push(format!("BUILD TOWER {x} {y}"));
    }

    /// A text for those who watch.
    pub fn message(&mut self, text: &str) {
        self.orders.push(format!("MSG {}", text.replace(';', ",")));
    }

    /// Sends the orders of this turn.
    pub fn end_turn(&mut self) {
        if self.orders.is_empty() {
            self.orders.push("WAIT".to_string());
        }
        say(&self.orders.join(";"));
        self.orders.clear();
    }
}
