//! What the arena says and what a bot answers in Underworld.
//!
//! This file knows the words of the game, `lines.rs` reads and prints lines.
//! `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `end_turn`.
#![allow(dead_code)] // the first bot does not use everything

mod lines;

use std::collections::HashMap;

use lines::{read_line, say, Line};

/// x counts columns from the west, y rows from the north.
pub type Cell = (i32, i32);

/// The directions, with their steps.
pub const STEPS: [(&str, Cell); 4] = [("N", (0, -1)), ("E", (1, 0)), ("S", (0, 1)), ("W", (-1, 0))];
pub const WARRIOR_COST: i32 = 500;
pub const BARRACKS_COST: i32 = 1500;
pub const FARM_COST: i32 = 1000;
/// How far a warrior hits.
pub const RANGE: i32 = 2;
/// How far from an own building a new one can stand.
pub const BUILD_DISTANCE: i32 = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Warrior,
    Barracks,
    Castle,
    Farm,
    Wall,
}

/// Whatever stands on a cell.
#[derive(Clone, Copy)]
pub struct Thing {
    pub cell: Cell,
    /// A seat; -1 for walls.
    pub owner: i32,
    pub kind: Kind,
    /// -1 for walls.
    pub hit_points: i32,
}

/// One match as your bot sees it.
#[derive(Default)]
pub struct Game {
    pub width: i32,
    pub height: i32,
    pub players: i32,
    /// Yours.
    pub seat: i32,
    /// Counted from 1.
    pub turn: u32,
    pub money: i32,
    /// Everything you see, row by row.
    pub things: Vec<Thing>,
    pub is_over: bool,
    by_cell: HashMap<Cell, Thing>,
    commands: String,
}

impl Game {
    /// Waits for the match to begin.
    pub fn start() -> Game {
        read_line(); // Who are you?
        say("crayfish");
        Game::default()
    }

    /// Waits for the next turn. False when the match is over.
    pub fn read_turn(&mut self) -> bool {
        if self.turn == 0 && !self.read_sizes() {
            return false;
        }
        self.turn += 1;
        self.things.clear();
        self.by_cell.clear();
        while let Some(line) = read_line() {
            match line.word(0) {
                "end" => return !self.is_over,
                "gg" => self.is_over = true,
                "money" => self.money = line.number(1),
                _ if line.words.len() >= 5 => self.add(&line),
                _ => {} // none of the lines that we know
            }
        }
        false
    }

    fn read_sizes(&mut self) -> bool {
        let line = read_line().unwrap_or_default();
        (self.width, self.height) = (line.number(0), line.number(1));
        (self.players, self.seat) = (line.number(2), line.number(3));
        line.words.len() >= 4
    }

    fn add(&mut self, line: &Line) {
        let kind = match line.word(3) {
            "W" => Kind::Warrior,
            "B" => Kind::Barracks,
            "C" => Kind::Castle,
            "F" => Kind::Farm,
            _ => Kind::Wall,
        };
        let cell = (line.number(0), line.number(1));
        let thing = Thing {
            cell,
            owner: line.number(2),
            kind,
            hit_points: line.number(4),
        };
        self.things.push(thing);
        self.by_cell.insert(cell, thing);
    }

    /// Your warriors, barracks, castle or farms, row by row.
    pub fn own(&self, kind: Kind) -> Vec<Thing> {
        self.things
            .iter()
            .copied()
            .filter(|thing| thing.kind == kind && thing.owner == self.seat)
            .collect()
    }

    /// All others' warriors, barracks, castles or farms that you see, row by row.
    pub fn enemies(&self, kind: Kind) -> Vec<Thing> {
        let is_enemy = |thing: &Thing| thing.owner != self.seat && thing.owner != -1;
        self.things
            .iter()
            .copied()
            .filter(|thing| thing.kind == kind && is_enemy(thing))
            .collect()
    }

    /// What stands on a cell.
    pub fn thing_at(&self, cell: Cell) -> Option<Thing> {
        self.by_cell.get(&cell).copied()
    }

    /// Whether there is such a cell.
    pub fn is_on_board(&self, (x, y): Cell) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// Whether the cell is on the board and you see nothing on it.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.is_on_board(cell) && self.thing_at(cell).is_none()
    }

    /// Whether two cells are at most so far from each other, as the crow flies.
    pub fn is_within(&self, one: Cell, other: Cell, distance: i32) -> bool {
        (one.0 - other.0).pow(2) + (one.1 - other.1).pow(2) <= distance.pow(2)
    }

    // The commands of a turn.

    /// The warrior on the cell goes one step: N, E, S or W.
    pub fn move_warrior(&mut self, (x, y): Cell, direction: &str) {
        self.commands += &format!("move {x} {y} {direction}\n");
    }

    /// The barracks on the cell trains a warrior on that side.
    pub fn spawn(&mut self, (x, y): Cell, direction: &str) {
        self.commands += &format!("spawn {x} {y} {direction}\n");
    }

    /// A farm on a free cell near one of your buildings.
    pub fn build_farm(&mut self, (x, y): Cell) {
        self.commands += &format!("build {x} {y} F\n");
    }

    /// Barracks on a free cell near one of your buildings.
    pub fn build_barracks(&mut self, (x, y): Cell) {
        self.commands += &format!("build {x} {y} B\n");
    }

    /// Sends the commands of this turn.
    pub fn end_turn(&mut self) {
        say(&format!("{}end", self.commands));
        self.commands.clear();
    }
}
