//! A bot is what it is now: results are taken up again only for the same files, and builds only where something changed.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use common::{folder, skirmish};

/// Plantation's bot that does what its module says.
const MAIN: &str = "import strategy
while True:
    try:
        line = input()
    except EOFError:
        break
    if line.startswith('turn'):
        print(strategy.play([input().split() for _ in range(11)]), flush=True)
";
/// A module that adds to its first tile with every move: more than chance does.
const GOOD: &str = "def play(board):
    tiles = [(row, column) for row in range(11) for column in range(11) if board[row][column] != '0']
    return 'fertilise %d %d' % tiles[0]
";
/// A module that ends the bot, which loses at once.
const BAD: &str = "def play(board): raise SystemExit\n";
const DUEL: &str = "--game plantation --config turns=3 --matches 4 --seed 1";
/// A test that tells such bots apart by six matches.
const TEST: &str = "--game plantation --config turns=3 --matches 8 --elo0 -200 --elo1 200 --seed 1";
/// The exit codes of a duel that is won and of one that is lost.
const BETTER: Option<i32> = Some(0);
const NOT_BETTER: Option<i32> = Some(4);

fn stderr(folder: &Path, line: &str) -> String {
    String::from_utf8_lossy(&skirmish(folder, line).stderr).into_owned()
}

