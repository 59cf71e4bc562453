//! `skirmish play`: house bots, small programs, saved replays.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use common::{done, folder, skirmish};
use serde_json::Value;

/// Games with a small Python bot in `tests/bots`, and a config that makes a match short.
const GAMES: &[(&str, &str)] = &[
    ("utti", "--config size=40 --config rounds=20"),
    ("plantation", "--config turns=20"),
    ("si32", "--config turns=40"),
    ("ice-and-fire", "--config turns=20"),
    ("underworld", "--config max_turns=60"),
];

fn bot(game: &str) -> String {
    bot_file(&format!("{game}.py"))
}

fn bot_file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots").join(name).display().to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Every game with a house bot, and a config that makes a match short.
fn playable(folder: &Path) -> Vec<(String, &'static str)> {
    let listed = json(&done(folder, "games --json"));
    let games = listed.as_array().unwrap().iter().filter(|game| !game["bots"].as_array().unwrap().is_empty());
    let names = games.map(|game| game["name"].as_str().unwrap().to_string());
    names
        .map(|name| {
            (name.clone(), GAMES.iter().find(|(game, _)| *game == name).map_or("", |(_, short)| short))
        })
        .collect()
}

#[test]
fn house_bots_play_every_game_and_the_same_again() {
    for (game, short) in playable(&folder("house")) {
        let folder = folder(&format!("house-{game}"));
        let line = format!("play {game} house:random house:random --seed 5 {short}");
        let text = done(&folder, &line);
        for words in ["house:random", "replay: replays/", "again:  skirmish play", "score"] {
            assert!(text.contains(words), "{game}: `{words}` is missing in\n{text}");
        }
        assert!(!text.contains('\x1b'), "{game}: colours without a terminal");
        assert!(done(&folder, "replay verify last").contains("verifies"));
        let (first, second) = (
            json(&done(&folder, &format!("{line} --json"))),
            json(&done(&folder, &format!("{line} --json"))),
        );
        for field in ["players", "why", "decisions", "map"] {
            let of = |played: &Value| without_times(&played[field]);
            assert_eq!(of(&first), of(&second), "{game}: {field}");
        }
    }
}

fn without_times(value: &Value) -> Value {
    let mut value = value.clone();
    for player in value.as_array_mut().into_iter().flatten() {
        player["cpu_us"] = Value::Null;
    }
    value
}

#[test]
fn a_ten_line_python_bot_plays_every_game() {
    for (game, short) in GAMES {
        let folder = folder(&format!("python-{game}"));
        let played = json(&done(
            &folder,
            &format!("play {game} '{}' house:greedy --seed 3 {short} --json", bot(game)),
        ));
        assert_eq!(played["complete"], true, "{game}: {played}");
        assert_eq!(played["players"][0]["faults"], 0, "{game}: {played}");
        let shown = done(&folder, "replay show last --turn 2 --seat 0");
        assert!(shown.contains("reads") && shown.contains("writes"), "{game}:\n{shown}");
    }
}

#[test]
fn a_javascript_bot_written_for_a_contest_site_plays_unchanged() {
    let folder = folder("contest-js");
    let bot = bot_file("ice-and-fire.js");
    std::fs::write(
        folder.join("modern.mjs"),
        "import { createInterface } from 'node:readline';\n\
         const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();\n\
         const next = async () => (await lines.next()).value;\n\
         const skip = async () => { for (let n = Number(await next()); n > 0; n--) await next(); };\n\
         await skip();\n\
         for (;;) {\n\
           for (let n = 0; n < 16; n++) await next();\n\
           await skip(); await skip();\n\
           console.log('WAIT');\n\
         }\n",
    )
    .unwrap();
    for jail in ["", "--no-jail"] {
        let line = format!("play ice-and-fire '{bot}' modern.mjs --seed 3 --config turns=20 --json {jail}");
        let played = json(&done(&folder, &line));
        assert_eq!(played["complete"], true, "{played}");
        for seat in [0, 1] {
            assert_eq!(played["players"][seat]["faults"], 0, "seat {seat}, {jail}: {played}");
        }
        assert_eq!(played["players"][0]["place"], 1, "one that trains beats one that waits: {played}");
        assert!(done(&folder, "replay show last --turn 2 --seat 0").contains("gold"), "its remarks are kept");
    }
}

