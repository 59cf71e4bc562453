//! Files by what is in them: sources, artefacts, replays, logs. A blob is written once and never changes.
//!
//! A blob is named by the SHA-256 of its bytes and compressed on the disk: `ab/cdef….zst` below the folder. One of an
//! earlier version is there as it is, without the ending, and is read as well. Blobs are written into a file without a
//! name first, so that they are whole or not there, and nobody's bytes have to fit into memory.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use skirmish_arena_protocol::blob::is_name;

pub use skirmish_arena_protocol::blob::{MOST_BYTES, hex, name_of};
use tempfile::NamedTempFile;

use crate::clock;

/// How hard blobs are compressed: more costs more than it saves.
const LEVEL: i32 = 3;
/// How a compressed blob's file name ends.
const ENDING: &str = ".zst";
/// The folder of files that are being written, or read once.
const SPOOL: &str = "spool";
/// Folders that blobs are divided into.
pub const FOLDERS: usize = 256;

/// A folder of blobs. Cheap to clone; calls block, so keep them off the async threads.
#[derive(Clone, Debug)]
pub struct Blobs {
    folder: PathBuf,
    /// Held by whoever changes which blobs there are.
    stored: Arc<Mutex<Stored>>,
}

/// How much there is on the disk.
#[derive(Debug, Default)]
struct Stored {
    bytes: u64,
    /// The folders that were counted; a blob in another one will be.
    counted: usize,
}

/// Why a blob could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BadBlob {
    /// The name is not 64 hexadecimal digits.
    #[error("{0:?} is no blob's name: 64 hexadecimal digits are")]
    Name(String),
    /// There is none.
    #[error("there is no blob {0}")]
    Missing(String),
    /// Too large.
    #[error("a blob has at most {MOST_BYTES} bytes")]
    TooLarge,
    /// What is on the disk is not what the name says.
    #[error("blob {0} was damaged on the disk")]
    Damaged(String),
    /// The disk did not do it.
    #[error("blob {0}: {1}")]
    Io(String, io::Error),
}

