//! The panel above the board: title, progress bar, and a card for each seat with name, score and gauges.

use skirmish_core::seat::Seat;

use super::{Caption, Layout, Shape, Text};
use crate::font;
use crate::snapshot::Snapshot;

/// The height of a seat's card, in units.
const CARD: f32 = 9.6;
const CARD_GAP: f32 = 1.4;
/// The height of title and progress bar, in units.
const TITLE: f32 = 8.2;
/// The most cards side by side.
const MOST_COLUMNS: usize = 4;

impl Layout {
    pub(super) fn panel_height(&self) -> f32 {
        let rows = self.names.len().div_ceil(self.columns()) as f32;
        (TITLE + rows * (CARD + CARD_GAP) - CARD_GAP) * self.unit
    }

    pub(super) fn footer_height(&self) -> f32 {
        4.2 * self.unit
    }

    fn columns(&self) -> usize {
        match self.names.len() {
            seats @ 0..=2 => seats.max(1),
            3 => 3,
            _ => MOST_COLUMNS,
        }
    }

    pub(super) fn draw_panel(&mut self, snapshot: &Snapshot, caption: &Caption, shapes: &mut Vec<Shape>) {
        self.draw_title(snapshot, shapes);
        for seat in 0..self.names.len() {
            self.draw_card(Seat(seat as u8), snapshot, caption, shapes);
        }
        if let Some(event) = &caption.event {
            self.draw_event(event, shapes);
        }
    }

    fn draw_title(&self, snapshot: &Snapshot, shapes: &mut Vec<Shape>) {
        let unit = self.unit;
        let (left, right) = (self.margin, self.width as f32 - self.margin);
        let base = self.margin + 3.0 * unit;
        let far = match snapshot.of {
            0 => format!("{} {}", self.info.unit, snapshot.now),
            of => format!("{} {} / {of}", self.info.unit, snapshot.now),
        };
        let far_width = font::width(&far, 1.9 * unit);
        let title = font::fit(self.info.title, 3.0 * unit, right - left - far_width - 4.0 * unit);
        shapes.push(self.text(title, left, base, 3.0, 2.6, self.palette.ink));
        shapes.push(self.text(far, right - far_width, base, 1.9, 1.9, self.palette.faint));
        let y = self.margin + 5.4 * unit;
        let (width, height) = (right - left, 0.7 * unit);
        let bar = |width: f32, fill: &str, percent| Shape::Box {
            x: left,
            y,
            width,
            height,
            radius: height / 2.0,
            fill: fill.to_string(),
            percent,
        };
        shapes.push(bar(width, self.palette.faint, 28));
        let part = if snapshot.of == 0 { 0.0 } else { (snapshot.now as f32 / snapshot.of as f32).min(1.0) };
        if part > 0.0 {
            shapes.push(bar((width * part).max(height), self.palette.ink, 80));
        }
    }

    fn draw_card(&mut self, seat: Seat, snapshot: &Snapshot, caption: &Caption, shapes: &mut Vec<Shape>) {
        let (unit, columns) = (self.unit, self.columns());
        let inner = self.width as f32 - 2.0 * self.margin;
        let width = (inner - (columns - 1) as f32 * CARD_GAP * unit) / columns as f32;
        let (column, row) = (seat.index() % columns, seat.index() / columns);
        let x = self.margin + column as f32 * (width + CARD_GAP * unit);
        let y = self.margin + (TITLE + row as f32 * (CARD + CARD_GAP)) * unit;
        let place = caption.places.as_ref().and_then(|places| places.get(seat.index()).copied());
        let colour = self.palette.seats.get(seat.index()).copied().unwrap_or(self.palette.faint);
        let card = |x: f32, y: f32, width: f32, height: f32, fill: &str| Shape::Box {
            x,
            y,
            width,
            height,
            radius: 1.2 * unit,
            fill: fill.to_string(),
            percent: 100,
        };
        if place == Some(1) {
            let edge = 0.4 * unit;
            shapes.push(card(x - edge, y - edge, width + 2.0 * edge, CARD * unit + 2.0 * edge, colour));
        }
        shapes.push(card(x, y, width, CARD * unit, self.palette.panel));
        let badge = self.info.art.badges.get(seat.index()).copied();
        if let Some(badge) = badge {
            let id = self.pictures.of(badge, Some(seat));
            shapes.push(Shape::Picture { id, x: x + 1.4 * unit, y: y + 1.3 * unit, size: 3.8 * unit });
        }
        self.draw_numbers(seat, snapshot, (x, y), width, shapes);
    }

    /// A seat's name, score and gauges. In a narrow card the score goes below the name.
    fn draw_numbers(
        &self,
        seat: Seat,
        snapshot: &Snapshot,
        (x, y): (f32, f32),
        width: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let (unit, ink) = (self.unit, self.palette.ink);
        let is_narrow = self.columns() > 2;
        let (left, right) = (x + 1.6 * unit, x + width - 1.6 * unit);
        let score = snapshot.scores.get(seat.index()).copied().unwrap_or(0).to_string();
        let height = if is_narrow { 2.0 } else { 2.6 };
        let score_width = font::width(&score, height * unit);
        let name_room = if is_narrow { right - x } else { right - x - score_width - 2.0 * unit } - 6.2 * unit;
        let name = font::fit(&self.names[seat.index()], 1.8 * unit, name_room);
        shapes.push(self.text(name, x + 6.2 * unit, y + 4.1 * unit, 1.8, 2.2, ink));
        let gauges_left = if is_narrow { left + score_width + 1.6 * unit } else { left };
        let base = y + 8.0 * unit;
        let (score_x, score_y) = if is_narrow { (left, base) } else { (right - score_width, y + 4.5 * unit) };
        shapes.push(self.text(score, score_x, score_y, height, 2.4, ink));
        let gauges = self.gauges(seat, snapshot, right - gauges_left);
        shapes.push(self.text(gauges, gauges_left, base, 1.3, 1.9, self.palette.faint));
    }

    /// The gauges that fit into the room, in one line.
    fn gauges(&self, seat: Seat, snapshot: &Snapshot, room: f32) -> String {
        let names = self.info.gauges;
        let mut line = String::new();
        // The score is already shown, and larger.
        for (gauge, name) in names.iter().enumerate().filter(|(_, name)| **name != "score") {
            let Some(Some(value)) = snapshot.gauges.get(seat.index() * names.len() + gauge) else { continue };
            let more = if line.is_empty() {
                format!("{name} {value}")
            } else {
                format!("{line}  ·  {name} {value}")
            };
            if font::width(&more, 1.3 * self.unit) > room {
                break;
            }
            line = more;
        }
        line
    }

    fn draw_event(&self, event: &str, shapes: &mut Vec<Shape>) {
        let size = 1.4 * self.unit;
        let text = font::fit(event, size, self.width as f32 - 2.0 * self.margin);
        let base = self.top + (self.cell * self.board.1) as f32 + 3.2 * self.unit;
        shapes.push(self.text(text, self.margin, base, 1.4, 1.9, self.palette.faint));
    }

    /// A line of text in the panel, its height in units.
    fn text(&self, text: String, x: f32, y: f32, height: f32, pen: f32, colour: &str) -> Shape {
        Shape::Text(Text {
            text,
            x,
            y,
            size: height * self.unit,
            pen,
            colour: colour.to_string(),
            edge: None,
        })
    }
}
