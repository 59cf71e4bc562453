//! Matches as files that others can open, made without a browser.

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

/// What a match can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An animation that everything can show.
    Gif,
    /// An animation in full colour.
    Apng,
    /// A video; needs ffmpeg.
    Mp4,
    /// One turn as pixels.
    Png,
    /// One turn as shapes.
    Svg,
    /// The viewer with the match inside.
    Html,
    /// A line of JSON per answer, to learn from.
    Jsonl,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Gif, Self::Apng, Self::Mp4, Self::Png, Self::Svg, Self::Html, Self::Jsonl];

    /// Its name, as typed.
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

    /// Whether it shows just one moment.
    pub const fn is_still(self) -> bool {
        matches!(self, Self::Png | Self::Svg)
    }
}

/// What is to be exported.
#[derive(Clone, Debug)]
pub struct ExportRequest<'a> {
    /// The match.
    pub replay: &'a Replay,
    /// Its game.
    pub entry: &'static Entry,
    /// As this seat saw it; none: as a spectator sees it.
    pub eye: Option<Seat>,
    /// Which turns; none: all of them, or the last where there is one picture.
    pub turns: Option<Turns>,
    /// About how many pixels the board's longer side takes.
    pub size: u32,
    /// By day or by night.
    pub theme: Theme,
    /// Pictures in a second; none: as suits the match's length.
    pub fps: Option<u32>,
    /// What is already known to be wrong with the replay.
    pub problem: Option<String>,
}

/// What came of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Pictures, or lines of a dataset.
    pub count: usize,
    /// What could not be shown, in a sentence.
    pub problem: Option<String>,
}

/// An export that failed.
#[derive(Debug, thiserror::Error)]
pub enum BadExport {
    /// The match cannot be played again at all.
    #[error("{0}")]
    Replay(Mismatch),
    /// The turns are not there.
    #[error("{0}")]
    Turns(String),
    /// It would be too big.
    #[error("{0}")]
    TooBig(String),
    /// ffmpeg failed.
    #[error("{FFMPEG} failed: {0}")]
    Video(String),
    /// The file cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// Hears how far an export is: so many of so many.
pub type OnProgress<'a> = &'a mut dyn FnMut(usize, usize);

/// Exports a match to a writer. A video goes to a file instead, see [`export_video`].
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

/// Exports a match as a video, which ffmpeg writes to a file.
pub fn export_video(
    job: &ExportRequest<'_>,
    path: &std::path::Path,
    progress: OnProgress<'_>,
) -> Result<Exported, BadExport> {
    mp4::export(job, path, progress)
}
