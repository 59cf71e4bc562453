//! The timeline of an export: which moments are shown, at which rate, and how they are drawn.

use std::fmt;
use std::str::FromStr;

use skirmish_core::replay::{Ending, Playback};
use skirmish_core::shown::shown;
use skirmish_core::view::Weight;

use super::{BadExport, ExportRequest};
use crate::raster::Raster;
use crate::scene::{Caption, Layout};
use crate::snapshot::{Snapshot, Snapshots};

/// The most pictures of an animation; longer matches are thinned evenly.
pub const MOST_FRAMES: usize = 500;
/// The most decisions that are shown one by one; longer matches are shown turn by turn.
const MOST_SINGLE: usize = 240;
/// The range of pictures per second if none is given.
const FPS: std::ops::RangeInclusive<u32> = 2..=12;
/// The duration of an animation to aim for within that range, in seconds.
const SECONDS: u32 = 20;
/// How long the last picture is shown, in hundredths of a second.
pub const LAST_CS: u32 = 300;
/// For how many pictures the caption of an event is shown.
const EVENT_FRAMES: usize = 8;

/// A range of turns: `12`, `12..40`, `12..`, `..40`; both ends are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The first turn.
    pub first: u32,
    /// The last turn; `u32::MAX` for an open end.
    pub last: u32,
}

impl Turns {
    /// Whether it is a single turn.
    pub fn is_one(self) -> bool {
        self.first == self.last
    }
}

impl FromStr for Turns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || "write turns as 12, 12..40, 12.. or ..40".to_string();
        let number = |text: &str, open: u32| match text {
            "" => Ok(open),
            digits => digits.parse().map_err(|_| bad()),
        };
        let turns = match text.split_once("..") {
            Some((first, last)) => Self { first: number(first, 0)?, last: number(last, u32::MAX)? },
            None => {
                let turn = text.parse().map_err(|_| bad())?;
                Self { first: turn, last: turn }
            }
        };
        if turns.first > turns.last {
            return Err(format!("turns {text} end before they begin: write the smaller number first"));
        }
        Ok(turns)
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_one(), self.last) {
            (true, _) => write!(f, "{}", self.first),
            (_, u32::MAX) => write!(f, "{}..", self.first),
            _ => write!(f, "{}..{}", self.first, self.last),
        }
    }
}

/// The moments that are shown; a moment is the number of decisions before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    moments: Vec<u64>,
    /// Pictures per second.
    pub fps: u32,
    /// Why the replay could not be played to its end, in a sentence.
    pub problem: Option<String>,
}

impl Timeline {
    /// Chooses the moments of an animation.
    pub fn animation(job: &ExportRequest<'_>) -> Result<Self, BadExport> {
        let (nows, problem) = played(job)?;
        let within = within(job, &nows)?;
        let single = within.len() <= MOST_SINGLE + 1;
        // Turn by turn, the first moment of each turn is shown; also the first and the last moment in range.
        let is_shown = |place: &usize| {
            single || *place == within[0] || within.last() == Some(place) || nows[*place] != nows[*place - 1]
        };
        let moments: Vec<u64> =
            within.iter().filter(|place| is_shown(place)).map(|&place| place as u64).collect();
        let fps = job.fps.unwrap_or((moments.len() as u32 / SECONDS).clamp(*FPS.start(), *FPS.end()));
        Ok(Self { moments, fps, problem }.thinned(MOST_FRAMES))
    }

    /// The moment of a still picture: the beginning of the turn, or the end of the match.
    pub fn still(job: &ExportRequest<'_>) -> Result<Self, BadExport> {
        let (nows, problem) = played(job)?;
        let within = within(job, &nows)?;
        let place = if job.turns.is_some() { within[0] } else { nows.len() - 1 };
        Ok(Self { moments: vec![place as u64], fps: 1, problem })
    }

    /// The number of pictures.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Thinned evenly to at most `most` pictures (at least two), keeping the first and the last.
    #[must_use]
    pub fn thinned(mut self, most: usize) -> Self {
        let last = self.moments.len().saturating_sub(1);
        if last < most {
            return self;
        }
        let steps = most.max(2) - 1;
        self.moments = (0..=steps).map(|step| self.moments[step * last / steps]).collect();
        self
    }

    /// A copy thinned evenly to at most `most` pictures.
    pub fn sample(&self, most: usize) -> Self {
        self.clone().thinned(most)
    }
}

/// The turn after each number of decisions, and why the replay could not be played on, if so.
fn played(job: &ExportRequest<'_>) -> Result<(Vec<u32>, Option<String>), BadExport> {
    let mut playback = Playback::new(job.replay, job.entry).map_err(BadExport::Replay)?;
    playback.disconnect();
    let mut nows = vec![playback.table().progress().0];
    let problem = loop {
        match playback.step() {
            Ok(true) => nows.push(playback.table().progress().0),
            Ok(false) => break None,
            Err(mismatch) => break Some(mismatch.to_string()),
        }
    };
    Ok((nows, job.problem.clone().or(problem)))
}

