//! ARCHITECTURE.md stays true: files that it walks through are there, and its words are those of the code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rows of the table below a heading, cell by cell, without its head.
fn table(heading: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let section = text.split("\n## ").find(|section| section.starts_with(heading));
    let rows = section.expect("the heading").lines().filter(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_string()).collect();
    rows.map(cells).collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Every Rust source below a folder, in one text.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(&path).expect("a source");
        }
    }
    text
}

#[test]
fn the_way_of_an_answer_names_each_file_once_and_each_is_there() {
    let mut seen = BTreeSet::new();
    let rows = table("The way of one answer");
    assert!(rows.len() > 10, "{rows:?}");
    for row in &rows {
        let [path] = quoted(&row[0])[..] else { panic!("one file a row: {row:?}") };
        assert!(seen.insert(path.to_string()), "{path} is named twice");
        for game in skirmish_games::GAMES {
            let file = path.replace("<game>", &game.info.name.replace('-', "_"));
            assert!(root().join("crates").join(&file).is_file(), "there is no crates/{file}");
        }
    }
}

#[test]
fn a_word_of_the_glossary_has_one_meaning_and_is_in_the_code() {
    let mut seen = BTreeSet::new();
    let rows = table("Glossary");
    assert!(rows.len() > 20, "{rows:?}");
    for row in &rows {
        for word in row[0].split(", ") {
            assert!(seen.insert(word.to_string()), "`{word}` has two meanings");
        }
        for name in quoted(&row[2]) {
            let (package, path) = name.split_once("::").unwrap_or((name, ""));
            let items = path.rsplit("::").next().unwrap_or_default();
            let text = sources(&root().join("crates").join(package).join("src"));
            for item in items.trim_matches(['{', '}']).split(", ") {
                assert!(text.contains(item), "the glossary's `{name}`: {item} is not in the code");
            }
        }
    }
}

/// The crates of the workspace that a manifest names as dependencies, without those for tests.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest.split("\n[").find_map(|section| section.strip_prefix("dependencies]\n"));
    let names = section.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("skirmish-"));
    names.map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default().to_string()).collect()
}

#[test]
fn what_a_crate_knows_is_what_it_depends_on() {
    let mut listed = BTreeSet::new();
    for row in table("Where things are") {
        let [path] = quoted(&row[0])[..] else { panic!("one folder a row: {row:?}") };
        let Some(name) = path.strip_prefix("crates/") else { continue };
        listed.insert(name.to_string());
        let manifest = fs::read_to_string(root().join(path).join("Cargo.toml")).expect("a crate");
        let depends = dependencies(&manifest);
        let knows: BTreeSet<String> = match row[2].as_str() {
            "nothing" => BTreeSet::new(),
            // The command line is the last one: it may know everybody.
            "all of them" => continue,
            list => list.split(", ").map(str::to_string).collect(),
        };
        assert_eq!(knows, depends, "{path}: ARCHITECTURE.md and Cargo.toml");
    }
    let crates = fs::read_dir(root().join("crates")).expect("crates");
    let there: BTreeSet<String> =
        crates.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(listed, there, "every crate has a row");
}

/// Every crate that is linked into a package, found by cargo itself.
fn linked(package: &str, more: &[&str]) -> BTreeSet<String> {
    let cargo = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--locked",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--package",
            package,
        ])
        .args(more)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let text = String::from_utf8(cargo.stdout).expect("names");
    text.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
}

#[test]
fn a_worker_links_no_server_and_the_command_line_none_unless_asked() {
    let server =
        ["axum", "hyper", "sqlx", "skirmish-arena-service", "skirmish-arena-store", "skirmish-arena-web"];
    for (package, more) in [
        ("skirmish-arena-client", &[][..]),
        ("skirmish-arena-worker", &[]),
        ("skirmish", &["--no-default-features"]),
    ] {
        let linked = linked(package, more);
        assert!(linked.len() > 5, "{package}: {linked:?}");
        for name in server {
            assert!(!linked.contains(name), "{package} links {name}");
        }
    }
    let service = linked("skirmish-arena-service", &[]);
    for name in ["axum", "hyper", "askama", "tower", "skirmish-arena-web"] {
        assert!(!service.contains(name), "what an arena does knows nothing of HTTP, but links {name}");
    }
}
