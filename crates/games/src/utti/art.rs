//! How Utti looks.

use skirmish_core::art::{Art, BADGES, BARE, Label, Look, Palette, Sprite};

use super::view::{BASE, MINE, TROOP};

const TROOPS: &[Sprite] = &[
    Sprite::of(0, 1, include_str!("art/troop-0-1.svg")).or_far(include_str!("art/far-0-1.svg")),
    Sprite::of(0, 2, include_str!("art/troop-0-2.svg")).or_far(include_str!("art/far-0-1.svg")),
    Sprite::of(0, 3, include_str!("art/troop-0-3.svg")).or_far(include_str!("art/far-0-3.svg")),
    Sprite::of(0, 5, include_str!("art/troop-0-5.svg")).or_far(include_str!("art/far-0-3.svg")),
    Sprite::of(0, 8, include_str!("art/troop-0-8.svg")).or_far(include_str!("art/far-0-8.svg")),
    Sprite::of(0, 13, include_str!("art/troop-0-13.svg")).or_far(include_str!("art/far-0-8.svg")),
    Sprite::of(0, 20, include_str!("art/troop-0-20.svg")).or_far(include_str!("art/far-0-20.svg")),
    Sprite::of(0, 35, include_str!("art/troop-0-35.svg")).or_far(include_str!("art/far-0-20.svg")),
    Sprite::of(1, 1, include_str!("art/troop-1-1.svg")).or_far(include_str!("art/far-1-1.svg")),
    Sprite::of(1, 2, include_str!("art/troop-1-2.svg")).or_far(include_str!("art/far-1-1.svg")),
    Sprite::of(1, 3, include_str!("art/troop-1-3.svg")).or_far(include_str!("art/far-1-3.svg")),
    Sprite::of(1, 5, include_str!("art/troop-1-5.svg")).or_far(include_str!("art/far-1-3.svg")),
    Sprite::of(1, 8, include_str!("art/troop-1-8.svg")).or_far(include_str!("art/far-1-8.svg")),
    Sprite::of(1, 13, include_str!("art/troop-1-13.svg")).or_far(include_str!("art/far-1-8.svg")),
    Sprite::of(1, 20, include_str!("art/troop-1-20.svg")).or_far(include_str!("art/far-1-20.svg")),
    Sprite::of(1, 35, include_str!("art/troop-1-35.svg")).or_far(include_str!("art/far-1-20.svg")),
];

/// Who acts and who waits is left out: it changes with every answer and says little about the board.
const LOOKS: &[Look] = &[
    Look::thing(
        MINE,
        &[Sprite::any(1, include_str!("art/mine.svg")).or_far(include_str!("art/mine-far.svg"))],
    ),
    Look::thing(
        BASE,
        &[
            Sprite::of(0, 1, include_str!("art/base-0.svg")).or_far(include_str!("art/base-far-0.svg")),
            Sprite::of(1, 1, include_str!("art/base-1.svg")),
        ],
    ),
    Look::piece(TROOP, TROOPS).with_label(Label::Corner { from: 2 }),
];

/// How it looks.
pub(super) static ART: Art = Art {
    light: Palette {
        background: "#f2eee6",
        line: "#000000",
        line_percent: 6,
        paints: &["#e7e2d7", "#e3ddd0", "#d0c8b7", "#f1ede4", "#ecb727", "#8a6209", "#ffe48f", "#b9ae98"],
        ..BARE.light
    },
    dark: Palette {
        background: "#15171a",
        line: "#ffffff",
        line_percent: 4,
        paints: &["#282b30", "#2b2f34", "#3a3f46", "#22252a", "#e6b32c", "#6b4a04", "#ffe38a", "#1a1c1f"],
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
