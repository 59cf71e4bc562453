//! Each seat's own seed.

use sha2::{Digest, Sha256};

/// A number that follows from a match's seed and a seat, and does not give the seed away.
pub fn seed_of_seat(seed: u64, seat: u8) -> u64 {
    let mut hash = Sha256::new();
    hash.update(b"skirmish seat seed");
    hash.update(seed.to_le_bytes());
    hash.update([seat]);
    let digest = hash.finalize();
    digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_get_different_seeds() {
        assert_ne!(seed_of_seat(1, 0), seed_of_seat(1, 1));
        assert_ne!(seed_of_seat(1, 0), seed_of_seat(2, 0));
        assert_eq!(seed_of_seat(7, 1), seed_of_seat(7, 1));
    }
}
