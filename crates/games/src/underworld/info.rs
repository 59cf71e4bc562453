//! What is known of Underworld before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

use super::config::{ANSWER_BYTES, LINE_BYTES, MAX_LINES};

/// What is known of Underworld before any match.
pub static INFO: Info = Info {
    name: "underworld",
    title: "Underworld",
    about: "Castles, farms and warriors on a grid: everybody moves at the same time, the last castle wins.",
    version: 1,
    reworded: &[],
    seats: 2..=8,
    seat_names: &[],
    clock: Clock::per_turn(5000, 1000, 1000),
    caps: Caps { line_bytes: LINE_BYTES, lines: MAX_LINES, bytes: ANSWER_BYTES },
    // Nobody is ever told another's money.
    has_secrets: true,
    unit: "turn",
    layers: super::view::LAYERS,
    gauges: super::view::GAUGES,
    text: TextStyle { cell: 3, empty: ".", ruled: false },
    art: &super::art::ART,
    presets: super::config::PRESETS,
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
