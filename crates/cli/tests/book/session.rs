//! Runs the commands of a page from top to bottom, in an initially empty folder of its own.
//!
//! | block | what is done with it |
//! |---|---|
//! | `console` | lines that begin with `$ ` are run; what stands below one has to be its output, where `…` is anything |
//! | `console exit=2` | the last command ends with that code |
//! | `console until=text` | the command is interrupted as soon as it prints this |
//! | `console checked=help` | the commands are not run, but compared with what `--help` says |
//! | `console made=file shown=name` | the file that the commands made is the book's picture of that name, to the byte |
//! | any, `file=name` | the block is written to that file |
//! | `diff file=name` | what is removed and added is removed and added in that file |

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::Failed;

use crate::common::folder;
use crate::page::{self, Block, Page};
use crate::{promised, src};

/// Kinds of blocks that are not run. Any other kind is a mistake in the page, or an untested command.
const READ: &[&str] =
    &["text", "toml", "json", "python", "rust", "map", "block-1", "block-2", "answer-1", ""];
/// Rule pages are included from the games, and have blocks of other kinds.
const FOREIGN: &str = "rules/";

/// Every block has a known kind, and none hides a command.
pub fn kinds() -> Result<(), Failed> {
    for page in page::all() {
        if let Some(line) = page.text.lines().find(|line| line.contains("{{")) {
            return Err(format!("{}: something is to be filled in: {line}", page.name).into());
        }
        for block in page.blocks() {
            let place = format!("{}:{}", page.name, block.line);
            let is_run = matches!(block.kind.as_str(), "console" | "diff") || block.setting("file").is_some();
            if !is_run && !READ.contains(&block.kind.as_str()) {
                return Err(format!("{place}: there is no block of kind `{}`", block.kind).into());
            }
            if block.kind.is_empty() && !page.name.starts_with(FOREIGN) {
                return Err(format!("{place}: the block does not say what it is").into());
            }
            if !is_run && block.body.iter().any(|line| line.starts_with("$ ")) {
                return Err(format!("{place}: it has commands, so it is a `console`").into());
            }
        }
    }
    Ok(())
}

/// Whether there is something to run.
pub fn has_commands(page: &Page) -> bool {
    page.blocks().iter().any(|block| block.kind == "console")
}

/// Runs the page.
pub fn run(page: &Page) -> Result<(), Failed> {
    let home = folder(&format!("book_{}", page.name.replace('/', "_")));
    let mut session = Session { cwd: home.clone(), note: home.with_extension("cwd") };
    for block in page.blocks() {
        let place = format!("{}:{}", page.name, block.line);
        let done = match (block.kind.as_str(), block.setting("file")) {
            ("diff", Some(file)) => patch(&session.cwd.join(file), &block.body),
            (_, Some(file)) => Ok(std::fs::write(session.cwd.join(file), block.body.join("\n") + "\n")?),
            ("console", None) if block.setting("checked") == Some("help") => promised::check(&block),
            ("console", None) => session.console(&block),
            _ => Ok(()),
        };
        done.map_err(|why| format!("{place}: {why}"))?;
    }
    Ok(())
}

/// The shell session of a page's reader.
struct Session {
    cwd: PathBuf,
    /// The file to which the shell writes its working directory at its end.
    note: PathBuf,
}

impl Session {
    fn console(&mut self, block: &Block) -> Result<(), String> {
        let commands = commands(&block.body);
        for (at, (command, shown)) in commands.iter().enumerate() {
            let is_last = at + 1 == commands.len();
            let wanted = block.setting("exit").filter(|_| is_last).map_or(0, |code| code.parse().unwrap());
            let (code, printed) = match block.setting("until").filter(|_| is_last) {
                Some(text) => (0, self.interrupt(command, text)?),
                None => self.shell(command),
            };
            if code != wanted {
                return Err(format!("`{command}` ended with {code}:\n{printed}"));
            }
            if !shown.is_empty() && !matches(shown, &printed.lines().collect::<Vec<_>>()) {
                return Err(format!(
                    "`{command}` printed\n{printed}\nbut the page shows\n{}",
                    shown.join("\n")
                ));
            }
        }
        match block.setting("made").zip(block.setting("shown")) {
            Some((made, shown)) => same_picture(&self.cwd.join(made), &src().join("pictures").join(shown)),
            None => Ok(()),
        }
    }

