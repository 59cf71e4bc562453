//! How Si32 looks.

use skirmish_core::art::{Art, BADGES, BARE, Label, Look, Motion, Palette, Sprite};

use super::view::{BUILDING, PROGRESS, RESOURCE, UNITS};

const ORE: &[Sprite] = &[
    Sprite::any(1, include_str!("art/ore-1.svg")),
    Sprite::any(5, include_str!("art/ore-5.svg")),
    Sprite::any(10, include_str!("art/ore-10.svg")),
    Sprite::any(15, include_str!("art/ore-15.svg")),
];

const LOOKS: &[Look] = &[
    Look::ground(RESOURCE, ORE),
    Look::thing(
        BUILDING,
        &[
            Sprite::of(0, 1, include_str!("art/house-0.svg")),
            Sprite::of(1, 1, include_str!("art/house-1.svg")),
        ],
    ),
    Look::thing(PROGRESS, &[Sprite::any(1, include_str!("art/work.svg"))])
        .with_label(Label::Progress { max: 4 })
        .with_span(2),
    // Units have no names, so they cannot glide: an army shrinks here and grows there.
    Look {
        motion: Motion::Pop,
        ..Look::piece(
            UNITS,
            &[
                Sprite::of(0, 1, include_str!("art/army-0.svg")),
                Sprite::of(1, 1, include_str!("art/army-1.svg")),
            ],
        )
        .with_label(Label::Number { from: 1 })
        .growing(62, 96, 50)
    },
];

/// How it looks.
pub(super) static ART: Art = Art {
    light: Palette {
        background: "#efe9da",
        line: "#5c4a22",
        line_percent: 20,
        paints: &["#f3ead2", "#f0e6cb", "#d9cba6", "#d3c192", "#7cc4b4", "#1f6d60", "#c9f0e6"],
        ..BARE.light
    },
    dark: Palette {
        background: "#101512",
        panel: "#1a211c",
        line: "#cfe8d4",
        line_percent: 9,
        paints: &["#1d2a23", "#1f2d26", "#2b3d33", "#35493d", "#57a998", "#0e3b33", "#a5e0d2"],
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
