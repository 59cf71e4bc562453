//! What somebody uploads: one file, a zip, a tar or a tar.gz. Nothing is written, every count is bounded, and what
//! is not a plain file with a plain path is refused with its name.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::BadUpload;
use super::tree::{File, Limits, Tree, clean};

/// Bytes of headings in a tar, for each file.
const TAR_HEADING_BYTES: u64 = 2048;
/// Kinds of file in the mode of an entry of a zip.
const KIND: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const PLAIN: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

impl Tree {
    /// The files of an upload, whatever it is; `name` is what the browser or the person called it.
    pub fn of_upload(name: &str, bytes: &[u8], limits: &Limits) -> Result<Self, BadUpload> {
        if bytes.is_empty() {
            return Err(BadUpload::Empty);
        }
        if bytes.len() as u64 > limits.packed_bytes {
            return Err(BadUpload::TooLarge(limits.packed_bytes));
        }
        let tree = match bytes {
            [b'P', b'K', 3 | 5 | 7, ..] => zip(bytes, limits)?,
            [0x1f, 0x8b, ..] => tar(&gunzip(bytes, limits)?, limits)?,
            _ if is_tar(bytes) => tar(bytes, limits)?,
            _ => return single(name, bytes, limits),
        };
        if tree.files().is_empty() {
            return Err(BadUpload::Empty);
        }
        Ok(tree.without_wrapper())
    }
}

fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

fn single(name: &str, bytes: &[u8], limits: &Limits) -> Result<Tree, BadUpload> {
    // Some browsers send a whole path.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    if let Some(packer) = foreign(bytes) {
        return Err(BadUpload::Foreign(packer));
    }
    check_text(name, bytes)?;
    Tree::of_file(name, bytes.to_vec(), limits)
}

/// What packs in a way that we do not unpack, or is no source at all.
fn foreign(bytes: &[u8]) -> Option<&'static str> {
    const KNOWN: &[(&[u8], &str)] = &[
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"Rar!", "a RAR archive"),
        (b"\xfd7zXZ", "an xz archive"),
        (b"BZh", "a bzip2 archive"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
        (b"\x7fELF", "a built program"),
        (b"MZ", "a Windows program"),
        (b"\xca\xfe\xba\xbe", "a compiled class"),
        (b"%PDF", "a PDF"),
    ];
    KNOWN.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, what)| *what)
}

/// A source file is UTF-8.
fn check_text(name: &str, bytes: &[u8]) -> Result<(), BadUpload> {
    let name = || name.chars().take(80).collect();
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(BadUpload::Encoding { name: name(), why: "it is UTF-16".to_owned() });
    }
    match std::str::from_utf8(bytes) {
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(BadUpload::Encoding { name: name(), why: format!("line {line} is not UTF-8") })
        }
        Ok(text) if text.contains('\0') => {
            Err(BadUpload::Encoding { name: name(), why: "it has zero bytes".to_owned() })
        }
        Ok(_) => Ok(()),
    }
}

fn gunzip(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, BadUpload> {
    let most = limits.bytes + limits.files as u64 * TAR_HEADING_BYTES;
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most + 1).read_to_end(&mut plain);
    read.map_err(|error| BadUpload::Broken("gzip", error.to_string()))?;
    if plain.len() as u64 > most {
        return Err(BadUpload::TooLarge(limits.bytes));
    }
    if is_tar(&plain) { Ok(plain) } else { Err(BadUpload::Foreign("a compressed file that is no tar")) }
}

/// The files of a tar.
pub(super) fn tar(bytes: &[u8], limits: &Limits) -> Result<Tree, BadUpload> {
    let broken = |error: std::io::Error| BadUpload::Broken("tar", error.to_string());
    let mut archive = tar::Archive::new(bytes);
    let mut gathering = Gathering::new(limits);
    for entry in archive.entries().map_err(broken)? {
        let entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() {
            continue;
        }
        let raw = entry.path_bytes().into_owned();
        let mode = entry.header().mode().map_err(broken)?;
        if kind.is_dir() {
            gathering.folder(&raw)?;
        } else if kind.is_file() || kind.is_contiguous() {
            gathering.file(&raw, mode & 0o100 != 0, entry.size(), entry, "tar")?;
        } else {
            return Err(BadUpload::path(&raw, kind_of(kind)));
        }
    }
    Tree::of_files(gathering.files, limits)
}

