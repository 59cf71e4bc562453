//! What a kit promises about reading: it never fails on more words, more lines or the end of input. The book's transcripts
//! are what it reads, and what it answers.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Games whose pages are the originals', every line at its place: there can be no line more.
const FIXED: &[&str] = &["ice-and-fire"];
/// At how many places the input is cut off.
const CUTS: usize = 6;

/// A conversation of the book.
struct Conversation {
    /// What the bot reads.
    input: Vec<String>,
    /// The lines of `input` with which a page begins, but for the first two pages, which may have a heading.
    begins: Vec<usize>,
    /// What it answers.
    answers: Vec<String>,
}

/// Lets the bot listen to a conversation as it was, with more in it, and to less of it.
pub fn reads_whatever_comes(bot: &Path, game: &str) {
    let whole = conversation(game);
    let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let expected = text(&whole.answers);
    assert_eq!(listen(bot, &text(&whole.input)), expected, "{game}: as it was");
    let wordy: Vec<String> = whole.input.iter().map(|line| format!("{line} 7 more")).collect();
    assert_eq!(listen(bot, &text(&wordy)), expected, "{game}: with more words on every line");
    if !FIXED.contains(&game) {
        let mut longer = whole.input.clone();
        whole.begins.iter().rev().for_each(|&at| longer.insert(at, "weather 3 fine".to_string()));
        assert_eq!(listen(bot, &text(&longer)), expected, "{game}: with more lines");
    }
    let input = text(&whole.input);
    for cut in 0..CUTS {
        // Never at the end, and hardly ever between two lines.
        listen(bot, &input[..input.len() * cut / CUTS]);
    }
}

fn conversation(game: &str) -> Conversation {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../book/src/transcripts/{game}.txt"));
    let mut whole = Conversation { input: Vec::new(), begins: Vec::new(), answers: Vec::new() };
    let mut was_answer = false;
    for line in fs::read_to_string(path).unwrap().lines() {
        if let Some(read) = line.strip_prefix("< ") {
            if was_answer {
                whole.begins.push(whole.input.len());
            }
            whole.input.push(read.replace("time …", "time 9000"));
        }
        whole.answers.extend(line.strip_prefix("> ").map(String::from));
        was_answer = line.starts_with('>') || (was_answer && line.starts_with('#'));
    }
    whole.begins.drain(..1);
    whole
}

/// What the bot prints if this is all that it ever reads. It has to end by itself, and without an error.
fn listen(bot: &Path, input: &str) -> String {
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(bot.join("skirmish.toml")).unwrap()).unwrap();
    let words = shell_words::split(manifest["run"].as_str().unwrap()).unwrap();
    // A path is the folder's, a bare word is looked for.
    let program = if words[0].contains('/') { bot.join(&words[0]) } else { words[0].clone().into() };
    let mut child = Command::new(program)
        .args(&words[1..])
        .current_dir(bot)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {}\n{complaint}\nafter\n{input}", bot.display(), output.status);
    String::from_utf8(output.stdout).unwrap()
}
