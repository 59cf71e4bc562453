//! Fingerprints of programs and files: SHA-256, in hexadecimal.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The most files (folders included) and bytes that a bot's folder may hold.
const MOST_FILES: usize = 20_000;
const MOST_BYTES: u64 = 2 << 30;

/// The fingerprint of some bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes))
}

/// The fingerprint of a file's content.
pub fn of_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    add_file(path, &mut hash, &mut 0)?;
    Ok(hex(hash.finalize()))
}

/// The fingerprint of a command line and of the files it names.
pub fn of_command(words: &[String]) -> io::Result<String> {
    let mut hash = Sha256::new();
    for word in words {
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word.as_bytes());
        if Path::new(word).is_file() {
            add_file(Path::new(word), &mut hash, &mut 0)?;
        }
    }
    Ok(hex(hash.finalize()))
}

/// What matches and languages leave behind in a bot's folder: no part of what is sent and kept of it.
const LEFTOVERS: &[&str] = &["__pycache__", "node_modules", "replays"];
/// What builds leave behind: it follows from the rest.
const BUILT: &[&str] = &["build", "target"];

/// Whether something in a bot's folder is no part of what is sent and kept of it: hidden files, caches and replays anywhere,
/// and of a bot that is built what its build makes, which lies at the top.
pub fn is_left_out(name: &OsStr, is_at_top: bool, is_built: bool) -> bool {
    let is_one_of = |names: &[&str]| names.iter().any(|known| name == *known);
    let is_hidden = name.as_encoded_bytes().starts_with(b".");
    is_hidden || is_one_of(LEFTOVERS) || is_at_top && is_built && is_one_of(BUILT)
}

/// The fingerprint of a folder: every file's name and content, in order of names. It is what replays and ladders know a bot
/// by, the same wherever it is: hidden files, caches, installed modules and replays are left out, and of a bot that is built
/// what its build makes; links are not followed. What a bot is on this machine and now, [`Identity`](crate::Identity) says.
pub fn of_folder(folder: &Path, is_built: bool) -> io::Result<String> {
    let mut files = Vec::new();
    list(folder, true, is_built, &mut files, &mut 0)?;
    files.sort();
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    for file in &files {
        let name = file.strip_prefix(folder).unwrap_or(file).as_os_str().as_encoded_bytes();
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        add_file(file, &mut hash, &mut bytes)?;
    }
    Ok(hex(hash.finalize()))
}

fn list(
    folder: &Path,
    is_at_top: bool,
    is_built: bool,
    files: &mut Vec<PathBuf>,
    seen: &mut usize,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_left_out(&entry.file_name(), is_at_top, is_built) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(&entry.path(), false, is_built, files, seen)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
        *seen += 1;
        if *seen > MOST_FILES {
            return Err(io::Error::other(format!("the folder holds more than {MOST_FILES} files")));
        }
    }
    Ok(())
}

/// Adds a file's size and content.
pub(crate) fn add_file(path: &Path, hash: &mut Sha256, bytes: &mut u64) -> io::Result<()> {
    let mut file = skirmish_files::open(path)?;
    let length = file.metadata()?.len();
    // A file may be huge and made of nothing: then there is no need to read it.
    if bytes.saturating_add(length) > MOST_BYTES {
        return Err(too_large());
    }
    hash.update(length.to_le_bytes());
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            return Ok(());
        }
        *bytes += count as u64;
        if *bytes > MOST_BYTES {
            return Err(too_large());
        }
        hash.update(&chunk[..count]);
    }
}

fn too_large() -> io::Error {
    io::Error::other(format!("the bot holds more than {MOST_BYTES} bytes"))
}

/// In hexadecimal digits.
pub(crate) fn hex(digest: impl AsRef<[u8]>) -> String {
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_digest_comes_out() {
        assert_eq!(of_bytes(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_huge_file_of_nothing_is_refused_without_being_read() {
        let folder = std::env::temp_dir().join(format!("skirmish-fingerprint-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::File::create(folder.join("bot")).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
        let refused = of_folder(&folder, false).expect_err("one TiB");
        fs::remove_dir_all(&folder).expect("it was ours");
        assert!(refused.to_string().contains("more than"), "{refused}");
    }

    #[test]
    fn what_matches_and_builds_leave_behind_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("bot.c"), "int main;").unwrap();
        let (plain, built) = (of_folder(path, false).unwrap(), of_folder(path, true).unwrap());
        for name in ["replays", "build"] {
            fs::create_dir(path.join(name)).unwrap();
            fs::write(path.join(name).join("file"), "").unwrap();
        }
        assert_eq!(of_folder(path, true).unwrap(), built);
        assert_ne!(of_folder(path, false).unwrap(), plain, "without a build, `build` is the bot's own");
        fs::create_dir_all(path.join("src/build")).unwrap();
        fs::write(path.join("src/build/plan.c"), "").unwrap();
        assert_ne!(of_folder(path, true).unwrap(), built, "a build leaves nothing among the sources");
    }
}
