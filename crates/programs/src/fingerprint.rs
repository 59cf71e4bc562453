//! Fingerprints of programs and files: SHA-256, in hexadecimal.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

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

/// What matches and languages leave behind in a bot's folder: no part of the bot.
const LEFTOVERS: &[&str] = &["__pycache__", "node_modules", "replays"];
/// What builds leave behind: it follows from the rest.
const BUILT: &[&str] = &["build", "target"];

/// Whether something in a bot's folder is no part of the bot: hidden files, caches and replays anywhere, and of a bot that
/// is built what its build makes, which lies at the top.
pub fn is_left_out(name: &OsStr, is_at_top: bool, is_built: bool) -> bool {
    let is_one_of = |names: &[&str]| names.iter().any(|known| name == *known);
    let is_hidden = name.as_encoded_bytes().starts_with(b".");
    is_hidden || is_one_of(LEFTOVERS) || is_at_top && is_built && is_one_of(BUILT)
}

/// The fingerprint of a folder, and how many files it was taken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderFingerprint {
    /// The fingerprint.
    pub hash: String,
    /// The files.
    pub files: usize,
}

/// The fingerprint of a folder: every file's name and content, in order of names. Hidden files, caches and replays are
/// left out, and of a bot that is built what its build makes; links are not followed.
pub fn of_folder(folder: &Path, is_built: bool) -> io::Result<String> {
    of_bots_folder(folder, is_built).map(|taken| taken.hash)
}

/// The same, and of how many files it was taken.
pub fn of_bots_folder(folder: &Path, is_built: bool) -> io::Result<FolderFingerprint> {
    let is_part = |name: &OsStr, is_at_top: bool| !is_left_out(name, is_at_top, is_built);
    of_parts(folder, Sha256::new(), &is_part)
}

/// The same of a folder after its build, with what the build made as far as the run command leads there: a build may read
/// what lies elsewhere, and what is run then differs although the folder is the same.
pub fn of_built_folder(folder: &Path, run: &[String]) -> io::Result<FolderFingerprint> {
    let taken = of_bots_folder(folder, true)?;
    let mut made = Vec::new();
    for part in run.iter().flat_map(|word| word.split([':', '=', ','])) {
        let part = part.strip_prefix("./").unwrap_or(part);
        let top = Path::new(part).iter().next().unwrap_or_default();
        if BUILT.iter().any(|built| top == *built) {
            list_made(folder, top, Path::new(part), &mut made)?;
        }
    }
    made.sort();
    made.dedup();
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    hash.update(&taken.hash);
    for file in &made {
        hash.update(file.strip_prefix(folder).unwrap_or(file).as_os_str().as_encoded_bytes());
        hash.update([0]);
        add_file(file, &mut hash, &mut bytes)?;
    }
    Ok(FolderFingerprint { hash: hex(hash.finalize()), files: taken.files + made.len() })
}

/// What a word of a run command leads to of what a build made. Of `build` that is all of it; `target` holds caches, too: a
/// folder that is named, or the file with those beside it.
fn list_made(folder: &Path, top: &OsStr, named: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let (all, named) = (folder.join(top), folder.join(named));
    let is_part = |_: &OsStr, _| true;
    if top == "build" && all.is_dir() {
        list(&all, false, &is_part, made, &mut 0)?;
    } else if named.is_dir() && named != all {
        list(&named, false, &is_part, made, &mut 0)?;
    } else if let Some(beside) = named.parent().filter(|_| named.is_file()) {
        for entry in fs::read_dir(beside)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                made.push(entry.path());
            }
        }
    }
    Ok(())
}

/// The fingerprint of a command line that is started in the current folder, where it can read everything. What matches and
/// contests of ours write there is left out.
pub fn of_working_folder(words: &[String]) -> io::Result<FolderFingerprint> {
    let mut hash = Sha256::new();
    for word in words {
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word.as_bytes());
    }
    let is_part = |name: &OsStr, is_at_top: bool| {
        !(is_left_out(name, is_at_top, false) || is_at_top && name == "results")
    };
    of_parts(Path::new("."), hash, &is_part)
}

fn of_parts(folder: &Path, mut hash: Sha256, is_part: &IsPart) -> io::Result<FolderFingerprint> {
    let mut files = Vec::new();
    list(folder, true, is_part, &mut files, &mut 0)?;
    files.sort();
    let mut bytes = 0;
    for file in &files {
        let name = file.strip_prefix(folder).unwrap_or(file).as_os_str().as_encoded_bytes();
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        add_file(file, &mut hash, &mut bytes)?;
    }
    Ok(FolderFingerprint { hash: hex(hash.finalize()), files: files.len() })
}

/// The fingerprint of all in a folder, what its build left by size and time; `None` where something leads out of the
/// folder: a link, or a name of a file above it.
pub fn of_closed_folder(folder: &Path) -> io::Result<Option<String>> {
    let mut files = Vec::new();
    let is_part = |name: &OsStr, _| !name.as_encoded_bytes().starts_with(b".");
    if list(folder, true, &is_part, &mut files, &mut 0)? == HasLinks(true) {
        return Ok(None);
    }
    files.sort();
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    for file in &files {
        let name = file.strip_prefix(folder).unwrap_or(file);
        hash.update(name.as_os_str().as_encoded_bytes());
        hash.update([0]);
        if name.iter().next().is_some_and(|top| is_left_out(top, true, true)) {
            let about = fs::metadata(file)?;
            let at = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
            hash.update(about.len().to_le_bytes());
            hash.update(at.as_nanos().to_le_bytes());
            continue;
        }
        let content = skirmish_files::read(file, MOST_BYTES - bytes)?;
        bytes += content.len() as u64;
        if [&b"../"[..], b"\"/"].iter().any(|lead| contains(&content, lead)) {
            return Ok(None);
        }
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(&content);
    }
    Ok(Some(hex(hash.finalize())))
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Whether something of that name, at the top of the folder or below, counts.
type IsPart<'a> = dyn Fn(&OsStr, bool) -> bool + 'a;

/// Whether a folder has something that is neither a file nor a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HasLinks(bool);

fn list(
    folder: &Path,
    is_at_top: bool,
    is_part: &IsPart,
    files: &mut Vec<PathBuf>,
    seen: &mut usize,
) -> io::Result<HasLinks> {
    let mut has_links = HasLinks(false);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !is_part(&entry.file_name(), is_at_top) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            has_links.0 |= list(&entry.path(), false, is_part, files, seen)?.0;
        } else if kind.is_file() {
            files.push(entry.path());
        } else {
            has_links.0 = true;
        }
        *seen += 1;
        if *seen > MOST_FILES {
            return Err(io::Error::other(format!("the folder holds more than {MOST_FILES} files")));
        }
    }
    Ok(has_links)
}

fn add_file(path: &Path, hash: &mut Sha256, bytes: &mut u64) -> io::Result<()> {
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

fn hex(digest: impl AsRef<[u8]>) -> String {
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
