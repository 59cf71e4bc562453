//! Consistency of the book: summary, links, pictures. No network is needed.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::Failed;

use crate::page::{self, Page, walk};
use crate::{root, src};

/// The most bytes of all pictures together.
const MOST_PICTURE_BYTES: u64 = 1 << 20;

/// Every page is in the summary once, and everything in the summary is a page.
pub fn summary() -> Result<(), Failed> {
    let text = std::fs::read_to_string(src().join("SUMMARY.md"))?;
    let listed: Vec<String> = targets(&text);
    let unique: BTreeSet<&String> = listed.iter().collect();
    if unique.len() != listed.len() {
        return Err("SUMMARY.md lists a page twice".into());
    }
    let pages: BTreeSet<String> = page::all().into_iter().map(|page| page.name).collect();
    let listed: BTreeSet<String> = listed.into_iter().collect();
    match listed.symmetric_difference(&pages).next() {
        Some(name) => Err(format!("{name}: it is in SUMMARY.md or in the folder, but not in both").into()),
        None => Ok(()),
    }
}

/// Every link to a file leads to one, and every link to a heading to a heading.
pub fn links() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for page in page::all() {
        for target in targets(&page.prose()) {
            if let Err(why) = follow(&page, &target) {
                wrong.push(format!("{}: ({target}) {why}", page.name));
            }
        }
    }
    // The repository's README links into the book, too.
    for target in targets(&std::fs::read_to_string(root().join("README.md"))?) {
        if !is_elsewhere(&target) && !root().join(target.split('#').next().unwrap()).exists() {
            wrong.push(format!("README.md: ({target}) leads nowhere"));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}

/// The files that the guide to a sixth game names are those that every game has.
pub fn files_of_a_game() -> Result<(), Failed> {
    let guide = std::fs::read_to_string(src().join("guides/sixth-game.md"))?;
    let rows = guide.lines().filter(|line| line.starts_with("| `"));
    let names: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    if names.len() < 10 {
        return Err("the guide's table of files is gone".into());
    }
    for game in skirmish_games::GAMES {
        let folder = root().join("crates/games/src").join(game.info.name.replace('-', "_"));
        if let Some(name) = names.iter().find(|name| !folder.join(name).exists()) {
            return Err(format!(
                "guides/sixth-game.md names {name}, which {} does not have",
                folder.display()
            )
            .into());
        }
    }
    Ok(())
}

/// All pictures are used, and together they are small.
pub fn pictures() -> Result<(), Failed> {
    let mut paths = Vec::new();
    walk(&src().join("pictures"), &mut paths);
    let bytes: u64 = paths.iter().map(|path| path.metadata().unwrap().len()).sum();
    if bytes > MOST_PICTURE_BYTES {
        return Err(format!("the pictures have {bytes} bytes; at most {MOST_PICTURE_BYTES} are taken").into());
    }
    let texts: String = page::all().into_iter().map(|page| page.text).collect();
    let unused = paths.iter().find(|path| !texts.contains(path.file_name().unwrap().to_str().unwrap()));
    unused.map_or(Ok(()), |path| Err(format!("{} is on no page", path.display()).into()))
}

fn follow(page: &Page, target: &str) -> Result<(), String> {
    if is_elsewhere(target) {
        return Ok(());
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.path.clone() } else { page.path.parent().unwrap().join(file) };
    let path = path.canonicalize().map_err(|error| error.to_string())?;
    // Files outside `src` are not part of the built book.
    if !path.starts_with(src().canonicalize().unwrap()) {
        return Err("leads out of the book".to_string());
    }
    match heading.is_empty() || headings(&path).contains(heading) {
        true => Ok(()),
        false => Err("there is no such heading".to_string()),
    }
}

fn is_elsewhere(target: &str) -> bool {
    target.starts_with("https://") || target.starts_with("http://")
}

/// The targets of links and pictures in a text.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let text = without_code(text);
    for (open, close) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        for (at, _) in text.match_indices(open) {
            let rest = &text[at + open.len()..];
            found.extend(rest.find(close).map(|end| rest[..end].to_string()));
        }
    }
    found
}

/// The text without code spans.
fn without_code(text: &str) -> String {
    text.lines().map(|line| line.split('`').step_by(2).collect::<String>() + "\n").collect()
}

/// The anchors of a page's headings.
fn headings(path: &Path) -> BTreeSet<String> {
    let page = page::all().into_iter().find(|page| same(&page.path, path));
    let prose = page.map(|page| page.prose()).unwrap_or_default();
    let titles =
        prose.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles.map(slug).collect()
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| one == other)
}

/// The anchor of a heading, as mdBook generates it.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
