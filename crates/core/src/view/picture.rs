//! Pictures for the viewer: what stands where.

use serde::{Deserialize, Serialize};

use super::members;
use crate::seat::Seat;
use crate::view::Canvas;

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
pub struct Picture {
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

/// A canvas that becomes a [`Picture`].
#[derive(Debug)]
pub struct PictureCanvas {
    picture: Picture,
    /// A bit for each layer that is drawn.
    layers: u64,
}

impl Default for PictureCanvas {
    fn default() -> Self {
        Self::of_layers(u64::MAX)
    }
}

impl PictureCanvas {
    /// A canvas on which only some layers are drawn: those whose bits are set.
    pub fn of_layers(layers: u64) -> Self {
        const ROOM: usize = 512;
        Self { picture: Picture { items: Vec::with_capacity(ROOM), ..Picture::default() }, layers }
    }

    /// The picture drawn, its items in order.
    pub fn finish(mut self) -> Picture {
        self.picture.items.sort_unstable_by_key(order);
        self.picture
    }

    /// The picture drawn, its items in the order in which they were drawn.
    pub fn finish_as_drawn(self) -> Picture {
        self.picture
    }

    fn item(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16, id: u32) {
        if value != 0 && self.wants(layer) {
            self.picture.items.push(Item { layer: layer as u8, at: at as u32, seat, value, id });
        }
    }
}

/// The order of items as one number, which is compared much quicker than field after field.
fn order(item: &Item) -> u128 {
    let seat = item.seat.map_or(0, |seat| u128::from(seat.0) + 1);
    let value = u128::from(item.value as u16 ^ 0x8000);
    u128::from(item.layer) << 96 | u128::from(item.at) << 64 | seat << 48 | value << 32 | u128::from(item.id)
}

impl Canvas for PictureCanvas {
    fn wants(&self, layer: usize) -> bool {
        layer < 64 && self.layers >> layer & 1 == 1
    }

    fn size(&mut self, width: usize, height: usize) {
        (self.picture.width, self.picture.height) = (width, height);
    }

    fn progress(&mut self, now: u32, of: u32) {
        (self.picture.now, self.picture.of) = (now, of);
    }

    fn gauge(&mut self, gauge: usize, seat: Seat, value: i64) {
        self.picture.gauges.push((gauge as u8, seat, value));
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

    #[test]
    fn items_are_in_the_order_of_their_fields() {
        let mut canvas = PictureCanvas::default();
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
        let mut canvas = PictureCanvas::of_layers(0b10);
        canvas.bits(0, None, &[0b111]);
        canvas.put(1, None, 3, 4);
        assert!(!canvas.wants(0) && canvas.wants(1) && !canvas.wants(64));
        assert_eq!(canvas.finish().items.len(), 1);
    }
}
