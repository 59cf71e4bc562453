//! Traceability of rules to tests: each sentence of a rule page is on the game's page of proofs, with the tests that fail if
//! it is not true, or marked as explaining only. A new sentence without a test fails.

use std::collections::BTreeSet;
use std::path::PathBuf;

use libtest_mimic::Failed;
use skirmish_games::GAMES;

use crate::page::walk;
use crate::{compare, root, src};

/// The mark of a sentence that only explains.
const EXPLAINS: &str = "explains";
/// What `UPDATE_BOOK` writes for a new sentence.
const UNKNOWN: &str = "?";
/// The least percentage of sentences with tests: explaining is the exception.
const LEAST_PROVED_PERCENT: usize = 90;

/// Compares all pages of proofs with the rules and with the existing tests.
pub fn check() -> Result<(), Failed> {
    for entry in GAMES {
        let game = entry.info.name;
        let path = src().join(format!("proofs/{game}.md"));
        let known = proofs(&std::fs::read_to_string(&path).unwrap_or_default());
        compare(&path, &page(game, entry.info.title, entry.info.rules, &known))?;
        let tests = tests_of(game);
        for (sentence, named) in &known {
            for name in named.split(", ").filter(|_| named != EXPLAINS).map(|name| name.trim_matches('`')) {
                if !tests.contains(name) {
                    return Err(format!("{game}: `{sentence}`: there is no test `{name}`").into());
                }
            }
        }
        let explained = known.iter().filter(|(_, named)| named == EXPLAINS).count();
        if (known.len() - explained) * 100 < known.len() * LEAST_PROVED_PERCENT {
            return Err(format!("{game}: {explained} of {} sentences have no test", known.len()).into());
        }
    }
    Ok(())
}

/// The expected page, with the known tests of each sentence.
fn page(game: &str, title: &str, rules: &str, known: &[(String, String)]) -> String {
    let mut out = format!(
        "# {title}: which test proves what\n\nEach sentence of [the rules](../rules/{game}.md), and below it the tests that \
         fail if it is not true. Sentences that explain and\npromise nothing have none.\n"
    );
    let mut last = String::new();
    // A sentence can occur twice, each time with its own tests.
    let mut known: Vec<_> = known.iter().collect();
    for (section, sentence) in sentences(rules) {
        if section != last {
            out.push_str(&format!("\n## {section}\n\n"));
            last = section;
        }
        let at = known.iter().position(|(known, _)| *known == sentence);
        let named = at.map_or(UNKNOWN, |at| known.remove(at).1.as_str());
        out.push_str(&format!("- {sentence}\\\n  → {named}\n"));
    }
    out
}

/// The sentences of a page and the tests that it names for each.
fn proofs(page: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = page.lines().collect();
    let pairs = lines.windows(2).filter_map(|two| two[0].strip_prefix("- ").zip(two[1].strip_prefix("  → ")));
    // The trailing backslash is a Markdown line break.
    pairs.map(|(sentence, tests)| (sentence.trim_end_matches('\\').to_string(), tests.to_string())).collect()
}

/// The sentences of a rule page with their sections: of paragraphs, lists and rows of tables. Fenced blocks are left out:
/// tests of the games read and play them.
fn sentences(rules: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let (mut section, mut paragraph, mut is_fenced) = (String::new(), String::new(), false);
    // The blank line at the end closes the last paragraph.
    for line in rules.lines().chain([""]).map(str::trim) {
        let item = item(line);
        let is_fence = line.starts_with("```");
        let is_other = line.is_empty() || is_fence || line.starts_with(['#', '|']);
        if is_other || item.is_some() {
            let whole = std::mem::take(&mut paragraph);
            out.extend(split(&whole).into_iter().map(|sentence| (section.clone(), plain(&sentence))));
        }
        is_fenced ^= is_fence;
        if is_fenced || line.is_empty() || is_fence {
            continue;
        }
        if line.starts_with('#') {
            section = line.trim_start_matches('#').trim().to_string();
        } else if line.starts_with('|') && line.chars().all(|c| "|-: ".contains(c)) {
            // The row above this separator is the table's heading.
            out.pop();
        } else if line.starts_with('|') {
            out.push((section.clone(), plain(&row(line))));
        } else {
            let words = item.unwrap_or(line);
            paragraph = if paragraph.is_empty() { words.to_string() } else { format!("{paragraph} {words}") };
        }
    }
    out
}

/// The text of a list item.
fn item(line: &str) -> Option<&str> {
    let numbered = line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
    line.strip_prefix("- ").or(numbered.map(|(_, rest)| rest))
}

/// A table's row as one line.
fn row(line: &str) -> String {
    let whole = line.replace("\\|", "\0");
    let cells = whole.split('|').map(str::trim).filter(|cell| !cell.is_empty());
    cells.collect::<Vec<_>>().join(" · ").replace('\0', "|")
}

/// Splits a paragraph into sentences. "We choose …" stays with its "Silent: …".
fn split(paragraph: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in paragraph.match_indices(' ') {
        let (before, after) = (&paragraph[start..at], &paragraph[at + 1..]);
        let ends = before.trim_end_matches([')', '*', '"']).ends_with(['.', '?', '!']);
        let begins = after.starts_with(|c: char| c.is_uppercase() || "`*(\"".contains(c));
        if ends && begins && !after.starts_with("We choose") {
            out.push(before.to_string());
            start = at + 1;
        }
    }
    out.extend(Some(paragraph[start..].to_string()).filter(|rest| !rest.is_empty()));
    out
}

/// Removes emphasis, which may span sentences.
fn plain(sentence: &str) -> String {
    sentence.replace('*', "")
}

/// The names of all tests in the game's folder, of all games' laws, and of the referee.
fn tests_of(game: &str) -> BTreeSet<String> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let own = format!("games/src/{}", game.replace('-', "_"));
    for folder in [own.as_str(), "games/tests", "referee/src", "referee/tests"] {
        walk(&root().join("crates").join(folder), &mut paths);
    }
    let mut names = BTreeSet::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        for after in text.split("#[test]").skip(1) {
            let name = after.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next());
            names.extend(name.map(String::from));
        }
    }
    names
}
