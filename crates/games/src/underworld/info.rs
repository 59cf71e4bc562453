//! What is known of the game before any match.

use skirmish_core::clock::Clock;
use skirmish_core::info::{Caps, Info, Ink, Layer, Preset, TextStyle};

/// Layers stand in the order of `Kind::ALL`; their values are hit points.
const LAYERS: &[Layer] = &[
    Layer::per_seat("warrior", 500, Ink::Tag("W")),
    Layer::per_seat("barracks", 1500, Ink::Tag("B")),
    Layer::per_seat("castle", 10_000, Ink::Tag("C")),
    Layer::per_seat("farm", 1000, Ink::Tag("F")),
    Layer::common("wall", 1, Ink::Mark("##")),
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "classic",
        about: "The original's map for up to four: 10x10, castles in the corners, a block of walls in the middle.",
        set: r##"{"map": {"sizex": 10, "sizey": 10, "objects": [
            {"x": 0, "y": 0, "type": "C", "owner": 0}, {"x": 0, "y": 1, "type": "B", "owner": 0},
            {"x": 9, "y": 9, "type": "C", "owner": 1}, {"x": 9, "y": 8, "type": "B", "owner": 1},
            {"x": 0, "y": 9, "type": "C", "owner": 2}, {"x": 1, "y": 9, "type": "B", "owner": 2},
            {"x": 9, "y": 0, "type": "C", "owner": 3}, {"x": 8, "y": 0, "type": "B", "owner": 3},
            {"x": 4, "y": 4, "type": "#", "owner": -1}, {"x": 5, "y": 4, "type": "#", "owner": -1},
            {"x": 4, "y": 5, "type": "#", "owner": -1}, {"x": 5, "y": 5, "type": "#", "owner": -1}]}}"##,
    },
    Preset {
        name: "original",
        about: "The original's end of the game: a kicked player's castle must still fall, and one turn more is played.",
        set: r#"{"kicked_castles_stand": true, "extra_turn": true}"#,
    },
    Preset {
        name: "fog",
        about: "Everybody sees only what is within distance 3 of its own objects.",
        set: r#"{"vision": 3}"#,
    },
];

/// The game's constant facts.
pub const INFO: Info = Info {
    name: "underworld",
    title: "Underworld",
    about: "Castles, farms and warriors on a grid: everybody moves at the same time, the last castle wins.",
    version: 1,
    seats: 2..=8,
    seat_names: &[],
    clock: Clock::per_turn(5000, 1000, 1000),
    caps: Caps { line_bytes: 1024, lines: 4096, bytes: 2 * 1024 * 1024 },
    // Nobody is ever told another's money.
    has_secrets: true,
    unit: "turn",
    layers: LAYERS,
    gauges: &["money", "farms", "warriors", "castle"],
    text: TextStyle { cell: 3, empty: ".", ruled: false },
    art: &super::art::ART,
    presets: PRESETS,
    oddities: super::oddities::ODDITIES,
    rules: include_str!("rules.md"),
};
