//! What is known of Si32 before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

use super::config::{ANSWER_BYTES, LINE_BYTES, MAX_LINES};

/// What is known of Si32 before any match.
pub static INFO: Info = Info {
    name: "si32",
    title: "Si32",
    about: "Two players mine, build and march at the same time; who produces the most units wins.",
    version: 1,
    reworded: &[("only one player has had units for too long", "one player was without units for too long")],
    seats: 2..=2,
    seat_names: &[],
    clock: Clock::per_turn(1000, 1000, 200),
    caps: Caps { line_bytes: LINE_BYTES, lines: MAX_LINES, bytes: ANSWER_BYTES },
    has_secrets: false,
    unit: "turn",
    layers: super::view::LAYERS,
    gauges: super::view::GAUGES,
    text: TextStyle { cell: 4, empty: ".", ruled: false },
    art: &super::art::ART,
    presets: super::config::PRESETS,
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
