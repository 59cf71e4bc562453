//! House bots for A Code of Ice and Fire. All of them plan on copies of the match, order by order.

mod chain;
mod easy;
mod hard;
mod medium;
mod plan;
mod value;

pub use easy::Easy;
pub use hard::{BUDGET, Hard};
pub use medium::Medium;
