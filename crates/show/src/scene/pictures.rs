//! The sprites of a match, in the colours of the theme and of their seats.

use std::collections::HashMap;

use skirmish_core::art::{PAINT, Palette, SHADE, TINT};
use skirmish_core::seat::Seat;

/// The index of a picture in [`Pictures::list`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PictureId(pub usize);

/// The pictures in use.
#[derive(Debug)]
pub struct Pictures {
    palette: &'static Palette,
    places: HashMap<(*const u8, Option<Seat>), PictureId>,
    list: Vec<String>,
}

// Keys are the addresses of `'static` strings: they are compared, never dereferenced.
impl Pictures {
    /// An empty list.
    pub fn new(palette: &'static Palette) -> Self {
        Self { palette, places: HashMap::new(), list: Vec::new() }
    }

    /// The picture in the colours of a seat; `None` for the neutral colour.
    pub fn of(&mut self, svg: &'static str, seat: Option<Seat>) -> PictureId {
        let palette = self.palette;
        *self.places.entry((svg.as_ptr(), seat)).or_insert_with(|| {
            self.list.push(paint(svg, seat, palette));
            PictureId(self.list.len() - 1)
        })
    }

    /// Every picture as an SVG document.
    pub fn list(&self) -> &[String] {
        &self.list
    }
}

/// The picture with placeholder colours replaced, see FILM.md.
fn paint(svg: &str, seat: Option<Seat>, palette: &Palette) -> String {
    let of = |colours: &[&'static str]| seat.and_then(|seat| colours.get(seat.index()).copied());
    let or_faint = |colours: &[&'static str]| of(colours).unwrap_or(palette.faint);
    let mut painted = svg
        .replace("currentColor", or_faint(&palette.seats))
        .replace(SHADE, or_faint(&palette.shades))
        .replace(TINT, or_faint(&palette.tints));
    for (place, colour) in palette.paints.iter().enumerate() {
        painted = painted.replace(&format!("{PAINT}{place:x}"), colour);
    }
    painted
}
