//! To be written.

use crate::routes::Route;

/// The addresses.
#[must_use]
pub fn routes() -> Vec<Route> {
    Vec::new()
}
