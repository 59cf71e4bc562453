//! The fixtures of the viewer's tests are films of stored replays, so that better house bots do not change them.
//! `UPDATE_FIXTURES=1` writes the films again, and plays matches whose replays are missing.

mod common;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;
use skirmish_show::{Filming, film};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/fixtures")
}

/// The recorded match of a setup.
fn recorded(setup: &common::Setup) -> Replay {
    let path = folder().join(format!("{}-{}.replay", setup.game, setup.seed));
    if !path.exists() && is_update() {
        std::fs::write(&path, common::play(setup).write()).expect("can write");
    }
    let bytes = std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; set UPDATE_FIXTURES=1", path.display()));
    Replay::read(&bytes).expect("a replay")
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_FIXTURES").is_some()
}

/// Every fixture: its name and its bytes.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for setup in common::setups() {
        let (replay, entry) = (recorded(&setup), setup.entry());
        let whole = film(&replay, entry, &Filming::default()).expect("a film");
        assert_eq!(whole.problem, None);
        let has_secrets = entry.info.has_secrets;
        all.push((format!("{}.film", setup.game), whole.bytes.clone()));
        if has_secrets {
            let eye = Filming { eye: Some(Seat(1)), ..Filming::default() };
            all.push((
                format!("{}.seat1.film", setup.game),
                film(&replay, entry, &eye).expect("a film").bytes,
            ));
        }
        if setup.game == "plantation" {
            let mut cut = replay.clone();
            cut.answers.truncate(50);
            let filming =
                Filming { problem: Some("the replay is cut off after line 60".into()), ..Filming::default() };
            all.push(("truncated-replay.film".into(), film(&cut, entry, &filming).expect("a film").bytes));
            all.push(("truncated-film.film".into(), whole.bytes[..whole.bytes.len() / 2].to_vec()));
            let mut damaged = whole.bytes.clone();
            let middle = damaged.len() / 2;
            damaged[middle] ^= 0x55;
            all.push(("damaged-film.film".into(), damaged));
            let mut other = replay.clone();
            let half = other.answers.len() / 2;
            other.answers[half].seat = other.answers[half].seat.other();
            all.push((
                "parts-from-the-rules.film".into(),
                film(&other, entry, &Filming::default()).expect("a film").bytes,
            ));
            let parts = vec![
                (0, b"thinking...\n<b>hm</b>\n".to_vec()),
                (7, "na\u{ef}ve \u{1b}[31mred\n".as_bytes().to_vec()),
            ];
            let owner = Filming { eye: Some(Seat(0)), stderr: vec![(Seat(0), &parts)], ..Filming::default() };
            all.push(("stderr.film".into(), film(&replay, entry, &owner).expect("a film").bytes));
            let live = Filming { from: 60, is_live: true, ..Filming::default() };
            all.push(("live-from-60.film".into(), film(&replay, entry, &live).expect("a film").bytes));
        }
    }
    let (replay, entry) = common::hostile(recorded(&common::hostile_setup()));
    all.push(("hostile.film".into(), film(&replay, entry, &Filming::default()).expect("a film").bytes));
    all
}

#[test]
fn the_viewers_fixtures_are_up_to_date() {
    for (name, bytes) in fixtures() {
        let path = folder().join(&name);
        if is_update() {
            std::fs::write(&path, &bytes).expect("can write");
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert_eq!(unpacked(&kept), unpacked(&bytes), "{name} is out of date: set UPDATE_FIXTURES=1");
    }
}

/// The decompressed film, if it can be: compression may differ between versions of the library.
fn unpacked(film: &[u8]) -> Option<String> {
    let mut all = Vec::new();
    GzDecoder::new(film).read_to_end(&mut all).ok()?;
    Some(all.escape_ascii().to_string())
}