impl Blobs {
    /// The blobs in this folder, which is made if it is not there. What an earlier server was writing is removed.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        let spool = folder.join(SPOOL);
        match fs::remove_dir_all(&spool) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&spool)?,
        }
        Ok(Self { folder, stored: Arc::default() })
    }

    /// A file without a name, for bytes that are on their way.
    pub fn spool(&self) -> io::Result<File> {
        tempfile::tempfile_in(self.folder.join(SPOOL))
    }

    /// Begins a blob.
    pub fn write(&self) -> Result<BlobWriter, BadBlob> {
        let begun = || {
            let file = NamedTempFile::new_in(self.folder.join(SPOOL))?;
            zstd::Encoder::new(file, LEVEL)
        };
        let packing = begun().map_err(|error| BadBlob::Io("that is new".to_owned(), error))?;
        Ok(BlobWriter { blobs: self.clone(), packing, hash: Sha256::new(), bytes: 0 })
    }

    /// Keeps the bytes, and gives their name.
    pub fn keep(&self, bytes: &[u8]) -> Result<String, BadBlob> {
        let mut writer = self.write()?;
        writer.write_all(bytes).map_err(|error| writer.failed(error))?;
        let staged = writer.finish()?;
        staged.keep()?;
        Ok(staged.name)
    }

    /// Reads a blob as it comes from the disk; damage is an error at its end.
    pub fn reader(&self, name: &str) -> Result<BlobReader, BadBlob> {
        let path = self.path(name)?;
        let opened = match File::open(&path) {
            Ok(file) => zstd::Decoder::new(file).map(|from| Box::new(from) as Box<dyn Read + Send>),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                File::open(plain(&path)).map(|from| Box::new(from) as Box<dyn Read + Send>)
            }
            Err(error) => Err(error),
        };
        let from = opened.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => BadBlob::Missing(name.to_owned()),
            _ => BadBlob::Io(name.to_owned(), error),
        })?;
        Ok(BlobReader { from: from.take(MOST_BYTES + 1), hash: Some(Sha256::new()), name: name.to_owned() })
    }

    /// The bytes of that name.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, BadBlob> {
        let mut bytes = Vec::new();
        self.reader(name)?.read_to_end(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => BadBlob::Damaged(name.to_owned()),
            _ => BadBlob::Io(name.to_owned(), error),
        })?;
        Ok(bytes)
    }

    /// Whether there is a blob of that name.
    pub fn has(&self, name: &str) -> Result<bool, BadBlob> {
        Ok(self.size(name)?.is_some())
    }

    /// How many bytes a blob takes on the disk; none if there is none.
    pub fn size(&self, name: &str) -> Result<Option<u64>, BadBlob> {
        let path = self.path(name)?;
        Ok(found(&path).map(|(_, meta)| meta.len()))
    }

    /// Removes a blob; nothing happens if there is none.
    pub fn remove(&self, name: &str) -> Result<(), BadBlob> {
        self.remove_if(name, |_| true).map(|_| ())
    }

    /// Removes a blob that nobody has kept, again or for the first time, for so long; whether it did.
    pub fn remove_old(&self, name: &str, age: Duration) -> Result<bool, BadBlob> {
        self.remove_if(name, |meta| is_older(meta, age))
    }

    /// The blobs in one of the [`FOLDERS`] that nobody has kept for so long. The first time its bytes are counted.
    pub fn old_in(&self, folder: usize, age: Duration) -> io::Result<Vec<String>> {
        let prefix = format!("{:02x}", folder % FOLDERS);
        let mut stored = self.stored();
        let (mut names, mut bytes) = (Vec::new(), 0);
        let entries = match fs::read_dir(self.folder.join(&prefix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            entries => entries.into_iter().flatten(),
        };
        for entry in entries {
            let (entry, meta) = match entry.and_then(|entry| Ok((entry.metadata()?, entry))) {
                Ok((meta, entry)) => (entry, meta),
                Err(_) => continue,
            };
            bytes += meta.len();
            let file = entry.file_name();
            let name = file.to_str().map(|rest| format!("{prefix}{}", rest.trim_end_matches(ENDING)));
            names.extend(name.filter(|name| is_name(name) && is_older(&meta, age)));
        }
        if folder == stored.counted {
            stored.bytes += bytes;
            stored.counted += 1;
        }
        Ok(names)
    }

    /// How many bytes all blobs take on the disk; none until all folders were looked into once.
    #[must_use]
    pub fn stored_bytes(&self) -> Option<u64> {
        let stored = self.stored();
        (stored.counted == FOLDERS).then_some(stored.bytes)
    }

    fn remove_if(&self, name: &str, goes: impl Fn(&fs::Metadata) -> bool) -> Result<bool, BadBlob> {
        let path = self.path(name)?;
        let mut stored = self.stored();
        let Some((path, meta)) = found(&path).filter(|(_, meta)| goes(meta)) else { return Ok(false) };
        match fs::remove_file(path) {
            Ok(()) => {
                stored.changed(name, |bytes| bytes.saturating_sub(meta.len()));
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(BadBlob::Io(name.to_owned(), error)),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf, BadBlob> {
        if !is_name(name) {
            return Err(BadBlob::Name(name.chars().take(80).collect()));
        }
        Ok(self.folder.join(&name[..2]).join(format!("{}{ENDING}", &name[2..])))
    }

    fn stored(&self) -> MutexGuard<'_, Stored> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stored {
    fn changed(&mut self, name: &str, change: impl Fn(u64) -> u64) {
        if usize::from_str_radix(&name[..2], 16).is_ok_and(|folder| folder < self.counted) {
            self.bytes = change(self.bytes);
        }
    }
}

/// A blob that is being written.
pub struct BlobWriter {
    blobs: Blobs,
    packing: zstd::Encoder<'static, NamedTempFile>,
    hash: Sha256,
    bytes: u64,
}

impl BlobWriter {
    /// It is whole: on the disk, but not yet under its name.
    pub fn finish(self) -> Result<Staged, BadBlob> {
        let name = hex(&self.hash.finalize());
        let synced = || {
            let file = self.packing.finish()?;
            file.as_file().sync_data()?;
            Ok((file.as_file().metadata()?.len(), file))
        };
        let (size, file) = synced().map_err(|error| BadBlob::Io(name.clone(), error))?;
        Ok(Staged { name, size, blobs: self.blobs, file: Mutex::new(Some(file)) })
    }

    /// Why writing to it failed.
    #[must_use]
    pub fn failed(&self, error: io::Error) -> BadBlob {
        match error.kind() {
            io::ErrorKind::FileTooLarge => BadBlob::TooLarge,
            _ => BadBlob::Io("that is new".to_owned(), error),
        }
    }
}

impl Write for BlobWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.packing.write(bytes)?;
        self.hash.update(&bytes[..count]);
        self.bytes += count as u64;
        if self.bytes > MOST_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.packing.flush()
    }
}

/// A blob that is whole on the disk and has no name there yet. Dropped, it is gone.
#[derive(Debug)]
pub struct Staged {
    /// Its name.
    pub name: String,
    /// How many bytes it takes on the disk.
    pub size: u64,
    blobs: Blobs,
    file: Mutex<Option<NamedTempFile>>,
}

impl Staged {
    /// Keeps it under its name. One that was there stays and counts as kept just now.
    pub fn keep(&self) -> Result<(), BadBlob> {
        let Some(file) = self.file.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Ok(());
        };
        let path = self.blobs.path(&self.name)?;
        let kept = || {
            let mut stored = self.blobs.stored();
            if let Some((path, _)) = found(&path) {
                return clock::touch(&File::open(path)?);
            }
            fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
            file.persist(&path)?;
            stored.changed(&self.name, |bytes| bytes + self.size);
            Ok(())
        };
        kept().map_err(|error: io::Error| BadBlob::Io(self.name.clone(), error))
    }
}

