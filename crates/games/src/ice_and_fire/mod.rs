//! A Code of Ice and Fire: two players enlarge their territories on a board of 12 x 12 cells, train units, build mines
//! and towers, and try to take each other's headquarters. The rule page is [`INFO`]`.rules`.
//!
//! ```
//! use skirmish_core::answer::Answers;
//! use skirmish_core::game::Game;
//! use skirmish_core::news::News;
//! use skirmish_core::rng::Seed;
//! use skirmish_core::seat::{Seat, SeatCount};
//! use skirmish_core::wire::{ClockFace, Page, Wire};
//! use skirmish_games::ice_and_fire::{Config, IceAndFire};
//!
//! let mut game = IceAndFire::start(&Config::default(), SeatCount::TWO, Seed(7))?;
//! let mut block = Page::new();
//! game.ask(Seat::FIRST, ClockFace::default(), &mut block);
//! assert!(block.as_str().contains("0 0 0 0\n1 0 11 11\n"), "both headquarters are listed");
//!
//! let mut answers = Answers::new();
//! game.read(Seat::FIRST, b"TRAIN 1 1 0; MSG hello", answers.act_in_place(Seat::FIRST)).unwrap();
//! game.step(&answers, &mut News::new());
//! assert_eq!((game.gold(Seat::FIRST), game.to_move()), (11, Seat::SECOND));
//! # Ok::<(), skirmish_core::config::BadConfig>(())
//! ```

mod action;
mod art;
mod audit;
mod board;
mod config;
mod event;
mod execution;
mod info;
mod learn;
mod map;
mod mirror;
mod oddities;
pub mod record;
mod roster;
mod rules;
mod state;
mod territory;
mod view;
mod wire;

#[cfg(test)]
mod tests;

pub use action::{Action, Building, Level, Number, Part, Span};
pub use config::{AREA, Config, MAX_GOLD, MAX_INCOME, MAX_MINE_SPOTS, MAX_SMOOTHING_ROUNDS, MAX_TURNS, SIDE};
pub use event::{Event, Fall, Refusal};
pub use info::INFO;
pub use learn::{Draft, MAX_ORDERS};
pub use state::{Ending, IceAndFire};
