//! Untrusted text in all output: no control sequence reaches the terminal, and no text can pass for a line of ours.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use common::folder;
use skirmish_core::shown::is_unseen;
use skirmish_core::view::Digest;

/// Colours, a window title, a bell, bidirectional controls, zero-width characters, a C1 control, a tag, and a forged line.
const HOSTILE: &str =
    "x\x1b[31m\x1b]0;t\x07\u{202e}\u{2066}\u{200f}\u{200b}\u{feff}\u{9b}\u{e0041}\u{2028}\r\nFAKED: y";

/// The same in one line.
fn line_of() -> String {
    HOSTILE.replace('\n', "")
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new("timeout")
        .args(["--kill-after=5", "100", env!("CARGO_BIN_EXE_skirmish")])
        .args(words)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("SKIRMISH_TOKEN", "none")
        .output()
        .unwrap()
}

/// Asserts that the output has no invisible characters and no forged line.
fn check(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert!(matches!(output.status.code(), Some(0..=6)), "{words:?}: {output:?}");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("what is printed is text");
    let hidden: Vec<char> = text.chars().filter(|&c| is_unseen(c) && c != '\n' && c != '\t').collect();
    assert!(hidden.is_empty(), "{words:?} prints {hidden:?}:\n{text}");
    let is_faked = |line: &str| line.trim_start().starts_with("FAKED");
    assert!(!text.lines().any(is_faked), "{words:?} prints a line that is not ours:\n{text}");
    text
}

/// The same, and the text is shown escaped.
fn check_shown(folder: &Path, words: &[&str]) {
    let text = check(folder, words);
    let is_there = text.contains("\\x1b[31m") || text.contains("\\u001b[31m");
    assert!(is_there, "{words:?} does not show it:\n{text}");
}

fn manifest(folder: &Path, name: &str, lines: &[(&str, &str)]) {
    fs::create_dir_all(folder.join(name)).unwrap();
    let table: toml::Table = lines.iter().map(|(key, value)| (key.to_string(), (*value).into())).collect();
    fs::write(folder.join(name).join("skirmish.toml"), table.to_string()).unwrap();
    fs::write(folder.join(name).join("bot.sh"), BOT).unwrap();
}

/// Plays Plantation, and prints hostile text on stdout and stderr.
const BOT: &str = "printf '%s\\n' \"$(cat words)\" >&2\nwhile read word rest; do case $word in turn) cat words;; end) exit;; esac; done\n";

const SHORT: &[&str] = &["--config", "turns=2", "--seed", "1", "--no-jail"];

#[test]
fn words_that_are_typed() {
    let folder = folder("hostile-typed");
    for words in [
        &[HOSTILE][..],
        &["play", HOSTILE, "house:random", "house:random"],
        &["play", "utti", "house:random", HOSTILE],
        &["play", "utti", "house:random", &format!("house:{HOSTILE}")],
        &["play", "utti", "house:random", &format!("python3 '{HOSTILE}")],
        &["play", "utti", "house:random", "house:random", "--preset", HOSTILE],
        &["play", "utti", "house:random", "house:random", "--config", HOSTILE],
        &["play", "utti", "house:random", "house:random", "--config", &format!("{HOSTILE}=1")],
        &["play", "utti", "house:random", "house:random", "--config", &format!("size={HOSTILE}")],
        &["play", "utti", "house:random", "house:random", "--map", HOSTILE],
        &["play", "utti", "house:random", "house:random", "--clock", HOSTILE],
        &["play", "utti", "house:random", "house:random", &format!("--{HOSTILE}")],
        &["play", "utti", "house:random", "house:random", "--seed", HOSTILE],
        &["rules", HOSTILE],
        &["check", HOSTILE, "--game", "utti"],
        &["duel", HOSTILE, "house:random", "--game", "utti"],
        &["tournament", HOSTILE, "house:random", "--game", "utti"],
        &["tournament", "house:greedy", "house:random", "--game", "utti", "--seeds", HOSTILE],
        &["new", HOSTILE],
        &["new", "utti", HOSTILE, "--lang", "python"],
        &["new", "utti", "--lang", HOSTILE],
        &["new", "plantation", "--from", HOSTILE],
        &["replay", "verify", HOSTILE],
        &["replay", "show", HOSTILE],
        &["replay", "export", HOSTILE, "--format", "html"],
        &["replay", "branch", HOSTILE, "--from", "1", "--seat", "0", "house:random"],
        &["replay", "redrive", HOSTILE, "house:random", "--seat", "0"],
        &["watch", HOSTILE],
        &["serve", "--config", HOSTILE],
        &["submit", HOSTILE],
        &["status", "--server", HOSTILE],
        &["login", HOSTILE],
    ] {
        check_shown(&folder, words);
    }
}

