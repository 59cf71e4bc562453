//! The least that can be said of a state: how large its board is, and how far the match is.

use crate::seat::Seat;
use crate::view::Canvas;

/// A canvas that keeps the size and the progress, and nothing that costs anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressCanvas {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How far the match is.
    pub now: u32,
    /// How far it can go.
    pub of: u32,
}

impl Canvas for ProgressCanvas {
    #[inline]
    fn size(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
    }
    #[inline]
    fn progress(&mut self, now: u32, of: u32) {
        (self.now, self.of) = (now, of);
    }
    #[inline]
    fn gauge(&mut self, _: usize, _: Seat, _: i64) {}
    #[inline]
    fn bits(&mut self, _: usize, _: Option<Seat>, _: &[u64]) {}
    #[inline]
    fn values(&mut self, _: usize, _: Option<Seat>, _: &[i16]) {}
    #[inline]
    fn put(&mut self, _: usize, _: Option<Seat>, _: usize, _: i16) {}
}
