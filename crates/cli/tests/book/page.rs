//! A page of the book: its text with what it includes, and its fenced blocks.

use std::path::{Path, PathBuf};

use crate::src;

/// A page.
pub struct Page {
    /// Its path below `src`.
    pub name: String,
    pub path: PathBuf,
    /// Its text, includes filled in.
    pub text: String,
}

/// A fenced block.
pub struct Block {
    /// The line of the page on which it begins, counted from 1.
    pub line: usize,
    /// The first word after the fence: `console`, `python`, `text`.
    pub kind: String,
    /// The rest of that line, as `key=value`.
    pub settings: Vec<(String, String)>,
    pub body: Vec<String>,
}

impl Block {
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Every Markdown file of the book but the summary.
pub fn all() -> Vec<Page> {
    let mut paths = Vec::new();
    walk(&src(), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|end| end == "md") && !path.ends_with("SUMMARY.md"));
    paths.into_iter().map(read).collect()
}

/// Every file below a folder, sorted.
pub fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let mut here: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    here.sort();
    for path in here {
        if path.is_dir() { walk(&path, paths) } else { paths.push(path) }
    }
}

fn read(path: PathBuf) -> Page {
    let name = path.strip_prefix(src()).unwrap().display().to_string();
    let text = std::fs::read_to_string(&path).unwrap();
    let text = text.lines().map(|line| included(line, &path)).collect::<Vec<_>>().join("\n");
    Page { name, path, text }
}

/// The line, or the file that it includes.
fn included(line: &str, page: &Path) -> String {
    let Some(file) = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}")) else {
        assert!(!line.contains("{{#include"), "{}: an include stands alone on its line", page.display());
        return line.to_string();
    };
    let path = page.parent().unwrap().join(file);
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{}: {file}: {error}", page.display())).trim_end().to_string()
}

impl Page {
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (at, line) in self.text.lines().enumerate() {
            match line.trim_start().strip_prefix("```") {
                Some(_) if is_open => is_open = false,
                Some(info) => {
                    is_open = true;
                    blocks.push(begun(at + 1, info));
                }
                None if is_open => blocks.last_mut().unwrap().body.push(line.to_string()),
                None => {}
            }
        }
        assert!(!is_open, "{}: a block does not end", self.name);
        blocks
    }

    /// The text without its blocks.
    pub fn prose(&self) -> String {
        let mut is_open = false;
        let mut out = String::new();
        for line in self.text.lines() {
            let is_fence = line.trim_start().starts_with("```");
            is_open ^= is_fence;
            if !is_open && !is_fence {
                out.push_str(line);
            }
            out.push('\n');
        }
        out
    }
}

fn begun(line: usize, info: &str) -> Block {
    let words = shell_words::split(info).unwrap();
    let mut words = words.into_iter();
    let kind = words.next().unwrap_or_default();
    let settings = words.map(|word| {
        let (key, value) = word.split_once('=').unwrap_or((&word, ""));
        (key.to_string(), value.to_string())
    });
    Block { line, kind, settings: settings.collect(), body: Vec::new() }
}
