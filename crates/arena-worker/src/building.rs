//! Building a leased version: its sources into a folder, its command in the jail, what came of it into an artefact.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use skirmish_arena_protocol::blob::name_of;
use skirmish_arena_protocol::jobs::Done;
use skirmish_arena_protocol::upload::{Content, File, Limits, Tree, is_litter, size};
use skirmish_programs::{BadBot, HeldBuild, Origin, Program, build_held_with_log};
use skirmish_referee::build as build_free;
use skirmish_referee::launch::Plain;
use skirmish_sandbox::Trust;
use tempfile::TempDir;

use crate::runner::JobRunner;
use crate::{Failed, cache, playing};

/// How long a build may take.
const BUILD_LIMIT: Duration = Duration::from_secs(120);

/// Builds the version of that source.
pub(super) fn build(runner: &JobRunner, game: &str, source_hash: &str) -> playing::Result {
    let source = runner.blob(source_hash)?;
    if name_of(&source) != source_hash {
        return Err(Failed::Ours(format!("the server sent something else than the source {source_hash}")));
    }
    let room = TempDir::new_in(&runner.folder).map_err(Failed::disk("making room for a build"))?;
    let tree = cache::unpack_tar(&source[..], &Limits::of_kept_source(), room.path())?;
    drop(source);
    let folder = room.path().join("source");
    tree.write(&folder).map_err(Failed::disk("writing the sources"))?;
    let built = match Program::of_folder(&folder) {
        Ok(program) => attempt(runner, game, program, &room.path().join("built")),
        Err(bad) => HeldBuild { program: Err(bad), log: String::new() },
    };
    let log = Arc::new(built.log.into_bytes());
    let packed = built
        .program
        .map_err(|bad| Failed::Bot(sentence(&bad)))
        .and_then(|program| pack(&program, runner.artefact_bytes()));
    told(packed, log)
}

fn attempt(runner: &JobRunner, game: &str, program: Program, to: &Path) -> HeldBuild {
    if let Some(other) = program.game.as_deref().filter(|other| *other != game) {
        let why = format!("it says that the bot plays {other}, not {game}");
        return HeldBuild { program: Err(BadBot::BadManifest(program.name, why)), log: String::new() };
    }
    if let Err(bad) = program.check(Trust::Strangers) {
        return HeldBuild { program: Err(bad), log: String::new() };
    }
    if runner.sandbox.tier().holds_strangers() {
        return build_held_with_log(&program, &runner.sandbox, to, BUILD_LIMIT);
    }
    // Whoever runs the worker has said that nothing needs to hold these programs.
    match build_free(&program, &Plain, BUILD_LIMIT) {
        Ok(lines) => HeldBuild { program: Ok(program), log: lines.join("\n") },
        Err(bad) => {
            let log = if let BadBot::Build { words, .. } = &bad { words.clone() } else { String::new() };
            HeldBuild { program: Err(bad), log }
        }
    }
}

/// What an author is told; the log is beside it.
fn sentence(bad: &BadBot) -> String {
    match bad {
        BadBot::Build { command, how, .. } => {
            // What the jail says is about the build already.
            let how = how.strip_prefix("was refused: the build ").unwrap_or(how);
            format!("its build (`{command}`) {how}")
        }
        BadBot::BadManifest(_, why) => format!("its skirmish.toml is not understood: {why}"),
        BadBot::Refused { what, why, .. } => format!("`{what}` in its skirmish.toml is refused: {why}"),
        BadBot::NoManifest(_) => "it has no skirmish.toml, which says how it is run".to_owned(),
        bad => bad.to_string(),
    }
}

fn told(packed: Result<Vec<u8>, Failed>, log: Arc<Vec<u8>>) -> playing::Result {
    let log_hash = name_of(&log);
    match packed {
        Ok(artefact) => {
            let artefact_hash = name_of(&artefact);
            Ok((Done::Built { artefact_hash, log_hash }, vec![Arc::new(artefact), log]))
        }
        Err(Failed::Bot(why)) => Ok((Done::NotBuilt { why, log_hash: Some(log_hash) }, vec![log])),
        Err(failed) => Err(failed),
    }
}

/// Everything in the folder where the program lives now, as it travels.
fn pack(program: &Program, most: u64) -> Result<Vec<u8>, Failed> {
    let Origin::Folder(folder) = &program.origin else {
        return Err(Failed::Ours("a version is a folder".to_owned()));
    };
    let limits = cache::limits(most);
    // What comes of it is in memory meanwhile: one at a time.
    let _turn = cache::packing();
    let mut gathering = Gathering { limits, files: Vec::new(), bytes: 0 };
    gathering.folder(folder, "", 0)?;
    let tree = Tree::of_files(gathering.files, &limits).map_err(unkept)?;
    cache::pack(&tree)
}

