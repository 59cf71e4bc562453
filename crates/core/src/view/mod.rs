//! How a game shows itself: one `draw`, read by every kind of canvas: text for people, pictures for the viewer, planes
//! for learners, digests for verification.

mod digest;
mod picture;
mod planes;
mod progress;
mod text;

pub use digest::{Digest, DigestCanvas};
pub use picture::{Item, Picture, PictureCanvas};
pub use planes::{PlaneCanvas, Shape};
pub use progress::ProgressCanvas;
pub use text::{Spot, TextCanvas};

use crate::game::Game;
use crate::grid::Cell;
use crate::seat::Seat;

/// A game that can be looked at. Called on the whole state for spectators, on the redacted one for a seat.
pub trait View: Game {
    /// Draws the state: size first, then progress, gauges and layers.
    fn draw<C: Canvas>(&self, canvas: &mut C);

    /// What an event looks like, and what it says.
    fn mark(&self, event: &Self::Event) -> Mark;
}

/// What can be drawn on. A layer or gauge is named by its place in the game's `INFO`.
///
/// Cells are numbered row by row. What is drawn later covers what was drawn earlier; a cell not drawn is 0.
pub trait Canvas {
    /// Whether a layer is looked at. A game may leave out others, which pays where drawing them is much work.
    fn wants(&self, _layer: usize) -> bool {
        true
    }

    /// The board's size.
    fn size(&mut self, width: usize, height: usize);

    /// How far the match is.
    fn progress(&mut self, now: u32, of: u32);

    /// A seat's number.
    fn gauge(&mut self, gauge: usize, seat: Seat, value: i64);

    /// A layer as a set: 1 at every cell whose bit is set.
    fn bits(&mut self, layer: usize, seat: Option<Seat>, bits: &[u64]);

    /// A whole layer.
    fn values(&mut self, layer: usize, seat: Option<Seat>, values: &[i16]);

    /// One cell of a layer.
    fn put(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16);

    /// One cell of a layer, where something stands that keeps its identity when it moves.
    fn piece(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16, _id: u32) {
        self.put(layer, seat, at, value);
    }
}

/// How much an event matters to somebody who watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It happens all the time.
    Small,
    /// Worth a mark on the time line.
    Notable,
    /// It may decide the match.
    Decisive,
}

/// An event for somebody who watches: where it happened, and one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How much it matters.
    pub weight: Weight,
    /// Whose doing it is.
    pub seat: Option<Seat>,
    /// Where it began.
    pub from: Option<Cell>,
    /// Where it took effect.
    pub to: Option<Cell>,
    /// What happened, in a sentence without a full stop.
    pub says: String,
}

impl Mark {
    /// A mark that has no place on the board.
    pub fn new(weight: Weight, seat: impl Into<Option<Seat>>, says: impl Into<String>) -> Self {
        Self { weight, seat: seat.into(), from: None, to: None, says: says.into() }
    }

    /// The same, at a cell.
    #[must_use]
    pub fn at(mut self, cell: Cell) -> Self {
        self.to = Some(cell);
        self
    }

    /// The same, from one cell to another.
    #[must_use]
    pub fn between(mut self, from: Cell, to: Cell) -> Self {
        (self.from, self.to) = (Some(from), Some(to));
        self
    }
}

/// The members of a set given as words of 64 bits, in ascending order.
fn members(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(w, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let i = w * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(i)
        })
    })
}
