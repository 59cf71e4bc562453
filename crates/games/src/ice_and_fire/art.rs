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
        background: "#eceef0",
        line: "#000000",
        line_percent: 12,
        paints: &[
            "#dfdcd6", "#dbd8d1", "#c4c0b8", "#7d7f86", "#ecb727", "#7c5806", "#ffe48f", "#5d6068",
            "#8e929b", "#f0a98a", "#d8481c", "#ffd27a", "#c3e2f6", "#dff1fc", "#7db8de",
        ],
        ..BARE.light
    },
    dark: Palette {
        background: "#111318",
        line: "#ffffff",
        line_percent: 7,
        paints: &[
            "#33363d", "#30333a", "#454952", "#14161a", "#e6b32c", "#5d4103", "#ffe38a", "#1f2228",
            "#2f333b", "#5a2114", "#e8591f", "#ffc25a", "#173a58", "#22506f", "#6db4e4",
        ],
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
