//! Tests of the book: its commands are run, its transcripts and its reference are generated and compared, its links are
//! checked. `UPDATE_BOOK=1` writes what is generated instead of comparing it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "not every test file needs it")]
mod common;
mod health;
mod links;
mod page;
mod promised;
mod proofs;
mod reference;
mod rules;
mod session;
mod transcript;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut trials = vec![
        Trial::test("every_page_is_listed_and_every_list_entry_is_a_page", links::summary),
        Trial::test("every_link_and_picture_is_there", links::links),
        Trial::test("pictures_are_small", links::pictures),
        Trial::test("every_block_says_what_it_is", session::kinds),
        Trial::test("the_guide_to_a_sixth_game_names_the_files_that_games_have", links::files_of_a_game),
        Trial::test("the_reference_is_what_help_prints", reference::check),
        Trial::test("rule_pages_are_what_the_program_prints", rules::one_source),
        Trial::test("what_rules_leave_open_is_marked_alike", rules::silences),
        Trial::test("clocks_and_limits_are_the_games_own", rules::clocks),
        Trial::test("the_page_of_the_games_health_is_what_was_measured", health::check),
        Trial::test("every_sentence_of_the_rules_names_tests_that_there_are", proofs::check),
    ];
    for page in page::all() {
        if session::has_commands(&page) {
            let name = page.name.replace(['/', '-'], "_").replace(".md", "");
            trials.push(Trial::test(format!("commands_of_{name}_do_what_the_page_says"), move || {
                session::run(&page)
            }));
        }
    }
    for made in transcript::ALL {
        let name = made.game.replace('-', "_");
        trials.push(Trial::test(format!("the_transcript_of_{name}_is_a_real_match"), || {
            transcript::check(made)
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The repository's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The book's sources.
fn src() -> PathBuf {
    root().join("book/src")
}

/// Compares a generated file, or writes it with `UPDATE_BOOK`.
fn compare(path: &Path, made: &str) -> Result<(), Failed> {
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(path, made)?;
        return Ok(());
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    let different = there.lines().zip(made.lines()).position(|(old, new)| old != new);
    let at = different.unwrap_or(there.lines().count().min(made.lines().count()));
    match there == made {
        true => Ok(()),
        false => Err(format!(
            "{} is out of date from line {}: `{}` should be `{}`; write it anew: \
             UPDATE_BOOK=1 cargo nextest run -p skirmish --test book",
            path.display(),
            at + 1,
            there.lines().nth(at).unwrap_or_default(),
            made.lines().nth(at).unwrap_or_default()
        )
        .into()),
    }
}
