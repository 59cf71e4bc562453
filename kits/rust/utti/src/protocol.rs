//! What the arena says and what a bot answers in Utti: everything about text is in this file.
//!
//! `skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for you:
//! mines, all units of both sides, and everybody's gold.
#![allow(dead_code)] // the first bot does not use everything

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{stdin, stdout, Write};

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
        let hello = words().unwrap_or_default();
        let mut game = Game {
            size: number(&hello, 1),
            seat: number(&hello, 2) as u32,
            rounds: number(&hello, 3) as u32,
            max_units: number(&hello, 4) as u32,
            troop_cost: number(&hello, 5) as u32,
            base_height: number(&hello, 6) as u32,
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
        for _ in 0..number(&words().unwrap_or_default(), 1) {
            let mine = words().unwrap_or_default();
            game.mines.push((number(&mine, 0), number(&mine, 1)));
        }
        game.mine_cells = game.mines.iter().copied().collect();
        for _ in 0..number(&words().unwrap_or_default(), 1) {
            game.add(&words().unwrap_or_default());
        }
        words(); // end
        say("ready");
        game
    }

    /// Waits until one of your units, `unit`, is to act. False when the match is over.
    pub fn read_turn(&mut self) -> bool {
        while let Some(words) = words() {
            match words.first().map(String::as_str) {
                Some("act") => {
                    self.unit = self.units[&(number(&words, 1) as u32)];
                    self.gold = number(&words, 6) as u32;
                    return true;
                }
                Some("over") => {
                    self.result = Some((number(&words, 1).into(), number(&words, 2).into()));
                    return false;
                }
                _ => self.hear(&words),
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
    fn hear(&mut self, words: &[String]) {
        let id = number(words, 1) as u32;
        match words.first().map(String::as_str) {
            Some("round") => self.round = id,
            Some("gold") => (self.gold, self.enemy_gold) = (id, number(words, 2) as u32),
            Some("born") => self.add(&words[1..]),
            Some("moved") => {
                self.lift(id);
                let cell = (number(words, 2), number(words, 3));
                if let Some(unit) = self.units.get_mut(&id) {
                    unit.cell = cell;
                    self.troops.insert(cell, id);
                }
            }
            Some("height") => {
                if let Some(unit) = self.units.get_mut(&id) {
                    unit.height = number(words, 2) as u32;
                }
            }
            Some("gone") => {
                self.lift(id);
                self.units.remove(&id);
            }
            _ => {}
        }
    }

    fn add(&mut self, words: &[String]) {
        let unit = Unit {
            id: number(words, 0) as u32,
            is_own: number(words, 1) == 0,
            is_base: words.get(2).map_or(false, |kind| kind == "B"),
            cell: (number(words, 3), number(words, 4)),
            height: number(words, 5) as u32,
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

/// The words of the next line; `None` when there are no more.
fn words() -> Option<Vec<String>> {
    let mut line = String::new();
    let count = stdin().read_line(&mut line).ok()?;
    (count > 0).then(|| line.split_whitespace().map(String::from).collect())
}

/// The number at that place of a line, 0 if there is none.
fn number(words: &[String], at: usize) -> i32 {
    words
        .get(at)
        .and_then(|word| word.parse().ok())
        .unwrap_or(0)
}

fn act(action: &str, (row, col): Cell) {
    say(&format!("{action} {row} {col}"));
}

fn say(line: &str) {
    let mut out = stdout();
    // Without flush the line may stay in a buffer, and the arena waits for it until your time is over.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
