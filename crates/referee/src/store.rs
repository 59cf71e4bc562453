//! Where replays are kept: a folder of compressed files with predictable names, and which was the last. Beside a replay lie
//! what its bots printed on stderr, and how they conducted themselves; both are for the bots' authors.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skirmish_core::replay::{BadReplay, Replay};
use skirmish_core::seat::Seat;
use skirmish_programs::fingerprint;

use crate::conduct::Conduct;
use crate::record::Record;
use crate::stderr::{Part, StderrLog};

/// A folder of replays.
#[derive(Clone, Debug)]
pub struct ReplayStore {
    folder: PathBuf,
}

/// What was written for one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The replay.
    pub replay: PathBuf,
    /// By seat: what its bot printed on stderr, if anything.
    pub stderr: Vec<Option<PathBuf>>,
}

/// A replay that could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum BadStore {
    /// The disk refused.
    #[error("{path}: {error}")]
    Disk {
        /// Where.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Nothing was played here.
    #[error("{0}: there is no last replay; play a match first")]
    NoLast(PathBuf),
    /// It is not a replay.
    #[error("{path}: {bad}")]
    Bad {
        /// Where.
        path: PathBuf,
        /// What is wrong.
        bad: BadReplay,
    },
    /// There are too many of that name.
    #[error("{0}: there are too many replays of this name; clear the folder")]
    Full(PathBuf),
}

/// The word that means the newest replay.
const LAST: &str = "last";
/// The longest name in the file of that name.
const MOST_LAST_BYTES: u64 = 4096;
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

impl ReplayStore {
    /// The most bytes a replay may have when unpacked.
    pub const MOST_BYTES: u64 = 256 << 20;
    /// A packed replay may always become so large. A match leaves 5 to 30 bytes of text for each byte that is packed; what
    /// is unpacked to more than [`ReplayStore::MOST_RATIO`] of its size was written to take memory and time.
    pub const ALWAYS_BYTES: u64 = 16 << 20;
    /// How many times its packed size a replay beyond [`ReplayStore::ALWAYS_BYTES`] may have when unpacked.
    pub const MOST_RATIO: u64 = 64;
    /// The most bytes of stderr that are read of one seat: more than a match keeps.
    pub const MOST_STDERR_BYTES: u64 = 16 << 20;
    /// The most bytes of a file about a seat's conduct.
    pub const MOST_CONDUCT_BYTES: u64 = 64 << 10;

    /// A store in that folder, which is made when something is put on it.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Writes a match's replay and what its bots printed on stderr, and remembers it as the last.
    pub fn save(&self, record: &Record) -> Result<Saved, BadStore> {
        let stderr_log =
            record.stderr.iter().map(|stderr_log| (!stderr_log.is_empty()).then(|| stderr_log.write()));
        self.add(&record.replay, &stderr_log.collect::<Vec<_>>())
    }

    /// The same, and beside the replay how each program conducted itself besides its answers.
    pub fn save_with_conduct(&self, record: &Record) -> Result<Saved, BadStore> {
        let saved = self.save(record)?;
        let replay = format!("{:016x}", record.replay.sum());
        for (seat, conduct) in record.conduct.iter().enumerate() {
            if *conduct == Conduct::default() {
                continue;
            }
            let path = conduct_path(&saved.replay, Seat(seat as u8));
            let kept = KeptConduct { replay: replay.clone(), conduct: conduct.clone() };
            let text = serde_json::to_string_pretty(&kept).map_err(|error| disk(&path, error.into()))?;
            write_whole(&path, format!("{text}\n").as_bytes())?;
        }
        Ok(saved)
    }

