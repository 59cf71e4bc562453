//! Si32: two players mine, build and march at the same time; who produces the most units wins.
//!
//! The rule page is `rules.md` in this folder ([`INFO`]`.rules`).
//!
//! ```
//! use skirmish_core::answer::Answers;
//! use skirmish_core::game::Game;
//! use skirmish_core::grid::Cell;
//! use skirmish_core::news::News;
//! use skirmish_core::rng::Seed;
//! use skirmish_core::seat::{Seat, SeatCount};
//! use skirmish_games::si32::{Command, Config, Corner, Orders, Si32};
//!
//! let mut game = Si32::start(&Config::default(), SeatCount::TWO, Seed(1))?;
//! let at = Cell::new(5, 5);
//! let orders: Orders = [Command::Build { at, corner: Corner::SouthEast, units: 1 }].into_iter().collect();
//! game.step(&Answers::one(Seat(0), orders), &mut News::silent());
//! assert_eq!(game.side(Seat(0)).buildings, 1);
//! assert_eq!(game.side(Seat(0)).purse, 0);
//! # Ok::<(), skirmish_core::config::BadConfig>(())
//! ```

mod action;
mod art;
mod audit;
mod config;
mod ending;
mod event;
mod info;
mod learn;
mod map;
mod mirror;
mod oddities;
mod rules;
mod state;
mod turn;
mod view;
mod wire;

#[cfg(test)]
mod tests;

pub use action::{Command, Corner, Misread, Orders, Reason};
pub use config::{Config, MAX_LINES};
pub use event::Event;
pub use info::INFO;
pub use learn::{DRAFT_COMMANDS, Draft};
pub use map::{GivenMap, Style};
pub use state::{Building, Dropped, Si32, Side};
