//! The reference page: the output of `--help` of every command.

use std::path::Path;

use libtest_mimic::Failed;

use crate::common::folder;
use crate::{compare, src};

const HEAD: &str = "\
# The command line

This page is made from what `skirmish <command> --help` prints; a test compares the two.
";

/// Compares the page.
pub fn check() -> Result<(), Failed> {
    let home = folder("book_reference");
    let mut page = HEAD.to_string();
    add(&home, &[], &mut page);
    compare(&src().join("reference.md"), &page)
}

/// Adds the help of a command and of all its subcommands.
fn add(home: &Path, words: &[String], page: &mut String) {
    let help = help(home, words);
    let title = [&["skirmish".to_string()], words].concat().join(" ");
    page.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", help.trim_end()));
    for name in below(&help) {
        add(home, &[words, &[name]].concat(), page);
    }
}

/// The help of a command at a width of 100 columns.
pub fn help(home: &Path, words: &[String]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(words)
        .arg("--help")
        .current_dir(home)
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The subcommands that a help text lists.
pub fn below(help: &str) -> Vec<String> {
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let starts = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    starts
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(String::from)
        .collect()
}
