//! Stills: one moment as PNG or SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use png::{ColorType, Encoder};

use super::apng::bad;
use super::timeline::{Show, Timeline};
use super::{BadExport, ExportRequest, Exported};
use crate::font;
use crate::scene::{Layout, PictureId, Shape};
use crate::text::escape;

/// Writes one moment as a PNG.
pub fn png(job: &ExportRequest<'_>, out: &mut dyn Write) -> Result<Exported, BadExport> {
    let timeline = Timeline::still(job)?;
    let mut show = Show::new(job)?;
    let (width, height) = show.layout.size();
    show.frames(&timeline, &mut |_, pixels| {
        let opaque: Vec<u8> =
            pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let mut encoder = Encoder::new(&mut *out, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(bad)?;
        writer.write_image_data(&opaque).map_err(bad)?;
        writer.finish().map_err(bad)
    })?;
    Ok(Exported { count: 1, problem: timeline.problem })
}

/// Writes one moment as an SVG.
pub fn svg(job: &ExportRequest<'_>, out: &mut dyn Write) -> Result<Exported, BadExport> {
    let timeline = Timeline::still(job)?;
    let mut show = Show::new(job)?;
    let header = &job.replay.header;
    let names: Vec<String> = header.players.iter().map(|player| escape(&player.name)).collect();
    show.snapshots(&timeline, &mut |layout, _, snapshot, caption| {
        let title = format!(
            "{}, {} {}: {}",
            escape(job.entry.info.title),
            escape(job.entry.info.unit),
            snapshot.now,
            names.join(", ")
        );
        let mut shapes = layout.backdrop();
        shapes.extend(layout.scene(snapshot, caption));
        out.write_all(document(layout, &shapes, &title).as_bytes())?;
        Ok(())
    })?;
    Ok(Exported { count: 1, problem: timeline.problem })
}

/// The SVG document: every picture once as a `<symbol>`, then its uses. The title must be escaped.
fn document(layout: &Layout, shapes: &[Shape], title: &str) -> String {
    let (width, height) = layout.size();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n<defs>\n"
    );
    let used: BTreeMap<PictureId, ()> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Picture { id, .. } => Some((*id, ())),
            _ => None,
        })
        .collect();
    for &id in used.keys() {
        let _ =
            writeln!(svg, "<symbol id=\"p{}\" viewBox=\"0 0 64 64\">{}</symbol>", id.0, inner(layout, id));
    }
    svg.push_str("</defs>\n");
    for shape in shapes {
        write_shape(shape, &mut svg);
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

/// The content of a picture's `<svg>`, its ids prefixed so that they are unique in the document.
fn inner(layout: &Layout, id: PictureId) -> String {
    let picture = layout.pictures.list().get(id.0).map(String::as_str).unwrap_or_default();
    let start = picture.find('>').map_or(0, |end| end + 1);
    let end = picture.rfind("</svg>").unwrap_or(picture.len());
    let own = format!("p{}-", id.0);
    picture[start..end]
        .trim()
        .replace("id=\"", &format!("id=\"{own}"))
        .replace("url(#", &format!("url(#{own}"))
}

fn write_shape(shape: &Shape, svg: &mut String) {
    let _ = match shape {
        Shape::Picture { id, x, y, size } => {
            write!(svg, "<use href=\"#p{}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>", id.0)
        }
        Shape::Box { x, y, width, height, radius, fill, percent } => write!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" rx=\"{radius:.2}\" fill=\"{fill}\" fill-opacity=\"{}\"/>",
            f32::from(*percent) / 100.0
        ),
        Shape::Text(text) => write!(
            svg,
            "<g transform=\"translate({:.2} {:.2}) scale({:.4})\">{}</g>",
            text.x,
            text.y - text.size,
            text.size / font::HEIGHT,
            font::strokes(&text.text, text.pen, &text.colour, text.edge.as_deref())
        ),
    };
}
