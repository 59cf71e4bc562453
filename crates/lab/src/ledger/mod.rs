//! The results file: a heading, then one line for each finished match, in the order in which they finished.
//!
//! Lines are only ever added, each with one write. Whatever ends the program leaves at most a last line that breaks
//! off; it is dropped when the file is opened again, and its match is played again. Room for results is reserved before
//! their matches are played, so that a full disk is noticed while nothing has been measured that could get lost.

mod storage;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use storage::Storage;

use crate::heading::Heading;
use crate::result::MatchResult;

/// The largest results file that is read.
const MOST_BYTES: u64 = 4 << 30;
/// The longest line.
const LONGEST_LINE: usize = 256 * 1024;
/// How much room is reserved at a time.
const ROOM: u64 = 1 << 20;
/// What the machine may lose when its power fails: nothing of the program's end, kill -9 included, loses anything.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A results file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadLedger {
    /// The disk refused.
    #[error(
        "{path}: {error}; the {kept} results in it are kept: make room or mend it, and run the same command again"
    )]
    Disk {
        /// The file.
        path: PathBuf,
        /// How many results are safe.
        kept: u64,
        /// What the system said.
        error: io::Error,
    },
    /// It cannot be opened.
    #[error("cannot open the results file {path}: {error}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Somebody else writes it.
    #[error(
        "the results file {0} is being written by another run; wait for it, or name another with --results"
    )]
    Busy(PathBuf),
    /// It is something else.
    #[error("{0} is not a results file: its first line is no heading; name another with --results")]
    Foreign(PathBuf),
    /// Its lines have another form.
    #[error(
        "{path} is a results file of format {format}, and this version of skirmish reads format {}; finish it with the version that began it, or name another with --results",
        Heading::FORMAT
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// The format of its lines.
        format: u32,
    },
    /// It is about something else.
    #[error("the results file {path} is of another schedule: {what}; name another with --results")]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs, in words.
        what: String,
    },
    /// A result is not the one of its match.
    #[error(
        "{path}: match {number} is not the match of that number in this schedule; the file was changed, move it away or name another with --results"
    )]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// The match.
        number: u64,
    },
    /// A line makes no sense.
    #[error("{path}, line {line}: {what}; the file was changed, move it away or name another with --results")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
}

/// An open results file.
pub struct Ledger {
    path: PathBuf,
    storage: Box<dyn Storage>,
    /// How long the file is, whole lines only.
    bytes: u64,
    reserved: u64,
    results: u64,
    synced: Instant,
}

/// What a results file had when it was opened.
#[derive(Debug, Default)]
pub struct Found {
    /// Finished matches, by number.
    pub results: BTreeMap<u64, MatchResult>,
    /// The bytes of a last line that broke off, and was dropped.
    pub dropped: Option<u64>,
}

