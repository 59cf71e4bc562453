//! JavaScript bots: those written for contest sites find the globals they know.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use super::on_path;

/// A module that defines `readline`, `print` and `printErr` where nobody else has.
const GLOBALS: &str = include_str!("globals.js");
/// The first version of each line of releases that takes modules to load first (`--import`).
const FIRST_OF_18: (u32, u32) = (18, 18);
const FIRST_OF_ALL: (u32, u32) = (19, 0);

/// Whether a command line runs `node`.
pub(super) fn is_node(command: &[String]) -> bool {
    place(command).is_some()
}

/// The command line; if it runs `node`, with the globals. The module travels in the command line, so that no file has
/// to be found in a jail; an older `node` gets none, and its bots read by themselves.
pub(super) fn with_globals(mut command: Vec<String>) -> Vec<String> {
    let Some(at) = place(&command) else { return command };
    if on_path(&command[at]).is_some_and(|node| takes_modules(&node)) {
        command.splice(at + 1..at + 1, ["--import".to_string(), data_url(GLOBALS)]);
    }
    command
}

/// Where `node` stands in a command line: first, or after `env`.
fn place(command: &[String]) -> Option<usize> {
    let is_called = |at: usize, name: &str| {
        command.get(at).is_some_and(|word| Path::new(word).file_name().is_some_and(|file| file == name))
    };
    let at = usize::from(is_called(0, "env"));
    is_called(at, "node").then_some(at)
}

/// Asked once of every `node`.
fn takes_modules(node: &Path) -> bool {
    static ASKED: LazyLock<Mutex<HashMap<PathBuf, bool>>> = LazyLock::new(Mutex::default);
    let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    *asked.entry(node.to_path_buf()).or_insert_with(|| {
        let output = Command::new(node).arg("--version").stdin(Stdio::null()).output();
        output.is_ok_and(|output| version(&output.stdout).is_some_and(is_new_enough))
    })
}

fn is_new_enough(version: (u32, u32)) -> bool {
    (FIRST_OF_18..(19, 0)).contains(&version) || version >= FIRST_OF_ALL
}

/// `v20.11.1`.
fn version(text: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(text).ok()?.trim().strip_prefix('v')?;
    let mut numbers = text.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

fn data_url(module: &str) -> String {
    module.bytes().fold("data:text/javascript,".to_string(), |mut url, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => url.push(byte.into()),
            _ => write!(url, "%{byte:02X}").expect("writing to memory does not fail"),
        }
        url
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_that_take_modules_are_known() {
        for (text, expected) in [
            ("v12.22.9\n", false),
            ("v18.13.0", false),
            ("v18.19.1", true),
            ("v19.0.0", true),
            ("v20.20.2\n", true),
            ("v24.1.0", true),
            ("node", false),
        ] {
            assert_eq!(version(text.as_bytes()).is_some_and(is_new_enough), expected, "{text}");
        }
    }

    #[test]
    fn a_module_becomes_one_word_that_no_url_reader_changes() {
        assert_eq!(data_url("a # \"%\"\n"), "data:text/javascript,a%20%23%20%22%25%22%0A");
    }
}
