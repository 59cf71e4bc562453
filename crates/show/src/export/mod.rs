//! Exports of matches: animations, videos, stills, pages and datasets, made without a browser.

mod apng;
mod change;
mod gif;
mod html;
mod jsonl;
mod mp4;
mod palette;
mod still;
mod timeline;

use std::io;

use skirmish_core::replay::{Mismatch, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;

use crate::scene::Theme;
pub use mp4::{FFMPEG, is_there as has_ffmpeg};
pub use timeline::Turns;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Animated GIF, at most 10 MB.
    Gif,
    /// Animated PNG, in full colour.
    Apng,
    /// H.264 video; needs ffmpeg.
    Mp4,
    /// One turn as a raster picture.
    Png,
    /// One turn as a vector picture.
    Svg,
    /// The viewer with films of the match embedded.
    Html,
    /// A dataset: a line of JSON per answer.
    Jsonl,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::Gif, Self::Apng, Self::Mp4, Self::Png, Self::Svg, Self::Html, Self::Jsonl];

    /// The name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Mp4 => "mp4",
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Html => "html",
            Self::Jsonl => "jsonl",
        }
    }

    /// Whether it is a single picture.
    pub const fn is_still(self) -> bool {
        matches!(self, Self::Png | Self::Svg)
    }
}

/// What to export, and how.
#[derive(Clone, Debug)]
pub struct ExportRequest<'a> {
    /// The match.
    pub replay: &'a Replay,
    /// Its game.
    pub entry: &'static Entry,
    /// The seat whose view is shown; `None` for a spectator's.
    pub eye: Option<Seat>,
    /// The turns to show; `None` for all, or for the end of the match in a still.
    pub turns: Option<Turns>,
    /// The approximate length of the board's longer side, in pixels; clamped to [`crate::scene::SIZES`].
    pub size: u32,
    /// The colour theme.
    pub theme: Theme,
    /// Pictures per second; `None` chooses by the length of the match.
    pub fps: Option<u32>,
    /// A known problem of the replay, in a sentence.
    pub problem: Option<String>,
}

/// The result of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The number of pictures, or of answers in a dataset.
    pub count: usize,
    /// What is missing from the export, in a sentence.
    pub problem: Option<String>,
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum BadExport {
    /// The replay cannot be started with this version of the game.
    #[error("{0}")]
    Replay(Mismatch),
    /// The match has no such turns.
    #[error("{0}")]
    Turns(String),
    /// It would be too big.
    #[error("{0}")]
    TooBig(String),
    /// ffmpeg failed; its last line on stderr.
    #[error("{FFMPEG} failed: {0}")]
    Video(String),
    /// The file cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// Progress callback: done, total.
pub type OnProgress<'a> = &'a mut dyn FnMut(usize, usize);

/// Exports a match to a writer. For [`Format::Mp4`] use [`export_video`]: this writes an animated PNG instead.
pub fn export(
    job: &ExportRequest<'_>,
    format: Format,
    out: &mut dyn io::Write,
    progress: OnProgress<'_>,
) -> Result<Exported, BadExport> {
    match format {
        Format::Gif => gif::export(job, out, progress),
        Format::Apng | Format::Mp4 => apng::export(job, out, progress),
        Format::Png => still::png(job, out),
        Format::Svg => still::svg(job, out),
        Format::Html => html::export(job, out),
        Format::Jsonl => jsonl::export(job, out, progress),
    }
}

/// Exports a match as a video; ffmpeg writes the file.
pub fn export_video(
    job: &ExportRequest<'_>,
    path: &std::path::Path,
    progress: OnProgress<'_>,
) -> Result<Exported, BadExport> {
    mp4::export(job, path, progress)
}
