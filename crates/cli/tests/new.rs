//! `skirmish new`: what it writes, what it refuses, and that wrapped bots of the original games play.

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

/// Runs the line in that folder; it must be refused in one sentence that contains all these words, and change nothing.
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

#[test]
fn the_game_of_a_bot_in_a_folder_need_not_be_said() {
    let place = folder("game_of_folder");
    done(&place, "new plantation mine --lang python");
    done(&place, "new utti other --lang python");
    let common = "--no-clock --seed 1";
    assert!(done(&place, &format!("play mine house:random {common}")).contains("Plantation, seed 1"));
    assert!(done(&place, &format!("play mine/bot.py house:random {common}")).contains("Plantation, seed 1"));
    let table = format!("tournament mine house:random {common} --matches 2");
    assert!(done(&place, &table).contains("house:random"));
    for line in ["play mine other", "duel mine other", "tournament mine other"] {
        refused(&place, line, &["`mine` plays plantation", "`other` plays utti"]);
    }
}

/// Copies a bot of an original game into the folder, under that name.
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

/// The message of `new` with an empty `PATH`.
fn refused_without_tools(place: &Path, wanted: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    let output = command.arg("new").args(wanted).env("PATH", place).current_dir(place).output().unwrap();
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    sentence
}

#[test]
fn a_missing_toolchain_is_named_with_its_package_and_nothing_is_written() {
    let place = folder("new_no_tools");
    let sentence = refused_without_tools(&place, &["utti", "bot", "--lang", "rust"]);
    for word in ["cargo", "apt install cargo gcc", "nothing was written"] {
        assert!(sentence.contains(word), "{sentence}");
    }
    assert!(names(&place).is_empty());
}

