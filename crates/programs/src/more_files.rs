//! A bot that is one file and needs others: what its author should write, so that a folder is the bot.

use std::fs;
use std::path::Path;

use crate::{Language, SingleFilePlan};

/// The most files beside a bot that are looked at.
const MOST_FILES: usize = 4096;
/// As much of a source file as is looked at.
const MOST_BYTES: u64 = 1 << 20;

/// What to write, if the last words of this bot's compiler or runtime show that it needs more files than its own.
pub fn needs_more_files(file: &Path, last_words: &str) -> Option<String> {
    let language = Language::of_file(file.file_name()?.to_str()?)?;
    let single_file = language.single_file?;
    let missed = beside(file).into_iter().find(|name| is_mentioned(name, last_words));
    if missed.is_none() && !single_file.more_files.iter().any(|text| last_words.contains(text)) {
        return None;
    }
    let source = skirmish_files::read(file, MOST_BYTES).unwrap_or_default();
    let plan = single_file.plan(file.file_name()?.to_str()?, &source);
    let first = match missed {
        Some(name) => format!("`{name}` lies beside it, but a bot that is one file is alone"),
        None => "a bot that is one file is alone, and it needs more of them".to_string(),
    };
    Some(format!(
        "{first}: put all its files into a folder with a file skirmish.toml that has {}; then give the folder instead of \
         the file",
        lines(&plan)
    ))
}

/// The lines of `skirmish.toml` that build and run the file in a folder.
fn lines(plan: &SingleFilePlan) -> String {
    // A string of Rust's is one of TOML as long as there is nothing odd in it.
    let run = format!("run = {:?}", plan.run);
    match &plan.build {
        Some(build) => format!("the lines `build = {build:?}` and `{run}`"),
        None => format!("the line `{run}`"),
    }
}

/// The names of the files and folders beside a file.
fn beside(file: &Path) -> Vec<String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.take(MOST_FILES).flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| Some(name.as_ref()) != file.file_name()).collect();
    names.sort();
    names
}

/// Whether a text speaks of a file: by its whole name, or, as compilers do, without its ending behind a mark or a word.
fn is_mentioned(name: &str, text: &str) -> bool {
    const BEFORE_STEM: &[&str] = &["'", "\"", "`", "‘", "“", "/", "class ", "module "];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let has_end = |at: usize| !text[at..].starts_with(is_part);
    let has_start = |at: usize| !text[..at].ends_with(is_part);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let is_whole = name.contains('.')
        && text.match_indices(name).any(|(at, _)| has_start(at) && has_end(at + name.len()));
    let is_stem = |before: &&str| {
        let word = format!("{before}{stem}");
        text.match_indices(&word).any(|(at, _)| has_end(at + word.len()))
    };
    is_whole || !stem.is_empty() && BEFORE_STEM.iter().any(is_stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missed_is_recognised_in_the_words_of_every_language() {
        for (name, text) in [
            ("helper.py", "ModuleNotFoundError: No module named 'helper'"),
            ("helpers", "ModuleNotFoundError: No module named 'helpers.paths'"),
            ("weights.json", "FileNotFoundError: [Errno 2] No such file or directory: 'weights.json'"),
            ("helper.js", "Error: Cannot find module './helper'"),
            ("helper.rb", "cannot load such file -- /box/helper (LoadError)"),
            ("helper.lua", "module 'helper' not found:"),
            ("Helper.pm", "Can't locate Helper.pm in @INC"),
            ("helper.php", "Failed opening required 'helper.php'"),
            ("helper.h", "bot.cpp:1:10: fatal error: helper.h: No such file or directory"),
            ("helper.rs", "error[E0583]: file not found for module `helper`"),
            ("Helper.java", "  symbol:   class Helper"),
            ("Helper.hs", "    Could not find module ‘Helper’"),
        ] {
            assert!(is_mentioned(name, text), "{name}: {text}");
        }
        for (name, text) in [
            ("helper.py", "No module named 'helpers'"),
            ("numpy2.py", "No module named 'numpy'"),
            ("a", "a bot"),
            ("er.h", "fatal error: helper.h: No such file or directory"),
            (".git", "'' is no file"),
        ] {
            assert!(!is_mentioned(name, text), "{name}: {text}");
        }
    }

    #[test]
    fn the_advice_has_what_to_write() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let python = write("bot.py", "import helper");
        write("helper.py", "");
        let advice = |file: &Path, words: &str| needs_more_files(file, words);
        let told = advice(&python, "No module named 'helper'").unwrap();
        assert!(told.starts_with("`helper.py` lies beside it"), "{told}");
        assert!(told.contains("the line `run = \"python3 bot.py\"`; then give the folder"), "{told}");
        assert_eq!(advice(&python, "No module named 'numpy'"), None);
        let java = write("Player.java", "public class Player { public static void main(String[] a) {} }");
        let told =
            advice(&java, "class Unit is public, should be declared in a file named Unit.java").unwrap();
        assert!(told.contains("java -cp build Player") && told.contains("javac"), "{told}");
        let cpp = write("bot.cpp", "");
        let told = advice(&cpp, "bot.cpp:1:10: fatal error: map.hpp: No such file or directory").unwrap();
        assert!(told.contains("build = ") && told.contains("g++"), "{told}");
        assert_eq!(advice(Path::new("nowhere/bot"), "helper"), None);
    }
}
