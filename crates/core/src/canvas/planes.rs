//! Planes for learners: every layer as a dense block of numbers, every gauge as one number,
//! turned so that the seat that looks always comes first.

use crate::{Canvas, Info, Layer, Seat, SeatCount};

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

/// A canvas that writes into a learner's memory.
#[derive(Debug)]
pub struct PlaneCanvas<'a> {
    layers: &'static [Layer],
    seats: SeatCount,
    eye: Seat,
    area: usize,
    planes: &'a mut [i16],
    numbers: &'a mut [i32],
}

impl<'a> PlaneCanvas<'a> {
    /// A canvas over memory of [`Shape::cells`] values and [`Shape::numbers`] numbers, wiped first.
    pub fn new(
        info: &'static Info,
        seats: SeatCount,
        eye: Seat,
        planes: &'a mut [i16],
        numbers: &'a mut [i32],
    ) -> Self {
        planes.fill(0);
        numbers.fill(0);
        Self { layers: info.layers, seats, eye, area: 0, planes, numbers }
    }

    /// The seat's place when the seat that looks comes first.
    #[inline]
    fn turned(&self, seat: Seat) -> usize {
        let (seats, seat, eye) = (self.seats.get(), seat.index(), self.eye.index());
        if seat >= eye { seat - eye } else { seat + seats - eye }
    }

    #[inline]
    fn plane(&mut self, layer: usize, seat: Option<Seat>) -> &mut [i16] {
        let before: usize = self.layers[..layer].iter().map(|layer| planes_of(layer, self.seats)).sum();
        let plane = before + seat.map_or(0, |seat| self.turned(seat));
        &mut self.planes[plane * self.area..(plane + 1) * self.area]
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
        for (cells, &word) in self.plane(layer, seat).chunks_mut(64).zip(bits) {
            for (i, cell) in cells.iter_mut().enumerate() {
                *cell = (word >> i & 1) as i16;
            }
        }
    }

    #[inline]
    fn values(&mut self, layer: usize, seat: Option<Seat>, values: &[i16]) {
        let plane = self.plane(layer, seat);
        plane.copy_from_slice(&values[..plane.len()]);
    }

    #[inline]
    fn put(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16) {
        self.plane(layer, seat)[at] = value;
    }
}
