//! What the arena says and what a bot answers in Plantation.
//!
//! This file knows the words of the game, `lines.rs` reads and prints lines.
//! `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
//! negative, whichever side you play.
#![allow(dead_code)] // the first bot does not use everything

mod lines;

use lines::{read_line, say, Line};

/// Row, column.
pub type Tile = (usize, usize);

/// What came of the last command.
pub enum Reply {
    /// It was done. Numbers that are scores are signed: yours positive, the enemy's negative.
    Ok(Vec<i32>),
    /// The enemy's tile was in the way, with this score (below 0).
    Occupied(i32),
    /// It could not be done.
    Error,
}

/// One match as your bot sees it.
pub struct Game {
    pub rows: usize,
    pub cols: usize,
    /// 1 if you are Plus, -1 if you are Minus; this module has already taken it out of all scores.
    pub sign: i32,
    pub turns: u32,
    pub moves_per_turn: u32,
    /// Counted from 1.
    pub turn: u32,
    /// Moves left in this turn.
    pub moves: u32,
    /// Milliseconds left for the match.
    pub time_ms: u32,
    /// Your scores, `board[row][col]`; 0 is a tile that is not yours.
    pub board: Vec<Vec<i32>>,
    /// The reply to your last command; `None` before the first.
    pub reply: Option<Reply>,
    /// Your sum and the enemy's, once the match is over.
    pub result: Option<(i32, i32)>,
}

impl Game {
    /// Waits for the match to begin.
    pub fn start() -> Game {
        let hello = read_line().unwrap_or_default();
        let (rows, cols) = (hello.number(1) as usize, hello.number(2) as usize);
        Game {
            rows,
            cols,
            sign: if hello.word(3) == "-" { -1 } else { 1 },
            turns: hello.number(4) as u32,
            moves_per_turn: hello.number(5) as u32,
            turn: 0,
            moves: 0,
            time_ms: 0,
            board: vec![vec![0; cols]; rows],
            reply: None,
            result: None,
        }
    }

    /// Waits until a command is wanted. False when the match is over.
    pub fn read_turn(&mut self) -> bool {
        while let Some(line) = read_line() {
            match line.word(0) {
                "turn" => {
                    self.turn = line.number(1) as u32;
                    self.moves = line.number(3) as u32;
                    self.time_ms = line.number(5) as u32;
                    self.read_board();
                    return true;
                }
                "end" => {
                    self.result = Some((line.number(1), line.number(2)));
                    return false;
                }
                _ => self.reply = Some(self.read_reply(&line)),
            }
        }
        false
    }

    /// Your tiles, row by row.
    pub fn tiles(&self) -> Vec<Tile> {
        let all = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        all.filter(|&(row, col)| self.board[row][col] > 0).collect()
    }

    /// The tiles above, below, left and right that are on the board.
    pub fn neighbours(&self, (row, col): Tile) -> Vec<Tile> {
        let (up, left) = (row.wrapping_sub(1), col.wrapping_sub(1));
        let around = [(up, col), (row + 1, col), (row, left), (row, col + 1)];
        around
            .into_iter()
            .filter(|&(row, col)| row < self.rows && col < self.cols)
            .collect()
    }

    // The six commands. One answers one request.

    /// 1 move: one of your tiles grows by 1.
    pub fn fertilise(&self, (row, col): Tile) {
        say(&format!("fertilise {row} {col}"));
    }

    /// 1 move: takes an empty tile beside one of yours.
    pub fn plant(&self, (row, col): Tile) {
        say(&format!("plant {row} {col}"));
    }

    /// 1 move: the next reply has the nine scores around the tile.
    pub fn scout(&self, (row, col): Tile) {
        say(&format!("scout {row} {col}"));
    }

    /// 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1.
    pub fn colonise(&self, target: Tile, source: Tile) {
        say(&format!(
            "colonise {} {} {} {}",
            target.0, target.1, source.0, source.1
        ));
    }

    /// 2 moves: the enemy's tiles here and beside it lose 1 each.
    pub fn spray(&self, (row, col): Tile) {
        say(&format!("spray {row} {col}"));
    }

    /// 2 moves: the enemy's tile here loses up to 4.
    pub fn bomb(&self, (row, col): Tile) {
        say(&format!("bomb {row} {col}"));
    }

    fn read_board(&mut self) {
        for row in 0..self.rows {
            let line = read_line().unwrap_or_default();
            self.board[row] = (0..self.cols)
                .map(|col| self.sign * line.number(col))
                .collect();
        }
    }

    fn read_reply(&self, line: &Line) -> Reply {
        let numbers: Vec<i32> = line
            .word(1)
            .split(',')
            .filter_map(|word| word.parse().ok())
            .collect();
        match (line.word(0), numbers.as_slice()) {
            ("occupied", [score]) => Reply::Occupied(self.sign * score),
            // A single number counts tiles or levels and has no sign; several are scores.
            ("OK", [] | [_]) => Reply::Ok(numbers),
            ("OK", scores) => Reply::Ok(scores.iter().map(|score| self.sign * score).collect()),
            _ => Reply::Error,
        }
    }
}
