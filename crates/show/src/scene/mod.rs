//! A moment as a list of placed shapes: what every exporter draws, in its own way.
//!
//! `crates/show/FILM.md` has the rules by which pieces are drawn; the viewer follows the same.

mod board;
mod panel;
mod pictures;

use skirmish_core::art::Palette;
use skirmish_core::info::Info;

use crate::snapshot::Snapshot;
pub use pictures::{PictureId, Pictures};

/// The smallest and the largest board, in pixels of its longer side.
pub const SIZES: std::ops::RangeInclusive<u32> = 64..=4096;
/// Cells of this many pixels and more have lines between them.
const LINES_FROM: u32 = 12;
/// Cells of this many pixels and more have labels and signs.
const LABELS_FROM: u32 = 14;
/// Cells of this many pixels and more have numbers in their corners, which would cover smaller pieces.
const PLATES_FROM: u32 = 28;

/// By day or by night.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    #[default]
    Dark,
}

/// Something to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A square picture.
    Picture {
        /// Which.
        id: PictureId,
        /// Its left edge.
        x: f32,
        /// Its top edge.
        y: f32,
        /// Its side.
        size: f32,
    },
    /// A box with round corners.
    Box {
        /// Its left edge.
        x: f32,
        /// Its top edge.
        y: f32,
        /// How wide it is.
        width: f32,
        /// How high it is.
        height: f32,
        /// How round its corners are.
        radius: f32,
        /// Its colour.
        fill: String,
        /// How strong it is, in percent.
        percent: u8,
    },
    /// A line of text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Its left edge.
    pub x: f32,
    /// Its base line.
    pub y: f32,
    /// How high its capitals are.
    pub size: f32,
    /// How wide the pen is, in the font's units.
    pub pen: f32,
    /// Its colour.
    pub colour: String,
    /// The colour of an edge around it, so that it can be read on anything.
    pub edge: Option<String>,
}

/// What a picture says besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// What happened, in a sentence.
    pub event: Option<String>,
    /// Each seat's place, once the match is over.
    pub places: Option<Vec<u8>>,
}

/// Everything about a match that does not change from picture to picture.
#[derive(Debug)]
pub struct Layout {
    info: &'static Info,
    palette: &'static Palette,
    names: Vec<String>,
    board: (u32, u32),
    cell: u32,
    /// Around everything.
    margin: f32,
    /// A hundredth of the width: everything in the panel is measured by it.
    unit: f32,
    width: u32,
    height: u32,
    /// The board's top edge.
    top: f32,
    /// Every picture in use.
    pub pictures: Pictures,
}

impl Layout {
    /// A layout for a board of `columns` by `rows` cells whose longer side takes about `size` pixels.
    pub fn new(
        info: &'static Info,
        names: Vec<String>,
        columns: usize,
        rows: usize,
        size: u32,
        theme: Theme,
    ) -> Self {
        let size = size.clamp(*SIZES.start(), *SIZES.end());
        let board = (columns.max(1) as u32, rows.max(1) as u32);
        let cell = (size / board.0.max(board.1)).max(1);
        let palette = match theme {
            Theme::Light => &info.art.light,
            Theme::Dark => &info.art.dark,
        };
        let board_width = (cell * board.0) as f32;
        let margin = (board_width.max(size as f32 * 0.6) * 0.025).round().max(4.0);
        // Narrow boards get a panel that can still be read.
        let inner = board_width.max(size as f32 * 0.6);
        let unit = inner / 100.0;
        let mut layout = Self {
            info,
            palette,
            names,
            board,
            cell,
            margin,
            unit,
            width: even((inner + 2.0 * margin).ceil()),
            height: 0,
            top: 0.0,
            pictures: Pictures::new(palette),
        };
        layout.top = (margin + layout.panel_height() + margin * 0.6).round();
        layout.height = even(layout.top + (cell * board.1) as f32 + layout.footer_height() + margin * 0.6);
        layout
    }

    /// The size of every picture in pixels; both are even, as videos want it.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// How wide a cell is in pixels.
    pub fn cell(&self) -> u32 {
        self.cell
    }

    /// What is the same in every picture, from the ground up.
    pub fn backdrop(&mut self) -> Vec<Shape> {
        let mut shapes = vec![Shape::Box {
            x: 0.0,
            y: 0.0,
            width: self.width as f32,
            height: self.height as f32,
            radius: 0.0,
            fill: self.palette.background.to_string(),
            percent: 100,
        }];
        self.draw_ground(&mut shapes);
        shapes
    }

    /// What is drawn over the backdrop at one moment.
    pub fn scene(&mut self, snapshot: &Snapshot, caption: &Caption) -> Vec<Shape> {
        let mut shapes = Vec::new();
        self.draw_board(snapshot, &mut shapes);
        self.draw_panel(snapshot, caption, &mut shapes);
        shapes
    }

    /// The board's left edge.
    fn left(&self) -> f32 {
        ((self.width as f32 - (self.cell * self.board.0) as f32) / 2.0).round()
    }
}

fn even(size: f32) -> u32 {
    (size.ceil() as u32).next_multiple_of(2)
}
