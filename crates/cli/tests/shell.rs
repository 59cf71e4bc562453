//! Completion scripts and manual pages.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::{done, folder, skirmish};

const SHELLS: &[&str] = &["bash", "zsh", "fish", "elvish", "powershell"];
/// Shells whose scripts also complete the values of arguments.
const KNOW_VALUES: &[&str] = &["bash", "zsh", "fish"];

#[test]
fn every_shell_gets_a_script_that_knows_commands_and_options() {
    let home = folder("shell_scripts");
    for shell in SHELLS {
        let script = done(&home, &format!("completions {shell}"));
        let values: &[&str] = if KNOW_VALUES.contains(shell) { &["ice-and-fire", "python"] } else { &[] };
        for word in ["tournament", "redrive", "no-clock"].iter().chain(values) {
            assert!(script.contains(word), "{shell}: `{word}` is missing");
        }
    }
}

#[test]
fn bash_completes_a_command_a_game_and_an_option() {
    let home = folder("shell_bash");
    std::fs::write(home.join("skirmish.bash"), done(&home, "completions bash")).unwrap();
    for (typed, expected) in [
        ("skirmish tour", "tournament"),
        ("skirmish play ice", "ice-and-fire"),
        ("skirmish play utti --no-c", "--no-clock"),
        ("skirmish new utti --lang py", "python"),
        ("skirmish replay ver", "verify"),
    ] {
        assert_eq!(completed(&home, typed), expected, "{typed}");
    }
}

/// The completions that bash offers for a partial line.
fn completed(home: &std::path::Path, typed: &str) -> String {
    let script = format!(
        "set -e; source skirmish.bash; COMP_WORDS=({typed}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); \
         last=$COMP_CWORD; before=$(( last - 1 )); \
         _skirmish skirmish \"${{COMP_WORDS[last]}}\" \"${{COMP_WORDS[before]}}\"; echo \"${{COMPREPLY[*]}}\""
    );
    let output = Command::new("bash").args(["-c", &script]).current_dir(home).output().unwrap();
    assert!(output.status.success(), "{typed}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

#[test]
fn an_unknown_shell_is_refused_with_those_there_are() {
    let refused = skirmish(&folder("shell_unknown"), "completions dos");
    let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2));
    SHELLS.iter().for_each(|shell| assert!(sentence.contains(shell), "{sentence}"));
}

#[test]
fn every_command_has_a_manual_page_that_renders() {
    let home = folder("shell_man");
    assert!(done(&home, "man --dir pages/man1").contains("pages in pages/man1"));
    let help = done(&home, "--help");
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for name in list.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let page = std::fs::read_to_string(home.join(format!("pages/man1/skirmish-{name}.1")));
        let text = rendered(&page.unwrap_or_else(|error| panic!("skirmish-{name}.1: {error}")));
        assert!(text.contains(&format!("skirmish-{name}")) && text.contains("SYNOPSIS"), "{name}:\n{text}");
    }
    let page = rendered(&done(&home, "man"));
    for words in ["skirmish-play(1)", "skirmish-replay(1)", "Exit codes"] {
        assert!(page.contains(words), "`{words}` is missing:\n{page}");
    }
    assert!(home.join("pages/man1/skirmish-replay-export.1").exists());
}

/// The page rendered by groff; warnings are failures.
fn rendered(page: &str) -> String {
    let mut groff = Command::new("groff")
        .args(["-Kutf8", "-man", "-Tutf8", "-P-c", "-ww"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("groff is installed by `cargo xtask setup`");
    groff.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let output = groff.wait_with_output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    // Bold is rendered by overstriking.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut plain = String::new();
    for letter in text.chars() {
        if letter == '\u{8}' {
            plain.pop();
        } else {
            plain.push(letter);
        }
    }
    // Lines are justified with additional blanks.
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_in_a_sentence() {
    let home = folder("shell_man_refused");
    std::fs::write(home.join("taken"), "").unwrap();
    let refused = skirmish(&home, "man --dir taken/man1");
    let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((refused.status.code(), sentence.trim_end().lines().count()), (Some(2), 1), "{sentence}");
    assert!(sentence.contains("--dir") && sentence.contains("taken/man1"), "{sentence}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure_to_be_told() {
    for words in [&["doctor"][..], &["doctor", "--json"], &["games"], &["rules", "utti"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .args(words)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{words:?}: {said}");
    }
}