#[test]
fn a_contest_bot_finds_its_globals_however_node_is_called() {
    let folder = folder("contest-node");
    let source = std::fs::read_to_string(bot_file("ice-and-fire.js")).unwrap();
    std::fs::create_dir(folder.join("boxed")).unwrap();
    std::fs::write(folder.join("boxed/skirmish.toml"), "run = \"node bot.js\"\n").unwrap();
    std::fs::write(folder.join("boxed/bot.js"), &source).unwrap();
    std::fs::write(folder.join("script"), format!("#!/usr/bin/env node\n{source}")).unwrap();
    std::fs::set_permissions(folder.join("script"), PermissionsExt::from_mode(0o755)).unwrap();
    for bot in ["boxed", "./script", "'node boxed/bot.js'"] {
        let line = format!("play ice-and-fire {bot} house:random --seed 3 --config turns=20 --json");
        let played = json(&done(&folder, &line));
        assert_eq!(played["players"][0]["faults"], 0, "{bot}: {played}");
    }
}

#[test]
fn a_source_file_is_built_once_and_plays() {
    let folder = folder("source-files");
    for bot in ["ice-and-fire.cpp", "ice-and-fire.rs"] {
        std::fs::copy(bot_file(bot), folder.join(bot)).unwrap();
    }
    std::fs::write(folder.join("bad.cpp"), "int main() { retrun 0; }\n").unwrap();
    let line = "play ice-and-fire ice-and-fire.cpp ./ice-and-fire.rs --seed 3 --config turns=10 --json";
    let printed = |how: &str| done(&folder, &format!("{line} {how}"));
    let first = json(&printed(""));
    for seat in [0, 1] {
        assert_eq!(first["players"][seat]["faults"], 0, "{first}");
    }
    let store = folder.join(".cache/skirmish/built");
    assert_eq!(std::fs::read_dir(&store).unwrap().count(), 2, "both are kept, and nothing else");
    let hashes = |played: &Value| [0, 1].map(|seat| played["players"][seat]["hash"].clone());
    assert_eq!(hashes(&json(&printed(""))), hashes(&first));
    assert_eq!(hashes(&json(&printed("--strangers"))), hashes(&first), "built in a jail it is the same bot");
    assert_eq!(std::fs::read_dir(&store).unwrap().count(), 2);
    let bad = skirmish(&folder, "play ice-and-fire bad.cpp house:random");
    assert_eq!(bad.status.code(), Some(2));
    let said = String::from_utf8(bad.stderr).unwrap();
    assert!(said.contains("bad.cpp") && said.contains("retrun"), "{said}");
    assert_eq!(std::fs::read_dir(&store).unwrap().count(), 2, "what does not build is not kept");
}

#[test]
fn stubs_of_contest_sites_play_and_are_fit_as_they_are() {
    let folder = folder("stubs");
    for bot in ["stub.c", "Stub.java"] {
        std::fs::copy(bot_file(bot), folder.join(bot)).unwrap();
    }
    let line = "play ice-and-fire stub.c Stub.java --seed 3 --config turns=10 --json";
    let played = json(&done(&folder, line));
    for seat in [0, 1] {
        assert_eq!(played["players"][seat]["faults"], 0, "{played}");
        assert!(played["players"][seat]["cpu_us"].as_u64().unwrap() > 0, "{played}");
    }
    let report =
        json(&done(&folder, "check stub.c --game ice-and-fire --config turns=10 --matches 2 --json"));
    assert_eq!(report["is_fit"], true, "{report}");
}

#[test]
fn a_bot_that_crashes_is_explained_with_its_last_words() {
    let folder = folder("crash");
    std::fs::write(folder.join("crash.py"), "input()\nraise ValueError('no idea what to plant')\n").unwrap();
    let text = done(&folder, "play plantation crash.py house:random --seed 1");
    for words in ["crash.py", "no idea what to plant", "lost: gone", "seat 0"] {
        assert!(text.contains(words), "`{words}` is missing in\n{text}");
    }
}

