//! Building a leased version: its sources into a folder, its command in the jail, what came of it into an artefact.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use skirmish_referee::launch::Plain;
use skirmish_referee::{BadBot, HeldBuild, Origin, Program, build as build_free, build_held_with_log};
use tempfile::TempDir;

use super::shop::Shop;
use super::{Failed, cache, playing};
use crate::blobs::{self, name_of};
use crate::queue::wire::Done;
use crate::upload::{File, Limits, Tree};

/// How long a build may take.
const BUILD_LIMIT: Duration = Duration::from_secs(120);
/// What a source tree may come to: no less than any host lets in.
const SOURCE: Limits =
    Limits { packed_bytes: blobs::MOST_BYTES, bytes: blobs::MOST_BYTES, files: 16_384, depth: 32 };

/// Builds the version of that source.
pub(super) fn build(shop: &Shop, game: &str, source_hash: &str) -> playing::Result {
    let source = shop.blob(source_hash)?;
    if name_of(&source) != source_hash {
        return Err(Failed::Ours(format!("the server sent something else than the source {source_hash}")));
    }
    let tree = Tree::unpack(&source, &SOURCE)
        .map_err(|bad| Failed::Ours(format!("the source is damaged: {bad}")))?;
    let room = TempDir::new_in(&shop.folder).map_err(Failed::disk("making room for a build"))?;
    let folder = room.path().join("source");
    tree.write(&folder).map_err(Failed::disk("writing the sources"))?;
    let built = match Program::of_folder(&folder) {
        Ok(program) => attempt(shop, game, program, &room.path().join("built")),
        Err(bad) => HeldBuild { program: Err(bad), log: String::new() },
    };
    let log = Arc::new(built.log.into_bytes());
    let packed = built.program.map_err(|bad| Failed::Bot(sentence(&bad))).and_then(|program| pack(&program));
    told(packed, log)
}

fn attempt(shop: &Shop, game: &str, program: Program, to: &Path) -> HeldBuild {
    if let Some(other) = program.game.as_deref().filter(|other| *other != game) {
        let why = format!("it says that the bot plays {other}, not {game}");
        return HeldBuild { program: Err(BadBot::BadManifest(program.name, why)), log: String::new() };
    }
    if shop.warden.tier().holds_strangers() {
        return build_held_with_log(&program, &shop.warden, to, BUILD_LIMIT);
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
        BadBot::Build { command, how, .. } => format!("its build (`{command}`) {how}"),
        BadBot::BadManifest(_, why) => format!("its skirmish.toml is not understood: {why}"),
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
fn pack(program: &Program) -> Result<Vec<u8>, Failed> {
    let Origin::Folder(folder) = &program.origin else {
        return Err(Failed::Ours("a version is a folder".to_owned()));
    };
    let mut files = Vec::new();
    collect(folder, "", &mut files).map_err(Failed::disk("reading what was built"))?;
    let tree = Tree::of_files(files, &cache::LIMITS)
        .map_err(|bad| Failed::Bot(format!("what the build left behind cannot be kept: {bad}")))?;
    cache::pack(&tree)
}

/// The files below a folder that only we have written: sources that we unpacked, or what the jail's door let out.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| std::io::Error::other("a name is not UTF-8"))?;
        let path = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), &path, files)?;
        } else if kind.is_file() {
            let is_executable = entry.metadata()?.permissions().mode() & 0o111 != 0;
            files.push(File { path, bytes: fs::read(entry.path())?, is_executable });
        }
    }
    Ok(())
}