/// A blob that is being read.
pub struct BlobReader {
    from: io::Take<Box<dyn Read + Send>>,
    /// None once its end was seen and it was what its name says.
    hash: Option<Sha256>,
    name: String,
}

impl Read for BlobReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        if count > 0 {
            self.hash.iter_mut().for_each(|hash| hash.update(&buffer[..count]));
        } else if !buffer.is_empty()
            && let Some(hash) = self.hash.take()
            && hex(&hash.finalize()) != self.name
        {
            let damaged = BadBlob::Damaged(self.name.clone());
            return Err(io::Error::new(io::ErrorKind::InvalidData, damaged.to_string()));
        }
        Ok(count)
    }
}

/// Where an earlier version kept the blob whose file is this.
fn plain(path: &Path) -> PathBuf {
    path.with_extension("")
}

/// The file of a blob, compressed or not.
fn found(path: &Path) -> Option<(PathBuf, fs::Metadata)> {
    let is_there = |path: PathBuf| fs::metadata(&path).ok().map(|meta| (path, meta));
    is_there(path.to_owned()).or_else(|| is_there(plain(path)))
}

fn is_older(meta: &fs::Metadata, age: Duration) -> bool {
    clock::age_of(meta).is_some_and(|written| written >= age)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> (Blobs, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        (Blobs::open(folder.path()).expect("blobs"), folder)
    }

    /// Makes a blob look as if it had been kept for the last time long ago.
    fn age(blobs: &Blobs, name: &str) {
        let (path, _) = found(&blobs.path(name).expect("a name")).expect("it is there");
        let long_ago = std::time::SystemTime::UNIX_EPOCH;
        File::open(path).and_then(|file| file.set_modified(long_ago)).expect("aged");
    }

    const DAY: Duration = Duration::from_secs(86_400);

    #[test]
    fn a_blob_is_read_as_it_was_kept() {
        let (blobs, _folder) = opened();
        let name = blobs.keep(b"abc").expect("kept");
        assert_eq!(name, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(blobs.keep(b"abc").expect("kept again"), name);
        assert_eq!(blobs.read(&name).expect("read"), b"abc");
        blobs.remove(&name).expect("removed");
        assert!(matches!(blobs.read(&name), Err(BadBlob::Missing(_))));
    }

    #[test]
    fn a_blob_is_small_on_the_disk_and_one_of_an_earlier_version_is_read() {
        let (blobs, folder) = opened();
        let zeros = vec![0; 1 << 20];
        let name = blobs.keep(&zeros).expect("kept");
        assert!(blobs.size(&name).expect("a name").expect("it is there") < 1024);
        assert_eq!(blobs.read(&name).expect("read"), zeros);
        // As it was kept before blobs were compressed; the bytes of a packed replay look like a compressed blob.
        let old = zstd::encode_all(&b"a replay"[..], 1).expect("packed");
        let name = name_of(&old);
        fs::create_dir_all(folder.path().join(&name[..2])).expect("a folder");
        fs::write(folder.path().join(&name[..2]).join(&name[2..]), &old).expect("written");
        assert_eq!(blobs.read(&name).expect("read"), old);
        assert_eq!(blobs.keep(&old).expect("kept again"), name);
        assert_eq!(blobs.size(&name).expect("a name"), Some(old.len() as u64), "it is not kept twice");
        blobs.remove(&name).expect("removed");
        assert!(!blobs.has(&name).expect("a name"));
    }

    #[test]
    fn no_name_leads_out_of_the_folder_and_damage_is_seen() {
        let (blobs, folder) = opened();
        for name in ["", "../x", "a", &"A".repeat(64), &"../".repeat(22)] {
            assert!(matches!(blobs.read(name), Err(BadBlob::Name(_))), "{name}");
        }
        let name = blobs.keep(b"abc").expect("kept");
        let other = zstd::encode_all(&b"abd"[..], 1).expect("packed");
        fs::write(folder.path().join(&name[..2]).join(format!("{}.zst", &name[2..])), other)
            .expect("damaged");
        assert!(matches!(blobs.read(&name), Err(BadBlob::Damaged(_))));
    }

    #[test]
    fn what_is_too_large_or_dropped_leaves_nothing_behind() {
        let (blobs, folder) = opened();
        let mut writer = blobs.write().expect("begun");
        let chunk = vec![0; 1 << 20];
        let error = (0..=MOST_BYTES >> 20).find_map(|_| writer.write_all(&chunk).err()).expect("too large");
        assert!(matches!(writer.failed(error), BadBlob::TooLarge));
        drop(writer);
        drop(blobs.write().expect("begun").finish().expect("staged"));
        assert_eq!(fs::read_dir(folder.path().join(SPOOL)).expect("a folder").count(), 0);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "only the spool");
    }

    #[test]
    fn what_is_kept_again_is_young_again() {
        let (blobs, _folder) = opened();
        let name = blobs.keep(b"abc").expect("kept");
        let folder = usize::from_str_radix(&name[..2], 16).expect("a folder");
        assert!(blobs.old_in(folder, DAY).expect("read").is_empty());
        age(&blobs, &name);
        assert_eq!(blobs.old_in(folder, DAY).expect("read"), std::slice::from_ref(&name));
        // Somebody keeps the same bytes after the list was made.
        blobs.keep(b"abc").expect("kept again");
        assert!(!blobs.remove_old(&name, DAY).expect("looked at"));
        assert!(blobs.has(&name).expect("a name"));
        age(&blobs, &name);
        assert!(blobs.remove_old(&name, DAY).expect("removed"));
    }

    #[test]
    fn bytes_on_the_disk_are_counted_whenever_blobs_come_and_go() {
        let (blobs, _folder) = opened();
        let (first, second) = (blobs.keep(b"first").expect("kept"), blobs.keep(b"the second").expect("kept"));
        let sizes = [&first, &second].map(|name| blobs.size(name).expect("a name").expect("it is there"));
        // One is there before, and one comes and one goes while folders are counted.
        for folder in 0..FOLDERS {
            assert_eq!(blobs.stored_bytes(), None);
            blobs.old_in(folder, DAY).expect("read");
            if folder == FOLDERS / 2 {
                blobs.remove(&first).expect("removed");
                blobs.keep(b"third").expect("kept");
            }
        }
        let third = blobs.size(&name_of(b"third")).expect("a name").expect("it is there");
        assert_eq!(blobs.stored_bytes(), Some(sizes[1] + third));
        blobs.keep(b"third").expect("kept again");
        blobs.old_in(0, DAY).expect("read");
        assert_eq!(blobs.stored_bytes(), Some(sizes[1] + third), "nothing is counted twice");
        blobs.remove(&second).expect("removed");
        assert_eq!(blobs.stored_bytes(), Some(third));
    }
}
