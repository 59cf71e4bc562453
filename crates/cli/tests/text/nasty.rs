//! Property test: for any bytes as `run`, `build`, shebang line and file name, the host does nothing that it may not.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::allowed::Whose;
use super::battery::Attack;
use super::place::{Who, everybody};
use super::play;

/// Cases per user; `PROPTEST_CASES` overrides it.
const CASES: u32 = 40;

/// Fragments that have broken hosts, or might.
const FRAGMENTS: &[&str] = &[
    "$HERE/bot",
    "$TRAP",
    "$SECRET",
    "$PRECIOUS",
    "/",
    "//",
    "/./",
    "../",
    "..",
    ".",
    "./",
    "~",
    "$HOME",
    "/proc/self/root",
    "/proc/self/exe",
    "/proc/1/root",
    "/proc/..",
    "/dev/fd/0",
    "/dev/..",
    "/var/run/..",
    "/usr/bin/..",
    "/tmp",
    "/bot",
    "/bin",
    "/usr/bin/env",
    "env",
    "-S",
    "-u",
    "-i",
    "-C",
    "--",
    "-",
    "=",
    "X=1",
    "node",
    "python3",
    "sh",
    "perl",
    "pyenv",
    "rustup",
    "rustc",
    "shims",
    "bin",
    "lib",
    "root",
    "out",
    "link.sh",
    "trap",
    "play.sh",
    "play",
    "--version",
    "--import",
    "--require",
    "-c",
    " ",
    "\t",
    "\n",
    "\r",
    "'",
    "\"",
    "\\",
    "`",
    "$(",
    ")",
    ";",
    "|",
    ">",
    "*",
    "?",
    "#!",
    "\0",
    "\u{1b}[2J",
    "\u{202e}",
    "é",
    "\u{feff}",
    "nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn/nn",
];

#[derive(Clone, Debug)]
struct Case {
    run: Vec<u8>,
    build: Option<Vec<u8>>,
    shebang: Vec<u8>,
    name: Vec<u8>,
    /// Whether the words are written unescaped into the TOML.
    is_raw: bool,
}

#[test]
fn no_bytes_decide_what_the_host_does() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    for who in everybody() {
        let config = Config { cases, failure_persistence: None, max_shrink_iters: 64, ..Config::default() };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let outcome = TestRunner::new_with_rng(config, rng).run(&case(), |case| {
            check(&case, who).map_err(|why| TestCaseError::fail(format!("{why}\n{}", shown(&case))))
        });
        outcome.unwrap_or_else(|error| panic!("as {who:?}: {error}"));
    }
}

fn check(case: &Case, who: Who) -> Result<(), String> {
    let attack = Attack::of_bytes(case.manifest(), case.files());
    let place = attack.make(&format!("bytes-{who:?}"), who);
    play(&place, &attack, Whose::Strangers, &["--strangers"])
}

impl Case {
    fn manifest(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for (key, words) in [("run", Some(&self.run)), ("build", self.build.as_ref())] {
            let Some(words) = words else { continue };
            text.extend(format!("{key} = ").bytes());
            match self.is_raw {
                true => text.extend([b"\"", words.as_slice(), b"\""].concat()),
                // A JSON string is a valid TOML string.
                false => {
                    text.extend(serde_json::Value::from(String::from_utf8_lossy(words)).to_string().bytes())
                }
            }
            text.push(b'\n');
        }
        text
    }

    fn files(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let script = [b"#!".as_slice(), &self.shebang, b"\ncat $SECRET >&2\n"].concat();
        let named: Vec<u8> =
            self.name.iter().copied().filter(|byte| !matches!(byte, 0 | b'/')).take(250).collect();
        // The file that `run` may name exists, under the allowed name.
        vec![(b"play".to_vec(), script.clone()), (named, script)]
    }
}

fn case() -> impl Strategy<Value = Case> {
    (words(), proptest::option::of(words()), words(), words(), proptest::bool::weighted(0.2))
        .prop_map(|(run, build, shebang, name, is_raw)| Case { run, build, shebang, name, is_raw })
}

/// Mostly some fragments; sometimes arbitrary bytes.
fn words() -> impl Strategy<Value = Vec<u8>> {
    let fragment = select(FRAGMENTS).prop_map(|text| text.as_bytes().to_vec());
    let bytes = vec(any::<u8>(), 1..12);
    vec(prop_oneof![8 => fragment, 1 => bytes], 1..6).prop_map(|parts| parts.concat())
}

fn shown(case: &Case) -> String {
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let build = case.build.as_deref().map(text);
    format!(
        "run {}, build {build:?}, shebang {}, name {}",
        text(&case.run),
        text(&case.shebang),
        text(&case.name)
    )
}
