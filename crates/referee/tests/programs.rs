//! Building the bot that a person means, playing it, and keeping what it played.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use common::{Rules, SUMS, command, one, options, python, run, said};
use skirmish_core::answer::{Answer, Answered, Cost};
use skirmish_core::clock::Clock;
use skirmish_core::replay::Replay;
use skirmish_core::seat::Seat;
use skirmish_programs::{Origin, Program};
use skirmish_referee::launch::Plain;
use skirmish_referee::store::{BadStore, pack, read, read_conduct, read_stderr};
use skirmish_referee::{Options, ReplayStore, build};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skirmish-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder of our own");
        Self(path)
    }

    fn file(&self, name: &str, text: &str, mode: u32) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("within the folder")).expect("a folder of our own");
        fs::write(&path, text).expect("a file of our own");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a file of our own");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_first_line_that_names_another_program_counts_where_the_bot_runs() {
    let folder = Folder::new("first-line");
    let answers = "while read x; do echo 9; done";
    for (name, first_line) in
        [("with.py", "#!/bin/sh\n"), ("without.sh", ""), ("same.sh", "#!/usr/bin/env sh\n")]
    {
        let program =
            Program::find(&folder.file(name, &format!("{first_line}{answers}"), 0o755)).expect(name);
        assert!(matches!(program.origin, Origin::Script(_)), "{name}: {:?}", program.origin);
        let record = run(Rules::default(), Clock::NONE, [Arc::new(program), one()], &options()).expect(name);
        assert_eq!(said(&record, Seat(0)), ["9", "9", "9"], "{name}");
    }
}

#[test]
fn a_folder_says_how_it_is_built_and_run_and_starts_there() {
    let folder = Folder::new("folder");
    folder.file(
        "my bot/skirmish.toml",
        "name = 'Counter'\nrun = 'sh run.sh'\nbuild = 'sh build.sh'\nlanguage = 'sh'",
        0o644,
    );
    folder.file("my bot/build.sh", "echo building; echo 'while read x; do echo 9; done' > run.sh", 0o644);
    let path = folder.0.join("my bot").display().to_string();
    let program = Program::find(&path).expect("a folder");
    assert_eq!((program.name.as_str(), program.language.as_deref()), ("Counter", Some("sh")));
    let words = build(&program, &Plain, Duration::from_secs(60)).expect("it builds");
    assert_eq!(words, ["building"]);
    let record =
        run(Rules::default(), Clock::NONE, [Arc::new(program), one()], &options()).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["9", "9", "9"]);
}

#[test]
fn a_build_that_fails_says_its_last_words() {
    let folder = Folder::new("build");
    folder.file(
        "skirmish.toml",
        "run = 'cat'\nbuild = \"sh -c 'echo trying; echo missing semicolon >&2; exit 3'\"",
        0o644,
    );
    let program = Program::find(&folder.0.display().to_string()).expect("a folder");
    let error = build(&program, &Plain, Duration::from_secs(60)).expect_err("it fails").to_string();
    assert!(error.contains("ended with exit status 3") && error.contains("missing semicolon"), "{error}");
    folder.file("skirmish.toml", "run = 'cat'\nbuild = 'sleep 1000'", 0o644);
    let program = Program::find(&folder.0.display().to_string()).expect("a folder");
    let error = build(&program, &Plain, Duration::ZERO).expect_err("no time").to_string();
    assert!(error.contains("did not end within 0 s"), "{error}");
}

#[test]
fn replays_are_kept_under_predictable_names() {
    let folder = Folder::new("store");
    let store = ReplayStore::new(folder.0.join("replays"));
    assert!(matches!(store.read("last"), Err(BadStore::NoLast(_))));
    let mumbling = "while ask(): sys.stderr.write('hm\\n'); sys.stderr.flush(); say(1)";
    let record = run(Rules::default(), Clock::NONE, [python(mumbling), one()], &options()).expect("a record");
    let first = store.save(&record).expect("room for a replay");
    let second = store.save(&record).expect("room for another");
    let name = |path: &Path| path.file_name().expect("a file").to_string_lossy().into_owned();
    assert_eq!(name(&first.replay), "sums-0-bot.py-house_one-1.replay");
    assert_eq!(name(&second.replay), "sums-0-bot.py-house_one-2.replay");
    assert_eq!(name(first.stderr[0].as_ref().expect("it mumbled")), "sums-0-bot.py-house_one-1.seat0.stderr");
    assert_eq!(first.stderr[1], None);
    for text in ["last", "sums-0-bot.py-house_one-1", "sums-0-bot.py-house_one-2.replay"] {
        assert_eq!(store.read(text).expect(text), record.replay);
    }
    assert_eq!(store.find("last").expect("it was played"), second.replay);
    let kept = read_stderr(&first.replay, &record.replay, Seat(0)).expect("it was kept");
    assert_eq!(kept, record.stderr[0].entries());
    fs::write(first.stderr[0].as_ref().expect("it mumbled"), "changed").expect("a file of our own");
    assert_eq!(read_stderr(&first.replay, &record.replay, Seat(0)), None, "not what the replay names");
}

