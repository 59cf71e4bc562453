//! House bots for Utti.

mod by_chance;
mod camp;
mod easy;
mod hard;
mod medium;
mod settler;

pub use by_chance::ByChance;
pub use easy::Easy;
pub use hard::Hard;
pub use medium::Medium;
