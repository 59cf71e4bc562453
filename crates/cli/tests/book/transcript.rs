//! Complete conversations between the arena and a starter kit's bot, in short matches. Lines that begin with `#` in the
//! files are handwritten remarks; each belongs to the line below it, and stays there when the file is regenerated.

use std::collections::BTreeMap;

use libtest_mimic::Failed;

use crate::common::{done, folder};
use crate::{compare, src};

/// A short match.
pub struct Transcript {
    pub game: &'static str,
    /// Arguments for a short match, and the opponent.
    pub setting: &'static str,
    /// A map, if a generated one would be too long.
    pub map: Option<&'static str>,
}

pub const ALL: &[Transcript] = &[
    Transcript {
        game: "utti",
        setting: "--config rounds=3 --config start_gold=20",
        map: Some("0...1\n.....\n.$.$.\n.....\n..$..\n"),
    },
    Transcript {
        game: "plantation",
        setting: "--config rows=3 --config cols=4 --config turns=2 --config start_tiles=1",
        map: None,
    },
    Transcript {
        game: "si32",
        setting: "--config turns=4",
        map: Some(
            "starts 2 2 5 5\n0 0 0 0 0 0 0 0\n0 1 1 1 0 0 0 0\n0 1 9 1 0 0 0 0\n0 1 1 1 1 1 1 0\n0 1 1 1 1 1 1 0\n0 0 0 0 1 9 1 0\n0 0 0 0 1 1 1 0\n0 0 0 0 0 0 0 0\n",
        ),
    },
    Transcript { game: "ice-and-fire", setting: "--config turns=2", map: None },
    Transcript { game: "underworld", setting: "--preset classic --config max_turns=3", map: None },
];

/// A proxy between the arena and a bot that logs each line before it passes it on.
const LISTENER: &str = "\
import re, subprocess, sys, threading

notes = open(sys.argv[1], 'w')
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def pass_on(lines, mark, to):
    for line in lines:
        # How many milliseconds are left differs from match to match.
        notes.write(mark + re.sub(r'time \\d+', 'time …', line))
        notes.flush()
        to.write(line)
        to.flush()
    to.close()


answers = threading.Thread(target=pass_on, args=(bot.stdout, '> ', sys.stdout))
answers.start()
pass_on(sys.stdin, '< ', bot.stdin)
answers.join()
";

/// Plays the match and compares the transcript.
pub fn check(made: &Transcript) -> Result<(), Failed> {
    let (game, home) = (made.game, folder(&format!("book_transcript_{}", made.game)));
    std::fs::write(home.join("listen.py"), LISTENER)?;
    done(&home, &format!("new {game} bot"));
    let map = match made.map {
        Some(map) => {
            std::fs::write(home.join("map.txt"), map)?;
            "--map map.txt"
        }
        None => "",
    };
    let bot = "'python3 listen.py said.txt python3 bot/bot.py'";
    let clock = "--clock 'bank 600s+1s'";
    done(&home, &format!("play {game} {bot} house:random --seed 1 --no-jail {clock} {map} {}", made.setting));
    let said = std::fs::read_to_string(home.join("said.txt"))?;
    let path = src().join(format!("transcripts/{game}.txt"));
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    compare(&path, &with_remarks(&said, &old)?)
}

/// The transcript with the remarks of the old file, each above the n-th occurrence of the same line as before.
fn with_remarks(said: &str, old: &str) -> Result<String, String> {
    let mut remarks: BTreeMap<(&str, usize), Vec<&str>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut waiting = Vec::new();
    for line in old.lines() {
        if line.starts_with('#') {
            waiting.push(line);
            continue;
        }
        remarks.insert((line, times(&mut counts, line)), std::mem::take(&mut waiting));
    }
    counts.clear();
    let mut out = String::new();
    for line in said.lines() {
        let own = remarks.remove(&(line, times(&mut counts, line))).unwrap_or_default();
        own.iter().chain([&line]).for_each(|line| out.push_str(&format!("{line}\n")));
    }
    match remarks.iter().find(|(_, left)| !left.is_empty()) {
        None => Ok(out),
        Some(((line, _), left)) => {
            Err(format!("`{line}` is said no more: move what is remarked about it, {left:?}"))
        }
    }
}

/// The number of earlier occurrences of the line.
fn times<'a>(counts: &mut BTreeMap<&'a str, usize>, line: &'a str) -> usize {
    let count = counts.entry(line).or_default();
    *count += 1;
    *count - 1
}