    /// The same as [`ReplayStore::save`] for a replay that was played elsewhere, with what is known of stderr by seat, as [`StderrLog::write`] has it.
    pub fn add(&self, replay: &Replay, stderr_log: &[Option<Vec<u8>>]) -> Result<Saved, BadStore> {
        fs::create_dir_all(&self.folder).map_err(|error| disk(&self.folder, error))?;
        let path = self.reserve(&stem(replay))?;
        let packed = pack(replay).map_err(|error| disk(&path, error))?;
        write_whole(&path, &packed)?;
        let mut stderr = Vec::new();
        for (seat, stderr_log) in stderr_log.iter().enumerate() {
            let beside = stderr_path(&path, Seat(seat as u8));
            if let Some(stderr_log) = stderr_log {
                write_whole(&beside, stderr_log)?;
            }
            stderr.push(stderr_log.as_ref().map(|_| beside));
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        write_whole(&self.folder.join(LAST), format!("{name}\n").as_bytes())?;
        Ok(Saved { replay: path, stderr })
    }

    /// Where the replay of that name is: `last`, a name on the store, or a path.
    pub fn find(&self, name: &str) -> Result<PathBuf, BadStore> {
        if name == LAST {
            let last = self.folder.join(LAST);
            let named = match skirmish_files::read_text(&last, MOST_LAST_BYTES) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(BadStore::NoLast(self.folder.clone()));
                }
                named => named.map_err(|error| disk(&last, error))?,
            };
            // The file says a name, never a way out of the folder.
            let named = Path::new(named.trim()).file_name().ok_or(BadStore::NoLast(self.folder.clone()))?;
            return Ok(self.folder.join(named));
        }
        let on_shelf = [self.folder.join(name), self.folder.join(format!("{name}.replay"))];
        let found = on_shelf.into_iter().find(|path| !Path::new(name).exists() && path.exists());
        Ok(found.unwrap_or_else(|| PathBuf::from(name)))
    }

    /// Reads the replay of that name: `last`, a name on the store, or a path.
    pub fn read(&self, name: &str) -> Result<Replay, BadStore> {
        read(&self.find(name)?)
    }

    /// The first free name: `<stem>-<n>.replay`. The file is there when this returns, so that nobody else takes it.
    fn reserve(&self, stem: &str) -> Result<PathBuf, BadStore> {
        const MOST: u32 = 100_000;
        for number in 1..MOST {
            let path = self.folder.join(format!("{stem}-{number}.replay"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(disk(&path, error)),
            }
        }
        Err(BadStore::Full(self.folder.clone()))
    }
}

/// Reads a replay file, packed or plain.
pub fn read(path: &Path) -> Result<Replay, BadStore> {
    let bytes = skirmish_files::read(path, ReplayStore::MOST_BYTES).map_err(|error| disk(path, error))?;
    let text = unpack(&bytes, ReplayStore::MOST_BYTES).map_err(|error| disk(path, error))?;
    Replay::read(&text).map_err(|bad| BadStore::Bad { path: path.to_path_buf(), bad })
}

/// Reads as much of a replay file as makes sense, and says what is wrong with the rest.
pub fn salvage(path: &Path) -> Result<(Replay, Option<BadReplay>), BadStore> {
    let bytes = skirmish_files::read(path, ReplayStore::MOST_BYTES).map_err(|error| disk(path, error))?;
    let mut text = Vec::new();
    // What was unpacked before the damage is kept.
    match unpack_into(&bytes, ReplayStore::MOST_BYTES, &mut text) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => return Err(disk(path, error)),
        Err(_) if text.is_empty() => {
            return Err(BadStore::Bad { path: path.to_path_buf(), bad: BadReplay::Truncated(0) });
        }
        Ok(false) => text = bytes,
        Ok(true) | Err(_) => {}
    }
    Replay::salvage(&text).map_err(|bad| BadStore::Bad { path: path.to_path_buf(), bad })
}

/// What a seat's bot printed on stderr, by decision; `None` if that was not kept, or is not what the replay names.
pub fn read_stderr(path: &Path, replay: &Replay, seat: Seat) -> Option<Vec<Part>> {
    read_stderr_file(path, replay, seat).map(|(_, bytes)| StderrLog::read(&bytes))
}

/// The file with a seat's stderr, and how many bytes more were dropped; `None` as for [`read_stderr`].
pub fn find_stderr(path: &Path, replay: &Replay, seat: Seat) -> Option<(PathBuf, u64)> {
    read_stderr_file(path, replay, seat).map(|(path, bytes)| (path, StderrLog::read_dropped(&bytes)))
}

fn read_stderr_file(path: &Path, replay: &Replay, seat: Seat) -> Option<(PathBuf, Vec<u8>)> {
    let expected = replay.header.players.get(seat.index())?.stderr.as_ref()?;
    let path = stderr_path(path, seat);
    let bytes = skirmish_files::read(&path, ReplayStore::MOST_STDERR_BYTES).ok()?;
    (fingerprint::of_bytes(&bytes) == *expected).then_some((path, bytes))
}