fn kind_of(kind: tar::EntryType) -> &'static str {
    if kind.is_symlink() || kind.is_hard_link() {
        "it is a link; put the file itself into the archive"
    } else {
        "it is neither a file nor a folder"
    }
}

fn zip(bytes: &[u8], limits: &Limits) -> Result<Tree, BadUpload> {
    let broken = |error: zip::result::ZipError| BadUpload::Broken("zip", error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    let mut gathering = Gathering::new(limits);
    for number in 0..archive.len() {
        let entry = archive.by_index_raw(number).map_err(broken)?;
        let raw = entry.name_raw().to_vec();
        let (mode, is_folder, is_encrypted) = (entry.unix_mode(), entry.is_dir(), entry.encrypted());
        drop(entry);
        if is_encrypted {
            return Err(BadUpload::path(&raw, "it is encrypted; pack it without a password"));
        }
        match mode.map_or(0, |mode| mode & KIND) {
            _ if is_folder => {
                gathering.folder(&raw)?;
                continue;
            }
            0 | PLAIN => {}
            FOLDER => return Err(BadUpload::path(&raw, "it is a folder whose name is a file's")),
            LINK => return Err(BadUpload::path(&raw, "it is a link; put the file itself into the archive")),
            _ => return Err(BadUpload::path(&raw, "it is neither a file nor a folder")),
        }
        let entry = archive.by_index(number).map_err(broken)?;
        let is_executable = mode.is_some_and(|mode| mode & 0o100 != 0);
        gathering.file(&raw, is_executable, entry.size(), entry, "zip")?;
    }
    Tree::of_files(gathering.files, limits)
}

/// Files as they come out of an archive, within limits.
struct Gathering<'a> {
    limits: &'a Limits,
    files: Vec<File>,
    entries: usize,
    left: u64,
}

impl<'a> Gathering<'a> {
    fn new(limits: &'a Limits) -> Self {
        Self { limits, files: Vec::new(), entries: 0, left: limits.bytes }
    }

    /// Counts an entry: folders, and what is left out, cost as well.
    fn count(&mut self) -> Result<(), BadUpload> {
        /// Entries for each file that may be.
        const ENTRIES: usize = 4;
        self.entries += 1;
        if self.entries > self.limits.files * ENTRIES {
            return Err(BadUpload::TooMany(self.limits.files));
        }
        Ok(())
    }

    fn folder(&mut self, raw: &[u8]) -> Result<(), BadUpload> {
        self.count()?;
        clean(raw, self.limits).map(|_| ())
    }

    /// Reads no more than there is room for, whatever the archive claims.
    fn file(
        &mut self,
        raw: &[u8],
        is_executable: bool,
        claimed: u64,
        from: impl Read,
        kind: &'static str,
    ) -> Result<(), BadUpload> {
        self.count()?;
        let Some(path) = clean(raw, self.limits)? else { return Ok(()) };
        if self.files.len() >= self.limits.files {
            return Err(BadUpload::TooMany(self.limits.files));
        }
        if claimed > self.left {
            return Err(BadUpload::TooLarge(self.limits.bytes));
        }
        let mut bytes = Vec::new();
        let read = from.take(self.left + 1).read_to_end(&mut bytes);
        read.map_err(|error| BadUpload::Broken(kind, error.to_string()))?;
        let length = bytes.len() as u64;
        self.left = self.left.checked_sub(length).ok_or(BadUpload::TooLarge(self.limits.bytes))?;
        self.files.push(File { path, bytes, is_executable });
        Ok(())
    }
}
