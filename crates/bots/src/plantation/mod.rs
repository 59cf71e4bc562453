//! House bots for Plantation.

mod belief;
mod board;
mod easy;
mod growth;
mod hard;
mod medium;
mod random;

pub use easy::Easy;
pub use hard::{BUDGET, Hard};
pub use medium::Medium;
pub use random::{RandomPlayer, RandomPlayerDumb};
