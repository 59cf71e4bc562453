//! Animated GIF: one global palette; each picture after the first is stored as the rectangle that changed.

use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::change::{Part, changed, pixels};
use super::palette::{Histogram, Palette};
use super::timeline::{LAST_CS, Show, Timeline};
use super::{BadExport, ExportRequest, Exported, OnProgress};

/// The most bytes of a GIF: a larger one is encoded again with half the pictures.
pub const MOST_BYTES: usize = 10_000_000;
/// How many times it is encoded before it is refused as too big.
const MOST_TRIES: usize = 6;
/// How many pictures are sampled for the palette.
const SAMPLES: usize = 12;
/// The largest width and height of a GIF: the format stores them in 16 bits.
const MOST_SIDE: u32 = 65_535;

/// Writes the match as a GIF.
pub fn export(
    job: &ExportRequest<'_>,
    out: &mut dyn Write,
    progress: OnProgress<'_>,
) -> Result<Exported, BadExport> {
    let mut timeline = Timeline::animation(job)?;
    let mut show = Show::new(job)?;
    let (width, height) = show.layout.size();
    if width.max(height) > MOST_SIDE {
        return Err(BadExport::TooBig(
            "the picture is too large for a GIF: use a smaller --size".to_string(),
        ));
    }
    let mut histogram = Histogram::default();
    show.frames(&timeline.sample(SAMPLES), &mut |_, pixels| {
        histogram.add(pixels);
        Ok(())
    })?;
    let mut palette = histogram.palette();
    for _ in 0..MOST_TRIES {
        let bytes = encode(&mut show, &timeline, &mut palette, progress)?;
        if bytes.len() <= MOST_BYTES {
            out.write_all(&bytes)?;
            return Ok(Exported { count: timeline.len(), problem: timeline.problem });
        }
        // Half the pictures at half the rate: the same duration.
        let half = timeline.len() / 2;
        timeline = timeline.thinned(half);
        timeline.fps = (timeline.fps / 2).max(1);
    }
    Err(BadExport::TooBig(format!(
        "the GIF exceeds {} MB: use a smaller --size, or fewer --turns",
        MOST_BYTES / 1_000_000
    )))
}

fn encode(
    show: &mut Show<'_>,
    timeline: &Timeline,
    palette: &mut Palette,
    progress: OnProgress<'_>,
) -> Result<Vec<u8>, BadExport> {
    let (width, height) = show.layout.size();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width as u16, height as u16, &palette.bytes()).map_err(bad)?;
    encoder.set_repeat(Repeat::Infinite).map_err(bad)?;
    let delay_cs = (100 / timeline.fps.max(1)).max(2) as u16;
    let mut before: Vec<u8> = Vec::new();
    let last = timeline.len() - 1;
    show.frames(timeline, &mut |number, after| {
        progress(number + 1, timeline.len());
        let whole = Part { x: 0, y: 0, width, height };
        let part = if before.is_empty() { Some(whole) } else { changed(&before, after, width) };
        // An unchanged picture still needs a frame for its delay: one pixel.
        let part = part.unwrap_or(Part { x: 0, y: 0, width: 1, height: 1 });
        let buffer: Vec<u8> = if before.is_empty() {
            after.chunks_exact(4).map(|pixel| palette.nearest(pixel)).collect()
        } else {
            let transparent = palette.transparent();
            let index = |(before, after): (&[u8], &[u8])| {
                if before == after { transparent } else { palette.nearest(after) }
            };
            pixels(&before, after, width, part).map(index).collect()
        };
        let frame = Frame {
            delay: if number == last { LAST_CS as u16 } else { delay_cs },
            dispose: DisposalMethod::Keep,
            transparent: Some(palette.transparent()),
            left: part.x as u16,
            top: part.y as u16,
            width: part.width as u16,
            height: part.height as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        before.clear();
        before.extend_from_slice(after);
        encoder.write_frame(&frame).map_err(bad)
    })?;
    drop(encoder);
    Ok(bytes)
}

fn bad(error: gif::EncodingError) -> BadExport {
    BadExport::Write(std::io::Error::other(error))
}
