//! What the arena says and what a bot answers in Si32.
//!
//! This file knows the words of the game, `lines.rs` reads and prints lines.
//! `skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `end_turn`.
#![allow(dead_code)] // the first bot does not use everything

mod lines;

use std::collections::HashMap;

use lines::{read_line, say, Line};

/// x grows to the east, y to the south.
pub type Tile = (i32, i32);

/// The directions of a move, with their steps.
pub const STEPS: [(&str, Tile); 4] = [("N", (0, -1)), ("E", (1, 0)), ("S", (0, 1)), ("W", (-1, 0))];
/// The corners of a building, seen from the unit that builds it.
pub const CORNERS: [(&str, Tile); 4] = [
    ("NE", (1, -1)),
    ("SE", (1, 1)),
    ("SW", (-1, 1)),
    ("NW", (-1, -1)),
];
pub const BUILDING_COST: i32 = 100;
pub const MAX_WORKERS: i32 = 10;

/// All units on one tile; they belong to one player.
#[derive(Clone, Copy)]
pub struct Army {
    pub tile: Tile,
    pub is_own: bool,
    pub units: i32,
}

/// A building covers 2x2 tiles.
#[derive(Clone, Copy)]
pub struct Building {
    /// Its top-left tile.
    pub tile: Tile,
    pub is_own: bool,
    pub progress: i32,
}

/// A line of your last answer that did nothing.
pub struct BadLine {
    /// Counted from 1.
    pub line: usize,
    pub reason: String,
}

/// One match as your bot sees it.
pub struct Game {
    pub width: i32,
    pub height: i32,
    pub seat: i32,
    pub turns: i32,
    /// Counted from 1.
    pub turn: i32,
    /// What you can spend.
    pub resource: i32,
    pub enemy_resource: i32,
    /// Units you have produced.
    pub produced: i32,
    pub enemy_produced: i32,
    pub armies: Vec<Army>,
    pub buildings: Vec<Building>,
    pub bad: Vec<BadLine>,
    /// Units you and the enemy produced, once the match is over.
    pub result: Option<(i32, i32)>,
    resources: Vec<Vec<i32>>,
    occupied: HashMap<Tile, Army>,
    covered: HashMap<Tile, Building>,
    commands: String,
}

impl Game {
    /// Waits for the match to begin.
    pub fn start() -> Game {
        let hello = read_line().unwrap_or_default();
        let (width, height) = (hello.number(1), hello.number(2));
        let row = || read_line().unwrap_or_default().numbers(0, width as usize);
        Game {
            width,
            height,
            seat: hello.number(3),
            turns: hello.number(4),
            turn: 0,
            resource: 0,
            enemy_resource: 0,
            produced: 0,
            enemy_produced: 0,
            armies: Vec::new(),
            buildings: Vec::new(),
            bad: Vec::new(),
            result: None,
            resources: (0..height).map(|_| row()).collect(),
            occupied: HashMap::new(),
            covered: HashMap::new(),
            commands: String::new(),
        }
    }

    /// Waits for the next turn. False when the match is over.
    pub fn read_turn(&mut self) -> bool {
        self.armies.clear();
        self.buildings.clear();
        self.bad.clear();
        self.occupied.clear();
        self.covered.clear();
        while let Some(line) = read_line() {
            if line.word(0) == "end" {
                return self.result.is_none();
            }
            self.hear(&line);
        }
        false
    }

    /// One line of the turn.
    fn hear(&mut self, line: &Line) {
        let (first, second) = (line.number(1), line.number(2));
        let tile = (first, second);
        let is_own = line.number(3) == 0;
        match line.word(0) {
            "bad" => self.bad.push(BadLine {
                line: first as usize,
                reason: line.word(2).to_string(),
            }),
            "turn" => self.turn = first,
            "resource" => (self.resource, self.enemy_resource) = tile,
            "produced" => (self.produced, self.enemy_produced) = tile,
            "r" if self.is_on_board(tile) => {
                self.resources[second as usize][first as usize] = line.number(3)
            }
            "u" => {
                let army = Army {
                    tile,
                    is_own,
                    units: line.number(4),
                };
                self.armies.push(army);
                self.occupied.insert(tile, army);
            }
            "b" => {
                let building = Building {
                    tile,
                    is_own,
                    progress: line.number(4),
                };
                self.buildings.push(building);
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    self.covered.insert((first + dx, second + dy), building);
                }
            }
            "over" => self.result = Some(tile),
            _ => {}
        }
    }

    /// What lies on a tile of the board.
    pub fn resource_at(&self, (x, y): Tile) -> i32 {
        self.resources[y as usize][x as usize]
    }

    /// The units on the tile.
    pub fn army_at(&self, tile: Tile) -> Option<Army> {
        self.occupied.get(&tile).copied()
    }

    /// The building that covers the tile.
    pub fn building_at(&self, tile: Tile) -> Option<Building> {
        self.covered.get(&tile).copied()
    }

    /// Whether there is such a tile.
    pub fn is_on_board(&self, (x, y): Tile) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    // The commands of a turn.

    /// Units of a tile go one step: N, E, S or W.
    pub fn move_units(&mut self, (x, y): Tile, direction: &str, units: i32) {
        self.commands += &format!("move {x} {y} {direction} {units}\n");
    }

    /// One unit places a building that covers the tile and the three towards the corner: NE, SE, SW or NW.
    pub fn build(&mut self, (x, y): Tile, corner: &str) {
        self.commands += &format!("build {x} {y} {corner} 1\n");
    }

    /// Units of a tile work in your building there.
    pub fn work(&mut self, (x, y): Tile, units: i32) {
        self.commands += &format!("build {x} {y} {units}\n");
    }

    /// Units of a tile take 1 resource each from it.
    pub fn mine(&mut self, (x, y): Tile, units: i32) {
        self.commands += &format!("mine {x} {y} {units}\n");
    }

    /// Sends the commands of this turn.
    pub fn end_turn(&mut self) {
        say(&format!("{}end", self.commands));
        self.commands.clear();
    }
}
