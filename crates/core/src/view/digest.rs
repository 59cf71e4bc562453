//! A fingerprint of everything a spectator can see.

use crate::seat::Seat;
use crate::view::Canvas;

/// A 64-bit FNV-1a fingerprint: portable, and strong enough to notice accidents and edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut digest = Self::default();
        digest.bytes(bytes);
        digest
    }

    /// Takes in bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Takes in a number.
    #[inline]
    pub fn number(&mut self, number: u64) {
        // A whole word at a time: states are large, and this need only be the same everywhere, not FNV.
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }
}

/// A canvas that keeps nothing but a fingerprint of what is drawn.
#[derive(Debug, Default)]
pub struct DigestCanvas {
    digest: Digest,
}

impl DigestCanvas {
    /// The fingerprint so far.
    pub fn finish(self) -> Digest {
        self.digest
    }

    fn head(&mut self, verb: u64, layer: usize, seat: Option<Seat>) {
        let seat = seat.map_or(0xff, |seat| u64::from(seat.0));
        self.digest.number(verb << 32 | (layer as u64) << 8 | seat);
    }
}

impl Canvas for DigestCanvas {
    fn size(&mut self, width: usize, height: usize) {
        self.digest.number((width as u64) << 32 | height as u64);
    }

    fn progress(&mut self, now: u32, of: u32) {
        self.digest.number(u64::from(now) << 32 | u64::from(of));
    }

    fn gauge(&mut self, gauge: usize, seat: Seat, value: i64) {
        self.head(1, gauge, Some(seat));
        self.digest.number(value as u64);
    }

    fn bits(&mut self, layer: usize, seat: Option<Seat>, bits: &[u64]) {
        self.head(2, layer, seat);
        bits.iter().for_each(|&word| self.digest.number(word));
    }

    fn values(&mut self, layer: usize, seat: Option<Seat>, values: &[i16]) {
        self.head(3, layer, seat);
        for chunk in values.chunks(4) {
            let word = chunk.iter().fold(0, |word, &value| word << 16 | u64::from(value as u16));
            self.digest.number(word);
        }
    }

    fn put(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16) {
        self.head(4, layer, seat);
        self.digest.number((at as u64) << 16 | u64::from(value as u16));
    }

    fn piece(&mut self, layer: usize, seat: Option<Seat>, at: usize, value: i16, id: u32) {
        self.put(layer, seat, at, value);
        self.digest.number(u64::from(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_vectors_of_fnv_1a() {
        assert_eq!(Digest::of(b"").0, 0xcbf2_9ce4_8422_2325);
        assert_eq!(Digest::of(b"a").0, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Digest::of(b"foobar").0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_verb_and_argument_counts() {
        let digest = |draw: &dyn Fn(&mut DigestCanvas)| {
            let mut canvas = DigestCanvas::default();
            draw(&mut canvas);
            canvas.finish().0
        };
        let all = [
            digest(&|_| ()),
            digest(&|c| c.put(0, None, 1, 2)),
            digest(&|c| c.put(1, None, 1, 2)),
            digest(&|c| c.put(0, Some(Seat(0)), 1, 2)),
            digest(&|c| c.put(0, None, 2, 2)),
            digest(&|c| c.put(0, None, 1, 3)),
            digest(&|c| c.piece(0, None, 1, 2, 1)),
            digest(&|c| c.bits(0, None, &[2])),
            digest(&|c| c.values(0, None, &[0, 2])),
            digest(&|c| c.gauge(0, Seat(0), 2)),
        ];
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
