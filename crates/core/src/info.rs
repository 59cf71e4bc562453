//! What is known of a game before any match: its name, seats, clock, caps, layers, gauges and presets.

use std::ops::RangeInclusive;

use crate::art::Art;
use crate::clock::Clock;

/// A game's constant facts. Every tool that is not the game itself reads these instead of knowing games.
#[derive(Debug)]
pub struct Info {
    /// The name a person types: `ice-and-fire`.
    pub name: &'static str,
    /// The name a person reads: `A Code of Ice and Fire`.
    pub title: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Raised whenever the same answers could lead to another match.
    pub version: u32,
    /// Reasons for a match's end that earlier programs worded otherwise: as they were, and as they are. Replays of those
    /// still verify.
    pub reworded: &'static [(&'static str, &'static str)],
    /// How many can play.
    pub seats: RangeInclusive<u8>,
    /// The seats' names, where the game has names for them (`Plus`, `Minus`); otherwise empty.
    pub seat_names: &'static [&'static str],
    /// The time a bot has, unless the match says otherwise.
    pub clock: Clock,
    /// How long an answer may be.
    pub caps: Caps,
    /// Whether seats may not see everything under the default config.
    pub has_secrets: bool,
    /// What one step of progress is called: `turn`, `round`.
    pub unit: &'static str,
    /// What is drawn, from the ground up.
    pub layers: &'static [Layer],
    /// Numbers shown per seat: gold, income.
    pub gauges: &'static [&'static str],
    /// How the board looks as text.
    pub text: TextStyle,
    /// How the board looks in pictures.
    pub art: &'static Art,
    /// Named partial configs.
    pub presets: &'static [Preset],
    /// Odd but playable configs, laid over another: the extremes of the rules, for those who try out bots.
    pub oddities: &'static [Preset],
    /// The rule page, in Markdown.
    pub rules: &'static str,
}

impl Info {
    /// What a seat is called in words: its name in this game, or `seat 0`.
    pub fn seat_name(&self, seat: crate::seat::Seat) -> String {
        match self.seat_names.get(seat.index()) {
            Some(name) => (*name).to_string(),
            None => format!("seat {seat}"),
        }
    }
}

/// The most an answer may hold. Beyond it the bot has flooded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Bytes in one line, its end not counted.
    pub line_bytes: usize,
    /// Lines in one answer.
    pub lines: usize,
    /// Bytes in one answer.
    pub bytes: usize,
}

impl Caps {
    /// One line of at most this many bytes.
    pub const fn line(bytes: usize) -> Self {
        Self { line_bytes: bytes, lines: 1, bytes }
    }
}

/// One thing that is drawn on cells.
#[derive(Debug)]
pub struct Layer {
    /// Its name in legends and planes: `troop height`.
    pub name: &'static str,
    /// Whether each seat has its own of it.
    pub per_seat: bool,
    /// The largest value expected; learners scale by it.
    pub max: i16,
    /// How it looks as text.
    pub ink: Ink,
}

impl Layer {
    /// Something that belongs to nobody.
    pub const fn common(name: &'static str, max: i16, ink: Ink) -> Self {
        Self { name, per_seat: false, max, ink }
    }

    /// Something that each seat has its own of.
    pub const fn per_seat(name: &'static str, max: i16, ink: Ink) -> Self {
        Self { name, per_seat: true, max, ink }
    }
}

/// How a layer's cells look as text. Later layers cover earlier ones.
#[derive(Debug)]
pub enum Ink {
    /// Not shown.
    None,
    /// The same mark wherever the layer is not 0.
    Mark(&'static str),
    /// A mark by seat.
    BySeat(&'static [&'static str]),
    /// A mark and the seat's number: `W0`.
    Tag(&'static str),
    /// The value.
    Number,
    /// The value with its sign: `+3`.
    Signed,
    /// A mark by seat and the value: `a12`.
    Count(&'static [&'static str]),
    /// A row of characters by seat that tell the value: the first stands for 1, the last for all that is larger.
    Scale(&'static [&'static str]),
    /// Ground that belongs to a seat: a mark by seat that colours the cell's background.
    Ground(&'static [&'static str]),
}

/// How a board looks as text.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// Characters per cell.
    pub cell: usize,
    /// What an empty cell shows.
    pub empty: &'static str,
    /// Lines between the cells, as a score sheet has them.
    pub ruled: bool,
}

/// A named partial config.
#[derive(Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The fields it sets, as a JSON object.
    pub set: &'static str,
}
