//! Planes for learners: every layer as a dense block of numbers, every gauge as one number,
//! turned so that the seat that looks always comes first.

use crate::info::{Info, Layer};
use crate::seat::{Seat, SeatCount};
use crate::view::Canvas;

/// How large a game's planes and numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Planes per observation.
    pub planes: usize,
    /// Rows of a plane.
    pub height: usize,
    /// Columns of a plane.
    pub width: usize,
    /// Numbers per observation: progress, its end, then every gauge for every seat.
    pub numbers: usize,
}

impl Shape {
    /// The shape of a game's observations on a board of that size.
    pub fn new(info: &Info, seats: SeatCount, width: usize, height: usize) -> Self {
        let planes = info.layers.iter().map(|layer| planes_of(layer, seats)).sum();
        assert!(
            planes <= MOST_PLANES,
            "{} has {planes} planes; a canvas tells {MOST_PLANES} apart",
            info.name
        );
        Self { planes, height, width, numbers: 2 + info.gauges.len() * seats.get() }
    }

    /// Values in all planes together.
    pub fn cells(&self) -> usize {
        self.planes * self.height * self.width
    }
}

const fn planes_of(layer: &Layer, seats: SeatCount) -> usize {
    if layer.per_seat { seats.get() } else { 1 }
}

/// The most planes and layers a game can have.
const MOST_PLANES: usize = 64;

/// A canvas that writes into a learner's memory. Every plane is wiped or overwritten exactly once.
#[derive(Debug)]
pub struct PlaneCanvas<'a> {
    seats: SeatCount,
    eye: Seat,
    area: usize,
    /// Each layer's first plane.
    offsets: [u8; MOST_PLANES],
    /// Planes that hold nothing of the last observation any more.
    fresh: u64,
    planes: &'a mut [i16],
    numbers: &'a mut [i32],
}

impl<'a> PlaneCanvas<'a> {
    /// A canvas over memory of [`Shape::cells`] values and [`Shape::numbers`] numbers.
    #[inline]
    pub fn new(
        info: &'static Info,
        seats: SeatCount,
        eye: Seat,
        planes: &'a mut [i16],
        numbers: &'a mut [i32],
    ) -> Self {
        let mut offsets = [0; MOST_PLANES];
        let mut next = 0;
        for (layer, offset) in info.layers.iter().zip(&mut offsets) {
            *offset = next;
            next += planes_of(layer, seats) as u8;
        }
        numbers.fill(0);
        Self { seats, eye, area: 0, offsets, fresh: 0, planes, numbers }
    }

    /// The seat's place when the seat that looks comes first.
    #[inline]
    fn turned(&self, seat: Seat) -> usize {
        let (seats, seat, eye) = (self.seats.get(), seat.index(), self.eye.index());
        if seat >= eye { seat - eye } else { seat + seats - eye }
    }

    #[inline]
    fn place(&self, layer: usize, seat: Option<Seat>) -> usize {
        usize::from(self.offsets[layer]) + seat.map_or(0, |seat| self.turned(seat))
    }

    /// The plane, to be overwritten whole.
    #[inline]
    fn whole_plane(&mut self, layer: usize, seat: Option<Seat>) -> &mut [i16] {
        let place = self.place(layer, seat);
        self.fresh |= 1 << place;
        &mut self.planes[place * self.area..(place + 1) * self.area]
    }

    /// The plane, wiped if nothing was drawn on it yet.
    #[inline]
    fn wiped_plane(&mut self, layer: usize, seat: Option<Seat>) -> &mut [i16] {
        let place = self.place(layer, seat);
        let plane = &mut self.planes[place * self.area..(place + 1) * self.area];
        if self.fresh >> place & 1 == 0 {
            plane.fill(0);
            self.fresh |= 1 << place;
        }
        plane
    }
}

impl Drop for PlaneCanvas<'_> {
    /// Wipes what was not drawn on.
    #[inline]
    fn drop(&mut self) {
        let chunks = self.planes.chunks_exact_mut(self.area.max(1));
        for (_, plane) in chunks.enumerate().filter(|(place, _)| self.fresh >> place & 1 == 0) {
            plane.fill(0);
        }
    }
}

impl Canvas for PlaneCanvas<'_> {
    #[inline]
    fn size(&mut self, width: usize, height: usize) {
        self.area = width * height;
    }

    #[inline]
    fn progress(&mut self, now: u32, of: u32) {
        self.numbers[0] = now as i32;
        self.numbers[1] = of as i32;
    }

    #[inline]
    fn gauge(&mut self, gauge: usize, seat: Seat, value: i64) {
        let place = 2 + gauge * self.seats.get() + self.turned(seat);
        self.numbers[place] = value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    }

    #[inline]
    fn bits(&mut self, layer: usize, seat: Option<Seat>, bits: &[u64]) {
        for (cells, &word) in self.whole_plane(layer, seat).chunks_mut(64).zip(bits) {
            for (i, cell) in cells.iter_mut().enumerate() {
                *cell = (word >> i & 1) as i16;
            }
        }
    }

    #[inline]
    fn values(&mut self, layer: usize, seat: Option<Seat>, values: &[i16]) {
        let plane = self.whole_plane(layer, seat);
        plane.copy_from_slice(&values[..plane.len()]);
    }

    #[inline]
    fn put(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16) {
        self.wiped_plane(layer, seat)[at] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::info::{Caps, Ink, TextStyle};

    static INFO: Info = info(&[Layer::common("ground", 1, Ink::None), Layer::per_seat("unit", 9, Ink::None)]);

    const fn info(layers: &'static [Layer]) -> Info {
        Info {
            name: "test",
            title: "Test",
            about: "",
            version: 1,
            reworded: &[],
            seats: 2..=2,
            seat_names: &[],
            clock: Clock::NONE,
            caps: Caps::line(1),
            has_secrets: false,
            unit: "turn",
            layers,
            gauges: &["gold"],
            text: TextStyle { cell: 1, empty: ".", ruled: false },
            art: &crate::art::BARE,
            presets: &[],
            oddities: &[],
            rules: "",
        }
    }

    #[test]
    fn the_eye_comes_first_and_old_planes_are_wiped() {
        let shape = Shape::new(&INFO, SeatCount::TWO, 2, 2);
        assert_eq!((shape.planes, shape.numbers), (3, 4));
        let (mut planes, mut numbers) = (vec![7; shape.cells()], vec![7; shape.numbers]);
        let mut canvas = PlaneCanvas::new(&INFO, SeatCount::TWO, Seat(1), &mut planes, &mut numbers);
        canvas.size(2, 2);
        canvas.progress(3, 9);
        canvas.gauge(0, Seat(0), 50);
        canvas.gauge(0, Seat(1), 60);
        canvas.bits(0, None, &[0b1001]);
        canvas.put(1, Some(Seat(1)), 2, 5);
        drop(canvas);
        assert_eq!(planes, [1, 0, 0, 1, 0, 0, 5, 0, 0, 0, 0, 0]);
        assert_eq!(numbers, [3, 9, 60, 50]);
    }

    #[test]
    #[should_panic(expected = "test has 66 planes; a canvas tells 64 apart")]
    fn more_planes_than_a_canvas_tells_apart_are_refused() {
        static MANY: [Layer; 33] = [const { Layer::per_seat("unit", 1, Ink::None) }; 33];
        let _ = Shape::new(&info(&MANY), SeatCount::TWO, 2, 2);
    }
}