/// What was built cannot be kept, which is its author's to mend.
fn unkept(why: impl std::fmt::Display) -> Failed {
    Failed::Bot(format!("what the build left behind cannot be kept: {why}"))
}

/// The files below a folder that only we have written: sources that we unpacked, or what the jail's door let out.
struct Gathering {
    limits: Limits,
    files: Vec<File>,
    bytes: u64,
}

impl Gathering {
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), Failed> {
        let doing = || Failed::disk("reading what was built");
        if depth > self.limits.depth {
            return Err(unkept(format!("{prefix} lies too many folders deep")));
        }
        for entry in fs::read_dir(folder).map_err(doing())? {
            let entry = entry.map_err(doing())?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let shown = name.to_string_lossy();
                return Err(unkept(format!("the name of “{prefix}{shown}” is not UTF-8; rename the file")));
            };
            if is_left_over(prefix, name) {
                continue;
            }
            let path = format!("{prefix}{name}");
            let kind = entry.file_type().map_err(doing())?;
            if kind.is_dir() {
                self.folder(&entry.path(), &format!("{path}/"), depth + 1)?;
            } else if kind.is_file() {
                self.file(&entry, path)?;
            }
        }
        Ok(())
    }

    /// Takes a file if it still fits; it is read when it is packed.
    fn file(&mut self, entry: &fs::DirEntry, path: String) -> Result<(), Failed> {
        let doing = || Failed::disk("reading what was built");
        let meta = entry.metadata().map_err(doing())?;
        self.bytes = self.bytes.saturating_add(meta.len());
        if self.bytes > self.limits.bytes {
            return Err(unkept(format!(
                "it is too large, {} is the most (the host's `quota.artefact_bytes`); let the build remove what the bot does not need",
                size(self.limits.bytes)
            )));
        }
        if self.files.len() >= self.limits.files {
            return Err(unkept(format!("it has more than {} files", self.limits.files)));
        }
        let is_executable = meta.permissions().mode() & 0o111 != 0;
        let content = Content::of_path(entry.path(), meta.len());
        self.files.push(File { path, content, is_executable });
        Ok(())
    }
}

/// What languages and tools leave behind: no bot needs it, and it is made again.
fn is_left_over(prefix: &str, name: &str) -> bool {
    is_litter(name) || name == ".cache" && prefix.ends_with("node_modules/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    /// What is packed of a folder with these files.
    fn packed(files: &[&[u8]], most: u64) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("skirmish.toml"), "run = 'python3 bot.py'").expect("written");
        for path in files {
            let path = folder.path().join(OsStr::from_bytes(path));
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, "x".repeat(100)).expect("written");
        }
        let program = Program::of_folder(folder.path()).expect("a bot");
        let bytes = match pack(&program, most) {
            Ok(bytes) => bytes,
            Err(Failed::Bot(why)) => return Err(why),
            Err(failed) => panic!("{failed}"),
        };
        let tar = zstd::decode_all(&bytes[..]).expect("zstd");
        let tree = Tree::unpack(&tar, &cache::limits(1 << 20)).expect("a tar");
        Ok(tree.files().iter().map(|file| file.path.clone()).collect())
    }

    #[test]
    fn what_tools_leave_behind_is_no_part_of_what_was_built() {
        let left: [&[u8]; 4] =
            [b"__pycache__/bot.pyc", b"lib/__pycache__/x.pyc", b".git/config", b"node_modules/.cache/x"];
        let kept: [&[u8]; 3] = [b"bot.py", b"node_modules/a/index.js", b"lib/.cache/own"];
        let files = packed(&[&left[..], &kept[..]].concat(), 1 << 20).expect("it can be kept");
        assert_eq!(files, ["bot.py", "lib/.cache/own", "node_modules/a/index.js", "skirmish.toml"]);
    }

    #[test]
    fn what_cannot_be_kept_is_told_to_the_author() {
        for (files, most, words) in [
            (&[&b"bad\xffname"[..]][..], 1 << 20, ["not UTF-8", "bad"]),
            (&[&b"a"[..], b"b"][..], 150, ["150 bytes is the most", "artefact_bytes"]),
            (&[&b"a:b"[..]][..], 1 << 20, ["a:b", "cannot be taken"]),
        ] {
            let why = packed(files, most).expect_err("it cannot be kept");
            assert!(words.iter().all(|word| why.contains(word)), "{why}");
        }
    }
}
