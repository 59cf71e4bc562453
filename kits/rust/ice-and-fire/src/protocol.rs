//! What the arena says and what a bot answers in A Code of Ice and Fire: everything about text is in this file.
//!
//! `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `end_turn`.
#![allow(dead_code)] // the first bot does not use everything

use std::io::{stdin, stdout, Write};

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
        let mut first = one_number()?;
        if self.turn == 1 {
            self.mine_spots.clear();
            for _ in 0..first {
                let n = numbers()?;
                self.mine_spots.push((at(&n, 0), at(&n, 1)));
            }
            first = one_number()?;
        }
        self.gold = first;
        self.income = one_number()?;
        self.enemy_gold = one_number()?;
        self.enemy_income = one_number()?;
        self.map.clear();
        for _ in 0..SIZE {
            let row = read_line()?;
            self.map.push(row.split_whitespace().next()?.as_bytes().to_vec());
        }
        self.buildings.clear();
        for _ in 0..one_number()? {
            self.add_building(&numbers()?);
        }
        self.units.clear();
        for _ in 0..one_number()? {
            let n = numbers()?;
            let cell = (at(&n, 3), at(&n, 4));
            self.units.push(Unit {
                is_own: at(&n, 0) == 0,
                id: at(&n, 1),
                level: at(&n, 2) as usize,
                cell,
            });
        }
        Some(())
    }

    fn add_building(&mut self, numbers: &[i32]) {
        let is_own = at(numbers, 0) == 0;
        let cell = (at(numbers, 2), at(numbers, 3));
        let kind = match at(numbers, 1) {
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
        let line = if self.orders.is_empty() {
            "WAIT".to_string()
        } else {
            self.orders.join(";")
        };
        let mut out = stdout();
        // Without flush the line may stay in a buffer, and the arena waits for it until your time is over.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        self.orders.clear();
    }
}

/// The next line; `None` when there are no more.
fn read_line() -> Option<String> {
    let mut line = String::new();
    let count = stdin().read_line(&mut line).ok()?;
    (count > 0).then_some(line)
}

fn numbers() -> Option<Vec<i32>> {
    Some(
        read_line()?
            .split_whitespace()
            .map(|word| word.parse().unwrap_or(0))
            .collect(),
    )
}

fn one_number() -> Option<i32> {
    Some(at(&numbers()?, 0))
}

fn at(numbers: &[i32], place: usize) -> i32 {
    numbers.get(place).copied().unwrap_or(0)
}
