//! All that a bot's folder holds, as far as it can change what the bot does.
//!
//! Left out is what cannot:
//! - what people's own tools keep there (`TOOLS`): nothing that builds or runs a bot looks at it;
//! - bytecode that Python uses only as long as it follows from the source, which counts (`bytecode`);
//! - what Cargo keeps from one build to the next, beside what it made, which counts (`CARGO_KEEPS`);
//! - what we write ourselves, as the caller says: a results file would change what its own results are of.
//!
//! Everything else counts: hidden files, installed modules, virtual environments, permissions, empty folders, and links by
//! where they lead. Where that cannot be known, or is more than a cap, there is an error instead of a fingerprint.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use skirmish_sandbox::is_of_the_system;

use crate::bytecode;
use crate::fingerprint::{add_file, hex};

/// The most files, folders and links of a bot's folder that are looked at.
pub const MOST_PARTS: usize = 20_000;
/// The most bytes of its files that are read: a second's work, or two.
pub const MOST_BYTES: u64 = 512 << 20;

/// What version control, editors and checkers keep in a folder.
const TOOLS: &[&str] = &[
    ".git",
    ".hg",
    ".jj",
    ".svn",
    ".DS_Store",
    ".idea",
    ".vscode",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
];
/// What Cargo keeps beside what it made, in a folder that has the first of them.
const CARGO_KEEPS: &[&str] = &[".fingerprint", "deps", "examples", "incremental"];

/// What a folder held when it was listed.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Without links in it.
    folder: PathBuf,
    /// By name.
    parts: Vec<Part>,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its path within the folder.
    pub name: PathBuf,
    /// What it is.
    pub kind: PartKind,
    mode: u32,
    bytes: u64,
    modified: SystemTime,
    /// Tells a file from another one that was put in its place.
    inode: u64,
}

/// What something in a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a socket, a device.
    Other,
}

/// Where a link leads.
enum Target {
    /// To nothing, or to itself.
    Nowhere,
    /// To a path within the folder.
    Inside(PathBuf),
    /// To a path that is not in the folder.
    Outside(PathBuf),
}

impl Contents {
    /// Lists a folder, without what `is_ours` says of full paths: it is written by this program.
    pub fn list(folder: &Path, is_ours: &dyn Fn(&Path) -> bool) -> io::Result<Self> {
        let mut contents = Self { folder: folder.canonicalize()?, parts: Vec::new() };
        contents.list_below(Path::new(""), is_ours, &mut 0)?;
        contents.parts.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(contents)
    }

    /// The folder, without links in its path.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All that is in it, by name.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What is in it by that name.
    pub fn part(&self, name: &Path) -> Option<&Part> {
        let at = self.parts.binary_search_by(|part| part.name.as_path().cmp(name));
        at.ok().map(|at| &self.parts[at])
    }

    /// How many files and links are in it.
    pub fn files(&self) -> usize {
        self.parts.iter().filter(|part| part.kind != PartKind::Folder).count()
    }

    /// Whether a link in it leads somewhere else.
    pub fn leads_out(&self) -> bool {
        let mut links = self.parts.iter().filter(|part| part.kind == PartKind::Link);
        links.any(|part| matches!(self.target(part), Target::Outside(_)))
    }

    /// The fingerprint of all that is in it; of files of which `is_by_time` says so, by size and time alone.
    pub fn fingerprint(&self, is_by_time: &dyn Fn(&Part) -> bool) -> io::Result<String> {
        let (mut hash, mut bytes) = (Sha256::new(), 0);
        for part in &self.parts {
            self.add(part, is_by_time(part), &mut hash, &mut bytes)
                .map_err(|error| named(&part.name, &error))?;
        }
        Ok(hex(hash.finalize()))
    }

    fn list_below(
        &mut self,
        below: &Path,
        is_ours: &dyn Fn(&Path) -> bool,
        bytes: &mut u64,
    ) -> io::Result<()> {
        let place = self.folder.join(below);
        let is_cargos = place.join(CARGO_KEEPS[0]).is_dir();
        for entry in fs::read_dir(&place).map_err(|error| named(below, &error))? {
            let entry = entry?;
            let (file_name, path) = (entry.file_name(), entry.path());
            if is_of_tools(&file_name) || is_cargos && CARGO_KEEPS.iter().any(|kept| file_name == *kept) {
                continue;
            }
            let name = below.join(&file_name);
            let part = Part::of(name.clone(), &entry.metadata().map_err(|error| named(&name, &error))?)?;
            if part.kind == PartKind::File && bytecode::follows_from_source(&path) {
                continue;
            }
            let is_folder = part.kind == PartKind::Folder;
            if !(is_ours(&path) || is_folder && file_name == bytecode::FOLDER) {
                *bytes += if part.kind == PartKind::File { part.bytes } else { 0 };
                self.parts.push(part);
                self.check_caps(*bytes)?;
            }
            if is_folder {
                self.list_below(&name, is_ours, bytes)?;
            }
        }
        Ok(())
    }

