//! Plantation: two gardeners, one field, and neither sees what the other has planted.
//!
//! Plus and Minus take turns of three moves: they plant and fertilise their own tiles, scout for the other's, and
//! spray and bomb what they find. The larger sum of scores wins. The rule page is [`INFO`]`.rules`.
//!
//! ```
//! use skirmish_core::answer::Answers;
//! use skirmish_core::game::Game;
//! use skirmish_core::grid::Cell;
//! use skirmish_core::news::News;
//! use skirmish_core::rng::Seed;
//! use skirmish_core::seat::{Seat, SeatCount};
//! use skirmish_games::plantation::{Command, Config, Plantation, Verb};
//!
//! let config = Config { plus_rows: vec![3], minus_rows: vec![3], ..Config::default() };
//! let mut field = Plantation::start(&config, SeatCount::TWO, Seed(1)).expect("a valid config");
//! let command = Command::at(Verb::Plant, Cell::new(1, 3)); // column 1, row 3
//! field.step(&Answers::one(Seat::FIRST, command), &mut News::silent());
//! assert_eq!(field.score(Seat::FIRST), 2);
//!
//! // Minus sees its own tile, and nothing of what Plus did.
//! let mut seen = field.clone();
//! field.redact(Seat::SECOND, &mut seen);
//! assert_eq!((seen.score(Seat::FIRST), seen.score(Seat::SECOND)), (0, 1));
//! ```

mod action;
mod area;
mod art;
mod audit;
mod board;
mod config;
mod event;
mod execution;
mod info;
mod learn;
mod map;
mod memory;
mod mirror;
mod oddities;
pub mod record;
mod rules;
mod side;
mod state;
mod view;
mod wire;

#[cfg(test)]
mod tests;

pub use action::{Command, Verb};
pub use area::Set;
pub use config::{Config, MAX_LEVELS, MAX_MOVES, MAX_SCORE, MAX_SIDE, MAX_TURNS};
pub use event::{Event, Response};
pub use info::INFO;
pub use learn::Draft;
pub use state::Plantation;
