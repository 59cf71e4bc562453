//! What is known of A Code of Ice and Fire before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

use super::config::LINE_BYTES;

/// What is known of the game before any match.
pub static INFO: Info = Info {
    name: "ice-and-fire",
    title: "A Code of Ice and Fire",
    about: "Enlarge your territory, raise an army and take the other's headquarters.",
    version: 1,
    reworded: &[],
    seats: 2..=2,
    seat_names: &["Red", "Blue"],
    clock: Clock::per_turn(5000, 1000, 50),
    caps: Caps::line(LINE_BYTES),
    has_secrets: false,
    unit: "turn",
    layers: super::view::LAYERS,
    gauges: super::view::GAUGES,
    text: TextStyle { cell: 3, empty: ".", ruled: false },
    art: &super::art::ART,
    presets: super::config::PRESETS,
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
