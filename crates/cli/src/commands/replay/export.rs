//! `skirmish replay export`: a match as an animation, video, picture, page or dataset.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use skirmish_referee::{ReplayStore, store};
use skirmish_show::export::{self, BadExport, ExportRequest, Exported, FFMPEG, Format, Turns};
use skirmish_show::scene::{SIZES, Theme};

use super::Found;
use crate::failure::{CommandResult, Failure};
use crate::terminal::{self, plain};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    /// A replay file, a name in the replays folder, or `last`
    pub replay: String,
    /// What to make: an animation, a video (needs ffmpeg), one picture, the viewer as one page, or a dataset
    #[arg(long, value_parser = PossibleValuesParser::new(Format::ALL.map(Format::word)).map(format_of))]
    pub format: Format,
    /// The turns to show: `12`, `12..40`, `12..` or `..40` [default: all; the last for png and svg]
    #[arg(long, value_name = "A..B")]
    pub turns: Option<Turns>,
    /// About how many pixels the board's longer side takes
    #[arg(long, value_name = "PX", default_value = "800", value_parser = clap::value_parser!(u32).range(range_of_sizes()))]
    pub size: u32,
    /// Where to write it [default: the replay's name with the format's ending, in this folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// As this seat saw it [default: as a spectator sees it]
    #[arg(long, value_name = "SEAT")]
    pub eye: Option<u8>,
    /// The colour theme
    #[arg(long, default_value = "dark", value_parser = PossibleValuesParser::new(["light", "dark"]).map(theme_of))]
    pub theme: Theme,
    /// Pictures per second [default: by the length of the match]
    #[arg(long, value_name = "FPS", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub speed: Option<u32>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    /// The folder where replays are kept
    #[arg(long = "replays", value_name = "FOLDER", default_value = "replays")]
    pub folder: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  skirmish replay export last --format gif                     the whole match as an animation
  skirmish replay export last --format mp4 --turns 40..60      some turns as a video
  skirmish replay export last --format png --turns 87 --theme light --out turn87.png
  skirmish replay export last --format html                    the viewer with the match inside; opens offline
  skirmish replay export last --format jsonl --eye 0           what seat 0 read and answered, one line each";

fn format_of(word: String) -> Format {
    Format::ALL.into_iter().find(|format| format.word() == word).expect("clap lets only these words through")
}

fn theme_of(word: String) -> Theme {
    if word == "light" { Theme::Light } else { Theme::Dark }
}

fn range_of_sizes() -> std::ops::RangeInclusive<i64> {
    i64::from(*SIZES.start())..=i64::from(*SIZES.end())
}

/// Writes the file and prints its path.
pub fn run(args: &ExportArgs) -> CommandResult {
    let (found, problem) = find(args)?;
    let eye = args.eye.map(|seat| found.seat(seat)).transpose()?;
    check(args)?;
    let format = chosen(args.format);
    let job = ExportRequest {
        replay: &found.replay,
        entry: found.entry,
        eye,
        turns: args.turns,
        size: args.size,
        theme: args.theme,
        fps: args.speed,
        problem,
    };
    let out = match &args.out {
        // An animated PNG instead of a video gets its own extension.
        Some(out) if format != args.format => out.with_extension(format.word()),
        Some(out) => out.clone(),
        None => default_name(&found.path, format),
    };
    if same_file(&out, &found.path) {
        return Err(Failure::input(format!("{} is the replay itself: write to another file", out.display())));
    }
    let doubt = found.doubt();
    let mut meter = ProgressBar::new(format);
    let made = write(&job, format, &out, &mut |done, total| meter.show(done, total));
    meter.finish();
    let exported = made.map_err(|bad| failure(bad, &out))?;
    report(args, format, &out, &exported, doubt.as_deref());
    Ok(())
}

/// The replay as far as it can be read, and the error in the rest, if any.
fn find(args: &ExportArgs) -> Result<(Found, Option<String>), Failure> {
    let path = ReplayStore::new(&args.folder).find(&args.replay).map_err(Failure::input)?;
    let (replay, bad) = store::salvage(&path).map_err(Failure::input)?;
    let entry = crate::commands::game(&replay.header.game)?;
    Ok((Found { path, replay, entry }, bad.map(|bad| bad.to_string())))
}

