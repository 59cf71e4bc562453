//! What the arena says and what a bot answers in Utti.
//!
//! This file knows the words of the game, `lines.rs` reads and prints lines.
//! `skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for you:
//! mines, all units of both sides, and everybody's gold.
#![allow(dead_code)] // the first bot does not use everything

mod lines;

use std::collections::{BTreeMap, HashMap, HashSet};

use lines::{read_line, say, Line};

/// Row, column.
pub type Cell = (i32, i32);

/// A troop or a base.
#[derive(Clone, Copy)]
pub struct Unit {
    pub id: u32,
    /// Yours, not the enemy's.
    pub is_own: bool,
    pub is_base: bool,
    pub cell: Cell,
    /// 0 for a base.
    pub height: u32,
}

/// One match as your bot sees it.
pub struct Game {
    /// Rows and columns of the board.
    pub size: i32,
    pub seat: u32,
    pub rounds: u32,
    /// The most units a side can have.
    pub max_units: u32,
    pub troop_cost: u32,
    /// How high a troop must be to become a base.
    pub base_height: u32,
    /// Row by row.
    pub mines: Vec<Cell>,
    /// Counted from 0.
    pub round: u32,
    pub gold: u32,
    pub enemy_gold: u32,
    /// Everybody, by id.
    pub units: BTreeMap<u32, Unit>,
    /// The one that is to act now.
    pub unit: Unit,
    /// Your score and the enemy's, once the match is over.
    pub result: Option<(i64, i64)>,
    troops: HashMap<Cell, u32>,
    mine_cells: HashSet<Cell>,
}

impl Game {
    /// Waits for the match to begin.
    pub fn start() -> Game {
        let hello = read_line().unwrap_or_default();
        let mut game = Game {
            size: hello.number(1),
            seat: hello.number(2) as u32,
            rounds: hello.number(3) as u32,
            max_units: hello.number(4) as u32,
            troop_cost: hello.number(5) as u32,
            base_height: hello.number(6) as u32,
            mines: Vec::new(),
            round: 0,
            gold: 0,
            enemy_gold: 0,
            units: BTreeMap::new(),
            unit: Unit {
                id: 0,
                is_own: true,
                is_base: true,
                cell: (0, 0),
                height: 0,
            },
            result: None,
            troops: HashMap::new(),
            mine_cells: HashSet::new(),
        };
        for _ in 0..read_line().unwrap_or_default().number(1) {
            let mine = read_line().unwrap_or_default();
            game.mines.push((mine.number(0), mine.number(1)));
        }
        game.mine_cells = game.mines.iter().copied().collect();
        for _ in 0..read_line().unwrap_or_default().number(1) {
            game.add(&read_line().unwrap_or_default(), 0);
        }
        read_line(); // end
        say("ready");
        game
    }

    /// Waits until one of your units, `unit`, is to act. False when the match is over.
    pub fn read_turn(&mut self) -> bool {
        while let Some(line) = read_line() {
            let unit = self.units.get(&(line.number(1) as u32)).copied();
            match (line.word(0), unit) {
                ("act", Some(unit)) => {
                    self.unit = unit;
                    self.gold = line.number(6) as u32;
                    return true;
                }
                ("over", _) => {
                    self.result = Some((line.number(1).into(), line.number(2).into()));
                    return false;
                }
                _ => self.hear(&line),
            }
        }
        false
    }

    /// The up to eight cells around, row by row.
    pub fn neighbours(&self, (row, col): Cell) -> Vec<Cell> {
        let all = (row - 1..=row + 1).flat_map(|r| (col - 1..=col + 1).map(move |c| (r, c)));
        let on_board = 0..self.size;
        all.filter(|cell| {
            on_board.contains(&cell.0) && on_board.contains(&cell.1) && *cell != (row, col)
        })
        .collect()
    }

    /// Steps between two cells: a diagonal step is one step.
    pub fn distance(&self, one: Cell, other: Cell) -> i32 {
        (one.0 - other.0).abs().max((one.1 - other.1).abs())
    }

    /// Whether there is a mine on the cell.
    pub fn has_mine(&self, cell: Cell) -> bool {
        self.mine_cells.contains(&cell)
    }

    /// The troop on a cell, anybody's.
    pub fn troop_at(&self, cell: Cell) -> Option<Unit> {
        self.troops.get(&cell).map(|id| self.units[id])
    }

    /// How many troops you have.
    pub fn own_troops(&self) -> usize {
        self.units
            .values()
            .filter(|unit| unit.is_own && !unit.is_base)
            .count()
    }

    // The eight actions. One answers one question.

    /// Does nothing.
    pub fn idle(&self) {
        act("IDLE", self.unit.cell);
    }

    /// A base: puts a troop of height 1 on a cell beside it.
    pub fn create_troop(&self, cell: Cell) {
        act("CREATE_TROOP", cell);
    }

    /// A troop on a mine: 2 gold for each unit of its height.
    pub fn mine(&self) {
        act("MINE", self.unit.cell);
    }

    /// A troop: one step to a cell without a troop.
    pub fn move_to(&self, cell: Cell) {
        act("MOVE", cell);
    }

    /// A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height.
    pub fn capture(&self, cell: Cell) {
        act("CAPTURE", cell);
    }

    /// A troop: goes on top of one of your troops beside it, and adds its height.
    pub fn climb(&self, cell: Cell) {
        act("CLIMB", cell);
    }

    /// A troop at least 2 high: its upper half goes to an empty cell beside it.
    pub fn split(&self, cell: Cell) {
        act("SPLIT", cell);
    }

    /// A troop that is high enough: leaves a base behind where it stands.
    pub fn create_base(&self) {
        act("CREATE_BASE", self.unit.cell);
    }

    /// One piece of news.
    fn hear(&mut self, line: &Line) {
        let id = line.number(1) as u32;
        match line.word(0) {
            "round" => self.round = id,
            "gold" => (self.gold, self.enemy_gold) = (id, line.number(2) as u32),
            "born" => self.add(line, 1),
            "moved" => {
                self.lift(id);
                let cell = (line.number(2), line.number(3));
                if let Some(unit) = self.units.get_mut(&id) {
                    unit.cell = cell;
                    self.troops.insert(cell, id);
                }
            }
            "height" => {
                if let Some(unit) = self.units.get_mut(&id) {
                    unit.height = line.number(2) as u32;
                }
            }
            "gone" => {
                self.lift(id);
                self.units.remove(&id);
            }
            _ => {}
        }
    }

    /// A new unit, told by the words from that place on.
    fn add(&mut self, line: &Line, from: usize) {
        let unit = Unit {
            id: line.number(from) as u32,
            is_own: line.number(from + 1) == 0,
            is_base: line.word(from + 2) == "B",
            cell: (line.number(from + 3), line.number(from + 4)),
            height: line.number(from + 5) as u32,
        };
        self.units.insert(unit.id, unit);
        if !unit.is_base {
            self.troops.insert(unit.cell, unit.id);
        }
    }

    /// Takes a troop off its cell, unless another already stands there.
    fn lift(&mut self, id: u32) {
        if let Some(unit) = self.units.get(&id) {
            if self.troops.get(&unit.cell) == Some(&id) {
                self.troops.remove(&unit.cell);
            }
        }
    }
}

fn act(action: &str, (row, col): Cell) {
    say(&format!("{action} {row} {col}"));
}
