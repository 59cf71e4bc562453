//! Robust reading of kits: they never fail on additional words, additional lines or the end of input. The book's transcripts
//! are the input, and the expected answers.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Games whose pages have a fixed number of lines, as in the originals: no line can be added.
const FIXED: &[&str] = &["ice-and-fire"];
/// The number of places at which the input is truncated.
const CUTS: usize = 6;

/// A transcript of the book.
struct Conversation {
    /// What the bot reads.
    input: Vec<String>,
    /// The indexes in `input` of the first lines of pages, except the first two pages, which may have a heading.
    begins: Vec<usize>,
    /// What it answers.
    answers: Vec<String>,
}

/// Runs the bot on the transcript as it is, with additions, and truncated.
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
        // Never at the end, and mostly within a line.
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

/// The stdout of the bot on this input. It has to exit at the end of it with status 0.
fn listen(bot: &Path, input: &str) -> String {
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(bot.join("skirmish.toml")).unwrap()).unwrap();
    let words = shell_words::split(manifest["run"].as_str().unwrap()).unwrap();
    // A path is relative to the folder, a bare name is searched on the `PATH`.
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
