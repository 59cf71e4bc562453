//! How A Code of Ice and Fire looks.

use skirmish_core::art::{Art, BADGES, BARE, Look, Palette, Sprite};

use super::view::{CUT_OFF, GUARDED, HEADQUARTERS, MINE, MINE_SPOT, TERRITORY, TOWER, UNITS, VOID};

/// The same for both seats but for the drawing.
macro_rules! both {
    ($red:literal, $blue:literal) => {
        &[Sprite::of(0, 1, include_str!($red)), Sprite::of(1, 1, include_str!($blue))]
    };
}

const LOOKS: &[Look] = &[
    Look::ground(VOID, &[Sprite::any(1, include_str!("art/void.svg"))]),
    Look::ground(CUT_OFF, both!("art/lost-0.svg", "art/lost-1.svg")),
    Look::ground(TERRITORY, both!("art/land-0.svg", "art/land-1.svg")),
    Look::ground(GUARDED, both!("art/guarded-0.svg", "art/guarded-1.svg")),
    Look::thing(MINE_SPOT, &[Sprite::any(1, include_str!("art/spot.svg"))]),
    Look::thing(MINE, both!("art/mine-0.svg", "art/mine-1.svg")),
    Look::thing(TOWER, both!("art/tower-0.svg", "art/tower-1.svg")),
    Look::thing(HEADQUARTERS, both!("art/quarters-0.svg", "art/quarters-1.svg")),
    Look::piece(UNITS, both!("art/unit-0-1.svg", "art/unit-1-1.svg")),
    Look::piece(UNITS + 1, both!("art/unit-0-2.svg", "art/unit-1-2.svg")),
    Look::piece(UNITS + 2, both!("art/unit-0-3.svg", "art/unit-1-3.svg")),
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
