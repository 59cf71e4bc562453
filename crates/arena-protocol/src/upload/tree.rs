//! The files of a bot: clean names, bounded, sorted, and the same bytes when they are the same files.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use super::BadUpload;
use super::content::{Content, Spool};
use crate::blob::MOST_BYTES;

/// Bytes of a path.
const MOST_PATH_BYTES: usize = 240;

/// Bytes of all files of an upload, whatever a host lets in: as a tar they still fit into a blob.
pub const MOST_UNPACKED_BYTES: u64 = MOST_BYTES - (4 << 20);

/// How much an archive may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes as it arrives.
    pub packed_bytes: u64,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files.
    pub files: usize,
    /// Folders within folders.
    pub depth: usize,
}

impl Limits {
    /// For sources that somebody uploads, of at most so many bytes as they arrive.
    #[must_use]
    pub fn of_source(packed_bytes: u64) -> Self {
        /// Sources seldom become less than an eighth.
        const UNPACKED: u64 = 8;
        let bytes = packed_bytes.saturating_mul(UNPACKED).min(MOST_UNPACKED_BYTES);
        Self { packed_bytes, bytes, files: 1000, depth: 16 }
    }

    /// For sources that were taken: no less than any host lets in.
    #[must_use]
    pub fn of_kept_source() -> Self {
        let bytes = MOST_BYTES;
        Self { packed_bytes: bytes, bytes, files: 16_384, depth: 32 }
    }
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it is in the bot's folder: clean, relative, divided by `/`.
    pub path: String,
    /// What is in it.
    pub content: Content,
    /// Whether it may be executed.
    pub is_executable: bool,
}

/// Files with clean paths, sorted by them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    files: Vec<File>,
}

impl Tree {
    /// Puts files together. Paths are checked, again if they were before.
    pub fn of_files(mut files: Vec<File>, limits: &Limits) -> Result<Self, BadUpload> {
        if files.len() > limits.files {
            return Err(BadUpload::TooMany(limits.files));
        }
        let bytes: u64 = files.iter().map(|file| file.content.len()).sum();
        if bytes > limits.bytes {
            return Err(BadUpload::TooLarge(limits.bytes));
        }
        for file in &mut files {
            let clean = clean(file.path.as_bytes(), limits)?;
            file.path = clean.ok_or_else(|| BadUpload::path(file.path.as_bytes(), "it names no file"))?;
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        check_unlike(&files)?;
        Ok(Self { files })
    }

    /// One file.
    pub fn of_file(path: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Self, BadUpload> {
        Self::of_files(
            vec![File { path: path.to_owned(), content: bytes.into(), is_executable: false }],
            limits,
        )
    }

    /// The files, by path.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The file at that path.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The same with a file put in its place, over one of that path.
    #[must_use]
    pub fn with(mut self, path: &str, content: impl Into<Content>) -> Self {
        self.files.retain(|file| file.path != path);
        self.files.push(File { path: path.to_owned(), content: content.into(), is_executable: false });
        self.files.sort_by(|one, other| one.path.cmp(&other.path));
        self
    }

    /// The one way in which these files are an archive: the same files, the same bytes.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.pack_into(&mut bytes).expect("clean paths fit, and memory takes all");
        bytes
    }

    /// The same, written as it is made.
    pub fn pack_into(&self, out: impl io::Write) -> io::Result<()> {
        let mut builder = tar::Builder::new(out);
        for file in &self.files {
            let mut header = tar::Header::new_gnu();
            header.set_size(file.content.len());
            header.set_mode(if file.is_executable { 0o755 } else { 0o644 });
            header.set_mtime(0);
            builder.append_data(&mut header, &file.path, file.content.reader())?;
        }
        builder.into_inner().map(drop)
    }

    /// What [`Tree::pack`] made, or any other tar.
    pub fn unpack(bytes: &[u8], limits: &Limits) -> Result<Self, BadUpload> {
        super::archive::tar(bytes, limits, &mut Spool::Memory)
    }

    /// The same, read from wherever it is; contents go into the spool.
    pub fn unpack_from(from: impl io::Read, limits: &Limits, spool: &mut Spool) -> Result<Self, BadUpload> {
        super::archive::tar(from, limits, spool)
    }

    /// Writes the files into a folder, which is made and must not be there yet.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        for file in &self.files {
            let path = folder.join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            options.mode(if file.is_executable { 0o755 } else { 0o644 });
            io::copy(&mut file.content.reader(), &mut options.open(path)?)?;
        }
        Ok(())
    }

    /// The same without the one folder that everything is in, as people pack folders.
    pub(super) fn without_wrapper(mut self) -> Self {
        let first = self
            .files
            .first()
            .and_then(|file| file.path.split_once('/'))
            .map(|(folder, _)| format!("{folder}/"));
        let Some(folder) = first else { return self };
        // Kits keep a source in `src`: that is no wrapper.
        if folder == "src/" || !self.files.iter().all(|file| file.path.starts_with(&folder)) {
            return self;
        }
        for file in &mut self.files {
            file.path.drain(..folder.len());
        }
        self.without_wrapper()
    }
}

/// A path as it is kept; none for the folder itself and for what systems leave behind in archives.
pub(super) fn clean(raw: &[u8], limits: &Limits) -> Result<Option<String>, BadUpload> {
    let bad = |why: &'static str| BadUpload::path(raw, why);
    let path =
        std::str::from_utf8(raw).map_err(|_| bad("its name is not UTF-8; pack it again with UTF-8 names"))?;
    if path.len() > MOST_PATH_BYTES {
        return Err(bad("its path is too long"));
    }
    if path.starts_with('/') || path.contains('\\') || path.contains(':') {
        return Err(bad("a path in an archive is relative, and its folders are divided by /"));
    }
    if path.chars().any(char::is_control) {
        return Err(bad("its name has a control character"));
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => return Err(bad("it leads out of the archive")),
            part => parts.push(part),
        }
    }
    if parts.len() > limits.depth {
        return Err(bad("it lies too many folders deep"));
    }
    let is_kept = !parts.is_empty() && !parts.iter().any(|part| is_litter(part));
    Ok(is_kept.then(|| parts.join("/")))
}

/// Whether systems, languages and tools leave files and folders of that name behind, which nobody wrote.
#[must_use]
pub fn is_litter(name: &str) -> bool {
    matches!(name, "__MACOSX" | ".DS_Store" | ".git" | "__pycache__")
}

/// No path twice, and none that is both a file and a folder.
fn check_unlike(files: &[File]) -> Result<(), BadUpload> {
    let mut seen = BTreeSet::new();
    for file in files {
        if !seen.insert(file.path.as_str()) {
            return Err(BadUpload::path(file.path.as_bytes(), "it is there twice"));
        }
    }
    for file in files {
        let folders = file.path.match_indices('/').map(|(end, _)| &file.path[..end]);
        if let Some(folder) = folders.into_iter().find(|folder| seen.contains(folder)) {
            return Err(BadUpload::path(folder.as_bytes(), "it is both a file and a folder"));
        }
    }
    Ok(())
}