#[test]
fn a_package_is_needed_by_the_bots_that_import_it_only() {
    let place = folder("new_imported");
    for (source, is_needed) in [("import numpy\n", false), ("from scipy.signal import convolve2d\n", true)] {
        fs::write(place.join("bot.py"), source).unwrap();
        let sentence = refused_without_tools(&place, &["plantation", "made", "--from", "bot.py"]);
        assert!(sentence.contains("python3-numpy"), "{sentence}");
        assert_eq!(sentence.contains("python3-scipy"), is_needed, "{sentence}");
    }
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
        // What can be typed is what the list of languages says.
        let name = language["name"].as_str().unwrap();
        let listed = skirmish_programs::Language::called(name).unwrap();
        assert_eq!((listed.name, language["aliases"].clone()), (name, serde_json::json!(listed.aliases)));
        if !language["needs"].as_array().unwrap().iter().all(|need| need["installed"] == true) {
            continue;
        }
        for (number, typed) in listed.aliases.iter().chain([&listed.name]).enumerate() {
            let made = done(&place, &format!("new utti {name}{number} --lang {typed} --json"));
            let made: serde_json::Value = serde_json::from_str(&made).unwrap();
            assert_eq!(made["language"], name);
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
fn a_file_with_a_player_class_plays_as_it_is_with_what_it_imports() {
    let place = folder("new_class_directly");
    original(&place, "plantation.py", "my_player.py");
    let line = "play plantation ./my_player.py house:random --preset original --seed 1 --clock 20000+20000/turn --json";
    let played: serde_json::Value = serde_json::from_str(&done(&place, line)).unwrap();
    let player = &played["players"][0];
    assert_eq!((&player["name"], &player["faults"]), (&"my_player.py".into(), &0.into()), "{played}");
    assert_eq!(player["place"], 1, "{played}");
    assert_eq!(names(&place), ["my_player.py", "replays"], "nothing else is left behind");
    original(&place, "plantation_first.py", "play.py");
    refused(&place, "play plantation ./play.py house:random", &["play.py", "rename yours"]);
    // What reads and prints by itself is no player class.
    let program = "import sys\ndef get_move(line):\n    return 'scout 5 5'\nfor line in sys.stdin:\n    if \
                   line.startswith('turn '):\n        print(get_move(line))\n";
    fs::write(place.join("program.py"), program).unwrap();
    let line =
        "play plantation ./program.py house:random --config turns=1 --clock 20000+20000/turn --seed 1 --json";
    let played: serde_json::Value = serde_json::from_str(&done(&place, line)).unwrap();
    assert_eq!(played["players"][0]["faults"], 0, "{played}");
}

#[test]
fn a_strangers_class_takes_nothing_along_that_lies_beside_it() {
    let place = folder("new_class_of_a_stranger");
    let source = "import secret_plans\nfrom plantation.player import Player\nclass A(Player):\n    def get_move(self, \
                  board, turn, moves, time):\n        return 'scout', (5, 5)\n";
    fs::write(place.join("theirs.py"), source).unwrap();
    fs::write(place.join("secret_plans.py"), "").unwrap();
    let line = "play plantation ./theirs.py house:random --config turns=1 --seed 1";
    assert!(!done(&place, line).contains("secret_plans"), "the user's own finds it");
    let theirs = done(&place, &format!("{line} --strangers --unsafe-local"));
    assert!(theirs.contains("theirs.py needs the module secret_plans"), "{theirs}");
}

#[test]
fn examples_play_exactly_as_the_house_bots_of_their_names() {
    let place = folder("new_examples");
    for (example, house) in [("random_player", "RandomPlayer"), ("random_player_dumb", "RandomPlayerDumb")] {
        done(&place, &format!("new plantation --example {example}"));
        for (seat, seed) in [(0, 5), (1, 6)] {
            let scores = |bot: &str, other: &str| {
                let seats = if seat == 0 { format!("{bot} {other}") } else { format!("{other} {bot}") };
                let line = format!("play plantation {seats} --seed {seed} --clock 20000+20000/turn --json");
                let played: serde_json::Value = serde_json::from_str(&done(&place, &line)).unwrap();
                let faults = played["players"][seat]["faults"].clone();
                (
                    faults,
                    [0, 1].map(|seat| played["players"][seat]["score"].clone()),
                    played["decisions"].clone(),
                )
            };
            let file = format!("./{example}/{example}.py");
            let played = scores(&file, "house:greedy");
            assert_eq!(played, scores(&format!("house:{house}"), "house:greedy"), "{example}, seat {seat}");
            assert_eq!(played.0, 0, "{example}");
            // The last match is the house bot's: the example is asked all its questions again.
            let driven = done(&place, &format!("replay redrive last {example} --seat {seat} --json"));
            let driven: serde_json::Value = serde_json::from_str(&driven).unwrap();
            assert!(driven["asked"].as_u64().unwrap() > 200, "{driven}");
            assert_eq!(driven["differences"], serde_json::json!([]), "{example}, seat {seat}");
        }
    }
    refused(&place, "new plantation --example nobody", &["nobody", "random_player_dumb"]);
    refused(&place, "new utti --example random_player", &["utti", "none"]);
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
fn a_player_of_the_originals_first_version_plays_with_what_it_imports_and_reads() {
    let place = folder("new_from_first");
    original(&place, "plantation_first.py", "grower.py");
    original(&place, "growth.py", "growth.py");
    original(&place, "weights.json", "weights.json");
    // The original's own modules of these names are not taken: the kit has its own.
    original(&place, "growth.py", "player.py");
    let said = done(&place, "new plantation bot --from grower.py --with weights.json");
    assert!(said.contains("Copied along: growth.py, weights.json."), "{said}");
    for seat in [0, 1] {
        let stderr = played(&place.join("bot"), "plantation", "--preset original", seat);
        assert!(stderr.contains("said by a child") && stderr.contains("Grower has"), "{stderr}");
    }
}

#[test]
fn a_package_that_is_missing_is_named_with_how_to_get_it() {
    let place = folder("new_from_missing");
    let source = "import no_such_package\nfrom plantation.player import Player\nclass A(Player): pass\n";
    fs::write(place.join("a.py"), source).unwrap();
    done(&place, "new plantation bot --from a.py");
    let said = done(&place, "play plantation bot house:random --preset original --seed 1");
    for words in ["no_such_package", "apt install python3-", "pip install --target . no_such_package"] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_player_brought_into_the_middle_of_a_match_is_told_only_what_fits_its_commands() {
    let place = folder("new_from_middle");
    original(&place, "plantation_scout.py", "scout.py");
    done(&place, "new plantation bot --from scout.py");
    done(&place, "play plantation house:random house:greedy --preset original --seed 1");
    let line =
        "replay branch replays/plantation-1-house_random-house_greedy-1.replay --from 20 --seat 0 bot --json";
    let branched = done(&place, line);
    let branched: serde_json::Value = serde_json::from_str(&branched).unwrap();
    assert_eq!(branched["players"][0]["faults"], 0, "{branched}");
}

#[test]
fn the_si32_helper_has_the_originals_names_and_keeps_house() {
    let place = folder("new_from_names");
    original(&place, "si32_names.py", "names.py");
    done(&place, "new si32 bot --from names.py");
    for seat in [0, 1] {
        let stderr = played(&place.join("bot"), "si32", "--preset small", seat);
        assert!(stderr.contains("printed before the first turn"), "{stderr}");
        assert!(stderr.contains("said by a child"), "{stderr}");
        let last = stderr.lines().rfind(|line| line.contains(" away, ")).unwrap();
        assert!(!last.starts_with("0 away") && !last.contains(" 0 produced"), "{last}");
    }
}

#[test]
fn a_si32_bot_may_keep_house_by_itself_and_mine_where_it_builds() {
    let place = folder("new_from_alone");
    original(&place, "si32_alone.py", "alone.py");
    done(&place, "new si32 bot --from alone.py");
    played(&place.join("bot"), "si32", "--preset small", 0);
}

#[test]
fn a_file_with_a_name_of_the_kits_own_is_refused() {
    let place = folder("new_from_clash");
    original(&place, "plantation.py", "play.py");
    refused(&place, "new plantation bot --from play.py", &["play.py", "rename"]);
    original(&place, "plantation.py", "two words.py");
    refused(&place, "new plantation bot --from 'two words.py'", &["two words.py", "rename"]);
    original(&place, "plantation.py", "gardener.py");
    refused(&place, "new plantation bot --from gardener.py --with play.py", &["play.py", "rename"]);
    refused(&place, "new plantation bot --from gardener.py --with nowhere", &["nowhere", "cannot be read"]);
}

#[test]
fn a_game_whose_bots_need_no_wrapping_says_so() {
    let place = folder("new_from_none");
    original(&place, "si32.py", "bot.py");
    refused(&place, "new underworld --from bot.py", &["underworld", "play as they are"]);
}

/// Plays the bot against `house:random`; asserts that it wins without a fault. Returns its stderr.
fn played(bot: &Path, game: &str, config: &str, seat: usize) -> String {
    let seats = if seat == 0 { ". house:random" } else { "house:random ." };
    let line = format!("play {game} {seats} {config} --seed 1 --clock 20000+20000/turn --json");
    let played: serde_json::Value = serde_json::from_str(&done(bot, &line)).unwrap();
    let player = &played["players"][seat];
    assert_eq!((&player["faults"], &player["place"]), (&0.into(), &1.into()), "{played}");
    let replay = bot.join(played["replay"].as_str().unwrap());
    fs::read_to_string(replay.with_extension(format!("seat{seat}.stderr"))).unwrap_or_default()
}
