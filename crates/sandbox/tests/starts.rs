//! Where the host starts processes: a few places, each of which cannot be told by a bot what to start.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file that starts or becomes another program, and why no bot's text decides which.
const PLACES: &[(&str, &str)] = &[
    ("referee/src/launch/plain.rs", "`--no-jail`, and builds of a person's own folder"),
    ("sandbox/src/linux/delegation.rs", "this binary as the helper, or systemd-run at its fixed place"),
    ("sandbox/src/linux/program.rs", "the last step inside a finished jail"),
    ("sandbox/src/toolchain.rs", "`TrustedProgram`: a name of our own source on the operator's search path"),
    ("show/src/export/mp4.rs", "ffmpeg, by its name"),
    ("window/src/browser.rs", "the desktop's opener, by its name"),
];

/// Whether a line names what starts a process, in the standard library or below it.
fn starts(line: &str) -> bool {
    let is_standard = line.contains("std::process::") && line.contains("Command");
    is_standard || ["posix_spawn", "execve(", "execvp"].iter().any(|call| line.contains(call))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn processes_are_started_where_no_bot_chooses_the_program() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for member in fs::read_dir(&crates).expect("the crates").flatten() {
        let source = member.path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    let mut starting = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        if code.lines().any(|line| starts(line) && !line.trim_start().starts_with("//")) {
            let path = file.strip_prefix(&crates).expect("below the crates").display().to_string();
            starting.push(path);
        }
    }
    starting.sort();
    let known: Vec<&str> = PLACES.iter().map(|(path, _)| *path).collect();
    assert_eq!(starting, known, "a new place needs a reason here, and better `TrustedProgram`");
}
