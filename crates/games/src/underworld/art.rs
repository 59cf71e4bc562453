//! How Underworld looks.

use skirmish_core::art::{Art, BADGES, BARE, Label, Look, Palette, Sprite};

use super::board::Kind;

const LOOKS: &[Look] = &[
    Look::thing(Kind::Wall as usize, &[Sprite::any(1, include_str!("art/wall.svg"))]),
    Look::thing(Kind::Farm as usize, &[Sprite::any(1, include_str!("art/farm.svg"))])
        .with_label(Label::Health { max: 1000 })
        .with_badge(),
    Look::thing(Kind::Barracks as usize, &[Sprite::any(1, include_str!("art/barracks.svg"))])
        .with_label(Label::Health { max: 1500 })
        .with_badge(),
    Look::thing(Kind::Castle as usize, &[Sprite::any(1, include_str!("art/castle.svg"))])
        .with_label(Label::Health { max: 10_000 })
        .with_badge(),
    Look::piece(Kind::Warrior as usize, &[Sprite::any(1, include_str!("art/warrior.svg"))])
        .with_label(Label::Health { max: 500 })
        .with_badge(),
];

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
