//! The board: tiles, grid lines, pieces and their labels.

use skirmish_core::art::{Label, Look, Sprite, tile_of};
use skirmish_core::seat::Seat;
use skirmish_core::view::Item;

use super::{LABELS_FROM, LINES_FROM, Layout, PLATES_FROM, Shape, Text};
use crate::font;
use crate::snapshot::Snapshot;

impl Layout {
    /// The tiles of bare ground.
    pub(super) fn draw_ground(&mut self, shapes: &mut Vec<Shape>) {
        let tiles = self.info.art.tiles;
        if tiles.is_empty() {
            return;
        }
        let size = self.cell as f32;
        for (x, y) in (0..self.board.1).flat_map(|y| (0..self.board.0).map(move |x| (x, y))) {
            let id = self.pictures.of(tiles[tile_of(x, y, tiles.len())], None);
            shapes.push(Shape::Picture {
                id,
                x: self.left() + x as f32 * size,
                y: self.top + y as f32 * size,
                size,
            });
        }
    }

    pub(super) fn draw_board(&mut self, snapshot: &Snapshot, shapes: &mut Vec<Shape>) {
        let looks = self.info.art.looks;
        for look in looks.iter().filter(|look| look.ground) {
            self.draw_look(look, snapshot, shapes);
        }
        self.draw_lines(shapes);
        for look in looks.iter().filter(|look| !look.ground) {
            self.draw_look(look, snapshot, shapes);
        }
        if self.cell < LABELS_FROM {
            return;
        }
        for look in looks {
            for item in items_of(look, snapshot) {
                self.draw_label(look, item, shapes);
            }
        }
    }

    fn draw_lines(&self, shapes: &mut Vec<Shape>) {
        if self.cell < LINES_FROM || self.palette.line_percent == 0 {
            return;
        }
        let (left, cell) = (self.left(), self.cell as f32);
        let (width, height) = (cell * self.board.0 as f32, cell * self.board.1 as f32);
        let line = |x: f32, y: f32, width: f32, height: f32| Shape::Box {
            x,
            y,
            width,
            height,
            radius: 0.0,
            fill: self.palette.line.to_string(),
            percent: self.palette.line_percent,
        };
        let thick = (cell / 48.0).round().max(1.0);
        for column in 1..self.board.0 {
            shapes.push(line(left + column as f32 * cell, self.top, thick, height));
        }
        for row in 1..self.board.1 {
            shapes.push(line(left, self.top + row as f32 * cell, width, thick));
        }
    }

    fn draw_look(&mut self, look: &'static Look, snapshot: &Snapshot, shapes: &mut Vec<Shape>) {
        for item in items_of(look, snapshot) {
            let Some(sprite) = look.sprite(item.seat.map(|seat| seat.0), item.value) else { continue };
            let svg = match sprite.far {
                Some(far) if self.cell < Sprite::FAR_BELOW => far,
                _ => sprite.svg,
            };
            let id = self.pictures.of(svg, item.seat);
            let room = self.cell as f32 * f32::from(look.span.max(1));
            let size = (room * scale(look, item.value)).round().max(1.0);
            let inset = ((room - size) / 2.0).round();
            let (x, y) = self.corner(item);
            shapes.push(Shape::Picture { id, x: x + inset, y: y + inset, size });
            if look.badge && self.cell >= LABELS_FROM {
                self.draw_badge(item.seat, x, y, shapes);
            }
        }
    }

    fn draw_badge(&mut self, seat: Option<Seat>, x: f32, y: f32, shapes: &mut Vec<Shape>) {
        let Some(seat) = seat else { return };
        let Some(badge) = self.info.art.badges.get(seat.index()) else { return };
        let id = self.pictures.of(badge, Some(seat));
        shapes.push(Shape::Picture { id, x, y, size: (self.cell as f32 * 0.4).round() });
    }

    fn draw_label(&self, look: &Look, item: &Item, shapes: &mut Vec<Shape>) {
        let room = self.cell as f32 * f32::from(look.span.max(1));
        let (x, y) = self.corner(item);
        let amount = i64::from(item.value.unsigned_abs());
        match look.label {
            Label::Number { from } if amount >= i64::from(from) => {
                let size = room * scale(look, item.value);
                shapes.push(self.number(
                    amount,
                    (x + room / 2.0, y + room / 2.0),
                    size * 0.36,
                    size * 0.8,
                    item.seat,
                ));
            }
            Label::Corner { from } if amount >= i64::from(from) && self.cell >= PLATES_FROM => {
                self.plate(amount, (x, y), room, shapes)
            }
            Label::Health { max } if amount < i64::from(max) => {
                self.bar(amount, max, (x, y), room, item.seat, shapes)
            }
            Label::Progress { max } => self.bar(amount, max, (x, y), room, item.seat, shapes),
            _ => {}
        }
    }

