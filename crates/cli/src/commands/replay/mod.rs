//! `skirmish replay`: verify, show, redrive, branch and export replays.

mod branch;
mod export;
mod redrive;
mod show;
mod verify;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use skirmish_core::replay::{Playback, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::shown::shown_line;
use skirmish_core::table::Entry;
use skirmish_core::wire::lines;
use skirmish_referee::{ReplayStore, store};

use crate::args::ReplayCommand;
use crate::failure::{CommandResult, Failure};
use crate::position::Position;
use crate::terminal::plain;

pub use export::ExportArgs;

/// Runs a subcommand.
pub fn run(command: &ReplayCommand) -> CommandResult {
    match command {
        ReplayCommand::Verify(args) => verify::run(args),
        ReplayCommand::Show(args) => show::run(args),
        ReplayCommand::Redrive(args) => redrive::run(args),
        ReplayCommand::Branch(args) => branch::run(args),
        ReplayCommand::Export(args) => export::run(args),
    }
}

/// A replay that was found and whose game is known.
pub struct Found {
    /// The path of its file.
    pub path: PathBuf,
    /// The replay.
    pub replay: Replay,
    /// Its game.
    pub entry: &'static Entry,
}

/// The replay of that name: `last`, a name in the folder, or a path.
pub fn find(name: &str, folder: &Path) -> Result<Found, Failure> {
    let path = ReplayStore::new(folder).find(name).map_err(Failure::input)?;
    let replay = store::read(&path).map_err(Failure::input)?;
    let entry = crate::commands::game(&replay.header.game)?;
    Ok(Found { path, replay, entry })
}

impl Found {
    /// Why the replay does not verify; `None` if it does.
    pub fn doubt(&self) -> Option<String> {
        self.replay.verify(self.entry).err().map(|mismatch| plain(&mismatch.to_string()))
    }

    fn seat(&self, number: u8) -> Result<Seat, Failure> {
        let seats = self.replay.header.players.len();
        if usize::from(number) < seats {
            return Ok(Seat(number));
        }
        Err(Failure::input(format!(
            "there is no seat {number}: the match has seats 0 to {}",
            seats.saturating_sub(1)
        )))
    }

    /// Its seats.
    fn seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.replay.header.players.len()).map(|seat| Seat(seat as u8))
    }

    fn playback(&self) -> Result<Playback<'_>, Failure> {
        Playback::new(&self.replay, self.entry).map_err(Failure::input)
    }

    /// The number of decisions before that position.
    fn decisions_at(&self, moment: Position) -> Result<u64, Failure> {
        let mut playback = self.playback()?;
        playback.disconnect();
        if moment.reach(&mut playback).map_err(Failure::input)? {
            return Ok(playback.decisions());
        }
        let (unit, (last, _)) = (self.entry.info.unit, playback.table().progress());
        let decisions = playback.decisions();
        Err(Failure::input(format!(
            "the match does not get to {moment}: it ends on {unit} {last}, after {decisions} decisions"
        )))
    }
}

/// Appends lines of untrusted text, escaped, each with a prefix.
fn quote(out: &mut String, what: &str, text: &[u8]) {
    for line in lines(text) {
        let _ = writeln!(out, "    {what} {}", shown_line(&String::from_utf8_lossy(line)));
    }
}
