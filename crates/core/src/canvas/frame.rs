//! Frames for the viewer: what stands where, and what changed since the frame before.

use serde::{Deserialize, Serialize};

use super::members;
use crate::{Canvas, Seat};

/// One thing drawn on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Item {
    /// The layer, by its place in the game's `INFO.layers`.
    pub layer: u8,
    /// The cell, counted row by row.
    pub at: u32,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// Its value, never 0.
    pub value: i16,
    /// What tells it apart when it moves; 0 if nothing does.
    pub id: u32,
}

/// A state as the viewer gets it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How far the match is.
    pub now: u32,
    /// How far it can go.
    pub of: u32,
    /// (gauge, seat, value), in the order drawn.
    pub gauges: Vec<(u8, Seat, i64)>,
    /// Everything drawn, by layer and cell.
    pub items: Vec<Item>,
}

/// What turns one frame into the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureChange {
    /// How far the match is now.
    pub now: u32,
    /// All gauges.
    pub gauges: Vec<(u8, Seat, i64)>,
    /// What is no longer there.
    pub gone: Vec<Item>,
    /// What is newly there.
    pub new: Vec<Item>,
}

impl Frame {
    /// What turns this frame into `next`.
    pub fn change_to(&self, next: &Self) -> PictureChange {
        let missing = |from: &[Item], others: &[Item]| -> Vec<Item> {
            from.iter().filter(|item| others.binary_search(item).is_err()).copied().collect()
        };
        PictureChange {
            now: next.now,
            gauges: next.gauges.clone(),
            gone: missing(&self.items, &next.items),
            new: missing(&next.items, &self.items),
        }
    }

    /// Turns this frame into the next.
    pub fn apply(&mut self, change: &PictureChange) {
        self.now = change.now;
        self.gauges.clone_from(&change.gauges);
        self.items.retain(|item| change.gone.binary_search(item).is_err());
        self.items.extend_from_slice(&change.new);
        self.items.sort_unstable();
    }
}

/// A canvas that becomes a [`Frame`].
#[derive(Debug)]
pub struct FrameCanvas {
    frame: Frame,
    /// A bit for each layer that is drawn.
    layers: u64,
}

impl Default for FrameCanvas {
    fn default() -> Self {
        Self::of_layers(u64::MAX)
    }
}

impl FrameCanvas {
    /// A canvas on which only some layers are drawn: those whose bits are set.
    pub fn of_layers(layers: u64) -> Self {
        const ROOM: usize = 512;
        Self { frame: Frame { items: Vec::with_capacity(ROOM), ..Frame::default() }, layers }
    }

    /// The frame drawn, its items in order.
    pub fn finish(mut self) -> Frame {
        self.frame.items.sort_unstable_by_key(order);
        self.frame
    }

    /// The frame drawn, its items in the order in which they were drawn.
    pub fn finish_as_drawn(self) -> Frame {
        self.frame
    }

    fn item(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16, id: u32) {
        if value != 0 && self.wants(layer) {
            self.frame.items.push(Item { layer: layer as u8, at: at as u32, seat, value, id });
        }
    }
}

/// The order of items as one number, which is compared much quicker than field after field.
fn order(item: &Item) -> u128 {
    let seat = item.seat.map_or(0, |seat| u128::from(seat.0) + 1);
    let value = u128::from(item.value as u16 ^ 0x8000);
    u128::from(item.layer) << 96 | u128::from(item.at) << 64 | seat << 48 | value << 32 | u128::from(item.id)
}

impl Canvas for FrameCanvas {
    fn wants(&self, layer: usize) -> bool {
        layer < 64 && self.layers >> layer & 1 == 1
    }

    fn size(&mut self, width: usize, height: usize) {
        (self.frame.width, self.frame.height) = (width, height);
    }

    fn progress(&mut self, now: u32, of: u32) {
        (self.frame.now, self.frame.of) = (now, of);
    }

    fn gauge(&mut self, gauge: usize, seat: Seat, value: i64) {
        self.frame.gauges.push((gauge as u8, seat, value));
    }

    fn bits(&mut self, layer: usize, seat: Option<Seat>, bits: &[u64]) {
        for at in members(bits) {
            self.item(layer, seat, at, 1, 0);
        }
    }

    fn values(&mut self, layer: usize, seat: Option<Seat>, values: &[i16]) {
        for (at, &value) in values.iter().enumerate() {
            self.item(layer, seat, at, value, 0);
        }
    }

    fn put(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16) {
        self.item(layer, seat, at, value, 0);
    }

    fn piece(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16, id: u32) {
        self.item(layer, seat, at, value, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(now: u32, cells: &[(usize, i16)]) -> Frame {
        let mut canvas = FrameCanvas::default();
        canvas.size(4, 4);
        canvas.progress(now, 9);
        for &(at, value) in cells {
            canvas.piece(0, Some(Seat(1)), at, value, 7);
        }
        canvas.finish()
    }

    #[test]
    fn items_are_in_the_order_of_their_fields() {
        let mut canvas = FrameCanvas::default();
        canvas.size(4, 4);
        for (at, value) in [(3, 5), (0, -2), (0, 7), (2, i16::MIN), (2, i16::MAX)] {
            for seat in [Some(Seat(1)), None, Some(Seat(0))] {
                canvas.piece(at % 2, seat, at, value, 9 - at as u32);
            }
        }
        let items = canvas.finish().items;
        assert!(items.len() == 15 && items.is_sorted());
    }

    #[test]
    fn only_the_layers_asked_for_are_drawn() {
        let mut canvas = FrameCanvas::of_layers(0b10);
        canvas.bits(0, None, &[0b111]);
        canvas.put(1, None, 3, 4);
        assert!(!canvas.wants(0) && canvas.wants(1) && !canvas.wants(64));
        assert_eq!(canvas.finish().items.len(), 1);
    }

    #[test]
    fn a_change_leads_from_one_frame_to_the_next() {
        let (before, after) = (frame(1, &[(3, 1), (0, 2), (5, 0)]), frame(2, &[(4, 1), (0, 2)]));
        let change = before.change_to(&after);
        assert_eq!((change.gone.len(), change.new.len()), (1, 1));
        let mut replayed = before;
        replayed.apply(&change);
        assert_eq!(replayed, after);
    }
}
