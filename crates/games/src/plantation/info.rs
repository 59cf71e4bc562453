//! What is known of Plantation before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

use super::config::LINE_BYTES;

/// What is known of Plantation before any match.
pub static INFO: Info = Info {
    name: "plantation",
    title: "Plantation",
    about: "Plant and fertilise your own tiles unseen, scout for the enemy's, spray and bomb them.",
    version: 1,
    reworded: &[],
    seats: 2..=2,
    seat_names: &["Plus", "Minus"],
    clock: Clock::bank(5_000, 10_000, 100, None),
    caps: Caps::line(LINE_BYTES),
    has_secrets: true,
    unit: "turn",
    layers: super::view::LAYERS,
    gauges: super::view::GAUGES,
    text: TextStyle { cell: 4, empty: "", ruled: true },
    art: &super::art::ART,
    presets: super::config::PRESETS,
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