/// What a duel answers, and what it says on the way.
fn duel(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = skirmish(folder, line);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Whether a bot's results are taken up again as long as nothing changes, and not after what `change` makes of it: a good bot
/// becomes a bad one.
fn check_change(folder: &Path, bot: &str, change: impl FnOnce()) {
    let line = format!("duel {bot} house:random {TEST}");
    let (first, words) = duel(folder, &line);
    assert!(words.contains("results go to"), "{bot}: {words}");
    assert_eq!(first, BETTER, "{bot}: {words}");
    let (again, words) = duel(folder, &line);
    assert!(words.contains("matches are played already"), "{bot}: nothing has changed: {words}");
    assert_eq!(again, BETTER, "{bot}: {words}");
    change();
    let (edited, words) = duel(folder, &line);
    assert!(words.contains("results go to") && !words.contains("played already"), "{bot}: {words}");
    assert_eq!(edited, NOT_BETTER, "{bot}: {words}");
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
    let module = folder.join("bot/strategy.py");
    for (bot, taken) in [
        ("bot", "bot: the folder bot, 3 files; Python 3"),
        ("'python3 bot/main.py'", "python3 bot/main.py: all that is in the current folder, "),
    ] {
        write(&module, GOOD);
        check_change(&folder, bot, || write(&module, BAD));
        let told = stderr(&folder, &format!("duel {bot} house:random {DUEL}"));
        assert!(
            told.contains(taken) && told.contains("house:random: house:random of this program ("),
            "{told}"
        );
    }
}

#[test]
fn what_lies_in_hidden_folders_among_installed_modules_and_behind_links_is_part_of_the_bot() {
    let folder = folder("identity_parts");
    let main = |place: &str| format!("import sys\nsys.path.insert(0, '{place}')\n{MAIN}");
    for (bot, place) in [("installed", "node_modules/x"), ("hidden", ".plans"), ("deep", "old/replays")] {
        write(&folder.join(bot).join("main.py"), &main(place));
        write(&folder.join(bot).join("skirmish.toml"), "run = 'python3 main.py'");
        let module = folder.join(bot).join(place).join("strategy.py");
        write(&module, GOOD);
        check_change(&folder, bot, || write(&module, BAD));
    }
    write(&folder.join("linked/main.py"), MAIN);
    write(&folder.join("linked/skirmish.toml"), "run = 'python3 main.py'");
    write(&folder.join("linked/a.txt"), GOOD);
    write(&folder.join("linked/b.txt"), BAD);
    let link = folder.join("linked/strategy.py");
    symlink("a.txt", &link).unwrap();
    check_change(&folder, "linked", || {
        fs::remove_file(&link).unwrap();
        symlink("b.txt", &link).unwrap();
    });
}

#[test]
fn a_folder_that_is_too_large_to_be_looked_at_is_told_and_its_results_are_not_reused() {
    let folder = folder("identity_large");
    write(&folder.join("bot/main.py"), MAIN);
    write(&folder.join("bot/strategy.py"), GOOD);
    write(&folder.join("bot/skirmish.toml"), "run = 'python3 main.py'");
    fs::File::create(folder.join("bot/.weights")).and_then(|file| file.set_len((512 << 20) + 1)).unwrap();
    let line = format!("duel bot house:random {DUEL}");
    let first = stderr(&folder, &line);
    assert!(
        first.contains("(not known: there are more than 512 MiB; its results are not reused)"),
        "{first}"
    );
    assert!(stderr(&folder, &line).contains("-2.jsonl"), "nobody knows whether it has changed");
    let named = format!("{line} --results mine.jsonl");
    stderr(&folder, &named);
    let refused = stderr(&folder, &named);
    assert!(
        refused.contains("of the same bots: `bot`: there are more than 512 MiB; say --reuse"),
        "{refused}"
    );
}

#[test]
fn what_a_contest_writes_into_the_folder_is_no_part_of_a_command_line() {
    let folder = folder("identity_written");
    write(&folder.join("main.py"), MAIN);
    write(&folder.join("strategy.py"), GOOD);
    let line = "tournament 'python3 main.py' house:random --game plantation --config turns=3 --matches 2 --seed 1 \
                --results mine.jsonl --csv table.csv --html page.html --json=all.json --replays kept";
    let first = skirmish(&folder, line);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let again = stderr(&folder, line);
    assert!(again.contains("going on with mine.jsonl: 2 matches are played already"), "{again}");
}

#[test]
fn a_house_bot_is_what_it_is_whatever_it_is_called() {
    let folder = folder("identity_house");
    let line = |house: &str| {
        format!(
            "duel best=house:{house} house:random --game plantation --config turns=3 --matches 2 --seed 1"
        )
    };
    let first = stderr(&folder, &line("easy"));
    assert!(
        first.contains("best: house:easy of this program (") && first.contains("results go to"),
        "{first}"
    );
    assert!(stderr(&folder, &line("easy")).contains("2 matches are played already"), "it is the same");
    let other = stderr(&folder, &line("medium"));
    assert!(other.contains("results go to") && !other.contains("played already"), "{other}");
}

#[test]
fn what_a_build_takes_from_elsewhere_is_part_of_the_bot() {
    let folder = folder("identity_elsewhere");
    let engine = folder.join("engine.py");
    for (bot, run) in [("named", "python3 build/main.py"), ("started", "sh run.sh")] {
        let manifest = format!("build = 'sh build.sh'\nrun = '{run}'");
        write(&folder.join(bot).join("skirmish.toml"), &manifest);
        write(&folder.join(bot).join("run.sh"), "exec python3 build/main.py");
        write(&folder.join(bot).join("main.py"), MAIN);
        let build = "mkdir -p build && cp main.py build && cp ../engine.py build/strategy.py";
        write(&folder.join(bot).join("build.sh"), build);
        write(&engine, GOOD);
        check_change(&folder, bot, || write(&engine, BAD));
    }
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

/// A compiler that is called `kotlinc`, makes a jar as that does, and counts how often it did.
const KOTLINC: &str = "#!/bin/sh
if [ \"$1\" = -version ]; then echo kotlinc of a test; exit; fi
echo >> \"$BUILDS\"
javac -d \"$BUILDS.classes\" Bot.java
jar --create --file bot.jar --main-class Bot -C \"$BUILDS.classes\" .
";

#[test]
fn a_jar_is_built_again_only_if_something_changed_whatever_is_in_it() {
    let folder = folder("identity_jar");
    let compiler = folder.join("kotlin/bin/kotlinc");
    write(&compiler, KOTLINC);
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    write(&folder.join("kotlin/lib/compiler.jar"), "1");
    let source = |path: &str| {
        format!(
            "public class Bot {{ public static void main(String[] a) {{ var in = new java.util.Scanner(System.in); while (in.hasNextLine()) {{ in.nextLine(); System.out.println(\"{path}\".split(\"/\")[0]); }} }} }}"
        )
    };
    write(&folder.join("bot/Bot.java"), &source("scout/../x"));
    write(
        &folder.join("bot/skirmish.toml"),
        "build = 'kotlinc -d bot.jar Bot.java'\nrun = 'java -jar bot.jar'",
    );
    let path = format!("{}:{}", compiler.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let builds = folder.join("builds");
    let check = |expected: u64, why: &str| {
        let mut play = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        play.args("play plantation bot house:random --config turns=1 --seed 1".split(' '));
        play.current_dir(&folder).env("XDG_CACHE_HOME", folder.join(".cache"));
        let output = play.env("PATH", &path).env("BUILDS", &builds).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::metadata(&builds).unwrap().len(), expected, "{why}");
    };
    check(1, "it was never built");
    check(1, "nothing has changed");
    write(&folder.join("bot/Bot.java"), &source("scout/x"));
    check(2, "the source has changed");
    check(2, "nothing has changed since");
    write(&folder.join("kotlin/lib/compiler.jar"), "22");
    check(3, "there is a new compiler");
    fs::remove_file(folder.join("bot/bot.jar")).unwrap();
    check(4, "the jar is gone");
}

#[test]
fn a_command_line_names_its_script_by_any_path_in_the_folder() {
    let folder = folder("identity_absolute");
    write(&folder.join("main.py"), MAIN);
    write(&folder.join("strategy.py"), GOOD);
    let full = folder.join("main.py");
    for bot in ["main.py".to_string(), "./main.py".to_string(), full.display().to_string()] {
        let line = format!("duel 'python3 {bot}' house:random {TEST}");
        let output = skirmish(&folder, &line);
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), BETTER, "{told}");
        assert!(!told.contains("can't open file") && !told.contains("faults"), "{told}");
    }
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
