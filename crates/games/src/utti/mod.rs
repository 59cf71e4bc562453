//! Utti: bases create troops, troops mine gold and stack on each other, and whoever is on top owns the stack.
//!
//! The rule page is `rules.md` in this folder. A short match by chance:
//!
//! ```
//! use skirmish_core::answer::Answers;
//! use skirmish_core::bot::{Bot, RandomBot};
//! use skirmish_core::game::{Decision, Game};
//! use skirmish_core::news::News;
//! use skirmish_core::rng::Seed;
//! use skirmish_core::seat::SeatCount;
//! use skirmish_games::utti::{Config, Utti};
//!
//! let config = Config { rounds: 5, ..Config::default() };
//! let mut state = Utti::start(&config, SeatCount::TWO, Seed(7)).expect("the numbers are in range");
//! let mut bot = RandomBot::<Utti>::new(Seed(1));
//! let mut answers = Answers::new();
//! while let Decision::Ask(ask) = state.decision() {
//!     answers.clear();
//!     for seat in ask.seats.iter() {
//!         answers.act(seat, bot.act(&state, seat, &[]));
//!     }
//!     state.step(&answers, &mut News::silent());
//! }
//! assert_eq!(state.round(), 5);
//! ```

mod action;
mod art;
mod audit;
mod config;
mod event;
mod execution;
mod info;
mod learn;
mod map;
mod mirror;
mod oddities;
mod rules;
mod state;
mod view;
mod wire;

#[cfg(test)]
mod tests;

pub use action::{Action, Order, OrderKind, Refusal};
pub use config::{Config, MAX_ROUNDS, MAX_SIZE, MAX_UNITS, MIN_SIZE};
pub use event::Event;
pub use info::INFO;
pub use learn::Draft;
pub use map::{Axis, Style};
pub use state::{Unit, UnitKind, Utti};