/// How a seat's program conducted itself besides its answers; `None` if that was not kept, or is of another replay.
pub fn read_conduct(path: &Path, replay: &Replay, seat: Seat) -> Option<Conduct> {
    let bytes = skirmish_files::read(&conduct_path(path, seat), ReplayStore::MOST_CONDUCT_BYTES).ok()?;
    let kept: KeptConduct = serde_json::from_slice(&bytes).ok()?;
    (kept.replay == format!("{:016x}", replay.sum())).then_some(kept.conduct)
}

/// A seat's conduct, and the sum of the replay that it belongs to.
#[derive(Serialize, Deserialize)]
struct KeptConduct {
    replay: String,
    #[serde(flatten)]
    conduct: Conduct,
}

/// The text of a replay, packed or plain, within what an honest match can unpack to and within `most` bytes.
pub fn unpack(bytes: &[u8], most: u64) -> io::Result<Cow<'_, [u8]>> {
    let mut text = Vec::new();
    Ok(if unpack_into(bytes, most, &mut text)? { Cow::Owned(text) } else { Cow::Borrowed(bytes) })
}

/// What so many packed bytes may be unpacked to.
fn most_unpacked(packed: u64) -> u64 {
    ReplayStore::ALWAYS_BYTES.max(packed.saturating_mul(ReplayStore::MOST_RATIO))
}

/// Unpacks what is packed; false if it is not.
fn unpack_into(bytes: &[u8], most: u64, text: &mut Vec<u8>) -> io::Result<bool> {
    /// The largest window that is kept of what was unpacked, as a power of two: what every unpacker has to offer.
    const MOST_WINDOW: u32 = 23;
    let packed = bytes.len() as u64;
    let too_large = |most: u64| {
        let what = format!("the replay has more than {} MiB when unpacked", most >> 20);
        io::Error::new(io::ErrorKind::FileTooLarge, format!("{what}; it is damaged or not ours"))
    };
    if !bytes.starts_with(&ZSTD_MAGIC) {
        return if packed > most { Err(too_large(most)) } else { Ok(false) };
    }
    let most = most.min(most_unpacked(packed));
    let mut decoder = zstd::Decoder::new(bytes)?;
    decoder.window_log_max(MOST_WINDOW)?;
    let damaged = |_| io::Error::new(io::ErrorKind::InvalidData, "the replay is damaged or cut off");
    decoder.take(most + 1).read_to_end(text).map_err(damaged)?;
    if text.len() as u64 > most { Err(too_large(most)) } else { Ok(true) }
}

/// A replay as it is kept: packed, with a check sum of its own; plain, if packing makes it smaller than readers believe.
pub fn pack(replay: &Replay) -> io::Result<Vec<u8>> {
    const LEVEL: i32 = 3;
    let text = replay.write().into_bytes();
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.write_all(&text)?;
    let packed = encoder.finish()?;
    // Whatever a match was like, its replay can be read again.
    Ok(if text.len() as u64 > most_unpacked(packed.len() as u64) { text } else { packed })
}

/// `utti-7-my_bot.py-house_easy`: what was played, and by whom, fit for a file's name.
fn stem(replay: &Replay) -> String {
    const LONGEST_NAME: usize = 24;
    let header = &replay.header;
    let mut stem = format!("{}-{}", header.game, header.seed);
    for player in &header.players {
        let last = player.name.rsplit('/').next().unwrap_or_default();
        let fit = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '_' { c } else { '_' };
        stem.push('-');
        stem.extend(last.chars().map(fit).take(LONGEST_NAME));
    }
    stem
}

fn stderr_path(replay: &Path, seat: Seat) -> PathBuf {
    replay.with_extension(format!("seat{seat}.stderr"))
}

fn conduct_path(replay: &Path, seat: Seat) -> PathBuf {
    replay.with_extension(format!("seat{seat}.conduct.json"))
}

/// Writes beside and moves into place, so that nobody ever reads half a file.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), BadStore> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes).map_err(|error| disk(&beside, error))?;
    fs::rename(&beside, path).map_err(|error| disk(path, error))
}

fn disk(path: &Path, error: io::Error) -> BadStore {
    BadStore::Disk { path: path.to_path_buf(), error }
}
