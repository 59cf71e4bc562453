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

mod art;
mod config;
mod event;
mod learn;
mod map;
mod mirror;
mod oddities;
mod order;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod wire;

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

pub use config::{Axis, Config, MAX_ROUNDS, MAX_SIZE, MAX_UNITS, MIN_SIZE, Style};
pub use event::Event;
pub use learn::Draft;
pub use order::{Action, Order, OrderKind, Refusal};
pub use state::{Unit, UnitKind, Utti};

/// The eight neighbours, clockwise from the north, as (columns, rows) to go.
pub const DIRECTIONS: [(i16, i16); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The longest answer: a batch of the most units there can be, written out, with room to spare.
const LINE_BYTES: usize = 16 * 1024;

/// What is known of Utti before any match.
pub const INFO: Info = Info {
    name: "utti",
    title: "Utti",
    about: "Create troops, mine gold, stack up; whoever is on top of a stack owns it.",
    version: 1,
    seats: 2..=2,
    seat_names: &[],
    clock: Clock::bank(1_000, 20_000, 60, Some(5_000)),
    caps: Caps::line(LINE_BYTES),
    has_secrets: false,
    unit: "round",
    layers: view::LAYERS,
    gauges: view::GAUGES,
    text: TextStyle { cell: 1, empty: ".", ruled: false },
    art: &art::ART,
    presets: config::PRESETS,
    oddities: oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
