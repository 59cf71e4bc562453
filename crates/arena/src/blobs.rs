//! Files by what is in them: sources, artefacts, replays, logs. A blob is written once and never changes.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

pub use skirmish_arena_protocol::blob::{MOST_BYTES, hex, name_of};

/// A folder of blobs, each named by the SHA-256 of its bytes. Cheap to clone; calls block, so keep them off the async
/// threads.
#[derive(Clone, Debug)]
pub struct Blobs {
    folder: PathBuf,
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
    #[error("a blob has at most {MOST_BYTES} bytes, this one has {0}")]
    TooLarge(u64),
    /// What is on the disk is not what the name says.
    #[error("blob {0} was damaged on the disk")]
    Damaged(String),
    /// The disk did not do it.
    #[error("blob {0}: {1}")]
    Io(String, io::Error),
}

impl Blobs {
    /// The blobs in this folder, which is made if it is not there.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// Keeps the bytes, and gives their name. They are whole on the disk, or not there.
    pub fn keep(&self, bytes: &[u8]) -> Result<String, BadBlob> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(BadBlob::TooLarge(bytes.len() as u64));
        }
        let name = name_of(bytes);
        let path = self.path(&name)?;
        if !path.exists() {
            write_whole(&path, bytes).map_err(|error| BadBlob::Io(name.clone(), error))?;
        }
        Ok(name)
    }

    /// The bytes of that name.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, BadBlob> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => BadBlob::Missing(name.to_owned()),
            _ => BadBlob::Io(name.to_owned(), error),
        };
        let mut bytes = Vec::new();
        let file = File::open(self.path(name)?).map_err(failed)?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if name_of(&bytes) != name {
            return Err(BadBlob::Damaged(name.to_owned()));
        }
        Ok(bytes)
    }

    /// Whether there is a blob of that name.
    pub fn has(&self, name: &str) -> Result<bool, BadBlob> {
        Ok(self.path(name)?.exists())
    }

    /// Removes a blob; nothing happens if there is none.
    pub fn forget(&self, name: &str) -> Result<(), BadBlob> {
        match fs::remove_file(self.path(name)?) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(BadBlob::Io(name.to_owned(), error)),
            _ => Ok(()),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf, BadBlob> {
        let is_name = name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_name {
            return Err(BadBlob::Name(name.chars().take(80).collect()));
        }
        Ok(self.folder.join(&name[..2]).join(&name[2..]))
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blob_is_read_as_it_was_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let blobs = Blobs::open(folder.path()).expect("blobs");
        let name = blobs.keep(b"abc").expect("kept");
        assert_eq!(name, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(blobs.keep(b"abc").expect("kept again"), name);
        assert_eq!(blobs.read(&name).expect("read"), b"abc");
        blobs.forget(&name).expect("forgotten");
        assert!(matches!(blobs.read(&name), Err(BadBlob::Missing(_))));
    }

    #[test]
    fn no_name_leads_out_of_the_folder_and_damage_is_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let blobs = Blobs::open(folder.path()).expect("blobs");
        for name in ["", "../x", "a", &"A".repeat(64), &"../".repeat(22)] {
            assert!(matches!(blobs.read(name), Err(BadBlob::Name(_))), "{name}");
        }
        let name = blobs.keep(b"abc").expect("kept");
        fs::write(folder.path().join(&name[..2]).join(&name[2..]), b"abd").expect("damaged");
        assert!(matches!(blobs.read(&name), Err(BadBlob::Damaged(_))));
    }
}
