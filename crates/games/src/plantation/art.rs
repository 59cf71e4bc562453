//! How Plantation looks.

use skirmish_core::art::{Art, BADGES, BARE, Label, Look, Palette, Sprite};

use super::view::SCORE;

/// Plus grows one species, Minus another; both grow with the tile's score.
const PLANTS: &[Sprite] = &[
    Sprite::of(0, 1, include_str!("art/plant-0-1.svg")),
    Sprite::of(0, 2, include_str!("art/plant-0-2.svg")),
    Sprite::of(0, 4, include_str!("art/plant-0-4.svg")),
    Sprite::of(0, 8, include_str!("art/plant-0-8.svg")),
    Sprite::of(0, 16, include_str!("art/plant-0-16.svg")),
    Sprite::of(1, 1, include_str!("art/plant-1-1.svg")),
    Sprite::of(1, 2, include_str!("art/plant-1-2.svg")),
    Sprite::of(1, 4, include_str!("art/plant-1-4.svg")),
    Sprite::of(1, 8, include_str!("art/plant-1-8.svg")),
    Sprite::of(1, 16, include_str!("art/plant-1-16.svg")),
];

const LOOKS: &[Look] = &[Look::thing(SCORE, PLANTS).with_label(Label::Corner { from: 1 })];

/// How it looks.
pub(super) static ART: Art = Art {
    light: Palette {
        background: "#f1ebdd",
        line: "#3a2408",
        line_percent: 16,
        paints: &["#c8a880", "#c4a37b", "#b9946a", "#d2b28a", "#5fa845", "#245c1c"],
        ..BARE.light
    },
    dark: Palette {
        background: "#15130f",
        panel: "#211d17",
        line: "#000000",
        line_percent: 34,
        paints: &["#463525", "#433223", "#3a2a1c", "#52402e", "#5b9e45", "#17350f"],
        ..BARE.dark
    },
    tiles: &[
        include_str!("art/ground-0.svg"),
        include_str!("art/ground-1.svg"),
        include_str!("art/ground-2.svg"),
        include_str!("art/ground-3.svg"),
    ],
    badges: BADGES,
    looks: LOOKS,
};
