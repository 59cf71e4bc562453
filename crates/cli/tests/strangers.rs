//! `--strangers`: bots are built and played in jails, or refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{done, folder, skirmish};

/// Plays Plantation in the shell, so that it runs at every tier.
const BOT: &str = "while read word rest; do case $word in turn) echo scout 5 5;; end) exit;; esac; done\n";

const SHORT: &str = "--config turns=2 --seed 1";

/// The line must be refused in one sentence that contains all these words, and leave nothing behind.
fn check_refused(folder: &Path, line: &str, words: &[&str]) {
    let output = skirmish(folder, line);
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "skirmish {line}\n{sentence}");
    for word in words {
        assert!(sentence.contains(word), "`{line}` does not speak of `{word}`:\n{sentence}");
    }
    assert!(!folder.join("replays").exists(), "`{line}` left a replay");
}

fn holds_strangers(folder: &Path) -> bool {
    let report: serde_json::Value = serde_json::from_str(&done(folder, "doctor --json")).unwrap();
    ["namespaces", "full"].contains(&report["tier"].as_str().unwrap())
}

#[test]
fn strangers_are_refused_where_nothing_holds_them_unless_the_risk_is_taken() {
    let folder = folder("strangers-refused");
    fs::write(folder.join("bot.sh"), BOT).unwrap();
    let play = format!("play plantation bot.sh house:random --strangers {SHORT}");
    for tier in ["bare", "landlock"] {
        let line = format!("{play} --jail-at-most {tier}");
        check_refused(&folder, &line, &["`namespaces`", tier, "skirmish doctor", "--unsafe-local"]);
        let text = done(&folder, &format!("{line} --unsafe-local"));
        assert!(text.contains(&format!("jail:   {tier}")) || text.contains("jail:   bare"), "{text}");
        fs::remove_dir_all(folder.join("replays")).unwrap();
    }
}

#[test]
fn strangers_do_not_go_with_what_leaves_them_free() {
    let folder = folder("strangers-free");
    fs::write(folder.join("bot.sh"), BOT).unwrap();
    let play = format!("play plantation bot.sh house:random {SHORT}");
    check_refused(&folder, &format!("{play} --strangers --no-jail"), &["--no-jail", "--unsafe-local"]);
    check_refused(&folder, &format!("{play} --strangers --debug 0"), &["--debug", "--unsafe-local"]);
    check_refused(&folder, &format!("{play} --unsafe-local"), &["--strangers"]);
    check_refused(&folder, &format!("{play} --jail-at-most strong"), &["strong", "landlock"]);
    assert!(done(&folder, &format!("{play} --strangers --no-jail --unsafe-local")).contains("jail:   none"));
}

/// A folder whose build succeeds only if it can neither read a neighbour's file or this test's environment, nor write to
/// its own sources.
fn suspicious(folder: &Path) -> PathBuf {
    let (bot, secret) = (folder.join("anna"), folder.join("secret.txt"));
    fs::create_dir(&bot).unwrap();
    fs::write(&secret, "a neighbour's").unwrap();
    fs::write(bot.join("skirmish.toml"), "build = \"sh build.sh\"\nrun = \"sh made.sh\"\n").unwrap();
    fs::write(bot.join("source.sh"), BOT).unwrap();
    let build = format!(
        "cat {} && exit 3\n[ -z \"$CARGO_MANIFEST_DIR\" ] || exit 4\necho built >&2\ncp source.sh made.sh\n",
        secret.display()
    );
    fs::write(bot.join("build.sh"), build).unwrap();
    bot
}

#[test]
fn strangers_build_is_jailed_and_leaves_their_folder_as_it_was() {
    let folder = folder("strangers-build");
    let bot = suspicious(&folder);
    if !holds_strangers(&folder) {
        println!("nothing here holds strangers");
        return;
    }
    let text = done(&folder, &format!("play plantation anna anna --strangers --repeat 2 {SHORT}"));
    assert!(text.contains("seat 0") && !text.contains("lost:"), "{text}");
    assert!(!bot.join("made.sh").exists(), "the build changed a copy");
    // Without `--strangers` the same build can read whatever the user can.
    let own = skirmish(&folder, &format!("play plantation anna anna {SHORT}"));
    assert_eq!(own.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&own.stderr).contains("a neighbour's"));
}

#[test]
fn strangers_build_that_fails_is_told_with_its_last_words() {
    let folder = folder("strangers-fail");
    if !holds_strangers(&folder) {
        println!("nothing here holds strangers");
        return;
    }
    fs::create_dir(folder.join("ben")).unwrap();
    fs::write(folder.join("ben/skirmish.toml"), "build = \"sh -c 'echo no rule; exit 7'\"\nrun = \"sh x\"\n")
        .unwrap();
    let words = ["ben", "refused", "code 7", "no rule"];
    check_refused(&folder, "play plantation ben house:random --strangers", &words);
}

#[test]
fn traps_in_a_folder_are_refused_and_not_waited_for() {
    let folder = folder("strangers-traps");
    let pipe = |path: &str| {
        let made = std::process::Command::new("mkfifo").arg(folder.join(path)).status().unwrap();
        assert!(made.success());
    };
    fs::create_dir(folder.join("manifest")).unwrap();
    pipe("manifest/skirmish.toml");
    pipe("pipe.py");
    for bot in ["manifest", "pipe.py"] {
        let line = format!("play plantation {bot} house:random --strangers");
        check_refused(&folder, &line, &[bot, "not a regular file"]);
    }
    fs::create_dir(folder.join("sparse")).unwrap();
    fs::write(folder.join("sparse/skirmish.toml"), "run = \"sh x\"\n").unwrap();
    fs::File::create(folder.join("sparse/x")).unwrap().set_len(1 << 40).unwrap();
    check_refused(&folder, "play plantation sparse house:random --strangers", &["sparse", "more than"]);
}
