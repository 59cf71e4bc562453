//! `skirmish new`, as a person types it: what it writes, what it refuses, and that originals' bots play.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[allow(dead_code, reason = "not every test file needs it")]
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{done, folder, skirmish};

const ORIGINALS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/originals");

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Runs the line in that folder; it must be refused in one sentence that has all these words, and change nothing.
fn refused(folder: &Path, line: &str, words: &[&str]) {
    let before = names(folder);
    let output = skirmish(folder, line);
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "skirmish {line}\n{sentence}");
    assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
    for word in words {
        assert!(sentence.contains(word), "`{line}` does not speak of `{word}`:\n{sentence}");
    }
    assert_eq!(names(folder), before, "`{line}` left something behind");
}

/// The file of an original's bot, under another name where the test has one.
fn original(place: &Path, name: &str, under: &str) -> PathBuf {
    let to = place.join(under);
    fs::copy(Path::new(ORIGINALS).join(name), &to).unwrap();
    to
}

#[test]
fn a_new_bot_has_all_it_needs_and_the_next_commands_are_printed() {
    let place = folder("new_bot");
    let said = done(&place, "new utti my-bot --lang python");
    assert_eq!(names(&place), ["my-bot"]);
    assert_eq!(
        names(&place.join("my-bot")),
        [".gitignore", "README.md", "bot.py", "lines.py", "protocol.py", "skirmish.toml"]
    );
    let readme = fs::read_to_string(place.join("my-bot/README.md")).unwrap();
    for command in ["skirmish play utti . house:random", "skirmish watch last", "skirmish submit"] {
        assert!(said.contains(command), "{said}");
        assert!(readme.contains(command), "{readme}");
    }
}

#[test]
fn a_language_may_be_called_by_its_short_name() {
    let place = folder("new_short_name");
    done(&place, "new utti --lang c++");
    assert_eq!(names(&place), ["utti-cpp"]);
    let list = done(&place, "new --list");
    assert!(list.contains("cpp, or c++  C++"), "{list}");
}

#[test]
fn a_bot_plays_from_its_own_folder_and_stays_the_same_bot() {
    let place = folder("new_here");
    done(&place, "new plantation .");
    let hash = || {
        let line = "play plantation . house:random --config turns=3 --seed 1 --json";
        let played: serde_json::Value = serde_json::from_str(&done(&place, line)).unwrap();
        played["players"][0]["hash"].clone()
    };
    assert_eq!(hash(), hash(), "its replays are no part of a bot");
}

#[test]
fn a_bot_is_not_played_at_another_game() {
    let place = folder("new_other_game");
    done(&place, "new plantation bot");
    refused(&place, "play utti bot house:random", &["bot", "plantation", "utti"]);
}

#[test]
fn a_folder_that_is_there_is_left_alone() {
    let place = folder("new_there");
    done(&place, "new utti bot");
    refused(&place, "new si32 bot", &["bot", "not empty", "another name"]);
    assert!(fs::read_to_string(place.join("bot/skirmish.toml")).unwrap().contains("utti"));
    fs::write(place.join("file"), "").unwrap();
    refused(&place, "new si32 file", &["file", "new folder"]);
}

#[test]
fn what_there_is_not_is_named_with_what_there_is() {
    let place = folder("new_unknown");
    refused(&place, "new chess bot", &["chess", "utti", "plantation"]);
    refused(&place, "new utti bot --lang cobol", &["cobol", "python", "rust"]);
    refused(&place, "new utti 'a\"b'", &["cannot be a bot's name"]);
    refused(&place, "new plantation bot --from nowhere.py", &["nowhere.py", "cannot be read"]);
    refused(&place, "new plantation bot --from .", &["is no file"]);
}

#[test]
fn a_missing_toolchain_is_named_with_its_package_and_nothing_is_written() {
    let place = folder("new_no_tools");
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["new", "utti", "bot", "--lang", "rust"])
        .env("PATH", &place)
        .current_dir(&place)
        .output()
        .unwrap();
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    for word in ["cargo", "apt install cargo gcc", "nothing was written"] {
        assert!(sentence.contains(word), "{sentence}");
    }
    assert!(names(&place).is_empty());
}

