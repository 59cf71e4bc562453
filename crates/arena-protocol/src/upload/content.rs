//! What is in a file of a bot: bytes in memory, or a part of a temporary file, so that no archive has to fit into memory.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes that are copied at once.
const BUFFER_BYTES: usize = 64 << 10;

/// What is in a file. Cheap to clone.
#[derive(Clone)]
pub struct Content {
    len: u64,
    place: Place,
}

#[derive(Clone)]
enum Place {
    Memory(Arc<Vec<u8>>),
    Spooled { file: Arc<fs::File>, from: u64 },
    Path(PathBuf),
}

impl Content {
    /// What is in an open file that nobody changes.
    pub fn of_file(file: fs::File) -> io::Result<Self> {
        Ok(Self { len: file.metadata()?.len(), place: Place::Spooled { file: Arc::new(file), from: 0 } })
    }

    /// What is in a file of so many bytes that nobody changes; it is opened when it is read.
    #[must_use]
    pub fn of_path(path: PathBuf, len: u64) -> Self {
        Self { len, place: Place::Path(path) }
    }

    /// How many bytes it has.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it is held in memory.
    #[must_use]
    pub fn is_in_memory(&self) -> bool {
        matches!(self.place, Place::Memory(_))
    }

    /// The first bytes, at most so many.
    pub fn head(&self, most: usize) -> io::Result<Cow<'_, [u8]>> {
        match &self.place {
            Place::Memory(bytes) => Ok(Cow::Borrowed(&bytes[..bytes.len().min(most)])),
            Place::Spooled { .. } | Place::Path(_) => {
                let mut bytes = Vec::new();
                self.reader().take(most as u64).read_to_end(&mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Reads it from its beginning.
    #[must_use]
    pub fn reader(&self) -> impl Read + use<> {
        Reader { content: self.clone(), at: 0, opened: None }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self { len: bytes.len() as u64, place: Place::Memory(Arc::new(bytes)) }
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len)
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        let whole = |content: &Self| content.head(usize::MAX).map(Cow::into_owned).ok();
        self.len == other.len && whole(self).is_some_and(|bytes| whole(other) == Some(bytes))
    }
}

impl Eq for Content {}

struct Reader {
    content: Content,
    at: u64,
    opened: Option<fs::File>,
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.content.len - self.at).unwrap_or(usize::MAX);
        let most = buffer.len().min(left);
        let count = match &self.content.place {
            Place::Memory(bytes) => (&bytes[self.at as usize..]).read(buffer)?,
            Place::Spooled { file, from } => file.read_at(&mut buffer[..most], from + self.at)?,
            Place::Path(path) => {
                let file = match self.opened.take() {
                    Some(file) => file,
                    None => fs::File::open(path)?,
                };
                self.opened.insert(file).read(&mut buffer[..most])?
            }
        };
        if count == 0 && most > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.at += count as u64;
        Ok(count)
    }
}

/// Where the contents of an archive's files go as they are unpacked.
#[derive(Debug)]
pub enum Spool {
    /// Into memory.
    Memory,
    /// One after the other into a file, which should have no name any more.
    File {
        /// The file.
        file: Arc<fs::File>,
        /// Where it ends.
        end: u64,
    },
}

impl Spool {
    /// Into this empty file.
    #[must_use]
    pub fn file(file: fs::File) -> Self {
        Self::File { file: Arc::new(file), end: 0 }
    }

    /// Takes all that there is, but at most so many bytes.
    pub(super) fn take(&mut self, from: impl Read, most: u64) -> io::Result<Content> {
        let mut from = from.take(most);
        match self {
            Self::Memory => {
                let mut bytes = Vec::new();
                from.read_to_end(&mut bytes)?;
                Ok(bytes.into())
            }
            Self::File { file, end } => {
                let mut out = io::BufWriter::with_capacity(BUFFER_BYTES, At { file, at: *end });
                let len = io::copy(&mut from, &mut out)?;
                out.flush()?;
                let content = Content { len, place: Place::Spooled { file: file.clone(), from: *end } };
                *end += len;
                Ok(content)
            }
        }
    }
}

/// Writes into a file from a place on.
struct At<'a> {
    file: &'a fs::File,
    at: u64,
}

impl io::Write for At<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write_at(bytes, self.at)?;
        self.at += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_in_memory_and_in_a_file_are_the_same() {
        let mut spool = Spool::file(tempfile::tempfile().expect("a file"));
        let first = spool.take(&b"first"[..], 100).expect("taken");
        let second = spool.take(&b"the second"[..], 6).expect("taken");
        assert_eq!(first, Content::from(b"first".to_vec()));
        assert_eq!(second, Content::from(b"the se".to_vec()));
        assert_ne!(first, second);
        assert_eq!(&*second.head(3).expect("read"), b"the");
        let mut whole = Vec::new();
        second.reader().read_to_end(&mut whole).expect("read");
        assert_eq!(whole, b"the se");
    }
}
