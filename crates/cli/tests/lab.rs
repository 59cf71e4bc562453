//! Duels and tournaments from the command line: resumed after SIGKILL, and refusals in a sentence.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{done, folder, skirmish};
use serde_json::Value;

/// A deterministic tournament: its table depends on nothing but the seed.
const TOURNAMENT: &str = "tournament --game plantation house:greedy house:random house:RandomPlayer --seed 7 --matches 40 \
                          --no-clock --config turns=30 --results results.jsonl --csv table.csv --jobs 2";

/// The table without the times, which differ from run to run.
fn table(stdout: &[u8]) -> String {
    let text = String::from_utf8_lossy(stdout);
    text.split("  time per answer").next().unwrap_or_default().to_string()
}

fn start(folder: &Path, line: &str) -> Child {
    let words = shell_words::split(line).unwrap();
    Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |about| about.len())
}

#[test]
fn a_tournament_killed_at_fifty_points_ends_with_the_same_bytes() {
    let whole = folder("kill_whole");
    let expected = table(done(&whole, TOURNAMENT).as_bytes());
    let bytes = size(&whole.join("results.jsonl"));
    let broken = folder("kill_broken");
    let results = broken.join("results.jsonl");
    // Killed at sizes of the file, not at times: about a fiftieth more of it each time, with seeded jitter.
    let mut seed: u64 = 12345;
    let mut kills = 0;
    for point in 1..=50 {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let until = bytes * point / 52 + (seed >> 33) % (bytes / 60);
        let mut run = start(&broken, TOURNAMENT);
        while size(&results) < until && run.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        run.kill().unwrap();
        kills += u32::from(!run.wait().unwrap().success());
    }
    assert!(kills >= 40, "only {kills} of 50 runs were killed before their end");
    let output = skirmish(&broken, TOURNAMENT);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(table(&output.stdout), expected);
    assert_eq!(fs::read(broken.join("table.csv")).unwrap(), fs::read(whole.join("table.csv")).unwrap());
}

#[test]
fn a_broken_last_line_is_told_and_its_match_played_again() {
    let folder = folder("broken_line");
    let expected = table(done(&folder, TOURNAMENT).as_bytes());
    let results = folder.join("results.jsonl");
    let text = fs::read(&results).unwrap();
    fs::write(&results, &text[..text.len() * 2 / 3]).unwrap();
    let output = skirmish(&folder, TOURNAMENT);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("the last line broke off") && told.contains("going on with results.jsonl"),
        "{told}"
    );
    assert_eq!(table(&output.stdout), expected);
}

