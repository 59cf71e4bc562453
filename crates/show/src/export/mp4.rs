//! A video: raw pictures through a pipe into ffmpeg.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::timeline::{LAST_CS, Show, Timeline};
use super::{BadExport, Exported, Job, OnProgress};

/// The program that makes videos.
pub const FFMPEG: &str = "ffmpeg";
/// The most that is read of what it says when it fails.
const MOST_WORDS: u64 = 64 * 1024;

/// Whether there is an ffmpeg.
pub fn is_there() -> bool {
    skirmish_files::search_path::find(FFMPEG).is_some()
}

/// Has ffmpeg write the match as a video.
pub fn export(job: &Job<'_>, path: &Path, progress: OnProgress<'_>) -> Result<Exported, BadExport> {
    let timeline = Timeline::animation(job)?;
    let mut show = Show::new(job)?;
    let (width, height) = show.layout.size();
    let mut child = start(path, width, height, timeline.fps)?;
    let mut pipe = child.stdin.take().expect("its input is piped");
    // Read beside, so that it can never wait for us while we wait for it.
    let mut words = child.stderr.take().expect("its errors are piped").take(MOST_WORDS);
    let listener = std::thread::spawn(move || {
        let mut said = String::new();
        let _ = words.read_to_string(&mut said);
        // What exceeds the limit is read and dropped.
        let _ = std::io::copy(&mut words.into_inner(), &mut std::io::sink());
        said
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
    let said = listener.join().unwrap_or_default();
    if !status.success() {
        let why = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
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
    // What every player plays: half the colour resolution, the index at the front.
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

/// The path so that ffmpeg never takes it for an option or a protocol.
fn as_file(path: &Path) -> std::ffi::OsString {
    let mut file = std::ffi::OsString::from("file:");
    file.push::<&OsStr>(path.as_os_str());
    file
}
