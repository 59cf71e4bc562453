//! Rasterises scenes.

use std::collections::HashMap;

use resvg::tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, PixmapRef, Rect, Transform};
use resvg::usvg::{Options, Tree};

use crate::font;
use crate::scene::{Layout, PictureId, Shape, Text};

/// The most entries of the text cache.
const MOST_TEXTS: usize = 2_048;

/// Rasterises the scenes of one match, with caches of rendered sprites and texts.
pub struct Raster {
    backdrop: Pixmap,
    canvas: Pixmap,
    sprites: HashMap<(PictureId, u32), Option<Pixmap>>,
    texts: HashMap<String, Option<Pixmap>>,
}

impl Raster {
    /// A raster for a layout, with the backdrop rendered once.
    pub fn new(layout: &mut Layout) -> Self {
        let (width, height) = layout.size();
        let blank = Pixmap::new(width, height).expect("a layout is never empty and never huge");
        let mut raster =
            Self { canvas: blank.clone(), backdrop: blank, sprites: HashMap::new(), texts: HashMap::new() };
        let shapes = layout.backdrop();
        raster.draw_all(layout, &shapes);
        raster.backdrop = raster.canvas.clone();
        raster
    }

    /// Draws a scene over the backdrop; returns opaque RGBA pixels in row-major order.
    pub fn draw(&mut self, layout: &Layout, scene: &[Shape]) -> &[u8] {
        self.canvas.data_mut().copy_from_slice(self.backdrop.data());
        self.draw_all(layout, scene);
        self.canvas.data()
    }

    fn draw_all(&mut self, layout: &Layout, shapes: &[Shape]) {
        for shape in shapes {
            match shape {
                Shape::Picture { id, x, y, size } => self.draw_picture(layout, *id, *x, *y, *size),
                Shape::Box { x, y, width, height, radius, fill, percent } => {
                    let paint = paint(fill, *percent);
                    fill_box(&mut self.canvas, (*x, *y, *width, *height), *radius, &paint);
                }
                Shape::Text(text) => self.draw_text(text),
            }
        }
    }

    fn draw_picture(&mut self, layout: &Layout, id: PictureId, x: f32, y: f32, size: f32) {
        let side = size.round().max(1.0) as u32;
        let sprite = self
            .sprites
            .entry((id, side))
            .or_insert_with(|| layout.pictures.list().get(id.0).and_then(|svg| render(svg, side, side)));
        if let Some(sprite) = sprite {
            blit(&mut self.canvas, sprite.as_ref(), x.round() as i32, y.round() as i32);
        }
    }

    fn draw_text(&mut self, text: &Text) {
        if text.text.trim().is_empty() {
            return;
        }
        let key = format!("{} {} {} {:?} {}", text.size, text.pen, text.colour, text.edge, text.text);
        if self.texts.len() >= MOST_TEXTS {
            self.texts.clear();
        }
        let picture = self.texts.entry(key).or_insert_with(|| {
            let (svg, width, height) = text_picture(text);
            render(&svg, width, height)
        });
        let pad = text_pad(text);
        if let Some(picture) = picture {
            let (x, y) = (text.x - pad, text.y - text.size - pad);
            blit(&mut self.canvas, picture.as_ref(), x.round() as i32, y.round() as i32);
        }
    }
}

/// Renders an SVG document, scaled to that size.
fn render(svg: &str, width: u32, height: u32) -> Option<Pixmap> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let mut pixmap = Pixmap::new(width, height)?;
    let (sx, sy) = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
    resvg::render(&tree, Transform::from_scale(sx, sy), &mut pixmap.as_mut());
    Some(pixmap)
}

/// Padding around a text for the stroke and the outline, in pixels.
fn text_pad(text: &Text) -> f32 {
    (text.size * 0.3).ceil() + 1.0
}

/// A text as an SVG document with its size in pixels.
fn text_picture(text: &Text) -> (String, u32, u32) {
    let pad = text_pad(text);
    let width = (font::width(&text.text, text.size) + 2.0 * pad).ceil();
    let height = (text.size * 1.35 + 2.0 * pad).ceil();
    let strokes = font::strokes(&text.text, text.pen, &text.colour, text.edge.as_deref());
    let scale = text.size / font::HEIGHT;
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><g transform="translate({pad} {pad}) scale({scale})">{strokes}</g></svg>"#
    );
    (svg, width as u32, height as u32)
}

fn paint(fill: &str, percent: u8) -> Paint<'static> {
    let (red, green, blue) = colour(fill);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let part = |byte: u8| f32::from(byte) / 255.0;
    let alpha = f32::from(percent.min(100)) / 100.0;
    paint.set_color(Color::from_rgba(part(red), part(green), part(blue), alpha).unwrap_or(Color::BLACK));
    paint
}

/// Parses `#rrggbb`; anything else is black.
pub(crate) fn colour(text: &str) -> (u8, u8, u8) {
    let number = text.strip_prefix('#').and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    ((number >> 16) as u8, (number >> 8) as u8, number as u8)
}

fn fill_box(
    canvas: &mut Pixmap,
    (x, y, width, height): (f32, f32, f32, f32),
    radius: f32,
    paint: &Paint<'_>,
) {
    let Some(rect) = Rect::from_xywh(x, y, width.max(0.01), height.max(0.01)) else { return };
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius < 0.5 {
        canvas.fill_rect(rect, paint, Transform::identity(), None);
        return;
    }
    let mut path = PathBuilder::new();
    let (right, bottom, bend) = (x + width, y + height, radius * 0.447_7);
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - bend, y, right, y + bend, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - bend, right - bend, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + bend, bottom, x, bottom - bend, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + bend, x + bend, y, x + radius, y);
    path.close();
    if let Some(path) = path.finish() {
        canvas.fill_path(&path, paint, FillRule::Winding, Transform::identity(), None);
    }
}

/// Alpha-blends a premultiplied picture at whole pixels. Much faster than the library's general transform, and there are
/// thousands per scene.
fn blit(canvas: &mut Pixmap, picture: PixmapRef<'_>, x: i32, y: i32) {
    let (width, height) = (canvas.width() as i32, canvas.height() as i32);
    let (from_x, to_x) = (x.max(0), (x + picture.width() as i32).min(width));
    let (from_y, to_y) = (y.max(0), (y + picture.height() as i32).min(height));
    if from_x >= to_x {
        return;
    }
    let source = picture.data();
    let target = canvas.data_mut();
    for row in from_y..to_y {
        let start = ((row - y) * picture.width() as i32 + from_x - x) as usize * 4;
        let length = (to_x - from_x) as usize * 4;
        let at = (row * width + from_x) as usize * 4;
        let pairs =
            target[at..at + length].chunks_exact_mut(4).zip(source[start..start + length].chunks_exact(4));
        for (under, over) in pairs {
            match over[3] {
                0 => {}
                255 => under.copy_from_slice(over),
                alpha => {
                    let rest = 255 - u32::from(alpha);
                    for (under, over) in under.iter_mut().zip(over) {
                        let product = u32::from(*under) * rest + 127;
                        *under = over.saturating_add(((product + (product >> 8)) >> 8) as u8);
                    }
                }
            }
        }
    }
}
