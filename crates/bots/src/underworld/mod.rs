//! House bots for Underworld.

mod easy;
mod general;
mod hard;
mod look;
mod medium;
mod plan;

pub use easy::Easy;
pub use hard::{BUDGET, Hard};
pub use medium::Medium;
