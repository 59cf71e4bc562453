//! How Utti looks.

use skirmish_core::art::{Art, BADGES, BARE, Label, Look, Palette, Sprite};

use super::view::{BASE, MINE, TROOP};

const TROOPS: &[Sprite] = &[
    Sprite::of(0, 1, include_str!("art/troop-0-1.svg")),
    Sprite::of(0, 2, include_str!("art/troop-0-2.svg")),
    Sprite::of(0, 3, include_str!("art/troop-0-3.svg")),
    Sprite::of(0, 5, include_str!("art/troop-0-5.svg")),
    Sprite::of(0, 8, include_str!("art/troop-0-8.svg")),
    Sprite::of(0, 13, include_str!("art/troop-0-13.svg")),
    Sprite::of(0, 20, include_str!("art/troop-0-20.svg")),
    Sprite::of(0, 35, include_str!("art/troop-0-35.svg")),
    Sprite::of(1, 1, include_str!("art/troop-1-1.svg")),
    Sprite::of(1, 2, include_str!("art/troop-1-2.svg")),
    Sprite::of(1, 3, include_str!("art/troop-1-3.svg")),
    Sprite::of(1, 5, include_str!("art/troop-1-5.svg")),
    Sprite::of(1, 8, include_str!("art/troop-1-8.svg")),
    Sprite::of(1, 13, include_str!("art/troop-1-13.svg")),
    Sprite::of(1, 20, include_str!("art/troop-1-20.svg")),
    Sprite::of(1, 35, include_str!("art/troop-1-35.svg")),
];

/// Who acts and who waits is left out: it changes with every answer and says little about the board.
const LOOKS: &[Look] = &[
    Look::thing(MINE, &[Sprite::any(1, include_str!("art/mine.svg"))]),
    Look::thing(
        BASE,
        &[Sprite::of(0, 1, include_str!("art/base-0.svg")), Sprite::of(1, 1, include_str!("art/base-1.svg"))],
    ),
    Look::piece(TROOP, TROOPS).with_label(Label::Corner { from: 2 }),
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
