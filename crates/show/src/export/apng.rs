//! Animated PNG in full colour; each picture after the first is stored as the rectangle that changed.

use std::io::Write;

use png::{BlendOp, ColorType, Compression, Encoder, EncodingError};

use super::change::{Part, changed, pixels};
use super::timeline::{LAST_CS, Show, Timeline};
use super::{BadExport, ExportRequest, Exported, OnProgress};

/// Writes the match as an animated PNG.
pub fn export(
    job: &ExportRequest<'_>,
    out: &mut dyn Write,
    progress: OnProgress<'_>,
) -> Result<Exported, BadExport> {
    let timeline = Timeline::animation(job)?;
    let mut show = Show::new(job)?;
    let (width, height) = show.layout.size();
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_compression(Compression::Balanced);
    encoder.set_animated(timeline.len() as u32, 0).map_err(bad)?;
    encoder.set_frame_delay(1, timeline.fps.clamp(1, 1000) as u16).map_err(bad)?;
    encoder.set_blend_op(BlendOp::Over).map_err(bad)?;
    let mut writer = encoder.write_header().map_err(bad)?;
    let mut before: Vec<u8> = Vec::new();
    show.frames(&timeline, &mut |number, after| {
        progress(number + 1, timeline.len());
        if number + 1 == timeline.len() {
            writer.set_frame_delay(LAST_CS as u16, 100).map_err(bad)?;
        }
        if before.is_empty() {
            writer.write_image_data(after).map_err(bad)?;
        } else {
            let part = changed(&before, after, width).unwrap_or(Part { x: 0, y: 0, width: 1, height: 1 });
            // The encoder checks size plus position: with the position at the corner any size is valid.
            writer.set_frame_position(0, 0).map_err(bad)?;
            writer.set_frame_dimension(part.width, part.height).map_err(bad)?;
            writer.set_frame_position(part.x, part.y).map_err(bad)?;
            let shown = |(before, after): (&[u8], &[u8])| -> [u8; 4] {
                if before == after { [0; 4] } else { [after[0], after[1], after[2], 255] }
            };
            let data: Vec<u8> = pixels(&before, after, width, part).flat_map(shown).collect();
            writer.write_image_data(&data).map_err(bad)?;
        }
        before.clear();
        before.extend_from_slice(after);
        Ok(())
    })?;
    writer.finish().map_err(bad)?;
    Ok(Exported { count: timeline.len(), problem: timeline.problem })
}

pub(super) fn bad(error: EncodingError) -> BadExport {
    match error {
        EncodingError::IoError(error) => BadExport::Write(error),
        other => BadExport::Write(std::io::Error::other(other)),
    }
}