#[test]
fn names_of_files_and_what_is_in_them() {
    let folder = folder("hostile-files");
    let (toml, json) = (format!("{HOSTILE}.toml"), format!("{HOSTILE}.json"));
    let play = ["play", "utti", "house:random", "house:random"];
    for text in
        [HOSTILE.to_string(), format!("\"{}\" = 1\n", HOSTILE.escape_default()), "size = [".to_string()]
    {
        fs::write(folder.join(&toml), &text).unwrap();
        check_shown(&folder, &[&play[..], &["--config", &toml]].concat());
    }
    for text in [HOSTILE.to_string(), serde_json::json!({ HOSTILE: 1 }).to_string()] {
        fs::write(folder.join(&json), &text).unwrap();
        check_shown(&folder, &[&play[..], &["--config", &json]].concat());
    }
    for text in [serde_json::json!({ "preset": HOSTILE }), serde_json::json!({ "size": HOSTILE })] {
        fs::write(folder.join("plain.json"), text.to_string()).unwrap();
        check_shown(&folder, &[&play[..], &["--config", "plain.json"]].concat());
    }
    fs::write(folder.join("map"), HOSTILE).unwrap();
    for game in ["utti", "underworld", "plantation", "si32", "ice-and-fire"] {
        check(&folder, &["play", game, "house:random", "house:random", "--map", "map"]);
    }
    fs::write(folder.join("settings.toml"), format!("'{}' = 1\n", HOSTILE.replace('\n', " "))).unwrap();
    check(&folder, &["serve", "--config", "settings.toml"]);
}

#[test]
fn bots_and_what_they_say() {
    let folder = folder("hostile-bots");
    fs::write(folder.join("words"), HOSTILE).unwrap();
    fs::write(folder.join(format!("{HOSTILE}.sh")), BOT).unwrap();
    let named = format!("{HOSTILE}.sh");
    check_shown(&folder, &[&["play", "plantation", &named, "house:random"], SHORT].concat());
    check_shown(&folder, &[&["play", "plantation", &named, "house:random", "-v"], SHORT].concat());
    let json = [&["play", "plantation", &named, "house:random", "--json"], SHORT].concat();
    check_shown(&folder, &json);
    let line = String::from_utf8(run(&folder, &json).stdout).unwrap();
    let told: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(told["players"][0]["name"], named);
    for (key, value) in
        [("name", HOSTILE), ("language", HOSTILE), (HOSTILE, "1"), ("game", HOSTILE), ("build", HOSTILE)]
    {
        manifest(&folder, "bot", &[("run", "sh bot.sh"), (key, value)]);
        fs::write(folder.join("bot/words"), HOSTILE).unwrap();
        check(&folder, &[&["play", "plantation", "bot", "house:random"], SHORT].concat());
        check(&folder, &["submit", "bot", "--game", "plantation", "--server", "http://127.0.0.1:1"]);
    }
    for run in [HOSTILE, &format!("sh '{HOSTILE}'")] {
        manifest(&folder, "bot", &[("run", run)]);
        check(&folder, &[&["play", "plantation", "bot", "house:random"], SHORT].concat());
    }
    manifest(
        &folder,
        "bot",
        &[("run", "sh bot.sh"), ("name", HOSTILE), ("build", "sh -c 'cat words; exit 3'")],
    );
    fs::write(folder.join("bot/words"), format!("{}\n", line_of())).unwrap();
    check_shown(&folder, &[&["play", "plantation", "bot", "house:random"], SHORT].concat());
    manifest(&folder, "bot", &[("run", "sh bot.sh"), ("name", HOSTILE)]);
    let check_it = ["check", "bot", "--game", "plantation", "--no-jail", "--matches", "1"];
    check_shown(&folder, &check_it);
    check(&folder, &[&check_it[..], &["--json"]].concat());
    let duel =
        ["bot", "house:random", "--game", "plantation", "--config", "turns=2", "--no-jail", "--matches", "4"];
    check_shown(&folder, &[&["duel"], &duel[..]].concat());
    check_shown(&folder, &[&["tournament"], &duel[..]].concat());
}

