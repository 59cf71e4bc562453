//! The results file: a heading, then one line for each finished match, in the order in which they finished.
//!
//! The file is append-only, one write per line, under an advisory lock. A killed process leaves at most a torn last line;
//! it is truncated when the file is opened again, and its match is played again. Space is preallocated (`fallocate`)
//! before a match is played, so that a full disk is noticed while there is no result to lose. `fdatasync` runs at most
//! once a second.

mod storage;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use storage::Storage;

use crate::heading::Heading;
use crate::result::MatchResult;

/// How many bytes of a results file are read at most.
const MOST_BYTES: u64 = 4 << 30;
/// The longest line, its newline included.
const LONGEST_LINE: usize = 256 * 1024;
/// How much space is preallocated beyond what is needed, so that this is a rare call.
const ROOM: u64 = 1 << 20;
/// The interval of `fdatasync`: a power failure loses at most the results of this long. The end of the process, SIGKILL
/// included, loses none: what was written is in the page cache.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Why a results file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadLedger {
    /// Writing, syncing or preallocating failed.
    #[error(
        "{path}: {error}; the {kept} results in it are kept: make room or mend it, and run the same command again"
    )]
    Disk {
        /// The results file.
        path: PathBuf,
        /// How many results were written.
        kept: u64,
        /// The error of the system call.
        error: io::Error,
    },
    /// It cannot be opened.
    #[error("cannot open the results file {path}: {error}")]
    Open {
        /// The results file.
        path: PathBuf,
        /// The error of the system call.
        error: io::Error,
    },
    /// Another process holds the advisory lock.
    #[error(
        "the results file {0} is being written by another run; wait for it, or name another with --results"
    )]
    Busy(PathBuf),
    /// It is larger than what is read.
    #[error(
        "the results file {0} is larger than 4 GiB, which is more than is read; name another with --results"
    )]
    TooLarge(PathBuf),
    /// The first line is no heading.
    #[error("{0} is not a results file: its first line is no heading; name another with --results")]
    Foreign(PathBuf),
    /// It has another format version.
    #[error(
        "{path} is a results file of format {format}, and this version of skirmish reads format {}; finish it with the version that began it, or name another with --results",
        Heading::FORMAT
    )]
    Format {
        /// The results file.
        path: PathBuf,
        /// The format of its lines.
        format: u32,
    },
    /// It belongs to another schedule.
    #[error("the results file {path} is of another schedule: {what}; name another with --results")]
    Other {
        /// The results file.
        path: PathBuf,
        /// What differs, in words.
        what: String,
    },
    /// A result has other seats or another seed than the match of its number in the schedule.
    #[error(
        "{path}: match {number} is not the match of that number in this schedule; the file was changed, move it away or name another with --results"
    )]
    Mismatch {
        /// The results file.
        path: PathBuf,
        /// The number of the match.
        number: u64,
    },
    /// A line cannot be parsed, is too long, or repeats a match.
    #[error("{path}, line {line}: {what}; the file was changed, move it away or name another with --results")]
    Damaged {
        /// The results file.
        path: PathBuf,
        /// The line number, from 1.
        line: u64,
        /// What is wrong, in words.
        what: String,
    },
}

/// An open results file, locked against other processes.
pub struct Ledger {
    path: PathBuf,
    storage: Box<dyn Storage>,
    /// The length of the file in bytes, complete lines only.
    bytes: u64,
    reserved: u64,
    results: u64,
    synced: Instant,
}

/// What a results file held when it was opened.
#[derive(Debug, Default)]
pub struct Found {
    /// Finished matches, by number.
    pub results: BTreeMap<u64, MatchResult>,
    /// The length in bytes of a torn last line, which was truncated.
    pub dropped: Option<u64>,
}

impl Ledger {
    /// The heading of a results file, of any format version; `None` if there is no such file or no complete first line.
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

    /// Opens and locks the file of this schedule and reads its results; creates it if there is none.
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
        // Read only in part, its last line would look torn and the rest be cut off.
        if file.metadata().map_err(open)?.len() > MOST_BYTES {
            return Err(BadLedger::TooLarge(path.into()));
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

    /// A ledger on a storage that already holds `bytes` bytes and `results` results.
    pub fn on(storage: Box<dyn Storage>, path: &Path, bytes: u64, results: u64) -> Self {
        Self { path: path.into(), storage, bytes, reserved: bytes, results, synced: Instant::now() }
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Preallocates space for the results of that many matches.
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

    /// Appends a result.
    pub fn add(&mut self, result: &MatchResult) -> Result<(), BadLedger> {
        self.write(&line_of(result))?;
        self.results += 1;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Frees preallocated space that was not used, and syncs.
    pub fn close(mut self) -> Result<(), BadLedger> {
        self.storage.cut(self.bytes).map_err(|error| self.disk(error))?;
        self.sync()
    }

    fn write(&mut self, line: &[u8]) -> Result<(), BadLedger> {
        if let Err(error) = self.storage.write_all(line) {
            // The next run would truncate a torn line anyway; doing it now leaves the file well-formed.
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

/// The results in the file, and how many bytes of it are complete lines.
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

/// A line without a newline is a torn write of ours only if it can be the beginning of one: anything else is refused.
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
