//! Scenes: a moment as a list of positioned shapes, which raster and vector exports draw.
//!
//! `crates/show/FILM.md` has the rules by which pieces are drawn; the viewer follows the same.

mod board;
mod panel;
mod pictures;

use skirmish_core::art::Palette;
use skirmish_core::info::Info;

use crate::snapshot::Snapshot;
pub use pictures::{PictureId, Pictures};

/// The range of the board's longer side, in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 64..=4096;
/// The smallest cell with grid lines, in pixels.
const LINES_FROM: u32 = 12;
/// The smallest cell with labels and badges, in pixels.
const LABELS_FROM: u32 = 14;
/// The smallest cell with numbers in its corner, in pixels: they would cover smaller pieces.
const PLATES_FROM: u32 = 28;

/// A colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    #[default]
    Dark,
}

/// A shape, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A square picture.
    Picture {
        /// The picture.
        id: PictureId,
        /// The left edge.
        x: f32,
        /// The top edge.
        y: f32,
        /// The side length.
        size: f32,
    },
    /// A rectangle with round corners.
    Box {
        /// The left edge.
        x: f32,
        /// The top edge.
        y: f32,
        /// The width.
        width: f32,
        /// The height.
        height: f32,
        /// The corner radius.
        radius: f32,
        /// The colour, `#rrggbb`.
        fill: String,
        /// The opacity in percent.
        percent: u8,
    },
    /// A line of text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The left edge.
    pub x: f32,
    /// The baseline.
    pub y: f32,
    /// The height of capitals.
    pub size: f32,
    /// The stroke width, in font units.
    pub pen: f32,
    /// The colour, `#rrggbb`.
    pub colour: String,
    /// The colour of an outline, so that it can be read on any background.
    pub edge: Option<String>,
}

/// The text of a picture besides board and panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The latest event, in a sentence.
    pub event: Option<String>,
    /// Each seat's place, once the match is over.
    pub places: Option<Vec<u8>>,
}

/// The layout of a match's pictures: everything that does not change from picture to picture.
#[derive(Debug)]
pub struct Layout {
    info: &'static Info,
    palette: &'static Palette,
    names: Vec<String>,
    board: (u32, u32),
    cell: u32,
    /// The margin around everything, in pixels.
    margin: f32,
    /// A hundredth of the inner width in pixels: the unit of all sizes in the panel.
    unit: f32,
    width: u32,
    height: u32,
    /// The top edge of the board.
    top: f32,
    /// The pictures in use.
    pub pictures: Pictures,
}

impl Layout {
    /// A layout for a board of `columns` by `rows` cells whose longer side has about `size` pixels.
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
        // A narrow board gets a wider panel, so that it can be read.
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

    /// Width and height of every picture in pixels; both are even, as 4:2:0 video needs.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The side of a cell in pixels.
    pub fn cell(&self) -> u32 {
        self.cell
    }

    /// The shapes that are the same in every picture, bottom first.
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

    /// The shapes over the backdrop at one moment, bottom first.
    pub fn scene(&mut self, snapshot: &Snapshot, caption: &Caption) -> Vec<Shape> {
        let mut shapes = Vec::new();
        self.draw_board(snapshot, &mut shapes);
        self.draw_panel(snapshot, caption, &mut shapes);
        shapes
    }

    /// The left edge of the board.
    fn left(&self) -> f32 {
        ((self.width as f32 - (self.cell * self.board.0) as f32) / 2.0).round()
    }
}

fn even(size: f32) -> u32 {
    (size.ceil() as u32).next_multiple_of(2)
}
