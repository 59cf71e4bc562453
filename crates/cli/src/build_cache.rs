//! What was built before is not built again: results of builds by what went into them, below the user's cache folder.
//!
//! A folder of the user's own is built in its place, and its build may read anything: it is left out only where the compiler
//! reads nothing but what its command names, and nothing there leads out of the folder. Of what strangers build nothing is
//! kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use skirmish_programs::{Origin, Program, fingerprint, toolchain_versions};
use tempfile::TempDir;

/// Compilers that read what their command names, and what that names. Tools that know by themselves what has changed
/// (cargo, go, make) are run every time.
const COMPILERS: &[&str] = &["cc", "g++", "gcc", "javac", "kotlinc", "mcs", "scalac"];
/// Variables by which such a compiler finds other files.
const SEARCH_PATHS: &[&str] =
    &["CLASSPATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "JAVA_TOOL_OPTIONS"];
/// How many results of each kind are kept: those used last.
const MOST_KEPT: usize = 256;

/// The user's cache folder for results of that kind; `None` if the user has none.
fn folder(kind: &str) -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    Some(cache.or(home).filter(|folder| folder.is_absolute())?.join("skirmish").join(kind))
}

/// A folder in the cache for the result of a build: it is whole, or not there.
pub struct Kept {
    path: PathBuf,
}

impl Kept {
    /// The place for the result of this build of a single file.
    pub fn of_file(what: &[u8]) -> Option<Self> {
        Some(Self { path: folder("built")?.join(&fingerprint::of_bytes(what)[..32]) })
    }

    /// The result, if it is there.
    pub fn find(&self) -> Option<&Path> {
        // What was used last is kept longest.
        let is_there =
            fs::File::open(&self.path).and_then(|folder| folder.set_modified(SystemTime::now())).is_ok();
        (is_there && self.path.is_dir()).then_some(&*self.path)
    }

    /// A folder beside it, for a build whose result may be kept.
    pub fn room(&self) -> io::Result<TempDir> {
        let parent = self.path.parent().unwrap_or(&self.path);
        fs::create_dir_all(parent)?;
        TempDir::new_in(parent)
    }

    /// Keeps a result by an atomic rename. If another process was first, its folder is kept.
    pub fn keep(&self, from: &Path) -> io::Result<&Path> {
        match fs::rename(from, &self.path) {
            Err(_) if self.path.is_dir() => fs::remove_dir_all(from)?,
            done => done?,
        }
        if let Some(parent) = self.path.parent() {
            forget_oldest(parent, MOST_KEPT);
        }
        Ok(&self.path)
    }
}

/// Removes all but the folders or files that were used last. What cannot be removed stays.
fn forget_oldest(folder: &Path, most: usize) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let used = |entry: &fs::DirEntry| entry.metadata().and_then(|about| about.modified()).ok();
    let mut entries: Vec<_> =
        entries.flatten().filter_map(|entry| Some((used(&entry)?, entry.path()))).collect();
    entries.sort();
    for (_, path) in entries.iter().take(entries.len().saturating_sub(most)) {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
}

/// What the last build of a folder of the user's own was made of, and what it left.
pub struct Stamp {
    path: PathBuf,
    folder: PathBuf,
    /// What went in besides the files.
    with: String,
}

impl Stamp {
    /// The stamp of that bot; `None` if its build has to run every time.
    pub fn of(program: &Program) -> Option<Self> {
        let (Some(build), Origin::Folder(at)) = (&program.build, &program.origin) else { return None };
        let is_compiler = COMPILERS.contains(&build[0].as_str());
        let leads_out =
            build.iter().any(|word| word.contains("..") || word.contains("=/") || word.starts_with('/'));
        if !is_compiler || leads_out || SEARCH_PATHS.iter().any(|name| std::env::var_os(name).is_some()) {
            return None;
        }
        let name = fingerprint::of_bytes(at.as_os_str().as_encoded_bytes());
        let with = [&build[..], &toolchain_versions(program)].concat().join("\0");
        Some(Self { path: folder("folders")?.join(&name[..32]), folder: at.clone(), with })
    }

    /// Whether nothing has changed since the last build, neither what it read nor what it left.
    pub fn is_current(&self) -> bool {
        fs::read_to_string(&self.path).is_ok_and(|kept| self.now().is_some_and(|now| now == kept))
    }

    /// Notes that it was built.
    pub fn note(&self) {
        let Some(now) = self.now() else { return };
        let Some(parent) = self.path.parent() else { return };
        // A stamp that is not there costs a build.
        let _ = fs::create_dir_all(parent).and_then(|()| fs::write(&self.path, now));
        forget_oldest(parent, MOST_KEPT);
    }

    fn now(&self) -> Option<String> {
        let files = fingerprint::of_closed_folder(&self.folder).ok()??;
        Some(fingerprint::of_bytes(format!("{files}\0{}", self.with).as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(folder: &Path, build: &str) -> Program {
        let manifest = format!("run = \"java -cp build Bot\"\nbuild = \"{build}\"");
        fs::write(folder.join("skirmish.toml"), manifest).expect("written");
        Program::of_folder(folder).expect("a bot")
    }

    #[test]
    fn a_build_is_left_out_only_if_nothing_can_have_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        fs::write(at.join("Bot.java"), "class Bot {}").expect("written");
        assert!(Stamp::of(&bot(at, "make")).is_none(), "make knows by itself");
        assert!(Stamp::of(&bot(at, "sh build.sh")).is_none(), "a script may read anything");
        assert!(Stamp::of(&bot(at, "javac ../lib/A.java")).is_none(), "not in the folder");
        let program = bot(at, "javac -d build Bot.java");
        let mut stamp = Stamp::of(&program).expect("a compiler");
        stamp.path = at.join(".stamp");
        assert!(!stamp.is_current(), "never built");
        fs::create_dir(at.join("build")).expect("made");
        fs::write(at.join("build/Bot.class"), "1").expect("written");
        stamp.note();
        assert!(stamp.is_current());
        fs::write(at.join("build/Bot.class"), "22").expect("written");
        assert!(!stamp.is_current(), "somebody touched the result");
        stamp.note();
        fs::write(at.join("Bot.java"), "class Bot { int x; }").expect("written");
        assert!(!stamp.is_current(), "the source has changed");
        fs::write(at.join("Bot.java"), "#include \"../x.h\"").expect("written");
        stamp.note();
        assert!(!stamp.is_current(), "what leads out of the folder may have changed");
    }

    #[test]
    fn what_was_used_last_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        for (age, name) in ["old", "older", "oldest"].iter().enumerate() {
            let path = folder.path().join(name);
            fs::create_dir(&path).expect("made");
            let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 - age as u64);
            fs::File::open(&path).and_then(|file| file.set_modified(at)).expect("aged");
        }
        forget_oldest(folder.path(), 2);
        let left: Vec<bool> = ["old", "older", "oldest"].map(|name| folder.path().join(name).exists()).into();
        assert_eq!(left, [true, true, false]);
    }
}
