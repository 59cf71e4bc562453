//! Bad input is refused in one sentence with exit code 2, and nothing is written.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::path::Path;

use common::{folder, skirmish};

/// Runs the line in an empty folder; it must be refused in one sentence that contains all these words.
fn check(name: &str, line: &str, words: &[&str]) {
    let folder = folder(name);
    check_in(&folder, line, words);
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert!(left.is_empty(), "`{line}` left {left:?}");
}

fn check_in(folder: &Path, line: &str, words: &[&str]) {
    let output = skirmish(folder, line);
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "skirmish {line}\n{sentence}");
    assert!(output.stdout.is_empty(), "`{line}` printed {}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(sentence.trim_end().lines().count(), 1, "`{line}` said more than a sentence:\n{sentence}");
    for word in words {
        assert!(sentence.contains(word), "`{line}` does not speak of `{word}`:\n{sentence}");
    }
}

#[test]
fn an_unknown_game_lists_the_games() {
    check("unknown_game", "play chess house:random house:random", &["chess", "plantation", "ice-and-fire"]);
    check("unknown_rules", "rules chess", &["chess", "utti"]);
}

#[test]
fn a_game_that_nothing_says_is_asked_for() {
    let words = ["which game?", "plantation", "skirmish.toml"];
    check("no_game", "duel house:random house:easy", &words);
    check("no_game_to_play", "play house:random house:easy", &words);
    check("no_game_to_check", "check house:random", &words);
}

#[test]
fn a_value_that_is_no_number_is_told_so() {
    let folder = folder("no_number");
    for line in [
        "play utti house:random house:random --seed x",
        "play utti house:random house:random --repeat x",
        "duel house:random house:random --game utti --margin x",
        "replay show last --seat 999",
    ] {
        let output = skirmish(&folder, line);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}\n{told}");
        let is_ours =
            told.contains("it must be a") || told.contains("is not in") || told.contains("too large");
        assert!(is_ours && !told.contains("literal") && !told.contains("digit"), "{line}\n{told}");
    }
}

#[test]
fn an_unknown_house_bot_lists_the_bots() {
    check("unknown_bot", "play plantation house:deep house:random", &["house:deep", "random", "easy"]);
}

#[test]
fn an_unknown_preset_lists_the_presets() {
    check("unknown_preset", "play plantation house:random house:random --preset x", &["`x`", "original"]);
}

#[test]
fn an_unknown_config_key_lists_the_keys() {
    check("unknown_key", "play plantation house:random house:random --config rowz=3", &["rowz", "rows"]);
}

#[test]
fn a_value_out_of_range_names_the_range() {
    check("size_0", "play utti house:random house:random --config size=0", &["size", "0", "to"]);
    check("rows_0", "play plantation house:random house:random --config rows=0", &["rows", "0"]);
    check("rows_word", "play plantation house:random house:random --config rows=many", &["rows", "many"]);
    check("width_0", "play si32 house:random house:random --config width=0", &["width", "0"]);
}

#[test]
fn a_wrong_number_of_players_names_the_right_one() {
    check("three", "play utti house:random house:random house:random", &["utti", "exactly 2", "3"]);
    check("one", "play underworld house:random", &["underworld", "2 to 8", "1"]);
    let nine = ["house:random"; 9].join(" ");
    check("nine", &format!("play underworld {nine}"), &["9", "2 to 8"]);
}

#[test]
fn a_missing_bot_is_named() {
    check("missing_bot", "play utti ./nobody.py house:random", &["nobody.py"]);
    check("bad_quotes", "play utti 'python3 \"x' house:random", &["python3"]);
}

#[test]
fn a_clock_that_is_none_is_explained() {
    check("clock", "play utti house:random house:random --clock fast", &["fast", "1000+50/turn"]);
}

#[test]
fn a_missing_file_is_named() {
    check("missing_map", "play utti house:random house:random --map nowhere.txt", &["nowhere.txt"]);
    check("missing_config", "play utti house:random house:random --config nowhere.toml", &["nowhere.toml"]);
    check("missing_replay", "replay verify nowhere.replay", &["nowhere.replay"]);
    check("no_last", "replay show last", &["no last replay"]);
}

#[test]
fn a_file_that_is_no_map_config_or_replay_is_refused() {
    let folder = folder("noise");
    std::fs::write(folder.join("noise.txt"), [0xff, 0xfe, 0x00, 0x41]).unwrap();
    std::fs::write(folder.join("words.toml"), "size = [").unwrap();
    check_in(&folder, "play utti house:random house:random --map noise.txt", &["noise.txt", "UTF-8"]);
    check_in(&folder, "play utti house:random house:random --config words.toml", &["words.toml"]);
    check_in(&folder, "replay verify noise.txt", &["noise.txt", "not a Skirmish replay"]);
}

#[test]
fn a_map_that_is_not_symmetric_needs_fair_false() {
    let folder = folder("lopsided");
    let map = r##"{"sizex":6,"sizey":6,"money":3000,"objects":[
        {"x":0,"y":0,"type":"C","owner":0},{"x":1,"y":0,"type":"B","owner":0},
        {"x":4,"y":4,"type":"C","owner":1},{"x":5,"y":5,"type":"B","owner":1}]}"##;
    std::fs::write(folder.join("map.json"), map).unwrap();
    let line = "play underworld house:random house:random --config max_turns=3 --map map.json";
    check_in(&folder, line, &["symmetric", "fair"]);
    assert!(skirmish(&folder, &format!("{line} --config fair=false")).status.success());
}

#[test]
fn a_cut_or_edited_replay_is_told_apart() {
    let folder = folder("edited");
    let played = skirmish(&folder, "play plantation house:random house:random --seed 1 --config turns=3");
    assert!(played.status.success());
    let path = std::fs::read_dir(folder.join("replays"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .find(|path| path.extension().is_some_and(|extension| extension == "replay"))
        .unwrap();
    let packed = std::fs::read(&path).unwrap();
    std::fs::write(folder.join("cut.replay"), &packed[..packed.len() / 2]).unwrap();
    check_in(&folder, "replay verify cut.replay", &["cut.replay"]);
    let mut flipped = packed;
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    std::fs::write(folder.join("flipped.replay"), flipped).unwrap();
    check_in(&folder, "replay verify flipped.replay", &["flipped.replay"]);
}

#[test]
fn a_turn_or_seat_beyond_the_match_is_refused() {
    let folder = folder("beyond");
    assert!(skirmish(&folder, "play plantation house:random house:random --config turns=3").status.success());
    check_in(&folder, "replay show last --turn 99", &["99", "turn 3"]);
    check_in(&folder, "replay show last --seat 2", &["seat 2", "0 to 1"]);
    check_in(&folder, "replay branch last --from 99 --seat 0 house:random", &["99"]);
}
