//! What was built before is not built again: results of builds by what went into them, below the user's cache folder.
//!
//! A folder of the user's own is built in its place, and its build may read anything: it is left out only where the compiler
//! reads nothing but what its command names, and nothing there leads out of the folder. Of what strangers build nothing is
//! kept.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use skirmish_programs::contents::{Contents, Part, PartKind};
use skirmish_programs::{Origin, Program, fingerprint, toolchain_versions};
use tempfile::TempDir;

use crate::written::Written;

/// A compiler that reads nothing but what its command and its sources name, and those with the same name beside them.
struct Compiler {
    name: &'static str,
    /// Whether sources can name other files, as `#include` does.
    has_includes: bool,
}

/// The compilers whose builds can be left out. The others are run every time, because they
/// - know by themselves what has changed: cargo, go, make, cmake, ghc, zig, dotnet;
/// - look for packages and settings in the folders above, too: esbuild, tsc, dart, dotnet, ghc;
/// - are chosen by the folder in which they are started: rustc, where it is rustup's.
const COMPILERS: &[Compiler] = &[
    Compiler { name: "c++", has_includes: true },
    Compiler { name: "cc", has_includes: true },
    Compiler { name: "clang", has_includes: true },
    Compiler { name: "clang++", has_includes: true },
    Compiler { name: "g++", has_includes: true },
    Compiler { name: "gcc", has_includes: true },
    Compiler { name: "javac", has_includes: false },
    Compiler { name: "kotlinc", has_includes: false },
    Compiler { name: "mcs", has_includes: false },
    Compiler { name: "ocamlopt", has_includes: false },
    Compiler { name: "scalac", has_includes: false },
];
/// Variables by which such a compiler finds other files, or is told what no command says.
const SEARCH_PATHS: &[&str] = &[
    "CAMLLIB",
    "CCC_OVERRIDE_OPTIONS",
    "CLASSPATH",
    "COMPILER_PATH",
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "C_INCLUDE_PATH",
    "GCC_EXEC_PREFIX",
    "JAVA_OPTS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVAC_OPTIONS",
    "LIBRARY_PATH",
    "MONO_PATH",
    "OCAMLLIB",
    "OCAMLPARAM",
];
/// Variables that choose another machine for a compiler: they count by their values.
const CHOICES: &[&str] = &["JAVACMD", "JAVA_HOME", "SCALA_HOME"];
/// Options that may have a path right behind them.
const JOINED: &[&str] = &["-idirafter", "-imacros", "-include", "-iquote", "-isystem"];
/// The largest source that is looked at for names of other files, and as much of a file as tells whether it is text.
const MOST_SOURCE_BYTES: u64 = 16 << 20;
const HEAD_BYTES: u64 = 8 * 1024;
/// How many results of each kind are kept: those used last.
const MOST_KEPT: usize = 256;

/// The user's cache folder; `None` if the user has none.
pub fn folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    Some(cache.or(home).filter(|folder| folder.is_absolute())?.join("skirmish"))
}

/// A folder in the cache for the result of a build: it is whole, or not there.
pub struct Kept {
    path: PathBuf,
}

impl Kept {
    /// The place for the result of this build of a single file.
    pub fn of_file(what: &[u8]) -> Option<Self> {
        Some(Self { path: folder()?.join("built").join(&fingerprint::of_bytes(what)[..32]) })
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
    has_includes: bool,
    /// What went in besides the files.
    with: String,
    written: Written,
}

/// What is kept of a build.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Built {
    /// The fingerprint of what it read, and of what it made by size and time.
    hash: String,
    /// The files that it made.
    made: BTreeSet<PathBuf>,
}

impl Stamp {
    /// The stamp of that bot; `None` if its build has to run every time.
    pub fn of(program: &Program) -> Option<Self> {
        let (Some(build), Origin::Folder(at)) = (&program.build, &program.origin) else { return None };
        let compiler = COMPILERS.iter().find(|compiler| compiler.name == build[0])?;
        let is_told_more = SEARCH_PATHS.iter().any(|name| std::env::var_os(name).is_some());
        if is_told_more || build.iter().any(|word| word_leads_out(word)) {
            return None;
        }
        let choice = |name: &&str| format!("{name}={:?}", std::env::var_os(name));
        let choices: Vec<String> = CHOICES.iter().map(choice).collect();
        let with = [&build[..], &toolchain_versions(program), &choices].concat().join("\0");
        let name = fingerprint::of_bytes(at.as_os_str().as_encoded_bytes());
        Some(Self {
            path: folder()?.join("folders").join(&name[..32]),
            folder: at.clone(),
            has_includes: compiler.has_includes,
            with,
            written: Written::by_any_command(),
        })
    }

    /// Whether nothing has changed since the last build, neither what it read nor what it left.
    pub fn is_current(&self) -> bool {
        let kept = || {
            let built: Built = serde_json::from_slice(&fs::read(&self.path).ok()?).ok()?;
            let now = self.built(&self.contents()?, built.made.clone())?;
            Some(now == built)
        };
        kept().unwrap_or(false)
    }

