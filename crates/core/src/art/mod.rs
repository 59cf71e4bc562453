//! How a game looks: its pieces as small vector pictures, its colours, and how the two go together.
//!
//! A game gives an [`Art`] with its `INFO`. Whoever makes pictures (the viewer, the exporters) reads nothing else, so
//! that all of them draw the same. `crates/show/FILM.md` has the same rules for readers of films.
//!
//! A picture is an SVG document with `viewBox="0 0 64 64"` made of plain shapes: `g`, `path`, `rect`, `circle`,
//! `ellipse`, `polygon`, `polyline`, `line`, and gradients. Three kinds of colour stand for something else:
//! `currentColor` is the seat's colour, [`SHADE`] and [`TINT`] are a darker and a lighter one, and `#a00000` to
//! `#a0000f` are the theme's [`Palette::paints`] by place.

use serde::Serialize;

use crate::seat::MAX_SEATS;

/// The colour that stands for a darker one of the seat.
pub const SHADE: &str = "#123456";
/// The colour that stands for a lighter one of the seat.
pub const TINT: &str = "#654321";
/// What the colours that stand for the theme's paints begin with; one hexadecimal digit follows.
pub const PAINT: &str = "#a0000";
/// The most paints of a palette.
pub const MAX_PAINTS: usize = 16;

/// How a game looks.
#[derive(Debug, Serialize)]
pub struct Art {
    /// The colours by day.
    pub light: Palette,
    /// The colours by night.
    pub dark: Palette,
    /// Pictures of bare ground, of which each cell shows one; see [`tile_of`].
    pub tiles: &'static [&'static str],
    /// A sign for each seat, for the panel and for pieces that look the same for all seats.
    pub badges: [&'static str; MAX_SEATS],
    /// The layers that are shown, from the ground up. A layer without a look is not part of pictures.
    pub looks: &'static [Look],
}

/// A game's colours, each written `#rrggbb`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Palette {
    /// Around the board.
    pub background: &'static str,
    /// Behind the panel.
    pub panel: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Text that matters less.
    pub faint: &'static str,
    /// The lines between cells.
    pub line: &'static str,
    /// How strong these lines are, in percent.
    pub line_percent: u8,
    /// What `#a00000` to `#a0000f` stand for in pictures.
    pub paints: &'static [&'static str],
    /// The seats' colours.
    pub seats: [&'static str; MAX_SEATS],
    /// The seats' darker colours.
    pub shades: [&'static str; MAX_SEATS],
    /// The seats' lighter colours.
    pub tints: [&'static str; MAX_SEATS],
}

/// How one layer looks.
#[derive(Debug, Serialize)]
pub struct Look {
    /// The layer, by its place in `INFO.layers`.
    pub layer: u8,
    /// Its pictures, of which [`Look::sprite`] chooses one.
    pub sprites: &'static [Sprite],
    /// What is written over it.
    pub label: Label,
    /// Cells that a picture is wide and high: its item's cell is the top left one.
    pub span: u8,
    /// How large a picture is.
    pub size: Size,
    /// How it changes.
    pub motion: Motion,
    /// Whether it lies under the lines between cells.
    pub ground: bool,
    /// Whether the seat's sign is shown in a corner, since the pictures are the same for all seats.
    pub badge: bool,
}

/// One picture of a layer.
#[derive(Debug, Serialize)]
pub struct Sprite {
    /// The seat it is for; none: any seat that has no picture of its own, and nobody.
    pub seat: Option<u8>,
    /// The smallest value it is for, the sign left away.
    pub from: i16,
    /// The picture.
    pub svg: &'static str,
    /// A plainer one for cells below [`Sprite::FAR_BELOW`] pixels, where there is one.
    pub far: Option<&'static str>,
}

/// What is written over a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Label {
    /// Nothing.
    None,
    /// The value, in the middle.
    Number {
        /// The smallest value written.
        from: i16,
    },
    /// The value in the lower right corner.
    Corner {
        /// The smallest value written.
        from: i16,
    },
    /// A bar: how much is left of that. A full one is not shown.
    Health {
        /// What a full bar stands for.
        max: i16,
    },
    /// A bar that fills: how much there is of that.
    Progress {
        /// What a full bar stands for.
        max: i16,
    },
}

/// How large a picture is, in percent of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// At the value 1.
    pub least: u8,
    /// From the value `full` on. Between them it grows with the value's square root.
    pub most: u8,
    /// The value of the largest.
    pub full: i16,
}

/// How a piece goes from one picture to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// It glides from cell to cell.
    Glide,
    /// It grows when it comes and shrinks when it goes.
    Pop,
    /// It fades in and out.
    Fade,
}

impl Look {
    /// Ground: it fills its cell and fades.
    pub const fn ground(layer: usize, sprites: &'static [Sprite]) -> Self {
        Self { motion: Motion::Fade, ground: true, ..Self::piece(layer, sprites) }
    }

    /// Something that stands where it is.
    pub const fn thing(layer: usize, sprites: &'static [Sprite]) -> Self {
        Self { motion: Motion::Pop, ..Self::piece(layer, sprites) }
    }

    /// Something that moves.
    pub const fn piece(layer: usize, sprites: &'static [Sprite]) -> Self {
        Self {
            layer: layer as u8,
            sprites,
            label: Label::None,
            span: 1,
            size: Size { least: 100, most: 100, full: 1 },
            motion: Motion::Glide,
            ground: false,
            badge: false,
        }
    }

