//! Which moments of a match are shown, for how long, and how they are drawn one after another.

use std::fmt;
use std::str::FromStr;

use skirmish_core::replay::{Ending, Playback};
use skirmish_core::shown::shown;
use skirmish_core::view::Weight;

use super::{BadExport, ExportRequest};
use crate::raster::Raster;
use crate::scene::{Caption, Layout};
use crate::snapshot::{Snapshot, Snapshots};

/// The most pictures of an animation; of longer matches every n-th is shown.
pub const MOST_FRAMES: usize = 500;
/// The most decisions that are shown one by one; longer matches are shown turn by turn.
const MOST_SINGLE: usize = 240;
/// The slowest and the quickest that suits by itself.
const FPS: std::ops::RangeInclusive<u32> = 2..=12;
/// How long an animation should take, in seconds, if that is neither too slow nor too quick.
const SECONDS: u32 = 20;
/// How long the last picture stays, in hundredths of a second.
pub const LAST_CS: u32 = 300;
/// For how many pictures an event stays below the board.
const EVENT_FRAMES: usize = 8;

/// Turns to be shown: `12`, `12..40`, `12..`, `..40`; both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Turns {
    /// Whether it is a single one.
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

/// The moments that are shown, by the number of decisions before each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    moments: Vec<u64>,
    /// Pictures in a second.
    pub fps: u32,
    /// What could not be played again, in a sentence.
    pub problem: Option<String>,
}

impl Timeline {
    /// Chooses the moments of an animation.
    pub fn animation(job: &ExportRequest<'_>) -> Result<Self, BadExport> {
        let (nows, problem) = played(job)?;
        let within = within(job, &nows)?;
        let single = within.len() <= MOST_SINGLE + 1;
        // Of each turn the last moment in range, which is the first of the next or the end.
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

    /// How many pictures there are.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// The same with at most so many pictures, the first and the last among them.
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

    /// Some of the pictures, evenly spread.
    pub fn sample(&self, most: usize) -> Self {
        self.clone().thinned(most)
    }
}

/// How far the match is after each number of decisions, and why it could not be played on.
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

/// The moments within the turns asked for.
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

/// Takes what is seen at a moment, with its number.
pub type OnSnapshot<'a> = &'a mut dyn FnMut(&mut Layout, usize, &Snapshot, &Caption) -> Result<(), BadExport>;
/// Takes the pixels of a moment, with its number.
pub type OnPixels<'a> = &'a mut dyn FnMut(usize, &[u8]) -> Result<(), BadExport>;

/// A match being drawn, moment by moment.
pub struct Show<'a> {
    job: &'a ExportRequest<'a>,
    /// What the pictures are drawn on.
    pub layout: Layout,
    snapshots: Snapshots,
}

impl<'a> Show<'a> {
    /// Ready to draw.
    pub fn new(job: &'a ExportRequest<'a>) -> Result<Self, BadExport> {
        let playback = Playback::new(job.replay, job.entry).map_err(BadExport::Replay)?;
        let snapshots = Snapshots::new(job.entry.info, job.eye);
        let snapshot = snapshots.take(playback.table());
        let names = job.replay.header.players.iter().map(|player| name(&player.name)).collect();
        let layout = Layout::new(job.entry.info, names, snapshot.width, snapshot.height, job.size, job.theme);
        Ok(Self { job, layout, snapshots })
    }

    /// Calls `see` with what is seen at every moment of the timeline.
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

    /// Calls `see` with the pixels of every moment of the timeline: opaque RGBA, row by row.
    pub fn frames(&mut self, timeline: &Timeline, see: OnPixels<'_>) -> Result<(), BadExport> {
        let mut raster = Raster::new(&mut self.layout);
        self.snapshots(timeline, &mut |layout, number, snapshot, caption| {
            let scene = layout.scene(snapshot, caption);
            see(number, raster.draw(layout, &scene))
        })
    }
}

/// A name on one line, of reasonable length.
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
