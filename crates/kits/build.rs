//! Lists everything in `kits/`, so that the program carries it: a kit in a new language is a new folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders that builds and matches leave behind in a kit that was run in place.
const LEFTOVERS: &[&str] = &["__pycache__", "build", "node_modules", "replays", "target"];
/// The most files of all kits together.
const MOST_FILES: usize = 2_000;

fn main() -> io::Result<()> {
    let variable =
        |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(name.to_string()));
    let kits = variable("CARGO_MANIFEST_DIR")?.join("../../kits").canonicalize()?;
    println!("cargo::rerun-if-changed={}", kits.display());
    let mut files = Vec::new();
    list(&kits, &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&kits).map_err(io::Error::other)?;
        let _ = writeln!(
            code,
            "    ({:?}, include_bytes!({:?})),",
            name.display().to_string(),
            file.display().to_string()
        );
    }
    code.push_str("]\n");
    fs::write(variable("OUT_DIR")?.join("files.rs"), code)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_leftover = LEFTOVERS.iter().any(|name| entry.file_name() == *name);
        if entry.file_type()?.is_dir() && !is_leftover {
            list(&entry.path(), files)?;
        } else if entry.file_type()?.is_file() {
            files.push(entry.path());
        }
        if files.len() > MOST_FILES {
            return Err(io::Error::other(format!("kits/ holds more than {MOST_FILES} files")));
        }
    }
    Ok(())
}