#[test]
fn conduct_is_kept_beside_its_replay_and_shown_for_no_other() {
    let folder = Folder::new("conduct");
    let store = ReplayStore::new(folder.0.join("replays"));
    let rude = "while ask(): say(1)\nsay('bye \\x1b[2J')\nsys.exit(3)";
    let options = Options { closely: true, ..options() };
    let record = run(Rules::default(), Clock::NONE, [python(rude), one()], &options).expect("a record");
    let saved = store.save_with_conduct(&record).expect("room for a replay");
    let kept = |replay: &Path, of: &Replay| read_conduct(replay, of, Seat(0));
    assert_eq!(kept(&saved.replay, &record.replay), Some(record.conduct[0].clone()));
    assert_eq!(read_conduct(&saved.replay, &record.replay, Seat(1)), None, "no program, no conduct");
    let mut other = record.replay.clone();
    other.notes.push("another match".into());
    assert_eq!(kept(&saved.replay, &other), None, "of another replay");
    let plain = store.save(&record).expect("room for another");
    assert_eq!(kept(&plain.replay, &record.replay), None, "not kept for each of many matches");
    for text in ["", "{}", "[1, 2]", "{\"replay\": 3}"] {
        fs::write(saved.replay.with_extension("seat0.conduct.json"), text).expect("a file of our own");
        assert_eq!(kept(&saved.replay, &record.replay), None, "{text}");
    }
}

#[test]
fn replays_are_read_packed_or_plain_and_damage_is_noticed() {
    let folder = Folder::new("damage");
    let record =
        run(Rules::default(), Clock::NONE, [command(&["cat"]), one()], &options()).expect("a record");
    let plain = PathBuf::from(folder.file("plain.replay", &record.replay.write(), 0o644));
    assert_eq!(read(&plain).expect("plain text"), record.replay);
    let packed = pack(&record.replay).expect("memory does not fail");
    let path = folder.0.join("packed.replay");
    for at in 0..packed.len() {
        let mut flipped = packed.clone();
        flipped[at] ^= 0x10;
        fs::write(&path, &flipped).expect("a file of our own");
        // A bit of the packing may mean nothing; what is read is the replay or an error.
        if let Ok(replay) = read(&path) {
            assert_eq!(replay, record.replay, "byte {at}");
        }
        fs::write(&path, &packed[..at]).expect("a file of our own");
        assert!(read(&path).is_err(), "cut at {at}");
    }
    assert!(matches!(read(&folder.0.join("none")), Err(BadStore::Disk { .. })));
    let foreign = PathBuf::from(folder.file("foreign", "GIF89a", 0o644));
    assert!(read(&foreign).expect_err("no replay").to_string().contains("not a Skirmish replay"));
    record.replay.verify(&SUMS).expect("it was played by the rules");
}

#[test]
fn a_replay_that_unpacks_to_too_much_is_refused() {
    let folder = Folder::new("bomb");
    let path = folder.0.join("bomb.replay");
    let mut encoder =
        zstd::Encoder::new(fs::File::create(&path).expect("a file of our own"), 1).expect("memory");
    let zeros = vec![0; 1 << 20];
    for _ in 0..=(ReplayStore::MOST_BYTES >> 20) {
        std::io::Write::write_all(&mut encoder, &zeros).expect("a file of our own");
    }
    encoder.finish().expect("a file of our own");
    assert!(read(&path).expect_err("a bomb").to_string().contains("when unpacked"));
}

#[test]
fn a_replay_that_packs_too_well_is_kept_plain_and_reads_again() {
    let folder = Folder::new("monotonous");
    let mut replay = run(Rules::default(), Clock::NONE, [one(), one()], &options()).expect("a record").replay;
    let answer = Answer::Frame(vec![b'x'; 1 << 20]);
    let answered = Answered { seat: Seat(0), cost: Cost::default(), answer };
    for answers in [10, 20] {
        replay.answers = vec![answered.clone(); answers];
        let path = folder.0.join(format!("{answers}.replay"));
        fs::write(&path, pack(&replay).expect("memory")).expect("a file of our own");
        assert_eq!(read(&path).expect("our own"), replay);
    }
}

#[test]
fn any_bytes_are_a_replay_or_an_error() {
    for bytes in [&b""[..], b"\x28\xb5\x2f\xfd", b"skirmish replay 1\n", &[0xff; 1000]] {
        assert!(Replay::read(bytes).is_err());
    }
}