#[test]
fn the_list_names_every_language_game_and_need() {
    let place = folder("new_list");
    let list = done(&place, "new --list");
    let all: serde_json::Value = serde_json::from_str(&done(&place, "new --list --json")).unwrap();
    assert!(!all.as_array().unwrap().is_empty());
    for language in all.as_array().unwrap() {
        for text in [&language["name"], &language["title"], &language["needs"][0]["package"]] {
            assert!(list.contains(text.as_str().unwrap()), "{text} is not in\n{list}");
        }
    }
}

#[test]
fn a_player_class_of_the_original_plantation_plays_unchanged() {
    let place = folder("new_from_plantation");
    // Its name is that of the package it imports.
    original(&place, "plantation.py", "plantation.py");
    let said = done(&place, "new plantation --from plantation.py");
    assert!(said.contains("skirmish play plantation . house:random --preset original"), "{said}");
    let bot = place.join("plantation");
    assert_eq!(fs::read(bot.join("plantation.py")).unwrap(), fs::read(place.join("plantation.py")).unwrap());
    let stderr = played(&bot, "plantation", "--preset original", 0);
    assert!(stderr.contains("Gardener: 300 results"), "{stderr}");
    // The board as text, as the original prints it.
    assert!(stderr.contains(" 0 |") && stderr.contains("====="), "{stderr}");
}

#[test]
fn constructor_arguments_come_from_the_manifest() {
    let place = folder("new_from_arguments");
    original(&place, "plantation.py", "gardener.py");
    done(&place, "new plantation bot --from gardener.py");
    let manifest = place.join("bot/skirmish.toml");
    let arguments = "name = \"Fritz\"\nscout_every = 2\nweights = { plant = 0.5, fertilise = 0.5 }\n";
    let text = fs::read_to_string(&manifest).unwrap() + arguments;
    fs::write(&manifest, &text).unwrap();
    let stderr = played(&place.join("bot"), "plantation", "--preset original", 1);
    assert!(stderr.contains("Fritz: 300 results"), "{stderr}");
    fs::write(&manifest, text + "colour = 1\n").unwrap();
    let said = done(&place, "play plantation bot house:random --preset original --seed 1");
    assert!(said.contains("colour") && said.contains("[options.arguments]"), "{said}");
}

#[test]
fn bots_of_the_original_si32_play_with_the_helper_that_they_import() {
    let place = folder("new_from_si32");
    for name in ["si32.py", "si32_loop.py"] {
        let path = original(&place, name, name);
        let bot = place.join(path.file_stem().unwrap());
        done(&place, &format!("new si32 --from {name}"));
        played(&bot, "si32", "--preset small", 0);
    }
}

#[test]
fn a_file_with_a_name_of_the_kits_own_is_refused() {
    let place = folder("new_from_clash");
    original(&place, "plantation.py", "play.py");
    refused(&place, "new plantation bot --from play.py", &["play.py", "rename"]);
    original(&place, "plantation.py", "two words.py");
    refused(&place, "new plantation bot --from 'two words.py'", &["two words.py", "rename"]);
}

#[test]
fn a_game_whose_bots_need_no_wrapping_says_so() {
    let place = folder("new_from_none");
    original(&place, "si32.py", "bot.py");
    refused(&place, "new underworld --from bot.py", &["underworld", "play as they are"]);
}

/// Plays the bot in its folder against chance: it wins, without a fault. What it said on stderr.
fn played(bot: &Path, game: &str, config: &str, seat: usize) -> String {
    let seats = if seat == 0 { ". house:random" } else { "house:random ." };
    let line = format!("play {game} {seats} {config} --seed 1 --clock 20000+20000/turn --json");
    let played: serde_json::Value = serde_json::from_str(&done(bot, &line)).unwrap();
    let player = &played["players"][seat];
    assert_eq!((&player["faults"], &player["place"]), (&0.into(), &1.into()), "{played}");
    let replay = bot.join(played["replay"].as_str().unwrap());
    fs::read_to_string(replay.with_extension(format!("seat{seat}.stderr"))).unwrap_or_default()
}