#[test]
fn ctrl_c_ends_cleanly_and_loses_nothing() {
    let folder = folder("ctrl_c");
    let line = TOURNAMENT.replace("--matches 40", "--matches 4000");
    let results = folder.join("results.jsonl");
    let mut run = start(&folder, &line);
    while size(&results) < 20_000 && run.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let told = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let text = fs::read_to_string(&results).unwrap();
    assert!(text.ends_with("}\n") && text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

#[test]
fn exit_codes_tell_a_duel_apart() {
    let folder = folder("exit_codes");
    let code = |line: &str| skirmish(&folder, line).status.code();
    assert_eq!(code("duel house:greedy house:random --game plantation"), Some(0));
    assert_eq!(code("duel house:random house:greedy --game plantation"), Some(3));
    assert_eq!(code("duel house:random house:random --game plantation --config turns=10"), Some(4));
    assert_eq!(code("duel house:greedy house:random --game plantation --matches 4"), Some(5));
}

#[test]
fn a_duel_is_taken_up_again_without_naming_its_file_or_seed() {
    let folder = folder("taken_up");
    let line = "duel house:greedy house:random --game plantation --matches 4 --json";
    let first = skirmish(&folder, line);
    assert!(String::from_utf8_lossy(&first.stderr).contains("results go to results/duel-plantation-"));
    let second = skirmish(&folder, &line.replace("--matches 4", "--matches 6"));
    assert!(String::from_utf8_lossy(&second.stderr).contains("4 matches are played already"));
    let [first, second] = [first, second].map(|out| serde_json::from_slice::<Value>(&out.stdout).unwrap());
    assert_eq!(first["seed"], second["seed"]);
    assert_eq!((&first["matches"], &second["matches"]), (&4.into(), &6.into()));
    assert_eq!(first["verdict"], "undecided");
}

#[test]
fn crashes_are_counted_apart_and_their_replays_kept() {
    let folder = folder("crashes");
    fs::create_dir(folder.join("a")).unwrap();
    fs::create_dir(folder.join("b")).unwrap();
    let bot = "echo '# metric depth=3 nodes=1e3' >&2\nread x\nexit 3\n";
    fs::write(folder.join("a/bot.sh"), bot).unwrap();
    fs::write(folder.join("b/bot.sh"), format!("{bot}#")).unwrap();
    let line = "tournament --game plantation a/bot.sh b/bot.sh house:random --matches 2 --html page.html --json=all.json";
    let told = done(&folder, line);
    for words in [
        "faults of a/bot.sh: 3 crashes; 3 matches were lost by that",
        "faults of b/bot.sh",
        "depth   a/bot.sh",
        "metric  bot",
    ] {
        assert!(told.contains(words), "{told}");
    }
    let all: Value = serde_json::from_slice(&fs::read(folder.join("all.json")).unwrap()).unwrap();
    assert_eq!(all["bots"][0]["metrics"]["depth"]["mean"], 3.0);
    assert_eq!(all["bots"][0]["faults"]["gone"], 3, "in one of four matches the other crashed first");
    assert_eq!(all["bots"][2]["faults"], serde_json::json!({}));
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("Metric: depth") && page.contains("crashes"));
    let verified = done(&folder, "replay verify last");
    assert!(!verified.is_empty());
    let kept = fs::read_dir(folder.join("replays")).unwrap().count();
    assert!(kept >= 6, "{kept} files");
}

#[test]
fn what_cannot_be_used_is_said_before_anything_is_written() {
    let cases = [
        ("duel ./nobody.py house:random --game utti", "nobody.py"),
        ("duel house:random house:random --game chess", "there is no game `chess`"),
        ("duel human house:random --game utti", "a person cannot play"),
        ("duel house:random house:random --game utti --margin 0", "from 1 to 400"),
        (
            "duel house:random house:random --game utti --elo0 5 --elo1 0",
            "the first must be below the second",
        ),
        ("duel house:random house:random --game utti --alpha 0.7", "0.4999"),
        ("tournament --game utti house:random house:random --seats 3", "2 entrants"),
        ("tournament --game utti house:random house:random house:random --seats 3", "exactly 2"),
        ("tournament --game utti house:random house:random --seeds 5..1", "--seeds 5..1"),
        ("tournament --game utti house:random ./nobody --matches 2", "nobody"),
    ];
    for (nth, (line, words)) in cases.into_iter().enumerate() {
        let folder = folder(&format!("lab_refused_{nth}"));
        let output = skirmish(&folder, line);
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}\n{sentence}");
        assert!(sentence.contains(words), "{line}\n{sentence}");
        assert_eq!(sentence.trim_end().lines().count(), 1, "{line}\n{sentence}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "`{line}` left something behind");
    }
}

#[test]
fn results_of_another_schedule_are_refused_and_left_alone() {
    let folder = folder("other_schedule");
    let line = "duel house:greedy house:random --game plantation --matches 4 --results r.jsonl --seed 1";
    skirmish(&folder, line);
    let before = fs::read(folder.join("r.jsonl")).unwrap();
    for (change, words) in [
        (line.replace("house:greedy", "house:RandomPlayer"), "its bot 1 is `house:greedy`"),
        (line.replace("--seed 1", "--seed 2"), "its seed is 1, not 2"),
        (format!("{line} --config turns=9"), "its turns is 100, not 9"),
        (format!("{line} --clock 50/turn"), "its clock is"),
    ] {
        let output = skirmish(&folder, &change);
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{change}\n{sentence}");
        assert!(sentence.contains("of another schedule") && sentence.contains(words), "{change}\n{sentence}");
    }
    assert_eq!(fs::read(folder.join("r.jsonl")).unwrap(), before);
}