#[test]
fn a_bot_that_does_not_flush_is_asked_whether_it_did() {
    let folder = folder("unflushed");
    std::fs::write(
        folder.join("mute.py"),
        "import sys, time\nsys.stdout.write('plant 1 1')\nsys.stdout.flush()\ntime.sleep(60)\n",
    )
    .unwrap();
    let text = done(&folder, "play plantation mute.py house:random --seed 1 --clock 200+200/turn");
    assert!(text.contains("flush") && text.contains("mute.py"), "{text}");
}

#[test]
fn repeated_matches_have_seeds_of_their_own_and_a_tally() {
    let folder = folder("repeat");
    let text =
        done(&folder, "play plantation house:greedy house:random --seed 7 --repeat 3 --config turns=5");
    for seed in ["seed 7", "seed 8", "seed 9"] {
        assert!(text.contains(seed), "{text}");
    }
    assert!(text.trim_end().lines().last().unwrap().contains("house:greedy (seat 0) won"), "{text}");
}

#[test]
fn verbose_prints_both_sides_of_the_pipe() {
    let folder = folder("verbose");
    let output = skirmish(
        &folder,
        &format!("play plantation '{}' house:random --verbose --config turns=2", bot("plantation")),
    );
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("0 reads  turn 1 moves 3") && stderr.contains("0 writes"), "{stderr}");
}

#[test]
fn verbose_keeps_lines_of_stderr_whole_however_they_come() {
    let folder = folder("verbose-stderr");
    let script = "import os\nfor c in 'Traceback:\\n  a line\\nno end': os.write(2, c.encode())\nraise SystemExit(1)\n";
    std::fs::write(folder.join("bot.py"), script).unwrap();
    let output = skirmish(&folder, "play plantation ./bot.py house:random --verbose --config turns=1");
    let stderr = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = stderr.lines().filter(|line| line.starts_with("0 stderr")).collect();
    assert_eq!(lines, ["0 stderr Traceback:", "0 stderr   a line", "0 stderr no end"], "{stderr}");
}

#[test]
fn a_person_plays_at_the_prompt() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let folder = folder("human");
    let mut child = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["play", "plantation", "human", "house:random", "--config", "turns=1", "--seed", "1"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"scout 5 5\nscout 5 5\nscout 5 5\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("seat 0>") && text.contains("human"), "{text}");
}

#[test]
fn redrive_and_branch_re_enter_a_match() {
    let folder = folder("re-enter");
    done(&folder, "play plantation house:greedy house:random --seed 4 --config turns=12");
    let same = done(&folder, "replay redrive last house:greedy --seat 0");
    assert!(same.contains("differently 0 times"), "{same}");
    let other = done(&folder, "replay redrive last house:random --seat 0 --until 5");
    assert!(other.contains("then") && other.contains("now"), "{other}");
    let branched = json(&done(&folder, "replay branch last --from 6 --seat 0 house:random --json"));
    assert_eq!(branched["players"][0]["name"], "house:random");
    assert!(done(&folder, "replay show last").contains("branched from replay"));
    assert!(done(&folder, "replay verify last").contains("verifies"));
}

#[test]
fn refused_orders_are_counted_with_the_first_reason() {
    let folder = folder("refused_orders");
    std::fs::write(
        folder.join("bot.py"),
        "while True: print('colonise 99 99', flush=True) if input().startswith('turn') else 0",
    )
    .unwrap();
    let play = "play plantation bot.py house:random --config turns=3 --seed 1";
    let told = done(&folder, play);
    assert!(
        told.contains("orders of seat 0 (bot.py), first on turn 1: Plus cannot colonise (99, 99)"),
        "{told}"
    );
    let json: Value = serde_json::from_str(&done(&folder, &format!("{play} --json"))).unwrap();
    assert!(json["players"][0]["refused_orders"].as_u64().unwrap() >= 3, "{json}");
    assert_eq!(json["players"][1]["refused_orders"], 0);
}
