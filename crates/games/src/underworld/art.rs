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
    Look::piece(
        Kind::Warrior as usize,
        &[Sprite::any(1, include_str!("art/warrior.svg")).or_far(include_str!("art/warrior-far.svg"))],
    )
    .with_label(Label::Health { max: 500 })
    .with_badge(),
];

/// How it looks.
pub(super) static ART: Art = Art {
    light: Palette {
        background: "#eae7ee",
        line: "#1a1026",
        line_percent: 12,
        paints: &[
            "#d5d0da", "#d1cbd7", "#bbb3c4", "#5a5266", "#a9794a", "#7d5633", "#fff3dd", "#6d6479", "#8f859c",
        ],
        ..BARE.light
    },
    dark: Palette {
        background: "#121017",
        panel: "#1e1a26",
        line: "#ffffff",
        line_percent: 6,
        paints: &[
            "#2a2632", "#2d2935", "#3b3645", "#0e0c12", "#5d4630", "#3f2e1e", "#efe0c4", "#4b4558", "#6a6379",
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