    /// What is in the folder now; `None` if that is too much.
    pub fn contents(&self) -> Option<Contents> {
        Contents::list(&self.folder, &|path| self.written.has(path)).ok()
    }

    /// Notes that it was built, and that this was in the folder before.
    pub fn note(&self, before: &Contents) {
        // A stamp that is not there costs a build.
        let Some(built) = self.contents().and_then(|now| self.built(&now, made(before, &now)?)) else {
            return;
        };
        let (Some(parent), Ok(text)) = (self.path.parent(), serde_json::to_vec(&built)) else { return };
        let _ = fs::create_dir_all(parent).and_then(|()| fs::write(&self.path, text));
        forget_oldest(parent, MOST_KEPT);
    }

    /// What is to be kept of a build that made these files; `None` if it may have read what is not in the folder.
    fn built(&self, now: &Contents, made: BTreeSet<PathBuf>) -> Option<Built> {
        let is_source = |part: &&Part| part.kind == PartKind::File && !made.contains(&part.name);
        let leads_out = |part: &Part| self.has_includes && source_leads_out(now.folder(), &part.name);
        if now.leads_out() || now.parts().iter().filter(is_source).any(leads_out) {
            return None;
        }
        let files = now.fingerprint(&|part| made.contains(&part.name)).ok()?;
        let hash = fingerprint::of_bytes(format!("{files}\0{}", self.with).as_bytes());
        Some(Built { hash, made })
    }
}

/// The files that are new or others since before a build. `None` if one of them is text: compilers make none, so somebody
/// edited it meanwhile, and the compiler may have read what was there before.
fn made(before: &Contents, now: &Contents) -> Option<BTreeSet<PathBuf>> {
    let files = now.parts().iter().filter(|part| part.kind == PartKind::File);
    let changed = files.filter(|part| before.part(&part.name) != Some(*part));
    changed.map(|part| (!is_text(&now.folder().join(&part.name))).then(|| part.name.clone())).collect()
}

/// Whether a file has no byte that text never has.
fn is_text(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = skirmish_files::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    read.is_ok() && !head.contains(&0)
}

/// Whether a word of a build command names, or may name, what is not in the folder: `../x`, `/x`, `-I/x`, `-cp=a:/x`, or a
/// file with further words.
fn word_leads_out(word: &str) -> bool {
    let is_further = word.starts_with('@') || word.starts_with("-specs") || word.starts_with("-pkg:");
    let mut paths = word.split(['=', ':', ',', ';']);
    // An option of one letter may have its value right behind it, and some of more letters, too.
    let letter = word.strip_prefix('-').and_then(|rest| rest.get(1..));
    let mut joined = JOINED.iter().filter_map(|option| word.strip_prefix(option)).chain(letter);
    let is_out = |path: &str| path.starts_with('/') || path.split('/').any(|part| part == "..");
    is_further || paths.any(is_out) || joined.any(is_out)
}

/// Whether a source names, in quotes or as `#include <…>`, a file that is not in the folder.
fn source_leads_out(folder: &Path, name: &Path) -> bool {
    let path = folder.join(name);
    if !is_text(&path) {
        return false;
    }
    let Ok(bytes) = skirmish_files::read(&path, MOST_SOURCE_BYTES) else { return true };
    let text = String::from_utf8_lossy(&bytes);
    let beside = name.parent().unwrap_or(Path::new(""));
    text.lines().any(|line| {
        let openings = if line.trim_start().starts_with('#') { "\"<" } else { "\"" };
        line.match_indices(|c: char| openings.contains(c)).any(|(at, _)| {
            let named = &line[at + 1..];
            path_leads_out(folder, beside, named.split(['"', '>']).next().unwrap_or_default())
        })
    })
}