    fn check_caps(&self, bytes: u64) -> io::Result<()> {
        if self.parts.len() > MOST_PARTS {
            return Err(io::Error::other(format!("there are more than {MOST_PARTS} files and folders")));
        }
        if bytes > MOST_BYTES {
            return Err(too_many_bytes());
        }
        Ok(())
    }

    fn add(&self, part: &Part, is_by_time: bool, hash: &mut Sha256, bytes: &mut u64) -> io::Result<()> {
        add_text(&part.name, hash);
        hash.update([part.kind as u8]);
        match part.kind {
            PartKind::File if is_by_time => {
                let since = part.modified.duration_since(UNIX_EPOCH).unwrap_or_default();
                hash.update(part.bytes.to_le_bytes());
                hash.update(since.as_nanos().to_le_bytes());
            }
            PartKind::File => {
                hash.update(part.mode.to_le_bytes());
                add_file(&self.folder.join(&part.name), hash, bytes)?;
            }
            PartKind::Link => self.add_link(part, hash, bytes)?,
            PartKind::Folder | PartKind::Other => {}
        }
        Ok(())
    }

    /// A link by what it says, where that leads in the end, and what is there.
    fn add_link(&self, link: &Part, hash: &mut Sha256, bytes: &mut u64) -> io::Result<()> {
        let path = self.folder.join(&link.name);
        add_text(&path.read_link()?, hash);
        let (target, is_counted) = match self.target(link) {
            Target::Nowhere => return Ok(()),
            Target::Inside(name) => {
                let is_counted = name.as_os_str().is_empty() || self.part(&name).is_some();
                (name, is_counted)
            }
            // What the system has is told by its version, if at all.
            Target::Outside(target) => {
                let is_counted = is_of_the_system(&target);
                (target, is_counted)
            }
        };
        add_text(&target, hash);
        let about = fs::metadata(&path)?;
        if about.is_file() {
            if bytes.saturating_add(about.len()) > MOST_BYTES {
                return Err(too_many_bytes());
            }
            hash.update(mode(&about).to_le_bytes());
            return add_file(&path, hash, bytes);
        }
        match about.is_dir() && !is_counted {
            true => {
                let what = format!("it is a link to the folder {}, which is not looked at", target.display());
                Err(io::Error::other(what))
            }
            false => Ok(()),
        }
    }

    fn target(&self, link: &Part) -> Target {
        let Ok(target) = self.folder.join(&link.name).canonicalize() else { return Target::Nowhere };
        match target.strip_prefix(&self.folder) {
            Ok(name) => Target::Inside(name.to_path_buf()),
            Err(_) => Target::Outside(target),
        }
    }
}

impl Part {
    fn of(name: PathBuf, about: &fs::Metadata) -> io::Result<Self> {
        let kind = match about.file_type() {
            kind if kind.is_file() => PartKind::File,
            kind if kind.is_dir() => PartKind::Folder,
            kind if kind.is_symlink() => PartKind::Link,
            _ => PartKind::Other,
        };
        Ok(Self {
            name,
            kind,
            mode: mode(about),
            bytes: about.len(),
            modified: about.modified()?,
            inode: about.ino(),
        })
    }
}

/// Whether a name is one that people's own tools give to what they keep. An editor's swap file and lock are named after the
/// file that is edited.
fn is_of_tools(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    let is_swap = bytes.starts_with(b".") && (bytes.ends_with(b".swp") || bytes.starts_with(b".#"));
    is_swap || TOOLS.iter().any(|tool| name == *tool)
}

fn mode(about: &fs::Metadata) -> u32 {
    about.permissions().mode() & 0o777
}

