//! After a match nothing is left: no process, no file descriptor, no file.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use common::{Rules, command, one, options, python, run, said};
use skirmish_core::clock::Clock;
use skirmish_core::seat::Seat;
use skirmish_referee::{Options, ReplayStore};

fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").expect("the system lists open files").count()
}

fn children() -> BTreeSet<String> {
    let mut children = BTreeSet::new();
    for thread in fs::read_dir("/proc/self/task").expect("the system lists threads").flatten() {
        let listed = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.extend(listed.split_whitespace().map(str::to_string));
    }
    children
}

/// Processes whose environment or command line holds this word.
fn processes_with(word: &str) -> Vec<String> {
    let is_it = |pid: &PathBuf| {
        ["environ", "cmdline"].iter().any(|file| {
            let bytes = fs::read(pid.join(file)).unwrap_or_default();
            bytes.windows(word.len()).any(|window| window == word.as_bytes())
        })
    };
    let pids = fs::read_dir("/proc").expect("the system lists processes").flatten().map(|entry| entry.path());
    let ours = std::process::id().to_string();
    pids.filter(|pid| pid.file_name().is_some_and(|name| *name != *ours))
        .filter(is_it)
        .map(|pid| pid.display().to_string())
        .collect()
}

/// One test, so that nothing else in this process starts anything.
#[test]
fn nothing_is_left_behind() {
    a_thousand_matches();
    children_of_children();
    matches_side_by_side();
}

fn a_thousand_matches() {
    let folder = std::env::temp_dir().join(format!("skirmish-leaks-{}", std::process::id()));
    let store = ReplayStore::new(&folder);
    let rules = Rules { turns: 2, ..Rules::default() };
    let quick = Options { grace: std::time::Duration::from_millis(200), ..options() };
    let play =
        || run(rules.clone(), Clock::NONE, [command(&["cat"]), command(&["cat"])], &quick).expect("a record");
    play();
    let before = (open_files(), children());
    for _ in 0..1000 {
        let record = play();
        assert_eq!(said(&record, Seat(1)), ["1", "3"]);
    }
    store.save(&play()).expect("a replay is kept");
    let names: BTreeSet<String> = fs::read_dir(&folder)
        .expect("the store is a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    fs::remove_dir_all(&folder).expect("the store can be cleared");
    assert_eq!(names, BTreeSet::from(["last".to_string(), "sums-0-bot.py-bot.py-1.replay".to_string()]));
    assert_eq!((open_files(), children()), before);
}

/// Grandchildren in the group, in a group of their own, in a session of their own, orphaned, holding the pipes.
fn children_of_children() {
    let word = format!("stray-of-{}", std::process::id());
    for (what, fork) in [
        ("a child", "os.fork() == 0"),
        ("a child in a group of its own", "os.fork() == 0 and not os.setpgid(0, 0)"),
        ("a child in a session of its own", "os.fork() == 0 and os.setsid() is None"),
        ("a daemon", "os.fork() == 0 and os.setsid() is None and os.fork() == 0"),
        (
            "a daemon's children",
            "os.fork() == 0 and os.setsid() is None and os.fork() >= 0 and os.fork() >= 0",
        ),
    ] {
        let code = format!(
            "import signal; '{word}'\nif {fork}:\n  while True: signal.pause()\nfor _ in range(3): ask(); say(1)"
        );
        let quick = Options { grace: std::time::Duration::from_millis(200), ..options() };
        let record = run(Rules::default(), Clock::NONE, [python(&code), one()], &quick).expect("a record");
        assert_eq!(said(&record, Seat(0)), ["1", "1", "1"], "{what}");
        assert_eq!(processes_with(&word), Vec::<String>::new(), "{what}");
        assert_eq!(children(), BTreeSet::new(), "{what}");
    }
}

/// Matches in several threads do not take each other's bots for strays.
fn matches_side_by_side() {
    let threads: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| {
                let rules = Rules { turns: 20, ..Rules::default() };
                for _ in 0..25 {
                    let players = [command(&["cat"]), command(&["cat"])];
                    let record = run(rules.clone(), Clock::NONE, players, &options()).expect("a record");
                    assert_eq!(record.fault_counts, [0, 0], "{:?}", record.incidents);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("no match panics");
    }
    assert_eq!(children(), BTreeSet::new());
}
