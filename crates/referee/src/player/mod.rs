//! Who can play: one trait for programs, house bots, people, recordings and whatever comes next.
//!
//! A [`Player`] can be given a seat as often as a match has to be begun; what it is given is a [`Seated`], which is
//! asked and answers. A kind of player is a file with both, and nothing lists the kinds.

mod absent;
mod cpu;
pub(crate) mod denial;
mod house;
pub mod person;
mod pipes;
mod program;
mod recording;

use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::poll::PollFd;
use skirmish_core::answer::Cost;
use skirmish_core::clock::Grant;
use skirmish_core::game::Ask;
use skirmish_core::info::Info;
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;
use skirmish_core::wire::Page;

pub(crate) use absent::Absent;
pub use house::{HouseBot, Make};
pub use person::Person;
pub use recording::Recording;

use crate::conduct::Conduct;
use crate::explain::Cause;
use crate::observe::Observer;
use crate::options::Options;
use crate::stderr::StderrLog;
use crate::stop::Stop;

/// Somebody who can be given a seat, as often as a match has to be begun.
pub trait Player: Send + Sync {
    /// The name shown.
    fn name(&self) -> &str;

    /// A fingerprint of its program, where there is one.
    fn hash(&self) -> Option<&str> {
        None
    }

    /// Whether it can play several matches at once, and any number of them. A person or a recording cannot.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// What its author may try if it answers only where it is helped to flush ([`Options::unbuffered`]).
    fn flush_advice(&self) -> Option<String> {
        None
    }

    /// Takes a seat. An error is a failure of ours; a player that cannot play says so when it is asked.
    fn begin<'a>(&'a self, place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop>;
}

/// A player that can be shared between matches.
pub type AnyPlayer = Arc<dyn Player>;

/// Where a player sits down.
#[derive(Clone, Copy)]
pub struct Seating<'a> {
    /// The game's constant facts.
    pub info: &'static Info,
    /// The seat.
    pub seat: Seat,
    /// The seat's own seed: another one for every seat of a match.
    pub seed: Seed,
    /// The most time that its clock can grant it in the match; `None` if there is no limit.
    pub budget: Option<Duration>,
    /// How the match is run.
    pub options: &'a Options,
}

/// A player at its seat. It is asked, then polled until its answer is there.
///
/// Only [`Seated::ask`] and [`Seated::poll`] have to be written; the rest is for players that have pipes, that live on
/// after the match, or that can be watched.
pub trait Seated {
    /// Takes text that wants no answer: what is sent first of all.
    fn tell(&mut self, _page: &[u8], _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Asks. What the seat would have been told and did not take from the question is forgotten.
    fn ask(&mut self, question: Question<'_>, context: &mut Context<'_>) -> Result<(), Stop>;

    /// Whether the answer is there, or cannot come any more. `now` is when its descriptors were last served.
    fn poll(&mut self, now: Instant, context: &mut Context<'_>) -> Result<Poll, Stop>;

    /// When it has to be polled again even if nothing happens on its descriptors.
    fn wake(&mut self, _now: Instant) -> Option<Instant> {
        None
    }

    /// Waits a short time for this player alone, where that is cheaper than polling all players. False if it cannot.
    fn wait_briefly(&mut self, _now: Instant, _context: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(false)
    }

    /// Whether it is waited for beyond its deadline because it was denied the CPU.
    fn is_denied(&self) -> bool {
        false
    }

    /// Freezes it until the next question, because another player is denied the CPU.
    fn hold(&mut self) {}

    /// Adds the descriptors to be polled now.
    fn descriptors<'a>(&'a self, _is_asked: bool, _descriptors: &mut Descriptors<'a>) {}

    /// Reads from or writes to one of its descriptors, which is ready.
    fn serve(&mut self, _pipe: Pipe, _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Takes its last text; a program may exit by itself after it.
    fn dismiss(&mut self, _page: &[u8], _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Called now and then after [`Seated::dismiss`]: whether it has gone.
    fn has_left(&mut self, _context: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(true)
    }

    /// The last lines that it printed on stderr.
    fn last_lines(&self, _most: usize) -> Vec<String> {
        Vec::new()
    }

    /// What its author may try, if these last lines on stderr show that it needs more files than it has.
    fn needs_more_files(&self, _last_lines: &[String]) -> Option<String> {
        None
    }

    /// Ends it, whatever it does, and hands over what is left of it.
    fn end(&mut self, _context: &mut Context<'_>) -> PlayerSummary {
        PlayerSummary::default()
    }
}

/// What one seat is asked.
pub struct Question<'a> {
    /// The match; those who read no text look at it.
    pub table: &'a mut dyn Table,
    /// The seat.
    pub seat: Seat,
    /// What is asked for.
    pub ask: Ask,
    /// What the answer may cost.
    pub grant: Grant,
    /// Bots get at least this long, whatever the clock says.
    pub patience: Duration,
}

impl Question<'_> {
    /// Writes the page that a program reads.
    pub fn page(&mut self, page: &mut Page) {
        self.table.ask(self.seat, self.grant.face(), page);
    }

    /// How long the answer may take; `None` means no limit.
    pub fn allowed(&self) -> Option<Duration> {
        self.grant.time_us.map(|us| Duration::from_micros(us).max(self.patience))
    }
}

/// What came of polling.
#[derive(Debug)]
pub enum Poll {
    /// No answer yet.
    Pending,
    /// The frame, or what the player did instead; and what that cost.
    Ready(Result<Vec<u8>, Cause>, Cost),
}

/// What a player at its seat may use during a call.
pub struct Context<'a> {
    /// How the match is run.
    pub options: &'a Options,
    /// The decision at hand, counted from 0.
    pub decision: u64,
    /// Whether the machine was too busy for us lately.
    pub is_busy: bool,
    /// Set when we wake much later than we wanted.
    pub(crate) overslept: bool,
    /// Memory to read into.
    pub(crate) chunk: &'a mut [u8],
    /// Notes for the replay.
    pub(crate) notes: &'a mut Vec<String>,
    /// The observer.
    pub(crate) watch: &'a mut dyn Observer,
}

impl Context<'_> {
    /// Whether somebody wants the match to end.
    pub fn is_interrupted(&self) -> bool {
        self.options.is_interrupted()
    }
}

/// One of a program's three pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipe {
    /// Its standard input.
    Stdin,
    /// Its standard output.
    Stdout,
    /// Its standard error.
    Stderr,
}

/// Descriptors that are waited for, and whose they are.
#[derive(Default)]
pub struct Descriptors<'a> {
    pub(crate) fds: Vec<PollFd<'a>>,
    pub(crate) owners: Vec<(usize, Pipe)>,
    pub(crate) index: usize,
}

impl<'a> Descriptors<'a> {
    fn add(&mut self, fd: Option<PollFd<'a>>, pipe: Pipe) {
        if let Some(fd) = fd {
            self.fds.push(fd);
            self.owners.push((self.index, pipe));
        }
    }
}

/// What is left of a player after a match.
#[derive(Debug, Default)]
pub struct PlayerSummary {
    /// CPU time of the whole match in microseconds; 0 where that is not counted.
    pub cpu_us: u64,
    /// What it printed on stderr.
    pub stderr: Option<StderrLog>,
    /// How it behaved besides its answers.
    pub conduct: Conduct,
}

fn micros(now: Instant, since: Instant) -> u64 {
    now.saturating_duration_since(since).as_micros() as u64
}
