//! `skirmish replay export`: files of every format, and refusals in a sentence.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::path::Path;

use common::{done, folder, skirmish};

/// A folder with the replay of one short match.
fn played(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    done(&folder, "play plantation house:greedy house:greedy --seed 3 --no-jail --config turns=6");
    folder
}

fn refused(folder: &Path, line: &str, words: &[&str]) {
    let output = skirmish(folder, line);
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "skirmish {line}\n{sentence}");
    assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
    words.iter().for_each(|word| assert!(sentence.contains(word), "`{word}` is missing: {sentence}"));
}

#[test]
fn every_format_is_made_under_the_replays_name_or_the_name_given() {
    let folder = played("export_formats");
    let starts: [(&str, &[u8]); 7] = [
        ("gif", b"GIF89a"),
        ("apng", b"\x89PNG"),
        ("mp4", b"\0\0\0"),
        ("png", b"\x89PNG"),
        ("svg", b"<svg "),
        ("html", b"<!doctype html>"),
        ("jsonl", b"{"),
    ];
    for (format, start) in starts {
        let said =
            done(&folder, &format!("replay export last --format {format} --size 120 --out made.{format}"));
        assert!(said.starts_with(&format!("made.{format}: ")), "{said}");
        let bytes = std::fs::read(folder.join(format!("made.{format}"))).unwrap();
        assert!(bytes.starts_with(start), "{format}");
    }
    let said =
        done(&folder, "replay export last --format png --size 120 --json --turns 3 --theme light --eye 1");
    let facts: serde_json::Value = serde_json::from_str(&said).unwrap();
    let file = facts["file"].as_str().unwrap();
    assert!(file.starts_with("plantation-3-") && file.ends_with(".png"), "{file}");
    assert_eq!(facts["bytes"], std::fs::metadata(folder.join(file)).unwrap().len());
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_left() {
    let folder = played("export_refusals");
    let before = std::fs::read_dir(&folder).unwrap().count();
    refused(&folder, "replay export last --format png --turns 2..4", &["one turn", "--turns 2"]);
    refused(&folder, "replay export last --format html --turns 2", &["whole match"]);
    refused(&folder, "replay export last --format gif --turns 900", &["no turn 900", "turn 1"]);
    refused(&folder, "replay export last --format gif --eye 5", &["no seat 5"]);
    refused(&folder, "replay export nothing --format gif", &["nothing"]);
    refused(&folder, "replay export last --format gif --out nowhere/x.gif", &["nowhere/x.gif"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), before);
    let replay = std::fs::read_dir(folder.join("replays")).unwrap().map(|entry| entry.unwrap().path());
    let replay = replay.into_iter().find(|path| path.extension().is_some_and(|end| end == "replay")).unwrap();
    let name = replay.strip_prefix(&folder).unwrap().display().to_string();
    refused(&folder, &format!("replay export last --format gif --out {name}"), &["replay itself"]);
}

#[test]
fn a_cut_off_replay_is_shown_as_far_as_it_goes() {
    let folder = folder("export_cut");
    done(&folder, "play plantation house:greedy house:greedy --seed 3 --no-jail");
    let replays = std::fs::read_dir(folder.join("replays")).unwrap();
    let path = replays.map(|entry| entry.unwrap().path()).find(|path| path.extension().is_some()).unwrap();
    let whole = skirmish_referee::store::read(&path).unwrap().write();
    std::fs::write(folder.join("cut.replay"), &whole.as_bytes()[..whole.len() / 2]).unwrap();
    let output = skirmish(&folder, "replay export cut.replay --format png --size 120");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("cut off after line"), "{said}");
    assert!(folder.join("cut.png").exists());
    std::fs::write(folder.join("foreign.replay"), "hello\n").unwrap();
    refused(&folder, "replay export foreign.replay --format png", &["not a Skirmish replay"]);
    let packed = std::fs::read(&path).unwrap();
    std::fs::write(folder.join("stump.replay"), &packed[..packed.len() / 2]).unwrap();
    refused(&folder, "replay export stump.replay --format png", &["cut off"]);
}

#[test]
fn without_ffmpeg_a_video_becomes_an_animated_png() {
    let folder = played("export_no_ffmpeg");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["replay", "export", "last", "--format", "mp4", "--size", "100", "--out", "film.mp4"])
        .env("PATH", &folder)
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("there is no ffmpeg"), "{said}");
    assert!(folder.join("film.apng").exists() && !folder.join("film.mp4").exists());
}
