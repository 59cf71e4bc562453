//! Finding the bot that a person means, building it, and keeping what it played.

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
use skirmish_referee::launch::Plain;
use skirmish_referee::store::{BadStore, pack, read, read_stderr};
use skirmish_referee::{Origin, Program, ReplayStore, build};

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

fn command_of(text: &str) -> Vec<String> {
    Program::find(text).expect(text).command
}

fn complaint(text: &str) -> String {
    Program::find(text).expect_err(text).to_string()
}

#[test]
fn a_file_is_run_by_what_its_name_or_first_line_says() {
    let folder = Folder::new("files");
    let script = folder.file("bot.py", "print(1)", 0o644);
    assert_eq!(command_of(&script), ["python3", &script]);
    let script = folder.file("executable_without_shebang.sh", "echo 1", 0o755);
    assert_eq!(command_of(&script), ["sh", &script]);
    let script = folder.file("not_executable", "#!/usr/bin/env sh\necho 1", 0o644);
    assert_eq!(command_of(&script), [script.as_str()]);
    let program = folder.file("program", "\x7fELF", 0o755);
    assert_eq!(command_of(&program), [program.as_str()]);
    let found = Program::find(&program).expect("a file");
    assert_eq!((found.name.as_str(), found.origin), ("program", Origin::File(PathBuf::from(&program))));
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
fn what_cannot_be_run_is_refused_with_a_way_out() {
    let folder = Folder::new("refused");
    let source = folder.file("bot.rs", "fn main() {}", 0o644);
    assert!(complaint(&source).contains("build it"), "{}", complaint(&source));
    let text = folder.file("bot", "hello", 0o644);
    assert!(complaint(&text).contains("chmod +x"), "{}", complaint(&text));
    assert!(complaint("no_such_bot.py").contains("there is no such file or program"));
    assert!(
        complaint("no-such-interpreter bot.py").contains("`no-such-interpreter`, which is not installed")
    );
    assert!(complaint("cat 'unclosed").contains("not understood"));
    assert!(complaint(&folder.0.display().to_string()).contains("run = \"python3 bot.py\""));
    folder.file("broken/skirmish.toml", "run = [", 0o644);
    assert!(
        complaint(&folder.0.join("broken").display().to_string()).contains("skirmish.toml is not understood")
    );
    folder.file("odd/skirmish.toml", "run = 'cat'\nruns = 'x'", 0o644);
    assert!(complaint(&folder.0.join("odd").display().to_string()).contains("unknown field `runs`"));
}

#[test]
fn a_command_line_is_split_as_a_shell_would() {
    assert_eq!(command_of("cat -u 'a b' \"c d\" e\\ f"), ["cat", "-u", "a b", "c d", "e f"]);
    assert_eq!(Program::find("cat -u").expect("cat").name, "cat -u");
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
fn a_fingerprint_changes_with_the_content_alone() {
    let folder = Folder::new("hash");
    let hash = |path: &str| Program::find(path).expect(path).hash.expect("a program has one");
    let (a, b) = (folder.file("a.py", "print(1)", 0o644), folder.file("b.py", "print(1)", 0o755));
    assert_eq!(hash(&a), hash(&b));
    let before = hash(&format!("cat {a}"));
    folder.file("a.py", "print(2)", 0o644);
    assert_ne!(hash(&a), hash(&b));
    assert_ne!(hash(&format!("cat {a}")), before);
    folder.file("bot/skirmish.toml", "run = 'cat'", 0o644);
    folder.file("bot/deep/er.py", "1", 0o644);
    let path = folder.0.join("bot").display().to_string();
    let before = hash(&path);
    folder.file("bot/__pycache__/x", "cache", 0o644);
    assert_eq!(hash(&path), before);
    folder.file("bot/deep/er.py", "2", 0o644);
    assert_ne!(hash(&path), before);
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
