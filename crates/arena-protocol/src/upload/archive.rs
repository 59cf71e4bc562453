//! What somebody uploads: one file, a zip, a tar or a tar.gz. It is read as it comes, every count is bounded, and what is
//! not a plain file with a plain path is refused with its name.

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::BadUpload;
use super::content::Spool;
use super::meter::{Meter, Metered};
use super::tree::{File, Limits, Tree, clean};

/// Bytes that tell what an upload is.
const HEAD_BYTES: u64 = 512;
/// A single file is a text of at most so many bytes.
const MOST_TEXT_BYTES: u64 = 4 << 20;
/// Entries of an archive for each file that there may be.
const ENTRIES: usize = 4;
/// Bytes of headings in a tar, for each file.
const TAR_HEADING_BYTES: u64 = 2048;
/// Bytes of an entry in a zip's list of files, and of the end of the list with its comment, which is looked for.
const ZIP_HEADING_BYTES: u64 = 512;
const DIRECTORY_BYTES: u64 = 256 << 10;
/// Kinds of file in the mode of an entry of a zip.
const KIND: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const PLAIN: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

impl Tree {
    /// The files of an upload, whatever it is; `name` is what the browser or the person called it.
    pub fn of_upload(name: &str, bytes: &[u8], limits: &Limits) -> Result<Self, BadUpload> {
        Self::of_reader(name, Cursor::new(bytes), limits, &mut Spool::Memory)
    }

    /// The same, read from wherever it is. Contents go into the spool; beyond that, a small buffer is all that is held.
    pub fn of_reader(
        name: &str,
        mut from: impl Read + Seek,
        limits: &Limits,
        spool: &mut Spool,
    ) -> Result<Self, BadUpload> {
        let length = from.seek(SeekFrom::End(0)).map_err(unread)?;
        if length == 0 {
            return Err(BadUpload::Empty);
        }
        if length > limits.packed_bytes {
            return Err(BadUpload::TooLarge(limits.packed_bytes));
        }
        from.seek(SeekFrom::Start(0)).map_err(unread)?;
        let head = head_of(&mut from)?;
        from.seek(SeekFrom::Start(0)).map_err(unread)?;
        let tree = match head.as_slice() {
            [b'P', b'K', 3 | 5 | 7, ..] => zip(from, limits, spool)?,
            [0x1f, 0x8b, ..] => gzip(BufReader::new(from), limits, spool)?,
            _ if is_tar(&head) => tar(BufReader::new(from), limits, spool)?,
            _ => return single(name, from, limits),
        };
        if tree.files().is_empty() {
            return Err(BadUpload::Empty);
        }
        Ok(tree.without_wrapper())
    }
}

/// Enough to tell what it is.
fn head_of(from: &mut impl Read) -> Result<Vec<u8>, BadUpload> {
    let mut head = Vec::new();
    from.take(HEAD_BYTES)
        .read_to_end(&mut head)
        .map_err(|error| BadUpload::Broken("gzip", error.to_string()))?;
    Ok(head)
}

fn unread(error: io::Error) -> BadUpload {
    BadUpload::Unread(error.to_string())
}

fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

fn single(name: &str, from: impl Read, limits: &Limits) -> Result<Tree, BadUpload> {
    let mut bytes = Vec::new();
    // It is a text, and looked at as a whole.
    from.take(limits.packed_bytes.min(MOST_TEXT_BYTES) + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > limits.packed_bytes.min(MOST_TEXT_BYTES) {
        return Err(BadUpload::TooLarge(limits.packed_bytes.min(MOST_TEXT_BYTES)));
    }
    // Some browsers send a whole path.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    if let Some(packer) = foreign(&bytes) {
        return Err(BadUpload::Foreign(packer));
    }
    check_text(name, &bytes)?;
    Tree::of_file(name, bytes, limits)
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

fn gzip(from: impl BufRead, limits: &Limits, spool: &mut Spool) -> Result<Tree, BadUpload> {
    let mut plain = MultiGzDecoder::new(from);
    let head = head_of(&mut plain)?;
    if !is_tar(&head) {
        return Err(BadUpload::Foreign("a compressed file that is no tar"));
    }
    tar(Cursor::new(head).chain(plain), limits, spool)
}

/// The files of a tar.
pub(super) fn tar(from: impl Read, limits: &Limits, spool: &mut Spool) -> Result<Tree, BadUpload> {
    let meter = Meter::new(limits.bytes.saturating_add(limits.files as u64 * TAR_HEADING_BYTES));
    let gathered = entries(Metered { from, meter: &meter }, &meter, limits, spool);
    // What was too much looks cut off to whoever reads it.
    let files = if meter.is_over() { Err(BadUpload::TooLarge(limits.bytes)) } else { gathered };
    Tree::of_files(files?, limits)
}

fn entries(
    from: impl Read,
    meter: &Meter,
    limits: &Limits,
    spool: &mut Spool,
) -> Result<Vec<File>, BadUpload> {
    let broken = |error: io::Error| BadUpload::Broken("tar", error.to_string());
    let mut archive = tar::Archive::new(from);
    let mut gathering = Gathering::new(limits, spool);
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        meter.begin_content();
        let kind = entry.header().entry_type();
        if !kind.is_pax_global_extensions() {
            let raw = entry.path_bytes().into_owned();
            let mode = entry.header().mode().map_err(broken)?;
            if kind.is_dir() {
                gathering.folder(&raw)?;
            } else if kind.is_file() || kind.is_contiguous() {
                gathering.file(&raw, mode & 0o100 != 0, entry.size(), &mut entry, "tar")?;
            } else {
                return Err(BadUpload::path(&raw, kind_of(kind)));
            }
        }
        io::copy(&mut entry, &mut io::sink()).map_err(broken)?;
        meter.end_content();
    }
    Ok(gathering.files)
}

fn kind_of(kind: tar::EntryType) -> &'static str {
    if kind.is_symlink() || kind.is_hard_link() {
        "it is a link; put the file itself into the archive"
    } else {
        "it is neither a file nor a folder"
    }
}

fn zip(from: impl Read + Seek, limits: &Limits, spool: &mut Spool) -> Result<Tree, BadUpload> {
    let broken = |error: zip::result::ZipError| BadUpload::Broken("zip", error.to_string());
    // The list of files is read into memory: it may be as long as the paths of so many files, and no longer.
    let meter = Meter::new(DIRECTORY_BYTES + limits.files as u64 * ENTRIES as u64 * ZIP_HEADING_BYTES);
    meter.measure_all();
    let opened = ZipArchive::new(Metered { from, meter: &meter });
    if meter.is_over() {
        return Err(BadUpload::TooMany(limits.files));
    }
    let mut archive = opened.map_err(broken)?;
    meter.measure_nothing();
    let mut gathering = Gathering::new(limits, spool);
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
    spool: &'a mut Spool,
    files: Vec<File>,
    entries: usize,
    left: u64,
}

impl<'a> Gathering<'a> {
    fn new(limits: &'a Limits, spool: &'a mut Spool) -> Self {
        Self { limits, spool, files: Vec::new(), entries: 0, left: limits.bytes }
    }

    /// Counts an entry: folders, and what is left out, cost as well.
    fn count(&mut self) -> Result<(), BadUpload> {
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
        let taken = self.spool.take(from, self.left + 1);
        let content = taken.map_err(|error| BadUpload::Broken(kind, error.to_string()))?;
        self.left = self.left.checked_sub(content.len()).ok_or(BadUpload::TooLarge(self.limits.bytes))?;
        self.files.push(File { path, content, is_executable });
        Ok(())
    }
}
