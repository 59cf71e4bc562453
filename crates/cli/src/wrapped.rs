//! A bot that is a file written for the original game, such as a player class: the kit wraps it, and it plays unchanged.

use std::path::Path;

use anyhow::Context as _;
use skirmish_core::config::listed;
use skirmish_core::table::Entry;
use skirmish_kits::{Kit, Names, Original, write_new};
use skirmish_programs::{Language, Need, Program};
use tempfile::TempDir;

use crate::failure::Failure;
use crate::isolation::Isolation;

/// As much of a file as is looked at.
const MOST_BYTES: u64 = 1 << 20;

/// The bot in this file, wrapped; `None` if the file is something else.
pub fn find(entry: &Entry, path: &Path, isolation: &Isolation) -> Result<Option<Program>, Failure> {
    let Some(file_name) = path.file_name().and_then(|name| name.to_str()) else { return Ok(None) };
    let Some(language) = Language::of_file(file_name) else { return Ok(None) };
    let all = skirmish_kits::all();
    let kits = all.iter().find(|kits| kits.language.name == language.name);
    let kit = kits.and_then(|kits| kits.kit(entry.info.name)).and_then(Kit::wrapping);
    let Some(kit) = kit.filter(|_| path.is_file()) else { return Ok(None) };
    match skirmish_files::read(path, MOST_BYTES) {
        Ok(source) if kit.is_for(&source) => wrap(entry, path, file_name, kit, isolation).map(Some),
        _ => Ok(None),
    }
}

fn wrap(
    entry: &Entry,
    path: &Path,
    file_name: &str,
    kit: Kit<'_>,
    isolation: &Isolation,
) -> Result<Program, Failure> {
    isolation.refuse_link(path)?;
    let refused = |why: String| Failure::input(format!("bot `{}`: {why}", path.display()));
    // A stranger's file could name files of the user's own that lie beside it.
    let is_left = |module: &str| isolation.is_for_strangers() || kit.has_module(module);
    let original = Original::read(path, &is_left).map_err(|error| Failure::input(format!("bot {error}")))?;
    let kit = kit.around(original);
    if let Some(file) = kit.clash() {
        return Err(refused(format!("what wraps it has a file `{file}`, too; rename yours")));
    }
    let missing = kit.missing();
    if !missing.is_empty() {
        let programs: Vec<&str> = missing.iter().map(|need| need.program).collect();
        return Err(refused(format!(
            "it was written for the original {}, and what wraps it needs {}, which is not installed: {}",
            entry.info.title,
            listed(&programs),
            Need::how_to_install(&missing)
        )));
    }
    let room = TempDir::new().context("cannot make a folder for a wrapped bot")?;
    let files = kit.files(&Names { bot: file_name, title: entry.info.title });
    write_new(&room.path().join("bot"), &files).context("cannot wrap the bot")?;
    let program = Program::of_folder(&room.path().join("bot")).map_err(Failure::input)?;
    isolation.hold(room);
    isolation.build(program)
}
