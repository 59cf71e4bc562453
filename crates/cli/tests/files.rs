//! FIFOs, devices and huge files as arguments, and replays that decompress to much: refused in a sentence, without blocking.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::io::Write as _;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{done, folder};
use skirmish_core::view::Digest;

/// The exit code of `timeout` when it had to kill the program.
const WAITED: i32 = 124;

/// Runs the line with a timeout, in case it blocks, and with a memory limit.
fn limited(folder: &Path, line: &str, most_bytes: u64) -> Output {
    Command::new("prlimit")
        .arg(format!("--as={most_bytes}"))
        .args(["timeout", "--kill-after=5", "60", env!("CARGO_BIN_EXE_skirmish")])
        .args(shell_words::split(line).unwrap())
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("SKIRMISH_TOKEN", "none")
        .output()
        .unwrap()
}

fn check_refused(folder: &Path, line: &str, words: &[&str]) {
    let output = limited(folder, line, 1 << 30);
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert_ne!(code, Some(WAITED), "`skirmish {line}` waited");
    assert_eq!(code, Some(2), "skirmish {line}\n{sentence}");
    for word in words {
        assert!(sentence.contains(word), "`{line}` does not speak of `{word}`:\n{sentence}");
    }
}

/// Asserts that the line succeeds or is refused within its memory limit.
fn check_held(folder: &Path, line: &str) {
    let output = limited(folder, line, 1 << 30);
    assert!(matches!(output.status.code(), Some(0..=2)), "skirmish {line}: {output:?}");
}

fn make_pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn a_replay(folder: &Path) -> PathBuf {
    let line = "play plantation house:random house:random --seed 1 --config turns=3";
    done(folder, line);
    folder.join("replays/plantation-1-house_random-house_random-1.replay")
}

/// Every argument of a command that is a path: the path, and the line.
const PLACES: &[(&str, &str)] = &[
    ("pipe.toml", "play utti house:random house:random --config pipe.toml"),
    ("pipe.json", "play utti house:random house:random --config pipe.json"),
    ("pipe.txt", "play utti house:random house:random --map pipe.txt"),
    ("pipe.py", "play utti pipe.py house:random"),
    ("pipe.cpp", "play utti pipe.cpp house:random"),
    ("pipe", "play utti pipe house:random"),
    ("bot/skirmish.toml", "play utti bot house:random"),
    ("bot/skirmish.toml", "play utti bot house:random --strangers"),
    ("pipe.py", "check pipe.py --game utti"),
    ("bot/skirmish.toml", "check bot --game utti"),
    ("pipe.py", "duel pipe.py house:random --game utti"),
    ("pipe.toml", "duel house:greedy house:random --game utti --config pipe.toml"),
    ("pipe.txt", "duel house:greedy house:random --game utti --map pipe.txt"),
    ("pipe.results", "duel house:greedy house:random --game utti --results pipe.results"),
    ("pipe.py", "tournament pipe.py house:random --game utti"),
    ("pipe.toml", "tournament house:greedy house:random --game utti --config pipe.toml"),
    ("pipe.results", "tournament house:greedy house:random --game utti --results pipe.results"),
    ("pipe.py", "new utti mine --from pipe.py"),
    ("pipe.dat", "new utti mine --from real.py --with pipe.dat"),
    ("pipe.replay", "replay verify pipe.replay"),
    ("pipe.replay", "replay show pipe.replay"),
    ("pipe.replay", "replay export pipe.replay --format html"),
    ("pipe.replay", "replay branch pipe.replay --from 1 --seat 0 house:random"),
    ("pipe.replay", "replay redrive pipe.replay house:random --seat 0"),
    ("pipe.replay", "watch pipe.replay --no-browser"),
    ("replays/last", "replay verify last"),
    ("replays/last", "watch --no-browser"),
    ("pipe.toml", "serve --config pipe.toml"),
    ("pipe.py", "submit pipe.py --game utti --server http://127.0.0.1:1"),
    ("bot/skirmish.toml", "submit bot --game utti --server http://127.0.0.1:1"),
    ("config/skirmish/credentials.json", "status"),
    ("config/skirmish/credentials.json", "fetch 1"),
    ("config/skirmish/credentials.json", "login --out"),
];

