//! A bot on this machine as it is submitted: its folder without what matches and builds leave behind, or its one file.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use skirmish_programs::fingerprint::is_left_out;

use skirmish_arena_protocol::blob;
use skirmish_arena_protocol::upload::{BadUpload, File, Limits, Tree};

/// The server has limits of its own, which are smaller; these keep a home folder from being sent by accident.
const LIMITS: Limits =
    Limits { packed_bytes: blob::MOST_BYTES, bytes: blob::MOST_BYTES, files: 4096, depth: 32 };

/// A bot, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The file's name, whose ending says what it is.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many files are in it.
    pub files: usize,
}

/// Why a bot cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum NoPack {
    /// The disk refused.
    #[error("cannot read {path}: {error}")]
    Disk {
        /// What.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is not a bot that could be sent.
    #[error("{path} cannot be submitted: {bad}")]
    Bad {
        /// What.
        path: PathBuf,
        /// Why.
        bad: BadUpload,
    },
}

/// Packs a bot: a folder, or a single source file. What a build makes is left out if the bot says how it is built.
pub fn pack(path: &Path, is_built: bool) -> Result<Packed, NoPack> {
    let disk = |error| NoPack::Disk { path: path.to_owned(), error };
    if fs::metadata(path).map_err(disk)?.is_dir() {
        return pack_folder(path, is_built);
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Packed { name, bytes: skirmish_files::read(path, LIMITS.bytes).map_err(disk)?, files: 1 })
}

fn pack_folder(folder: &Path, is_built: bool) -> Result<Packed, NoPack> {
    let bad = |bad| NoPack::Bad { path: folder.to_owned(), bad };
    let mut files = Vec::new();
    collect(folder, "", is_built, &mut files, &mut 0)?;
    let tree = Tree::of_files(files, &LIMITS).map_err(bad)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(&tree.pack()).and_then(|()| encoder.finish());
    let bytes = packed.map_err(|error| NoPack::Disk { path: folder.to_owned(), error })?;
    Ok(Packed { name: "bot.tar.gz".to_owned(), bytes, files: tree.files().len() })
}

fn collect(
    folder: &Path,
    prefix: &str,
    is_built: bool,
    files: &mut Vec<File>,
    total: &mut u64,
) -> Result<(), NoPack> {
    let disk = |error| NoPack::Disk { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(disk)? {
        let entry = entry.map_err(disk)?;
        let name = entry.file_name();
        if is_left_out(&name, prefix.is_empty(), is_built) {
            continue;
        }
        let path = format!("{prefix}{}", name.to_string_lossy());
        let meta = entry.metadata().map_err(disk)?;
        if meta.is_dir() {
            collect(&entry.path(), &format!("{path}/"), is_built, files, total)?;
        } else if meta.is_file() {
            *total += meta.len();
            if *total > LIMITS.bytes || files.len() >= LIMITS.files {
                let bad = BadUpload::TooLarge(LIMITS.bytes);
                return Err(NoPack::Bad { path: folder.to_owned(), bad });
            }
            files.push(File {
                path,
                content: skirmish_files::read(&entry.path(), LIMITS.bytes).map_err(disk)?.into(),
                is_executable: is_executable(&meta),
            });
        }
    }
    Ok(())
}

fn is_executable(meta: &fs::Metadata) -> bool {
    meta.permissions().mode() & 0o111 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_sent_without_what_matches_and_builds_leave_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, "x").expect("written");
        };
        let kept = ["skirmish.toml", "src/build/x.rs", "src/main.rs"];
        let left = [".git/config", "target/debug/bot", "build/bot", "replays/last", "src/__pycache__/a.pyc"];
        kept.iter().chain(&left).for_each(|path| write(path));
        let packed = pack(folder.path(), true).expect("packed");
        let limits = Limits { packed_bytes: 1 << 20, bytes: 1 << 20, files: 100, depth: 9 };
        let tree = Tree::of_upload(&packed.name, &packed.bytes, &limits).expect("an upload");
        let paths: Vec<&str> = tree.files().iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, kept);
        assert_eq!(packed.files, kept.len());
        assert_eq!(pack(folder.path(), false).expect("packed").files, kept.len() + 2);
    }
}