/// The moments within the requested turns.
fn within(job: &ExportRequest<'_>, nows: &[u32]) -> Result<Vec<usize>, BadExport> {
    let turns = job.turns.unwrap_or(Turns { first: 0, last: u32::MAX });
    let within: Vec<usize> =
        (0..nows.len()).filter(|&place| (turns.first..=turns.last).contains(&nows[place])).collect();
    if within.is_empty() {
        let (unit, first, last) = (job.entry.info.unit, nows[0], nows[nows.len() - 1]);
        return Err(BadExport::Turns(format!(
            "there is no {unit} {turns} in this match: it goes from {unit} {first} to {unit} {last}"
        )));
    }
    Ok(within)
}

/// Callback for a moment: layout, number of the picture, snapshot, caption.
pub type OnSnapshot<'a> = &'a mut dyn FnMut(&mut Layout, usize, &Snapshot, &Caption) -> Result<(), BadExport>;
/// Callback for a picture: its number and its RGBA pixels.
pub type OnPixels<'a> = &'a mut dyn FnMut(usize, &[u8]) -> Result<(), BadExport>;

/// Draws the moments of a match one after another.
pub struct Show<'a> {
    job: &'a ExportRequest<'a>,
    /// The layout of the pictures.
    pub layout: Layout,
    snapshots: Snapshots,
}

impl<'a> Show<'a> {
    /// Starts the replay and lays out the picture.
    pub fn new(job: &'a ExportRequest<'a>) -> Result<Self, BadExport> {
        let playback = Playback::new(job.replay, job.entry).map_err(BadExport::Replay)?;
        let snapshots = Snapshots::new(job.entry.info, job.eye);
        let snapshot = snapshots.take(playback.table());
        let names = job.replay.header.players.iter().map(|player| name(&player.name)).collect();
        let layout = Layout::new(job.entry.info, names, snapshot.width, snapshot.height, job.size, job.theme);
        Ok(Self { job, layout, snapshots })
    }

    /// Calls `see` with the snapshot of every moment of the timeline.
    pub fn snapshots(&mut self, timeline: &Timeline, see: OnSnapshot<'_>) -> Result<(), BadExport> {
        let mut playback = Playback::new(self.job.replay, self.job.entry).map_err(BadExport::Replay)?;
        playback.disconnect();
        let mut caption = Caption::default();
        let mut shown_for = 0;
        for (number, &moment) in timeline.moments.iter().enumerate() {
            shown_for += 1;
            if shown_for > EVENT_FRAMES {
                caption.event = None;
            }
            let mut heaviest = Weight::Small;
            while playback.decisions() < moment && playback.step().map_err(BadExport::Replay)? {
                for mark in playback.table().marks(self.job.eye) {
                    if mark.weight > Weight::Small && mark.weight >= heaviest {
                        (heaviest, shown_for) = (mark.weight, 0);
                        caption.event = Some(mark.says);
                    }
                }
            }
            if let Ending::Over { outcome, .. } = &self.job.replay.ending
                && moment == *timeline.moments.last().expect("there is a moment")
                && matches!(playback.table().decision(), skirmish_core::game::Decision::Over(_))
            {
                caption =
                    Caption { event: Some(outcome.why.to_string()), places: Some(outcome.places.clone()) };
            }
            see(&mut self.layout, number, &self.snapshots.take(playback.table()), &caption)?;
        }
        Ok(())
    }

    /// Calls `see` with the pixels of every moment of the timeline: opaque RGBA in row-major order.
    pub fn frames(&mut self, timeline: &Timeline, see: OnPixels<'_>) -> Result<(), BadExport> {
        let mut raster = Raster::new(&mut self.layout);
        self.snapshots(timeline, &mut |layout, number, snapshot, caption| {
            let scene = layout.scene(snapshot, caption);
            see(number, raster.draw(layout, &scene))
        })
    }
}

/// A name escaped for display and truncated.
fn name(text: &str) -> String {
    const MOST_CHARS: usize = 64;
    shown(text).chars().take(MOST_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_as_typed() {
        let turns = |text: &str| text.parse::<Turns>().map(|turns| (turns.first, turns.last));
        assert_eq!(turns("12"), Ok((12, 12)));
        assert_eq!(turns("3..40"), Ok((3, 40)));
        assert_eq!(turns("3.."), Ok((3, u32::MAX)));
        assert_eq!(turns("..9"), Ok((0, 9)));
        for text in ["", "x", "1..x", "-1", "1...2", "9..3", "99999999999"] {
            assert!(turns(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_thinned_plan_keeps_its_ends() {
        let timeline = Timeline { moments: (0..1000).collect(), fps: 2, problem: None };
        let thin = timeline.clone().thinned(7);
        assert_eq!((thin.len(), thin.moments[0], thin.moments[6]), (7, 0, 999));
        assert_eq!(timeline.clone().thinned(5000), timeline);
        assert_eq!(timeline.thinned(0).len(), 2);
    }
}