#[test]
fn a_pipe_is_refused_wherever_a_file_is_named() {
    let folder = folder("files-pipes");
    for (number, (path, line)) in PLACES.iter().enumerate() {
        let place = folder.join(number.to_string());
        make_pipe(&place.join(path));
        fs::write(place.join("real.py"), "print(1)\n").unwrap();
        check_refused(&place, line, &[]);
    }
}

#[test]
fn folders_devices_and_sockets_are_refused_as_pipes_are() {
    let folder = folder("files-others");
    let _socket = UnixListener::bind(folder.join("socket")).unwrap();
    fs::create_dir(folder.join("dir")).unwrap();
    for (path, word) in [("dir", "a folder"), ("/dev/zero", "a device"), ("socket", "a socket")] {
        for line in [
            format!("play utti house:random house:random --config {path}"),
            format!("play utti house:random house:random --map {path}"),
            format!("replay verify {path}"),
            format!("serve --config {path}"),
        ] {
            check_refused(&folder, &line, &[path, word]);
        }
    }
}

#[test]
fn a_pipe_in_place_of_what_a_bot_printed_is_passed_over() {
    let folder = folder("files-stderr");
    fs::write(folder.join("bot.sh"), "echo mumbled >&2; while read word rest; do echo scout 1 1; done\n")
        .unwrap();
    done(&folder, "play plantation bot.sh house:random --seed 1 --config turns=2 --no-jail");
    let replay = "plantation-1-bot.sh-house_random-1";
    let beside = folder.join(format!("replays/{replay}.seat0.stderr"));
    let show = "replay show last --turn d0 --seat 0";
    assert!(done(&folder, show).contains("stderr mumbled"));
    make_pipe(&beside);
    let output = limited(&folder, show, 1 << 30);
    assert_eq!(output.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("mumbled"));
}

/// Writes a forged replay: this text with a matching checksum.
fn written(path: &Path, text: &str) {
    let sum = Digest::of(text.as_bytes()).0;
    let file = fs::File::create(path).unwrap();
    let mut packer = zstd::Encoder::new(file, 3).unwrap();
    packer.write_all(text.as_bytes()).unwrap();
    packer.write_all(format!("sum {sum:016x}\n").as_bytes()).unwrap();
    packer.finish().unwrap();
}

/// The header of a replay, up to its answers, with another config or number of players.
fn head(replay: &Path, config: Option<&str>, players: Option<usize>) -> String {
    let bytes = fs::read(replay).unwrap();
    let text = String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap();
    let head = text.split_once("answers ").unwrap().0;
    let mut out = String::new();
    for line in head.lines() {
        match (config, players) {
            (Some(config), _) if line.starts_with("config ") => out += &format!("config {config}\n"),
            (_, Some(count)) if line.starts_with("players ") => {
                out += &format!("players {count}\n{}", "- - \n".repeat(count));
                break;
            }
            _ => out += &format!("{line}\n"),
        }
    }
    out
}