/// A replay with hostile text in every field.
fn replay(folder: &Path, change: impl Fn(&str) -> String) {
    let packed = fs::read(folder.join("replays/plantation-1-house_random-house_random-1.replay")).unwrap();
    let text = String::from_utf8(zstd::decode_all(&packed[..]).unwrap()).unwrap();
    let body = text.split_once("\nsum ").unwrap().0;
    let text: String = body.lines().map(|line| format!("{}\n", change(line))).collect();
    let sum = Digest::of(text.as_bytes()).0;
    fs::write(folder.join("hostile.replay"), format!("{text}sum {sum:016x}\n")).unwrap();
}

#[test]
fn fields_of_replays() {
    let folder = folder("hostile-replay");
    let play = ["play", "plantation", "house:random", "house:random"];
    run(&folder, &[&play[..], SHORT].concat());
    let hostile = line_of();
    let escaped: String = HOSTILE.replace('\n', "\\n").chars().collect();
    let changes: Vec<(&str, String)> = vec![
        ("game ", format!("game {hostile}")),
        ("map ", format!("map {hostile}")),
        ("tier ", format!("tier {hostile}")),
        ("clock ", format!("clock {hostile}")),
        ("config ", format!("config {}", serde_json::json!({ HOSTILE: HOSTILE }))),
        ("- - ", format!("{hostile} {hostile} {escaped}")),
        ("0 ", format!("0 1 1 {escaped}")),
        ("1 ", format!("1 1 1 !late {escaped}")),
        ("notes 0", format!("notes 1\n{escaped}")),
        ("over ", format!("over {hostile}")),
        ("over ", format!("incomplete {escaped}")),
    ];
    for (start, new) in &changes {
        replay(&folder, |line| if line.starts_with(start) { new.clone() } else { line.to_string() });
        for words in [
            &["replay", "verify", "hostile.replay"][..],
            &["replay", "verify", "hostile.replay", "--json"],
            &["replay", "show", "hostile.replay"],
            &["replay", "show", "hostile.replay", "--turn", "d0", "--seat", "0"],
            &["replay", "export", "hostile.replay", "--format", "jsonl"],
            &["replay", "export", "hostile.replay", "--format", "svg", "--json"],
            &["replay", "branch", "hostile.replay", "--from", "d1", "--seat", "0", "house:random"],
            &["replay", "redrive", "hostile.replay", "house:random", "--seat", "0"],
            &["replay", "redrive", "hostile.replay", "house:random", "--seat", "0", "--json"],
        ] {
            check(&folder, words);
        }
    }
}

/// An HTTP server that gives this response to every request.
fn serve(status: &'static str, body: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || listener.incoming().for_each(|stream| answer(stream.unwrap(), status, &body)));
    address
}

fn answer(mut stream: TcpStream, status: &str, body: &str) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let _ = reader.take(length).read_to_end(&mut Vec::new());
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let _ = stream.write_all(format!("{head}{body}").as_bytes());
}

#[test]
fn what_a_server_says() {
    let folder = folder("hostile-server");
    manifest(&folder, "bot", &[("run", "sh bot.sh"), ("game", "plantation")]);
    let me = serde_json::json!({ "name": HOSTILE, "is_admin": false, "bots": [], "queue": [], "upload_bytes": 9_000_000 });
    let error = serde_json::json!({ "error": HOSTILE, "message": HOSTILE, "why": HOSTILE });
    for (status, body) in [
        ("200 OK", me.to_string()),
        ("200 OK", HOSTILE.to_string()),
        ("400 Bad Request", HOSTILE.to_string()),
        ("400 Bad Request", error.to_string()),
        ("500 Internal Server Error", HOSTILE.to_string()),
    ] {
        let server = serve(status, body);
        for words in
            [&["status"][..], &["status", "--json"], &["submit", "bot", "--wait", "1"], &["fetch", "1"]]
        {
            check(&folder, &[words, &["--server", &server]].concat());
        }
        check(&folder, &["login", "--out", &server]);
    }
}