    fn command(&self, line: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_skirmish"));
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("bash");
        command
            .args(["-c", &format!("trap 'pwd > \"$BOOK_NOTE\"' EXIT\nexec 2>&1\n{line}")])
            .current_dir(&self.cwd)
            .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
            .env("BOOK_NOTE", &self.note)
            .stdin(Stdio::null());
        command
    }

    fn shell(&mut self, line: &str) -> (i32, String) {
        let output = self.command(line).output().unwrap();
        let noted = std::fs::read_to_string(&self.note).unwrap();
        self.cwd = PathBuf::from(noted.trim_end());
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs a command until it has printed the text, then sends SIGINT.
    fn interrupt(&self, line: &str, text: &str) -> Result<String, String> {
        let mut child = self.command(&format!("exec {line}")).stdout(Stdio::piped()).spawn().unwrap();
        let mut printed = String::new();
        // Read to the end, so that printing during shutdown does not fail with EPIPE.
        for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
            if printed.contains(text) {
                continue;
            }
            printed.push_str(&line);
            printed.push('\n');
            if printed.contains(text) {
                let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
                assert!(told.unwrap().success());
            }
        }
        let status = child.wait().unwrap();
        match printed.contains(text) && status.success() {
            true => Ok(printed),
            false => Err(format!("`{line}` ended with {status} without `{text}`:\n{printed}")),
        }
    }
}

/// Compares an exported file with the book's picture, or replaces it with `UPDATE_BOOK`.
fn same_picture(made: &Path, shown: &Path) -> Result<(), String> {
    let bytes = std::fs::read(made).map_err(|error| format!("{}: {error}", made.display()))?;
    if std::env::var_os("UPDATE_BOOK").is_some() {
        return std::fs::write(shown, bytes).map_err(|error| error.to_string());
    }
    match std::fs::read(shown).is_ok_and(|there| there == bytes) {
        true => Ok(()),
        false => {
            Err(format!("{} is not what was exported; take it over with UPDATE_BOOK=1", shown.display()))
        }
    }
}

/// The commands of a block, each with the lines shown below it.
fn commands(body: &[String]) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in body {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), Some((last, _))) if last.ends_with('\\') => {
                last.push('\n');
                last.push_str(command);
            }
            // A comment begins with two blanks and a number sign.
            (Some(command), _) => commands.push((command.to_string(), Vec::new())),
            (None, Some((_, shown))) => shown.push(line.clone()),
            (None, None) => panic!("a console begins with a command: {line}"),
        }
    }
    for (_, shown) in &mut commands {
        while shown.last().is_some_and(|line| line.trim().is_empty()) {
            shown.pop();
        }
    }
    commands
}

/// Whether the lines are those shown. A line `…` is any number of lines, `…` within a line any characters.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, _) => printed.iter().all(|line| line.trim().is_empty()),
        (Some((first, rest)), _) if first.trim() == "…" => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        (Some(_), None) => false,
        (Some((first, rest)), Some((line, more))) => {
            line_matches(first.trim_end(), line.trim_end()) && matches(rest, more)
        }
    }
}

fn line_matches(shown: &str, line: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut left) = parts.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return left.is_empty() };
    for part in middle {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

/// Applies the diff at the one place where its old lines occur.
fn patch(path: &Path, diff: &[String]) -> Result<(), String> {
    let side = |away: char| -> String {
        let kept = diff.iter().filter(|line| !line.starts_with(away));
        kept.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
    };
    let (old, new) = (side('+'), side('-'));
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    match text.matches(&old).count() {
        1 => std::fs::write(path, text.replace(&old, &new)).map_err(|error| error.to_string()),
        count => Err(format!("what the diff changes stands {count} times in {}:\n{old}", path.display())),
    }
}