#[test]
fn a_small_replay_never_takes_much_memory() {
    let folder = folder("files-bombs");
    let replay = a_replay(&folder);
    let plain = head(&replay, None, None);
    let end = "marks 0\nnotes 0\nincomplete x\n";
    const MANY: usize = 40 << 20;
    let answers = |count: usize| format!("{plain}answers {count}\n{}{end}", "0 0 0 x\n".repeat(count));
    let bombs = [
        ("answers", answers(MANY / 8), "when unpacked"),
        ("notes", format!("{plain}answers 0\nmarks 0\nnotes {MANY}\n{}", "\n".repeat(MANY)), "when unpacked"),
        // Within the limit of decompression, but many times as large in memory.
        ("few-answers", answers(2_000_000), ""),
        (
            "few-notes",
            format!("{plain}answers 0\nmarks 0\nnotes 9000000\n{}", "\n".repeat(9_000_000)),
            "notes",
        ),
        ("marks", format!("{plain}answers 0\nmarks 4000000\n{}", "0 0\n".repeat(4_000_000)), "marks"),
        ("config", head(&replay, Some(&format!("[{}0]", "0,".repeat(7 << 20))), None), "config"),
        ("players", head(&replay, None, Some(3_000_000)), "players"),
        ("claim", format!("{plain}answers 18446744073709551615\n"), "answers"),
    ];
    for (name, text, word) in &bombs {
        let path = folder.join(format!("{name}.replay"));
        written(&path, text);
        assert!(fs::metadata(&path).unwrap().len() < 100_000, "{name} is small");
        check_held(&folder, &format!("replay export {name}.replay --format html"));
        for line in [
            format!("replay verify {name}.replay"),
            format!("replay show {name}.replay"),
            format!("replay branch {name}.replay --from d2 --seat 0 house:random"),
            format!("replay redrive {name}.replay house:random --seat 0"),
        ] {
            match *word {
                "" => check_held(&folder, &line),
                word => check_refused(&folder, &line, &[word]),
            }
        }
    }
}

#[test]
fn a_small_replay_never_takes_a_match_that_no_config_allows() {
    let folder = folder("files-long");
    done(&folder, "play underworld house:random house:random --seed 1 --config max_turns=3");
    let replay = folder.join("replays/underworld-1-house_random-house_random-1.replay");
    let bytes = fs::read(&replay).unwrap();
    let text = String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap();
    let config = text.lines().find_map(|line| line.strip_prefix("config ")).unwrap();
    let config =
        config.replace("\"max_turns\":3", "\"max_turns\":100000").replace("\"size\":null", "\"size\":64");
    let turns = "0 0 0 \n1 0 0 \n".repeat(100_000);
    let text = format!(
        "{}answers 200002\n0 0 0 crayfish\n1 0 0 crayfish\n{turns}marks 0\nnotes 0\nincomplete x\n",
        head(&replay, Some(&config), None)
    );
    written(&folder.join("long.replay"), &text);
    check_refused(&folder, "replay verify long.replay", &["max_turns", "at most 15625"]);
}

#[test]
fn what_a_replay_says_is_verified_or_said_to_be_not() {
    let folder = folder("files-claims");
    let replay = a_replay(&folder);
    assert!(done(&folder, "replay show last").contains("\nverified: playing it again leads to this\n"));
    assert!(done(&folder, "replay show last --turn 1").contains("\nnot verified: "));
    let report = done(&folder, "replay export last --format svg --json");
    assert!(report.contains("\"verified\":true"), "{report}");
    let bytes = fs::read(&replay).unwrap();
    let text = String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap();
    let body = text.split_once("sum ").unwrap().0;
    let scores = body.lines().find(|line| line.starts_with("scores ")).unwrap();
    written(&folder.join("claims.replay"), &body.replace(scores, "scores 1000 2000"));
    let shown = done(&folder, "replay show claims.replay");
    let why = "\nnot verified: the result is not the recorded one: recorded places";
    assert!(shown.contains("score 2000") && shown.contains(why), "{shown}");
    assert!(!shown.contains("\nverified"), "{shown}");
    let export = limited(&folder, "replay export claims.replay --format svg --json", 1 << 30);
    assert!(String::from_utf8_lossy(&export.stdout).contains("\"verified\":false"));
    assert!(String::from_utf8_lossy(&export.stderr).contains("not verified: the result is not"));
    check_refused(&folder, "replay verify claims.replay", &["does not verify"]);
    let watch = limited(&folder, "watch claims.replay --terminal", 1 << 30);
    assert!(String::from_utf8_lossy(&watch.stderr).contains("not verified: the result is not"));
}
