//! Matches made visible: films for the viewer, and exports to formats that others can open.
//!
//! Invariants: knows no game, only [`skirmish_core::art::Art`] and layers; every count, size and length has a maximum;
//! names and messages of bots are text, never markup; a film for a seat holds nothing that the seat may not know.

pub mod export;
pub mod film;
mod font;
pub mod raster;
pub mod scene;
mod snapshot;
mod text;

pub use film::{Film, Filming, film};
pub use snapshot::{Snapshot, Snapshots};

/// The viewer, one self-contained HTML page that shows any film.
pub const PAGE: &[u8] = include_bytes!("../../../viewer/dist/viewer.html");
