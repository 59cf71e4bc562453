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
        paints: &["#e9e4d8", "#e4decf", "#d8d0bd", "#5b5348", "#e2b33c", "#8a6412"],
        ..BARE.light
    },
    dark: Palette {
        paints: &["#262a30", "#2a2f36", "#353b44", "#0c0e11", "#d6a52f", "#6d4e0a"],
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
