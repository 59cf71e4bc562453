//! Sets of cells.

use skirmish_core::bits::Bits;

use super::config::MAX_CELLS;

pub(super) const WORDS: usize = MAX_CELLS.div_ceil(64);
/// Boards of up to two words, the default among them, are worked on as such.
pub(super) const SMALL_WORDS: usize = 2;
pub(super) const SMALL_CELLS: usize = SMALL_WORDS * 64;

/// A set of cells of any board, numbered row by row.
pub type Set = Bits<WORDS>;

/// A set of cells in the shape that suits the board's size: a `u128` where that is enough, otherwise a whole [`Set`].
///
/// Not two words of a [`Set`]: compilers load those as one vector, which fails store-to-load forwarding after a write to
/// one of the words.
pub(super) trait Area: Copy {
    fn of(set: &Set) -> Self;
    fn only(cell: usize) -> Self;
    fn set(self) -> Set;
    /// Writes the words that the board has; the others stay as they are.
    fn put(self, set: &mut Set);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn up(self, cells: u32) -> Self;
    fn down(self, cells: u32) -> Self;
    fn is_empty(self) -> bool;
    fn count(self) -> usize;
    /// Takes the least cell out.
    fn pop(&mut self) -> Option<usize>;
}

impl Area for u128 {
    #[inline]
    fn of(set: &Set) -> Self {
        Self::from(set.0[0]) | Self::from(set.0[1]) << 64
    }

    #[inline]
    fn only(cell: usize) -> Self {
        1 << cell
    }

    #[inline]
    fn set(self) -> Set {
        let mut set = Set::EMPTY;
        self.put(&mut set);
        set
    }

    #[inline]
    fn put(self, set: &mut Set) {
        (set.0[0], set.0[1]) = (self as u64, (self >> 64) as u64);
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    #[inline]
    fn up(self, cells: u32) -> Self {
        self << cells
    }

    #[inline]
    fn down(self, cells: u32) -> Self {
        self >> cells
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let least = self.trailing_zeros() as usize;
        *self &= self.checked_sub(1)?;
        Some(least)
    }
}

impl Area for Set {
    #[inline]
    fn of(set: &Set) -> Self {
        *set
    }

    #[inline]
    fn only(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    #[inline]
    fn set(self) -> Set {
        self
    }

    #[inline]
    fn put(self, set: &mut Set) {
        *set = self;
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Bits::and(&self, &other)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Bits::or(&self, &other)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        Bits::minus(&self, &other)
    }

    #[inline]
    fn up(self, cells: u32) -> Self {
        Bits::up(&self, cells)
    }

    #[inline]
    fn down(self, cells: u32) -> Self {
        Bits::down(&self, cells)
    }

    #[inline]
    fn is_empty(self) -> bool {
        Bits::is_empty(&self)
    }

    #[inline]
    fn count(self) -> usize {
        Bits::count(&self)
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let least = self.iter().next()?;
        self.remove(least);
        Some(least)
    }
}
