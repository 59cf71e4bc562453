//! Video: raw RGBA pictures are piped into ffmpeg.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::timeline::{LAST_CS, Show, Timeline};
use super::{BadExport, ExportRequest, Exported, OnProgress};

/// The program that encodes videos.
pub const FFMPEG: &str = "ffmpeg";
/// How many bytes of its stderr are kept.
const MOST_STDERR_BYTES: u64 = 64 * 1024;

/// Whether ffmpeg is on the `PATH`.
pub fn is_there() -> bool {
    skirmish_files::search_path::find(FFMPEG).is_some()
}

/// Writes the match as a video with ffmpeg.
pub fn export(job: &ExportRequest<'_>, path: &Path, progress: OnProgress<'_>) -> Result<Exported, BadExport> {
    let timeline = Timeline::animation(job)?;
    let mut show = Show::new(job)?;
    let (width, height) = show.layout.size();
    let mut child = start(path, width, height, timeline.fps)?;
    let mut pipe = child.stdin.take().expect("its input is piped");
    // A thread drains stderr, so that neither side blocks on a full pipe (deadlock).
    let mut stderr = child.stderr.take().expect("its errors are piped").take(MOST_STDERR_BYTES);
    let stderr_reader = std::thread::spawn(move || {
        let mut message = String::new();
        let _ = stderr.read_to_string(&mut message);
        // Beyond the limit it is drained and dropped.
        let _ = std::io::copy(&mut stderr.into_inner(), &mut std::io::sink());
        message
    });
    let last = timeline.len() - 1;
    let stays = (timeline.fps * LAST_CS / 100).max(1);
    let drawn = show.frames(&timeline, &mut |number, pixels| {
        progress(number + 1, timeline.len());
        let times = if number == last { stays } else { 1 };
        for _ in 0..times {
            pipe.write_all(pixels)?;
        }
        Ok(())
    });
    drop(pipe);
    let status = child.wait()?;
    let message = stderr_reader.join().unwrap_or_default();
    if !status.success() {
        let why = message.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it printed nothing");
        return Err(BadExport::Video(why.trim().to_string()));
    }
    drawn?;
    Ok(Exported { count: timeline.len(), problem: timeline.problem })
}

fn start(path: &Path, width: u32, height: u32, fps: u32) -> Result<Child, BadExport> {
    let (size, fps) = (format!("{width}x{height}"), fps.max(1).to_string());
    let before = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"];
    let raw =
        ["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", &size, "-framerate", &fps, "-i", "pipe:0"];
    // For the widest compatibility: 4:2:0 chroma subsampling, and the index (moov atom) at the front.
    let made = [
        "-c:v",
        "libx264",
        "-preset",
        "medium",
        "-crf",
        "20",
        "-pix_fmt",
        "yuv420p",
        "-movflags",
        "+faststart",
    ];
    Command::new(FFMPEG)
        .args(before)
        .args(raw)
        .args(made)
        .args(["-f", "mp4"])
        .arg(as_file(path))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| BadExport::Video(format!("it cannot be started ({error})")))
}

/// The path with ffmpeg's `file:` prefix, so that it is never parsed as an option or a protocol.
fn as_file(path: &Path) -> std::ffi::OsString {
    let mut file = std::ffi::OsString::from("file:");
    file.push::<&OsStr>(path.as_os_str());
    file
}
