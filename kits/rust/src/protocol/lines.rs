//! Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in `protocol.rs`.

use std::io::{stdin, stdout, Write};

/// One line of the arena, taken apart. Places are counted from 0; words after those that you know are left alone.
#[derive(Default)]
pub struct Line {
    pub words: Vec<String>,
}

/// Waits for the next line; `None` when there are no more: the match is over.
pub fn read_line() -> Option<Line> {
    let mut text = String::new();
    let count = stdin().read_line(&mut text).ok()?;
    let words = text.split_whitespace().map(String::from).collect();
    (count > 0).then_some(Line { words })
}

impl Line {
    /// The word at that place, empty if there is none.
    pub fn word(&self, place: usize) -> &str {
        self.words.get(place).map_or("", String::as_str)
    }

    /// The number at that place, 0 if there is none.
    pub fn number(&self, place: usize) -> i32 {
        self.word(place).parse().unwrap_or(0)
    }

    /// So many numbers, from that place on.
    pub fn numbers(&self, first: usize, count: usize) -> Vec<i32> {
        (first..first + count)
            .map(|place| self.number(place))
            .collect()
    }
}

/// Sends an answer.
pub fn say(lines: &str) {
    let mut out = stdout();
    // Without flush the lines may stay in a buffer, and the arena waits for them until your time is over.
    let _ = writeln!(out, "{lines}").and_then(|()| out.flush());
}
