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

/// Whether this may be a blob's name: 64 lower-case hexadecimal digits.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
