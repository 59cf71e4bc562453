//! A set of cells as bits, for boards of up to `64 * W` cells numbered row by row.

/// A set of small numbers; bit `i` stands for the `i`-th cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of everything below `n`.
    pub fn below(n: usize) -> Self {
        Self(std::array::from_fn(|w| match n.saturating_sub(w * 64) {
            0 => 0,
            left if left >= 64 => !0,
            left => (1 << left) - 1,
        }))
    }

    /// Whether `i` is in the set.
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// Adds `i`.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Takes `i` out.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// How many are in the set.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether nothing is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// What is in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|w| self.0[w] & other.0[w]))
    }

    /// What is in either set.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|w| self.0[w] | other.0[w]))
    }

    /// What is in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|w| self.0[w] & !other.0[w]))
    }

    /// Every number in the set raised by `n` (below 64); what leaves the top is lost.
    #[inline]
    #[must_use]
    pub fn up(&self, n: u32) -> Self {
        let mut raised = [0; W];
        let mut carry = 0;
        for (word, out) in self.0.iter().zip(&mut raised) {
            *out = word << n | carry;
            carry = if n == 0 { 0 } else { word >> (64 - n) };
        }
        Self(raised)
    }

    /// Every number in the set lowered by `n` (below 64); what would fall below 0 is lost.
    #[inline]
    #[must_use]
    pub fn down(&self, n: u32) -> Self {
        let mut lowered = [0; W];
        let mut carry = 0;
        for (word, out) in self.0.iter().zip(&mut lowered).rev() {
            *out = word >> n | carry;
            carry = if n == 0 { 0 } else { word << (64 - n) };
        }
        Self(lowered)
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |w| {
            let mut rest = words[w];
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

    /// The `n`-th member in ascending order, counted from 0.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<usize> {
        for (w, &word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let mut rest = word;
                for _ in 0..n {
                    rest &= rest - 1;
                }
                return Some(w * 64 + rest.trailing_zeros() as usize);
            }
            n -= here;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_carry_between_words() {
        let mut bits = Bits::<2>::EMPTY;
        bits.insert(63);
        assert_eq!(bits.up(1).iter().collect::<Vec<_>>(), [64]);
        assert_eq!(bits.up(1).down(1), bits);
        assert_eq!(bits.up(0), bits);
    }

    #[test]
    fn nth_counts_across_words() {
        let mut bits = Bits::<3>::EMPTY;
        for i in [2, 70, 71, 190] {
            bits.insert(i);
        }
        assert_eq!(
            (0..5).map(|n| bits.nth(n)).collect::<Vec<_>>(),
            [Some(2), Some(70), Some(71), Some(190), None]
        );
        assert_eq!(bits.count(), 4);
    }

    #[test]
    fn below_has_exactly_n() {
        for n in [0, 1, 63, 64, 65, 127, 128] {
            assert_eq!(Bits::<2>::below(n).count(), n);
        }
    }
}
