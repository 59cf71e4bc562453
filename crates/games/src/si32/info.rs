//! What is known of Si32 before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, Ink, Layer, Preset, TextStyle};

use super::orders::MAX_LINES;

/// Bytes in one line of an answer.
const LINE_BYTES: usize = 256;

pub(crate) static INFO: Info = Info {
    name: "si32",
    title: "Si32",
    about: "Two players mine, build and march at the same time; who produces the most units wins.",
    version: 1,
    seats: 2..=2,
    seat_names: &[],
    clock: Clock::per_turn(1000, 1000, 200),
    caps: Caps { line_bytes: LINE_BYTES, lines: MAX_LINES, bytes: MAX_LINES * 64 },
    has_secrets: false,
    unit: "turn",
    layers: &[
        Layer::common("resource", 20, Ink::Number),
        Layer::per_seat("building", 1, Ink::Ground(&["[]", "()"])),
        Layer::per_seat("progress", 4, Ink::None),
        Layer::per_seat("units", 50, Ink::Count(&["a", "b"])),
    ],
    gauges: &["resource", "units", "produced", "lost", "buildings", "built", "alone", "missed"],
    text: TextStyle { cell: 4, empty: ".", ruled: false },
    art: &super::art::ART,
    presets: &[
        Preset {
            name: "small",
            about: "A board of 12x12 for 150 turns.",
            set: r#"{"width": 12, "height": 12, "turns": 150}"#,
        },
        Preset {
            name: "large",
            about: "A board of 32x32 for 500 turns.",
            set: r#"{"width": 32, "height": 32, "turns": 500}"#,
        },
        Preset {
            name: "rich",
            about: "Up to 50 resource on a tile, so that there is always enough.",
            set: r#"{"resource_max": 50}"#,
        },
        Preset {
            name: "proportional",
            about: "Up to 1000 workers count in a building, so that production grows with every worker.",
            set: r#"{"max_workers": 1000}"#,
        },
    ],
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
