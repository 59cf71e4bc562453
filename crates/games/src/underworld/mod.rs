//! Underworld: castles, farms and warriors on a grid, for two to eight players who all move at the same time.
//!
//! The rules stand in `rules.md` (and in [`INFO`]`.rules`).
//!
//! ```
//! use skirmish_core::answer::Answers;
//! use skirmish_core::game::{Decision, Game};
//! use skirmish_core::grid::Direction;
//! use skirmish_core::news::News;
//! use skirmish_core::rng::Seed;
//! use skirmish_core::seat::{Seat, SeatCount};
//! use skirmish_games::underworld::{Action, Command, Config, Kind, Underworld};
//!
//! let mut game = Underworld::start(&Config::default(), SeatCount::TWO, Seed(1))?;
//! let mut answers = Answers::new();
//! for seat in game.seats().iter() {
//!     answers.act(seat, Action::Hello);
//! }
//! game.step(&answers, &mut News::silent());
//!
//! let barracks = game.objects().find(|object| object.kind == Kind::Barracks).expect("everybody has one");
//! let owner = barracks.owner.expect("a barracks belongs to somebody");
//! let (x, y) = (barracks.cell.x as u8, barracks.cell.y as u8);
//! let commands = Direction::ALL.map(|direction| Command::Spawn { x, y, heading: Some(direction) });
//! answers.clear();
//! answers.act(owner, Action::Turn(commands.to_vec()));
//! game.step(&answers, &mut News::silent());
//!
//! assert!(matches!(game.decision(), Decision::Ask(_)));
//! assert!(game.money(owner) <= 3000);
//! # Ok::<(), skirmish_core::config::BadConfig>(())
//! ```

mod action;
mod art;
mod audit;
mod battle;
mod board;
mod config;
mod event;
mod generate;
mod info;
mod learn;
mod map;
mod mirror;
mod movement;
mod oddities;
pub mod record;
mod requests;
mod rules;
mod scratch;
mod secrets;
mod state;
mod view;
mod wire;

#[cfg(test)]
mod tests;

pub use action::{Action, Building, Command, Heading};
pub use board::{Kind, Object};
pub use config::{
    Config, MAX_CELL_TURNS, MAX_MONEY, MAX_NUMBER, MAX_RANGE, MAX_SIZE, MAX_TURNS, MAX_WALL_PERCENT,
    MIN_GIVEN_SIZE,
};
pub use event::{Event, Exit, Why};
pub use info::INFO;
pub use learn::{Draft, MAX_DRAFTED};
pub use map::{GivenMap, MapObject, Style};
pub use state::Underworld;
