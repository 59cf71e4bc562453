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

mod area;
mod art;
mod board;
mod command;
mod config;
mod learn;
mod map;
mod memory;
mod mirror;
mod oddities;
pub mod record;
mod rules;
mod side;
mod view;
mod wire;

#[cfg(test)]
mod tests;

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, Ink, Layer, Preset, TextStyle};

pub use area::Set;
pub use board::MAX_SIDE;
pub use command::{Command, Response, Verb};
pub use config::Config;
pub use learn::Draft;
pub use rules::{Event, Plantation};

/// What is known of Plantation before any match.
pub static INFO: Info = Info {
    name: "plantation",
    title: "Plantation",
    about: "Plant and fertilise your own tiles unseen, scout for the enemy's, spray and bomb them.",
    version: 1,
    seats: 2..=2,
    seat_names: &["Plus", "Minus"],
    clock: Clock::bank(5_000, 10_000, 100, None),
    caps: Caps::line(1024),
    has_secrets: true,
    unit: "turn",
    layers: &[Layer::per_seat("score", 32, Ink::Signed)],
    gauges: &["sum", "tiles", "moves"],
    text: TextStyle { cell: 4, empty: "", ruled: true },
    art: &art::ART,
    presets: &[
        Preset {
            name: "original",
            about: "The public original to the letter: `occupied` before adjacency, scouting leaves off-board cells out.",
            set: r#"{"occupied_first": true, "scout_clipped": true, "bomb_damage": 4, "fair": false}"#,
        },
        Preset {
            name: "bomb3",
            about: "A bomb takes at most 3 levels, as the original's command list says.",
            set: r#"{"bomb_damage": 3}"#,
        },
        Preset {
            name: "mirrored",
            about: "Both sides start in the same random rows.",
            set: r#"{"mirrored": true}"#,
        },
    ],
    oddities: oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