/// Whether a path that a source names is that of a file elsewhere, or climbs to what is not there.
fn path_leads_out(folder: &Path, beside: &Path, named: &str) -> bool {
    let path = Path::new(named);
    if path.is_absolute() {
        return path.is_file();
    }
    if !path.components().any(|part| part == Component::ParentDir) {
        return false;
    }
    let mut within = PathBuf::new();
    for part in beside.join(path).components() {
        match part {
            Component::ParentDir if !within.pop() => return true,
            Component::Normal(name) => within.push(name),
            _ => {}
        }
    }
    !folder.join(within).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(folder: &Path, build: &str) -> Program {
        let manifest = format!("run = \"java -cp build Bot\"\nbuild = \"{build}\"");
        fs::write(folder.join("skirmish.toml"), manifest).expect("written");
        Program::of_folder(folder).expect("a bot")
    }

    /// A bot whose stamp lies beside it.
    fn stamp(place: &Path, build: &str) -> Stamp {
        fs::create_dir_all(place.join("bot")).expect("made");
        let stamp = Stamp::of(&bot(&place.join("bot"), build)).expect("a compiler");
        Stamp { path: place.join("stamp"), ..stamp }
    }

    /// Builds by writing these files.
    fn build(stamp: &Stamp, made: &[(&str, &[u8])]) {
        let before = stamp.contents().expect("a folder");
        for (name, bytes) in made {
            let path = stamp.folder.join(name);
            fs::create_dir_all(path.parent().expect("in the folder")).expect("made");
            // A new file in its place, as compilers do: its time may be the same.
            let _ = fs::remove_file(&path);
            fs::write(path, bytes).expect("written");
        }
        stamp.note(&before);
    }

    #[test]
    fn only_compilers_that_read_nothing_else_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        for build in [
            "make",
            "sh build.sh",
            "rustc main.rs",
            "esbuild main.ts",
            "javac ../lib/A.java",
            "javac -cp lib:/opt/x.jar Bot.java",
            "gcc -I/opt/include bot.c",
            "gcc -I../include bot.c",
            "gcc -isystem/opt/include bot.c",
            "gcc -Wl,-T,/opt/x bot.c",
            "gcc @options bot.c",
            "mcs -pkg:gtk Bot.cs",
        ] {
            assert!(Stamp::of(&bot(folder.path(), build)).is_none(), "{build}");
        }
        for build in
            ["javac -d build Bot.java", "gcc -Iinclude -O2 -o bot src/bot.c -lm", "kotlinc -d a.jar b.kt"]
        {
            assert!(Stamp::of(&bot(folder.path(), build)).is_some(), "{build}");
        }
    }

    #[test]
    fn a_build_is_left_out_only_if_nothing_can_have_changed() {
        let place = tempfile::tempdir().expect("a folder");
        let stamp = stamp(place.path(), "javac -d build Bot.java");
        let write = |name: &str, text: &str| fs::write(stamp.folder.join(name), text).expect("written");
        write("Bot.java", "class Bot { String[] a = \"a/b\".split(\"/\"); String up = \"../x\"; }");
        assert!(!stamp.is_current(), "never built");
        build(&stamp, &[("build/Bot.class", b"\0 \"/ ../ 1"), ("bot.jar", b"\0 ../")]);
        assert!(stamp.is_current());
        write("build/Bot.class", "\0 another");
        assert!(!stamp.is_current(), "somebody touched the result");
        build(&stamp, &[("build/Bot.class", b"\0 1")]);
        assert!(stamp.is_current());
        write("Bot.java", "class Bot { int x; }");
        assert!(!stamp.is_current(), "the source has changed");
        build(&stamp, &[("build/Bot.class", b"\0 2")]);
        assert!(stamp.is_current());
        write("Other.java", "class Other {}");
        assert!(!stamp.is_current(), "there is a new source");
        fs::remove_file(stamp.folder.join("Other.java")).expect("removed");
        assert!(stamp.is_current());
        fs::remove_file(stamp.folder.join("bot.jar")).expect("removed");
        assert!(!stamp.is_current(), "a result is gone");
    }

    #[test]
    fn a_source_that_is_edited_while_it_is_built_is_built_again() {
        let place = tempfile::tempdir().expect("a folder");
        let stamp = stamp(place.path(), "javac -d build Bot.java");
        fs::write(stamp.folder.join("Bot.java"), "class Bot {}").expect("written");
        build(&stamp, &[("build/Bot.class", b"\0"), ("Bot.java", b"class Bot { int x; }")]);
        assert!(!stamp.is_current());
    }

    #[test]
    fn what_a_source_includes_from_elsewhere_may_have_changed() {
        let place = tempfile::tempdir().expect("a folder");
        let stamp = stamp(place.path(), "gcc -o bot src/bot.c");
        fs::create_dir(stamp.folder.join("src")).expect("made");
        let elsewhere = place.path().join("x.h");
        for name in [elsewhere.clone(), stamp.folder.join("map.h")] {
            fs::write(name, "").expect("written");
        }
        let absolute = format!("#include \"{}\"", elsewhere.display());
        for (source, is_kept) in [
            ("#include <stdio.h>", true),
            ("#include \"../map.h\"", true),
            ("char *a = strtok(s, \"/\"), *b = \"/no/such/file\"; if (x </* 1 */2) ;", true),
            ("#include \"../../x.h\"", false),
            ("#include <../../x.h>", false),
            ("#define MAP \"../other.h\"", false),
            (absolute.as_str(), false),
        ] {
            fs::write(stamp.folder.join("src/bot.c"), source).expect("written");
            build(&stamp, &[("bot", b"\x7fELF\0")]);
            assert_eq!(stamp.is_current(), is_kept, "{source}");
        }
        fs::write(stamp.folder.join("src/bot.c"), "").expect("written");
        std::os::unix::fs::symlink(&elsewhere, stamp.folder.join("x.h")).expect("a link");
        build(&stamp, &[("bot", b"\x7fELF\0")]);
        assert!(!stamp.is_current(), "a link leads out of the folder");
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
