//! The state of the terminal viewer: position in the film, speed, scroll offset, and what keys change about it.

use std::time::Duration;

use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_show::Snapshot;
use skirmish_show::film::{BadFilm, Block, FilmReader, Moment};

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// Play or pause.
    Toggle,
    /// Forward or back by this many turns.
    Turn(i64),
    /// Forward or back by this many decisions.
    Decision(i64),
    /// To the beginning.
    Begin,
    /// To the end.
    End,
    /// Slower (-1) or faster (1).
    Speed(i32),
    /// To the next (1) or the previous (-1) turn with an event on the timeline.
    Peak(i64),
    /// Scroll the board by columns and rows.
    Pan(i32, i32),
    /// Switch to a seat's view; `None` for the spectator's.
    Eye(Option<Seat>),
    /// Show or hide the list of keys.
    Help,
    /// Quit the viewer.
    Leave,
}

/// The speeds, in turns per second.
const SPEEDS: [f32; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 120.0];

/// The state of the terminal viewer.
pub struct Screen {
    pub(super) entry: &'static Entry,
    pub(super) reader: FilmReader,
    /// The heads of all blocks.
    pub(super) blocks: Vec<Block>,
    /// The current block.
    pub(super) block: usize,
    /// How many of its decisions have been shown.
    pub(super) step: usize,
    /// Its first picture; `moments` are its decisions.
    pub(super) first: Snapshot,
    pub(super) moments: Vec<Moment>,
    pub(super) is_playing: bool,
    speed: usize,
    /// The scroll offset: the cell in the upper left corner.
    pub(super) corner: (usize, usize),
    pub(super) has_help: bool,
}

impl Screen {
    /// A film at its beginning.
    pub fn new(entry: &'static Entry, reader: FilmReader) -> Result<Self, BadFilm> {
        let blocks =
            (0..reader.blocks()).map(|number| reader.block(number)).collect::<Result<Vec<_>, _>>()?;
        if blocks.is_empty() {
            return Err(BadFilm::Nonsense("a film without pictures"));
        }
        let mut screen = Self {
            entry,
            reader,
            blocks,
            block: 0,
            step: 0,
            first: Snapshot::default(),
            moments: Vec::new(),
            is_playing: false,
            speed: 3,
            corner: (0, 0),
            has_help: false,
        };
        screen.go(0, 0)?;
        Ok(screen)
    }

    /// Shows another film of the same match at the same position.
    pub fn change_film(&mut self, reader: FilmReader) -> Result<(), BadFilm> {
        let (block, step) = (self.block, self.step);
        let corner = self.corner;
        let is_playing = self.is_playing;
        let speed = self.speed;
        *self = Self { corner, is_playing, speed, ..Self::new(self.entry, reader)? };
        self.go(block as i64, step)
    }

    /// Performs an action; `Eye` and `Leave` are the caller's.
    pub fn act(&mut self, action: KeyAction) -> Result<(), BadFilm> {
        match action {
            KeyAction::Toggle if self.is_over() => {
                self.is_playing = true;
                self.go(0, 0)
            }
            KeyAction::Toggle => {
                self.is_playing = !self.is_playing;
                Ok(())
            }
            KeyAction::Turn(-1) if self.step > 0 => self.go(self.block as i64, 0),
            KeyAction::Turn(by) => self.go(self.block as i64 + by, 0),
            KeyAction::Decision(by) => self.step_decision(by),
            KeyAction::Begin => self.go(0, 0),
            KeyAction::End => self.go(i64::MAX, 0),
            KeyAction::Speed(by) => {
                self.speed = self.speed.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
                Ok(())
            }
            KeyAction::Peak(by) => self.go_to_peak(by > 0),
            KeyAction::Pan(x, y) => {
                let (width, height) = (self.first.width, self.first.height);
                let moved = |at: usize, by: i32, most: usize| {
                    at.saturating_add_signed(by as isize).min(most.saturating_sub(1))
                };
                self.corner = (moved(self.corner.0, x, width), moved(self.corner.1, y, height));
                Ok(())
            }
            KeyAction::Help => {
                self.has_help = !self.has_help;
                Ok(())
            }
            KeyAction::Eye(_) | KeyAction::Leave => Ok(()),
        }
    }

    /// Advances by a turn, if it is playing.
    pub fn tick(&mut self) -> Result<(), BadFilm> {
        if !self.is_playing {
            return Ok(());
        }
        self.go(self.block as i64 + 1, 0)?;
        self.is_playing = !self.is_over();
        Ok(())
    }

    /// How long a turn is shown; `None` while paused.
    pub fn pause(&self) -> Option<Duration> {
        self.is_playing.then(|| Duration::from_secs_f32(1.0 / SPEEDS[self.speed]))
    }

    /// Whether there is a film of this eye.
    pub fn can_see(&self, eye: Option<Seat>) -> bool {
        let eyes = self.reader.header["eyes"].as_array();
        eye.is_none_or(|eye| eyes.is_some_and(|eyes| eyes.iter().any(|one| *one == eye.0)))
    }

    /// The current picture.
    pub fn snapshot(&self) -> &Snapshot {
        match self.step {
            0 => &self.first,
            step => &self.moments[step - 1].snapshot,
        }
    }

    /// The number of decisions before the current picture.
    pub fn decision(&self) -> u64 {
        self.blocks[self.block].decision + self.step as u64
    }

    pub(super) fn turns_per_second(&self) -> f32 {
        SPEEDS[self.speed]
    }

    fn is_over(&self) -> bool {
        self.block + 1 == self.blocks.len()
    }

    fn go(&mut self, block: i64, step: usize) -> Result<(), BadFilm> {
        self.block = block.clamp(0, self.blocks.len() as i64 - 1) as usize;
        self.first = self.reader.first(self.block)?;
        self.moments = if self.is_over() { Vec::new() } else { self.reader.moments(self.block)? };
        self.step = step.min(self.moments.len());
        Ok(())
    }

    fn step_decision(&mut self, by: i64) -> Result<(), BadFilm> {
        let step = self.step as i64 + by;
        if step < 0 {
            if self.block > 0 {
                self.go(self.block as i64 - 1, usize::MAX)?;
                // After its last decision a block shows the first picture of the next block, where we come from.
                self.step = self.step.saturating_sub(1);
            }
            return Ok(());
        }
        if step as usize >= self.moments.len() {
            return if self.is_over() { Ok(()) } else { self.go(self.block as i64 + 1, 0) };
        }
        self.step = step as usize;
        Ok(())
    }

    /// To the next or the previous turn with a peak.
    fn go_to_peak(&mut self, is_forward: bool) -> Result<(), BadFilm> {
        let has_peak = |block: &usize| !self.blocks[*block].peaks.is_empty();
        let found = match is_forward {
            true => (self.block + 1..self.blocks.len()).find(has_peak),
            false => (0..self.block).rev().find(has_peak),
        };
        match found {
            Some(block) => self.go(block as i64, 0),
            None => Ok(()),
        }
    }
}
