//! Portable randomness: xoshiro256** seeded by SplitMix64, with our own `below` and `shuffle`,
//! so that a seed means the same match on every machine and with every version of every library.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a match's randomness grows from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// An unrelated seed for the `n`-th thing that grows from this one.
    #[must_use]
    pub fn child(self, n: u64) -> Self {
        let mut state = self.0 ^ n.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Self(split_mix(&mut state) ^ split_mix(&mut state).rotate_left(32))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// The generator. Its whole state is 32 bytes and is part of whoever owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    /// A generator that depends on nothing but the seed.
    pub fn new(seed: Seed) -> Self {
        let mut state = seed.0;
        Self { s: std::array::from_fn(|_| split_mix(&mut state)) }
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let result = self.s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = self.s[1] << 17;
        self.s[2] ^= self.s[0];
        self.s[3] ^= self.s[1];
        self.s[1] ^= self.s[2];
        self.s[0] ^= self.s[3];
        self.s[2] ^= t;
        self.s[3] = self.s[3].rotate_left(45);
        result
    }

    /// A number below `n`, each equally likely; 0 when `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        // Lemire's multiplication, with the rejection that makes it exact.
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    #[inline]
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as u32) as i32
    }

    /// True `n` times out of `of`.
    #[inline]
    pub fn chance(&mut self, n: u32, of: u32) -> bool {
        self.below(of) < n
    }

    /// One item, each equally likely; `None` of nothing.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts the items in an order, each equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256StarStar;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

    use super::*;

    #[test]
    fn the_published_vector_of_xoshiro256_star_star() {
        let mut rng = Rng { s: [1, 2, 3, 4] };
        let expected = [11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600];
        assert_eq!(expected.map(|_| rng.bits()), expected);
    }

    #[test]
    fn the_published_vector_of_split_mix() {
        let mut state = 1_234_567;
        let expected = [6457827717110365317, 3203168211198807973, 9817491932198370423];
        assert_eq!(expected.map(|_| split_mix(&mut state)), expected);
    }

    #[test]
    fn seeding_agrees_with_another_implementation() {
        for seed in [0, 1, 42, u64::MAX] {
            let mut ours = Rng::new(Seed(seed));
            let mut theirs = Xoshiro256StarStar::seed_from_u64(seed);
            for _ in 0..100 {
                assert_eq!(ours.bits(), theirs.next_u64());
            }
        }
    }

    #[test]
    fn below_is_even_and_in_range() {
        let mut rng = Rng::new(Seed(7));
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_500..10_500).contains(&n)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn below_is_pinned_so_that_old_seeds_keep_their_matches() {
        let mut rng = Rng::new(Seed(2019));
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, PINNED);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        rng.shuffle(&mut order);
        assert_eq!(order, PINNED_ORDER);
    }

    const PINNED: [u32; 8] = [50, 35, 91, 94, 7, 1, 51, 15];
    const PINNED_ORDER: [u32; 8] = [3, 1, 5, 6, 2, 0, 7, 4];
}