/// Refuses options that contradict each other.
fn check(args: &ExportArgs) -> CommandResult {
    let word = args.format.word();
    match args.turns {
        Some(turns) if args.format.is_still() && !turns.is_one() => Err(Failure::input(format!(
            "a {word} shows one turn, not {turns}: write --turns {}",
            turns.first
        ))),
        Some(_) if args.format == Format::Html => {
            Err(Failure::input("a page holds the whole match: leave --turns out".to_string()))
        }
        _ => Ok(()),
    }
}

/// The requested format; an animated PNG if it is a video and there is no ffmpeg.
fn chosen(format: Format) -> Format {
    if format != Format::Mp4 || export::has_ffmpeg() {
        return format;
    }
    eprintln!(
        "skirmish: there is no {FFMPEG} on this machine, so this becomes an animated PNG; install {FFMPEG} for videos"
    );
    Format::Apng
}

fn default_name(replay: &Path, format: Format) -> PathBuf {
    let stem = replay.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    PathBuf::from(format!("{stem}.{}", format.word()))
}

fn same_file(out: &Path, replay: &Path) -> bool {
    match (fs::canonicalize(out), fs::canonicalize(replay)) {
        (Ok(out), Ok(replay)) => out == replay,
        _ => false,
    }
}

/// Writes a temporary file and renames it: atomic, so that no partial file is ever seen.
fn write(
    job: &ExportRequest<'_>,
    format: Format,
    out: &Path,
    progress: export::OnProgress<'_>,
) -> Result<Exported, BadExport> {
    let mut beside = out.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let made = match format {
        Format::Mp4 => export::export_video(job, &beside, progress),
        _ => File::create(&beside).map_err(BadExport::Write).and_then(|file| {
            let mut file = BufWriter::new(file);
            let made = export::export(job, format, &mut file, progress)?;
            file.flush()?;
            Ok(made)
        }),
    };
    let made = made.and_then(|made| {
        fs::rename(&beside, out)?;
        Ok(made)
    });
    if made.is_err() {
        let _ = fs::remove_file(&beside);
    }
    made
}

fn failure(bad: BadExport, out: &Path) -> Failure {
    match bad {
        BadExport::Write(error) => Failure::input(format!("cannot write {}: {error}", out.display())),
        BadExport::Video(_) => Failure::Ours(anyhow::Error::new(bad)),
        BadExport::Replay(_) | BadExport::Turns(_) | BadExport::TooBig(_) => Failure::input(bad),
    }
}

fn report(args: &ExportArgs, format: Format, out: &Path, exported: &Exported, doubt: Option<&str>) {
    if let Some(why) = doubt {
        eprintln!("skirmish: not verified: {why}; what is in the file is what the replay says");
    }
    if let Some(problem) = &exported.problem {
        eprintln!("skirmish: {}; what can be shown is in the file", plain(problem));
    }
    let bytes = fs::metadata(out).map_or(0, |facts| facts.len());
    if args.json {
        let line = serde_json::json!({
            "file": out.display().to_string(),
            "format": format.word(),
            "bytes": bytes,
            "count": exported.count,
            "problem": exported.problem,
            "verified": doubt.is_none() && exported.problem.is_none(),
        });
        println!("{}", terminal::json(&line));
        return;
    }
    let what = match format {
        Format::Gif | Format::Apng | Format::Mp4 => format!("{} pictures, ", exported.count),
        Format::Jsonl => format!("{} answers, ", exported.count),
        Format::Html => format!("{} decisions, ", exported.count),
        Format::Png | Format::Svg => String::new(),
    };
    println!("{}: {what}{}", terminal::path(out), size_in_words(bytes));
}

fn size_in_words(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A progress line that overwrites itself, if stderr is a terminal.
struct ProgressBar {
    format: Format,
    is_live: bool,
    drawn: Option<Instant>,
}

/// The least time between two updates of the progress line.
const REFRESH: Duration = Duration::from_millis(100);

impl ProgressBar {
    fn new(format: Format) -> Self {
        Self { format, is_live: terminal::is_error_terminal(), drawn: None }
    }

    fn show(&mut self, done: usize, total: usize) {
        if !self.is_live || self.drawn.is_some_and(|at| at.elapsed() < REFRESH) {
            return;
        }
        self.drawn = Some(Instant::now());
        let percent = done * 100 / total.max(1);
        terminal::overwrite(&format!("{} {done} of {total} ({percent} %)", self.format.word()));
    }

    fn finish(&mut self) {
        if self.drawn.take().is_some() {
            terminal::overwrite("");
        }
    }
}