impl Ledger {
    /// The heading of a results file; `None` if there is no such file, or nothing in it yet.
    pub fn heading(path: &Path) -> Result<Option<Heading>, BadLedger> {
        let file = match skirmish_files::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(BadLedger::Open { path: path.into(), error }),
        };
        let mut reader = BufReader::new(file.take(LONGEST_LINE as u64));
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).map_err(|error| BadLedger::Open { path: path.into(), error })?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        serde_json::from_slice(&line).map(Some).map_err(|_| BadLedger::Foreign(path.into()))
    }

    /// Opens the file for this schedule, with what is in it; makes it if there is none.
    pub fn open(path: &Path, heading: &Heading) -> Result<(Self, Found), BadLedger> {
        let open = |error| BadLedger::Open { path: path.into(), error };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(open)?;
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(open)?;
        skirmish_files::ensure_regular(&file).map_err(open)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(BadLedger::Busy(path.into())),
            Err(fs::TryLockError::Error(error)) => return Err(open(error)),
        }
        let (found, bytes) = read(&file, path, heading)?;
        let results = found.results.len() as u64;
        let mut ledger = Self::on(Box::new(file), path, bytes, results);
        if found.dropped.is_some() {
            ledger.storage.cut(bytes).map_err(|error| ledger.disk(error))?;
        }
        if bytes == 0 {
            ledger.write(&line_of(heading))?;
            ledger.sync()?;
        }
        Ok((ledger, found))
    }

    /// A ledger on that storage, which holds so many bytes and results already.
    pub fn on(storage: Box<dyn Storage>, path: &Path, bytes: u64, results: u64) -> Self {
        Self { path: path.into(), storage, bytes, reserved: bytes, results, synced: Instant::now() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that there is room for the results of so many matches.
    pub fn reserve(&mut self, matches: u64) -> Result<(), BadLedger> {
        let needed = self.bytes + matches * LONGEST_LINE as u64 / 4;
        if needed <= self.reserved {
            return Ok(());
        }
        let until = needed + ROOM;
        self.storage.reserve(self.bytes, until - self.bytes).map_err(|error| self.disk(error))?;
        self.reserved = until;
        Ok(())
    }

    /// Adds a result.
    pub fn add(&mut self, result: &MatchResult) -> Result<(), BadLedger> {
        self.write(&line_of(result))?;
        self.results += 1;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes everything safe, gives back the room that was not needed.
    pub fn close(mut self) -> Result<(), BadLedger> {
        self.storage.cut(self.bytes).map_err(|error| self.disk(error))?;
        self.sync()
    }

    fn write(&mut self, line: &[u8]) -> Result<(), BadLedger> {
        if let Err(error) = self.storage.write_all(line) {
            // Half a line would be dropped by the next run anyway; without it the file is whole.
            let _ = self.storage.cut(self.bytes);
            return Err(self.disk(error));
        }
        self.bytes += line.len() as u64;
        Ok(())
    }

    fn sync(&mut self) -> Result<(), BadLedger> {
        self.synced = Instant::now();
        self.storage.sync().map_err(|error| self.disk(error))
    }

    fn disk(&self, error: io::Error) -> BadLedger {
        BadLedger::Disk { path: self.path.clone(), kept: self.results, error }
    }
}

fn line_of(value: &impl serde::Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("names are strings and numbers are finite");
    line.push(b'\n');
    line
}

/// What is in the file, and how many bytes of it are whole lines.
fn read(file: &File, path: &Path, heading: &Heading) -> Result<(Found, u64), BadLedger> {
    let mut reader = BufReader::new(file.take(MOST_BYTES));
    let (mut found, mut bytes, mut number) = (Found::default(), 0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        let count = (&mut reader)
            .take(LONGEST_LINE as u64)
            .read_until(b'\n', &mut line)
            .map_err(|error| BadLedger::Open { path: path.into(), error })?;
        if count == 0 {
            return Ok((found, bytes));
        }
        if line.last() != Some(&b'\n') {
            check_broken_line(&line, number, path, heading)?;
            found.dropped = Some(count as u64);
            return Ok((found, bytes));
        }
        match number {
            1 => check_heading(&line, path, heading)?,
            _ => take_line(&line, number, path, &mut found)?,
        }
        bytes += count as u64;
    }
}

fn check_heading(line: &[u8], path: &Path, heading: &Heading) -> Result<(), BadLedger> {
    let there: Heading = serde_json::from_slice(line).map_err(|_| BadLedger::Foreign(path.into()))?;
    if there.format != Heading::FORMAT {
        return Err(BadLedger::Format { path: path.into(), format: there.format });
    }
    match heading.difference(&there) {
        None => Ok(()),
        Some(what) => Err(BadLedger::Other { path: path.into(), what }),
    }
}

/// A line without an end is ours only if it can be the beginning of one.
fn check_broken_line(line: &[u8], number: u64, path: &Path, heading: &Heading) -> Result<(), BadLedger> {
    if number == 1 && !line_of(heading).starts_with(line) {
        return Err(BadLedger::Foreign(path.into()));
    }
    if line.len() >= LONGEST_LINE {
        let what = format!("it has more than {LONGEST_LINE} bytes");
        return Err(BadLedger::Damaged { path: path.into(), line: number, what });
    }
    Ok(())
}

fn take_line(line: &[u8], number: u64, path: &Path, found: &mut Found) -> Result<(), BadLedger> {
    let damaged = |what: String| BadLedger::Damaged { path: path.into(), line: number, what };
    let result: MatchResult =
        serde_json::from_slice(line).map_err(|error| damaged(format!("it is no result ({error})")))?;
    match found.results.insert(result.number, result) {
        None => Ok(()),
        Some(twice) => Err(damaged(format!("match {} stands there twice", twice.number))),
    }
}

#[cfg(test)]
mod tests;
