//! JavaScript bots: those written for contest sites find the globals they know.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use skirmish_files::Shebang;
use skirmish_sandbox::TrustedProgram;

use crate::{Origin, Program, Variable};

const NODE: &str = "node";

/// A module that defines `readline`, `print` and `printErr` where nobody else has.
const GLOBALS: &str = include_str!("globals.js");
/// The first version of each line of releases that takes modules to load first (`--import`).
const FIRST_OF_18: (u32, u32) = (18, 18);
const FIRST_OF_ALL: (u32, u32) = (19, 0);

/// The variable by which a `node` finds the globals. None for programs that do not name it, because the machine's `node`
/// has to be asked whether it is new enough for this; where it is not, bots read by themselves. The module travels in the
/// variable, so that no file has to be found in a jail.
pub(crate) fn environment(program: &Program) -> Vec<Variable> {
    let is_named =
        program.command.iter().any(|word| Path::new(word).file_name().is_some_and(|name| name == NODE));
    match (is_named || is_asked_for(&program.origin)) && *TAKES_MODULES {
        true => vec![Variable::new("NODE_OPTIONS", format!("--import={}", data_url(GLOBALS)))],
        false => Vec::new(),
    }
}

/// Whether the first line of a file speaks of `node`.
fn is_asked_for(origin: &Origin) -> bool {
    let (Origin::File(file) | Origin::Script(file)) = origin else { return false };
    Shebang::read(file).is_some_and(|line| line.contains(NODE))
}

/// Whether the operator's `node` takes modules to load first; it is asked once.
static TAKES_MODULES: LazyLock<bool> = LazyLock::new(|| {
    let output = TrustedProgram::find(NODE).and_then(|node| node.process().arg("--version").output().ok());
    output.is_some_and(|output| version(&output.stdout).is_some_and(is_new_enough))
});

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