fn add_text(path: &Path, hash: &mut Sha256) {
    let bytes = path.as_os_str().as_encoded_bytes();
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

fn named(name: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{}`: {error}", name.display()))
}

fn too_many_bytes() -> io::Error {
    io::Error::other(format!("there are more than {} MiB", MOST_BYTES >> 20))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    struct Place(tempfile::TempDir);

    impl Place {
        /// A bot beside which there are other files.
        fn new() -> Self {
            let place = Self(tempfile::tempdir().unwrap());
            place.write("bot/main.py", "import strategy");
            place
        }

        fn at(&self, name: &str) -> PathBuf {
            self.0.path().canonicalize().unwrap().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
            fs::write(self.at(name), text).unwrap();
        }

        fn link(&self, name: &str, target: impl AsRef<Path>) {
            let _ = fs::remove_file(self.at(name));
            symlink(target, self.at(name)).unwrap();
        }

        fn taken(&self) -> io::Result<String> {
            Contents::list(&self.at("bot"), &|path| path == self.at("bot/replays"))?.fingerprint(&|_| false)
        }

        fn hash(&self) -> String {
            self.taken().unwrap()
        }

        fn error(&self) -> String {
            self.taken().expect_err("it cannot be known").to_string()
        }
    }

    #[test]
    fn whatever_a_bot_can_read_in_its_folder_counts() {
        for name in [
            "strategy.py",
            ".config",
            ".venv/lib/x.py",
            "node_modules/x.js",
            "deep/node_modules/.bin/x",
            "deep/replays/book",
            "build/x",
            "deps/x",
            "__pycache__/note.txt",
            "__pycache__/unknown.pyc",
        ] {
            let place = Place::new();
            let without = place.hash();
            place.write(&format!("bot/{name}"), "1");
            let first = place.hash();
            assert_ne!(first, without, "{name} is new");
            place.write(&format!("bot/{name}"), "2");
            assert_ne!(place.hash(), first, "{name} is another");
            place.write(&format!("bot/{name}"), "1");
            assert_eq!(place.hash(), first, "{name} is as it was");
        }
    }

    #[test]
    fn permissions_and_empty_folders_count() {
        let place = Place::new();
        let before = place.hash();
        fs::create_dir(place.at("bot/cache")).unwrap();
        let with_folder = place.hash();
        assert_ne!(with_folder, before);
        fs::set_permissions(place.at("bot/main.py"), fs::Permissions::from_mode(0o755)).unwrap();
        assert_ne!(place.hash(), with_folder);
    }

    #[test]
    fn what_cannot_change_a_bot_is_left_out() {
        let place = Place::new();
        place.write("bot/target/release/bot", "1");
        fs::create_dir_all(place.at("bot/target/release/.fingerprint")).unwrap();
        let before = place.hash();
        for name in [
            ".git/HEAD",
            "target/.git/index",
            ".vscode/settings.json",
            ".main.py.swp",
            "target/release/.fingerprint/x",
            "target/release/deps/bot-1.d",
            "target/release/incremental/x",
        ] {
            place.write(&format!("bot/{name}"), "1");
            assert_eq!(place.hash(), before, "{name}");
        }
        fs::create_dir(place.at("bot/replays")).unwrap();
        assert_eq!(place.hash(), before, "the caller's own");
        place.write("bot/target/release/bot", "2");
        assert_ne!(place.hash(), before, "what Cargo made");
    }

    #[test]
    fn a_link_is_what_it_leads_to() {
        let place = Place::new();
        place.write("bot/a.bin", "1");
        place.write("bot/b.bin", "1");
        place.write("elsewhere.bin", "1");
        let mut seen = vec![place.hash()];
        for target in ["a.bin", "b.bin", "./b.bin", "../elsewhere.bin", "nowhere", "weights", "/dev/null"] {
            place.link("bot/weights", target);
            let now = place.hash();
            assert!(!seen.contains(&now), "{target}");
            seen.push(now);
        }
        place.link("bot/weights", "../elsewhere.bin");
        let before = place.hash();
        place.write("elsewhere.bin", "2");
        assert_ne!(place.hash(), before, "its content is another");
    }

    #[test]
    fn a_link_counts_by_where_it_leads_in_the_end() {
        let place = Place::new();
        place.write("bot/a/x", "1");
        place.write("bot/b/x", "2");
        place.link("current", place.at("bot/a"));
        place.link("bot/model", "../current");
        let before = place.hash();
        place.link("current", place.at("bot/b"));
        assert_ne!(place.hash(), before);
    }

    #[test]
    fn a_link_to_a_folder_that_is_not_looked_at_cannot_be_known() {
        let place = Place::new();
        place.write("models/x", "1");
        place.link("bot/model", "../models");
        let refused = place.error();
        assert!(refused.contains("`model`: it is a link to the folder /"), "{refused}");
        place.write("bot/.git/x", "1");
        place.link("bot/model", ".git");
        assert!(place.error().contains("which is not looked at"));
        place.link("bot/model", ".git/x");
        let before = place.hash();
        place.write("bot/.git/x", "2");
        assert_ne!(place.hash(), before, "a file is read wherever it lies");
        for inside in [".", "/usr/share"] {
            place.link("bot/model", inside);
            place.hash();
        }
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let place = Place::new();
        let large = fs::File::create(place.at("bot/weights")).unwrap();
        large.set_len(MOST_BYTES).unwrap();
        assert_eq!(place.error(), "there are more than 512 MiB");
        fs::rename(place.at("bot/weights"), place.at("weights")).unwrap();
        place.link("bot/weights", "../weights");
        place.write("weights2", "");
        large.set_len(MOST_BYTES + 1).unwrap();
        assert_eq!(place.error(), "`weights`: there are more than 512 MiB");
    }

    #[test]
    fn python_leaves_no_trace_by_being_run() {
        let place = Place::new();
        place.write("bot/strategy.py", "DEPTH = 1");
        let before = place.hash();
        let mut python = std::process::Command::new("python3");
        python.args(["-c", "import strategy"]).current_dir(place.at("bot"));
        python.env_remove("PYTHONDONTWRITEBYTECODE").env_remove("PYTHONPYCACHEPREFIX");
        assert!(python.status().unwrap().success());
        assert!(place.at("bot/__pycache__").is_dir(), "Python keeps bytecode");
        assert_eq!(place.hash(), before);
    }
}
