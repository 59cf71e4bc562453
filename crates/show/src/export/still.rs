//! One moment as a picture: pixels or shapes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use png::{ColorType, Encoder};

use super::apng::bad;
use super::plan::{Plan, Show};
use super::{BadExport, Exported, Job};
use crate::font;
use crate::scene::{PictureId, Shape, Stage};
use crate::text::escape;

/// Writes one moment as a PNG.
pub fn png(job: &Job<'_>, out: &mut dyn Write) -> Result<Exported, BadExport> {
    let plan = Plan::still(job)?;
    let mut show = Show::new(job)?;
    let (width, height) = show.stage.size();
    show.frames(&plan, &mut |_, pixels| {
        let opaque: Vec<u8> =
            pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let mut encoder = Encoder::new(&mut *out, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(bad)?;
        writer.write_image_data(&opaque).map_err(bad)?;
        writer.finish().map_err(bad)
    })?;
    Ok(Exported { count: 1, problem: plan.problem })
}

/// Writes one moment as an SVG.
pub fn svg(job: &Job<'_>, out: &mut dyn Write) -> Result<Exported, BadExport> {
    let plan = Plan::still(job)?;
    let mut show = Show::new(job)?;
    let header = &job.replay.header;
    let names: Vec<String> = header.players.iter().map(|player| escape(&player.name)).collect();
    show.shots(&plan, &mut |stage, _, shot, caption| {
        let title = format!(
            "{}, {} {}: {}",
            escape(job.entry.info.title),
            escape(job.entry.info.unit),
            shot.now,
            names.join(", ")
        );
        let mut shapes = stage.backdrop();
        shapes.extend(stage.scene(shot, caption));
        out.write_all(document(stage, &shapes, &title).as_bytes())?;
        Ok(())
    })?;
    Ok(Exported { count: 1, problem: plan.problem })
}

/// The document: every picture once, then where each is used. The title is escaped already.
fn document(stage: &Stage, shapes: &[Shape], title: &str) -> String {
    let (width, height) = stage.size();
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
        let _ = writeln!(svg, "<symbol id=\"p{}\" viewBox=\"0 0 64 64\">{}</symbol>", id.0, inner(stage, id));
    }
    svg.push_str("</defs>\n");
    for shape in shapes {
        write_shape(shape, &mut svg);
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

/// What is inside a picture, its ids made its own.
fn inner(stage: &Stage, id: PictureId) -> String {
    let picture = stage.pictures.list().get(id.0).map(String::as_str).unwrap_or_default();
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
