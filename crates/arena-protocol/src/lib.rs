//! What the arena, its workers and its clients say to each other: `WORKERS.md` is the page about workers, `answers` is
//! what everybody may ask. All sides use these types, and nothing else of each other.

pub mod answers;
pub mod blob;
pub mod jobs;
pub mod states;
pub mod upload;
pub mod workers;
