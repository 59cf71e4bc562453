//! A bot is what it is now: results are taken up again only for the same files, and builds only where something changed.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::fs;
use std::path::Path;

use common::{folder, skirmish};

/// Plantation's bot that does what its module says.
const MAIN: &str = "import strategy\nwhile True:\n    try:\n        input()\n    except EOFError:\n        break\n    strategy.play()\n";
const DUEL: &str = "--game plantation --config turns=3 --matches 4 --seed 1";

fn stderr(folder: &Path, line: &str) -> String {
    String::from_utf8_lossy(&skirmish(folder, line).stderr).into_owned()
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn an_edit_of_an_imported_module_is_another_bot_however_it_is_given() {
    let folder = folder("identity_module");
    write(&folder.join("bot/main.py"), MAIN);
    write(&folder.join("bot/skirmish.toml"), "run = 'python3 main.py'");
    for (bot, taken) in [
        ("bot", "the folder bot, 3 files; Python 3"),
        ("'python3 bot/main.py'", "all that is in the current folder, "),
    ] {
        let line = format!("duel {bot} house:random {DUEL}");
        write(&folder.join("bot/strategy.py"), "def play(): print('GROW')\n");
        let first = stderr(&folder, &line);
        assert!(first.contains(taken) && first.contains("results go to"), "{first}");
        assert!(stderr(&folder, &line).contains("4 matches are played already"), "nothing has changed");
        write(&folder.join("bot/strategy.py"), "def play(): raise SystemExit\n");
        let edited = stderr(&folder, &line);
        assert!(edited.contains("results go to") && !edited.contains("played already"), "{edited}");
    }
}

#[test]
fn what_a_build_takes_from_elsewhere_is_part_of_the_bot() {
    let folder = folder("identity_elsewhere");
    write(&folder.join("bot/skirmish.toml"), "build = 'sh build.sh'\nrun = 'python3 build/main.py'");
    write(&folder.join("bot/build.sh"), "mkdir -p build && cp ../engine.py build/main.py");
    let line = format!("duel bot house:random {DUEL}");
    write(&folder.join("engine.py"), "print('GROW')\n");
    stderr(&folder, &line);
    assert!(stderr(&folder, &line).contains("4 matches are played already"), "nothing has changed");
    write(&folder.join("engine.py"), "raise SystemExit\n");
    let edited = stderr(&folder, &line);
    assert!(edited.contains("results go to") && !edited.contains("played already"), "{edited}");
}

#[test]
fn without_a_jail_nobody_knows_what_a_bot_reads_and_results_are_reused_only_if_told() {
    let folder = folder("identity_free");
    write(&folder.join("bot.py"), "print('GROW')");
    let line = format!("duel bot.py house:random {DUEL} --no-jail");
    let first = stderr(&folder, &line);
    assert!(
        first.contains("not known: without a jail it may read anything; its results are not reused"),
        "{first}"
    );
    let second = stderr(&folder, &line);
    assert!(second.contains("results go to") && second.contains("-2.jsonl"), "{second}");
    let told = stderr(&folder, &format!("{line} --reuse"));
    assert!(told.contains("-2.jsonl: 4 matches are played already"), "{told}");
    let named = format!("{line} --results mine.jsonl");
    stderr(&folder, &named);
    let refused = skirmish(&folder, &named);
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{words}");
    assert!(words.contains("mine.jsonl: there are results in it") && words.contains("--reuse"), "{words}");
}

#[test]
fn a_name_on_the_command_line_is_the_name_in_tables_and_replays() {
    let folder = folder("identity_names");
    write(&folder.join("bot.py"), "print('GROW')");
    let line = format!("tournament mine=bot.py best=house:greedy {DUEL} --game plantation").replacen(
        "--game plantation ",
        "",
        1,
    );
    let output = skirmish(&folder, &line);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("mine") && table.contains("best") && !table.contains("bot.py"), "{table}");
    let played = skirmish(&folder, "play plantation mine=bot.py house:random --config turns=3 --seed 1");
    let told = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(told.contains("mine  ") || told.contains("mine (seat 0)"), "{told}");
    let again = "again:  skirmish play plantation 'mine=bot.py' house:random --config 'turns=3' --seed 1";
    assert!(told.contains(again), "{told}");
}

#[test]
fn a_folder_is_built_again_only_if_something_changed() {
    let folder = folder("identity_builds");
    let source = |move_: &str| {
        format!(
            "public class Bot {{ public static void main(String[] a) {{ var in = new java.util.Scanner(System.in); while (in.hasNextLine()) {{ in.nextLine(); System.out.println(\"{move_}\"); }} }} }}"
        )
    };
    write(&folder.join("bot/Bot.java"), &source("GROW"));
    write(&folder.join("bot/skirmish.toml"), "build = 'javac -d build Bot.java'\nrun = 'java -cp build Bot'");
    let built = || fs::metadata(folder.join("bot/build/Bot.class")).unwrap().modified().unwrap();
    let play = "play plantation bot house:random --config turns=2 --seed 1";
    skirmish(&folder, play);
    let first = built();
    skirmish(&folder, play);
    assert_eq!(built(), first, "nothing has changed");
    write(&folder.join("bot/Bot.java"), &source("WAIT"));
    skirmish(&folder, play);
    assert_ne!(built(), first, "the source has");
}

#[test]
fn a_command_line_names_its_script_by_any_path_in_the_folder() {
    let folder = folder("identity_absolute");
    write(&folder.join("bot.py"), "while True: print('GROW', input() and '')");
    let full = folder.join("bot.py");
    let play = |bot: &str| {
        stderr_and_stdout(&folder, &format!("play plantation {bot} house:random --config turns=2 --seed 1"))
    };
    let relative = play("'python3 bot.py'");
    let absolute = play(&format!("'python3 {}'", full.display()));
    assert!(!absolute.contains("can't open file"), "{absolute}");
    assert_eq!(relative.contains("lost: gone"), absolute.contains("lost: gone"), "{relative}\n{absolute}");
    let elsewhere = folder.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let outside = stderr_and_stdout(
        &elsewhere,
        &format!("play plantation 'python3 {}' house:random --seed 1", full.display()),
    );
    assert!(
        outside.contains("the jail shows a command line the current folder and nothing else"),
        "{outside}"
    );
}

fn stderr_and_stdout(folder: &Path, line: &str) -> String {
    let output = skirmish(folder, line);
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}
