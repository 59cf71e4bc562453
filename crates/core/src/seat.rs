//! Who sits at the table: a seat, how many there are, and a set of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats any game can have.
pub const MAX_SEATS: usize = 8;

/// One player's place in a match, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);
    /// The second seat.
    pub const SECOND: Self = Self(1);

    /// The seat's number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent's seat in a game of two.
    #[inline]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many seats a match has: 1 to [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct SeatCount(u8);

impl SeatCount {
    /// A match of two.
    pub const TWO: Self = Self(2);

    /// Checks the count; `None` if it is 0 or above [`MAX_SEATS`].
    pub const fn new(count: usize) -> Option<Self> {
        if count >= 1 && count <= MAX_SEATS { Some(Self(count as u8)) } else { None }
    }

    /// The count as a number.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Every seat in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        (0..self.0).map(Seat)
    }

    /// All seats as a set.
    pub const fn all(self) -> SeatSet {
        SeatSet(((1u16 << self.0) - 1) as u8)
    }

    /// Whether the seat exists in a match of this size.
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 < self.0
    }
}

impl TryFrom<u8> for SeatCount {
    type Error = String;

    fn try_from(count: u8) -> Result<Self, String> {
        Self::new(usize::from(count)).ok_or_else(|| format!("{count} seats: a match has 1 to {MAX_SEATS}"))
    }
}

impl From<SeatCount> for u8 {
    fn from(count: SeatCount) -> u8 {
        count.0
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// The set of one seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set and one seat more.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set without one seat.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats in this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat in the set.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let seat = Self(rest).first()?;
            rest &= rest - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let set: SeatSet = [Seat(5), Seat(0), Seat(3)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3), Seat(5)]);
        assert_eq!(set.without(Seat(0)).first(), Some(Seat(3)));
        assert_eq!(set.len(), 3);
    }

    #[test]
    fn eight_seats_fill_the_set() {
        let eight = SeatCount::new(8).expect("eight is allowed");
        assert_eq!(eight.all().len(), 8);
        assert!(SeatCount::new(0).is_none() && SeatCount::new(9).is_none());
    }
}
