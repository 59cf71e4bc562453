//! House bots for Utti.

mod by_chance;
mod camp;
mod commander;
mod easy;
mod front;
mod hard;
mod medium;
mod raid;
mod settler;

pub use by_chance::ByChance;
pub use easy::Easy;
pub use hard::{BUDGET, Hard};
pub use medium::Medium;