    /// A number centred on a point, scaled down to at most `most` pixels.
    fn number(&self, amount: i64, at: (f32, f32), size: f32, most: f32, seat: Option<Seat>) -> Shape {
        let text = short(amount);
        let size = size * (most / font::width(&text, size)).min(1.0);
        let edge = seat.and_then(|seat| self.palette.shades.get(seat.index())).unwrap_or(&self.palette.panel);
        Shape::Text(Text {
            x: at.0 - font::width(&text, size) / 2.0,
            y: at.1 + size / 2.0,
            size,
            pen: 2.4,
            colour: "#ffffff".to_string(),
            edge: Some((*edge).to_string()),
            text,
        })
    }

    /// A number on a small plate in the lower right corner.
    fn plate(&self, amount: i64, corner: (f32, f32), room: f32, shapes: &mut Vec<Shape>) {
        let text = short(amount);
        let size = (room * 0.2).max(5.0);
        let pad = size * 0.42;
        let (width, height) = (font::width(&text, size) + 2.0 * pad, size + 2.0 * pad);
        let (x, y) = (corner.0 + room - width - room * 0.02, corner.1 + room - height - room * 0.02);
        let fill = self.palette.panel.to_string();
        shapes.push(Shape::Box { x, y, width, height, radius: height * 0.32, fill, percent: 86 });
        shapes.push(Shape::Text(Text {
            x: x + pad,
            y: y + height - pad,
            size,
            pen: 2.2,
            colour: self.palette.ink.to_string(),
            edge: None,
            text,
        }));
    }

    fn bar(
        &self,
        amount: i64,
        max: i16,
        corner: (f32, f32),
        room: f32,
        seat: Option<Seat>,
        shapes: &mut Vec<Shape>,
    ) {
        let part = (amount as f32 / f32::from(max.max(1))).clamp(0.0, 1.0);
        let (width, height) = (room * 0.8, (self.cell as f32 * 0.1).max(2.0));
        let (x, y) = (corner.0 + (room - width) / 2.0, corner.1 + room - height - room * 0.04);
        let edge = (height * 0.2).max(0.5);
        let radius = height * 0.4;
        let colour = |colours: &[&'static str]| seat.and_then(|seat| colours.get(seat.index()).copied());
        let fill = colour(&self.palette.shades).unwrap_or(self.palette.ink).to_string();
        shapes.push(Shape::Box { x, y, width, height, radius, fill, percent: 92 });
        let fill = colour(&self.palette.tints).unwrap_or(self.palette.faint).to_string();
        let (width, height) = ((width - 2.0 * edge) * part, height - 2.0 * edge);
        shapes.push(Shape::Box {
            x: x + edge,
            y: y + edge,
            width,
            height,
            radius: radius * 0.7,
            fill,
            percent: 100,
        });
    }

    fn corner(&self, item: &Item) -> (f32, f32) {
        let (column, row) = (item.at % self.board.0, item.at / self.board.0);
        (self.left() + (column * self.cell) as f32, self.top + (row * self.cell) as f32)
    }
}

fn items_of<'a>(look: &Look, snapshot: &'a Snapshot) -> impl Iterator<Item = &'a Item> + use<'a> {
    let layer = look.layer;
    let start = snapshot.items.partition_point(|item| item.layer < layer);
    snapshot.items[start..].iter().take_while(move |item| item.layer == layer)
}

/// The scale of a picture by its value, as a fraction of the cells that it covers.
fn scale(look: &Look, value: i16) -> f32 {
    let (least, most) = (f32::from(look.size.least), f32::from(look.size.most));
    if look.size.full <= 1 {
        return most / 100.0;
    }
    let part = (f32::from(value.unsigned_abs()) - 1.0) / (f32::from(look.size.full) - 1.0);
    (least + (most - least) * part.clamp(0.0, 1.0).sqrt()) / 100.0
}

/// A number as a label: `10k` from 10,000 on.
fn short(amount: i64) -> String {
    const THOUSANDS_FROM: i64 = 10_000;
    if amount >= THOUSANDS_FROM { format!("{}k", amount / 1000) } else { amount.to_string() }
}
