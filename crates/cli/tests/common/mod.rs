//! Runs the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `skirmish` with the arguments of a line, split as a shell does, in that folder.
pub fn skirmish(folder: &Path, line: &str) -> Output {
    let words = shell_words::split(line).unwrap();
    Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(words)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .output()
        .unwrap()
}

#[allow(dead_code, reason = "not every test file needs it")]
/// The stdout; asserts that it succeeded.
pub fn done(folder: &Path, line: &str) -> String {
    let output = skirmish(folder, line);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "skirmish {line}: {}\n{stderr}", output.status);
    String::from_utf8(output.stdout).unwrap()
}
