//! Secrets that nobody guesses, and what is kept of them.

use super::Refused;
use crate::blobs;

/// Bytes of chance in a secret.
const BYTES: usize = 32;

/// A new secret, in hexadecimal digits.
pub fn secret() -> Result<String, Refused> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| Refused::Ours(format!("no randomness: {error}")))?;
    Ok(blobs::hex(&bytes))
}

/// Whether a text could be a secret of ours.
pub(super) fn is_secret(text: &str) -> bool {
    text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What the database keeps of a secret. A secret is 32 bytes of chance, so that a plain hash cannot be turned back.
#[must_use]
pub fn hash_of(secret: &str) -> String {
    blobs::name_of(secret.as_bytes())
}
