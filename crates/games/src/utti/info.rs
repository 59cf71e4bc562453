//! What is known of Utti before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, TextStyle};

use super::config::LINE_BYTES;

/// What is known of Utti before any match.
pub static INFO: Info = Info {
    name: "utti",
    title: "Utti",
    about: "Create troops, mine gold, stack up; whoever is on top of a stack owns it.",
    version: 1,
    reworded: &[],
    seats: 2..=2,
    seat_names: &[],
    clock: Clock::bank(1_000, 20_000, 60, Some(5_000)).with_late_max(Some(3)),
    caps: Caps::line(LINE_BYTES),
    has_secrets: false,
    unit: "round",
    layers: super::view::LAYERS,
    gauges: super::view::GAUGES,
    text: TextStyle { cell: 1, empty: ".", ruled: false },
    art: &super::art::ART,
    presets: super::config::PRESETS,
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
