//! A portable pseudo-random generator for ties, draws and simulations: SplitMix64.

/// A SplitMix64 generator.
///
/// ```
/// use skirmish_league::chance::Chance;
/// let mut chance = Chance::new(0);
/// assert_eq!(chance.bits(), 0xe220_a839_7b1d_cdaf); // the published first number of SplitMix64 from seed 0
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(u64);

impl Chance {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// An independent generator: the `n`-th stream derived from `seed`.
    #[must_use]
    pub fn child(seed: u64, n: u64) -> Self {
        let mut parent = Self(seed ^ n.wrapping_mul(0xd6e8_feb8_6659_fd93));
        Self(parent.bits() ^ parent.bits().rotate_left(32))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, each equally likely to within one part in 2^32; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u32
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles a list uniformly (Fisher-Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
