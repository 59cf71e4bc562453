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
//! assert_eq!((game.gold(Seat::FIRST), game.mover()), (11, Seat::SECOND));
//! # Ok::<(), skirmish_core::config::BadConfig>(())
//! ```

mod action;
mod art;
mod audit;
mod board;
mod config;
mod event;
mod learn;
mod map;
mod mirror;
mod oddities;
mod orders;
pub mod record;
mod roster;
mod rules;
mod territory;
mod view;
mod wire;

#[cfg(test)]
mod tests;

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

pub use action::{Action, Building, Level, Number, Part, Span};
pub use board::{AREA, SIDE};
pub use config::{Config, MAX_GOLD, MAX_INCOME, MAX_MINE_SPOTS, MAX_SMOOTHING_ROUNDS, MAX_TURNS};
pub use event::{Event, Fall, Refusal};
pub use learn::{Draft, MAX_ORDERS};
pub use rules::{Ending, IceAndFire};

/// What is known of the game before any match.
pub static INFO: Info = Info {
    name: "ice-and-fire",
    title: "A Code of Ice and Fire",
    about: "Enlarge your territory, raise an army and take the other's headquarters.",
    version: 1,
    seats: 2..=2,
    seat_names: &["Red", "Blue"],
    clock: Clock::per_turn(5000, 1000, 50),
    caps: Caps::line(65_536),
    has_secrets: false,
    unit: "turn",
    layers: view::LAYERS,
    gauges: view::GAUGES,
    text: TextStyle { cell: 3, empty: ".", ruled: false },
    art: &art::ART,
    presets: config::PRESETS,
    oddities: oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