    /// The same, with something written over it.
    #[must_use]
    pub const fn with_label(self, label: Label) -> Self {
        Self { label, ..self }
    }

    /// The same, larger than its cell.
    #[must_use]
    pub const fn with_span(self, span: u8) -> Self {
        Self { span, ..self }
    }

    /// The same, growing with its value.
    #[must_use]
    pub const fn growing(self, least: u8, most: u8, full: i16) -> Self {
        Self { size: Size { least, most, full }, ..self }
    }

    /// The same, with the seat's sign in a corner.
    #[must_use]
    pub const fn with_badge(self) -> Self {
        Self { badge: true, ..self }
    }

    /// The picture for a value of a seat: of those for the seat, or else for anybody, the one with the largest `from`
    /// that the value reaches.
    pub fn sprite(&self, seat: Option<u8>, value: i16) -> Option<&'static Sprite> {
        let value = value.unsigned_abs();
        let reached = |sprite: &&Sprite| sprite.from.unsigned_abs() <= value;
        let of = |seat: Option<u8>| {
            let own = self.sprites.iter().filter(move |sprite| sprite.seat == seat);
            own.filter(reached).max_by_key(|sprite| sprite.from)
        };
        seat.and_then(|seat| of(Some(seat))).or_else(|| of(None))
    }
}

impl Sprite {
    /// The width of a cell in pixels below which `far` is shown.
    pub const FAR_BELOW: u32 = 24;

    /// A picture for all.
    pub const fn any(from: i16, svg: &'static str) -> Self {
        Self { seat: None, from, svg, far: None }
    }

    /// A picture for one seat.
    pub const fn of(seat: u8, from: i16, svg: &'static str) -> Self {
        Self { seat: Some(seat), from, svg, far: None }
    }

    /// The same, with a plainer one for small cells.
    #[must_use]
    pub const fn or_far(self, far: &'static str) -> Self {
        Self { far: Some(far), ..self }
    }
}

/// Which of `count` ground tiles a cell shows: by its place alone, and without a pattern that meets the eye.
pub fn tile_of(x: u32, y: u32, count: usize) -> usize {
    let mixed = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d);
    ((mixed ^ (mixed >> 13)) % count.max(1) as u32) as usize
}

/// A sign for each seat, told apart without colour.
pub const BADGES: [&str; MAX_SEATS] = [
    include_str!("badge-0.svg"),
    include_str!("badge-1.svg"),
    include_str!("badge-2.svg"),
    include_str!("badge-3.svg"),
    include_str!("badge-4.svg"),
    include_str!("badge-5.svg"),
    include_str!("badge-6.svg"),
    include_str!("badge-7.svg"),
];

/// Seat colours that most people with a colour vision deficiency can tell apart; for light and dark grounds.
pub const SEATS: [&str; MAX_SEATS] =
    ["#e0601f", "#1f7fc4", "#149c74", "#c8679d", "#d9a514", "#5bb6e6", "#7a55b5", "#6f7a86"];
/// Darker ones of [`SEATS`].
pub const SHADES: [&str; MAX_SEATS] =
    ["#7d2c06", "#0b3f6b", "#07503b", "#752f56", "#7a5a00", "#1e5f82", "#3c2566", "#343b43"];
/// Lighter ones of [`SEATS`].
pub const TINTS: [&str; MAX_SEATS] =
    ["#ffc49c", "#a9d6f7", "#9fe3cb", "#f3c6de", "#ffe39a", "#d3eefb", "#d3c2ee", "#d5dae0"];

/// The look of a game that has none of its own: nothing is shown.
pub static BARE: Art = Art {
    light: Palette {
        background: "#f4f1ea",
        panel: "#fffdf8",
        ink: "#26221c",
        faint: "#7b7468",
        line: "#000000",
        line_percent: 10,
        paints: &[],
        seats: SEATS,
        shades: SHADES,
        tints: TINTS,
    },
    dark: Palette {
        background: "#16181c",
        panel: "#1e2127",
        ink: "#ece8df",
        faint: "#958f84",
        line: "#ffffff",
        line_percent: 8,
        paints: &[],
        seats: SEATS,
        shades: SHADES,
        tints: TINTS,
    },
    tiles: &[],
    badges: BADGES,
    looks: &[],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_reached_chooses_the_picture() {
        const SPRITES: &[Sprite] = &[
            Sprite::of(1, 1, "one"),
            Sprite::of(1, 5, "five"),
            Sprite::any(1, "any"),
            Sprite::any(9, "nine"),
        ];
        let look = Look::thing(0, SPRITES);
        let svg = |seat, value| look.sprite(seat, value).map(|sprite| sprite.svg);
        assert_eq!(svg(Some(1), 4), Some("one"));
        assert_eq!(svg(Some(1), -30), Some("five"), "the sign does not matter");
        assert_eq!(svg(Some(0), 8), Some("any"));
        assert_eq!(svg(None, i16::MIN), Some("nine"));
        assert_eq!(svg(None, 0), None);
    }

    #[test]
    fn tiles_are_spread_evenly() {
        let mut counts = [0; 4];
        for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
            counts[tile_of(x, y, 4)] += 1;
        }
        assert!(counts.iter().all(|&count| (900..1150).contains(&count)), "{counts:?}");
        assert_eq!(tile_of(3, 4, 0), 0);
    }
}
