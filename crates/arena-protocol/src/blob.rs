//! What travels beside messages: bytes that are named by what they are.

use sha2::{Digest as _, Sha256};

/// The largest blob that is taken.
pub const MOST_BYTES: u64 = 64 << 20;

/// The name that bytes have: their SHA-256.
#[must_use]
pub fn name_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
