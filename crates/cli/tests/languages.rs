//! Bots in every language that Debian packages and that has no kit: as a stranger's file, built and played in a jail, and in a
//! folder of their own; and what runtimes are given where they play. A language whose tools are missing fails.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[allow(dead_code, reason = "not every test file needs it")]
mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{done, folder, skirmish};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use skirmish_programs::{LANGUAGES, Language};

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/languages");
type Test = fn() -> Result<(), Failed>;

/// A short match, with enough time for any machine: speed is not tested here.
const SHORT: &str = "--config turns=20 --clock 60000+60000/turn --seed 3";

fn main() {
    let mut trials: Vec<Trial> = debians()
        .map(|language| {
            let test = move || plays_as_a_file_and_as_a_folder(language);
            Trial::test(format!("{}_plays_as_a_file_and_as_a_folder", language.name), test)
        })
        .collect();
    let more: [(&str, Test); 8] = [
        ("py3_is_python", py3_is_python),
        ("java_gets_its_options_however_it_is_started", java_gets_its_options_however_it_is_started),
        ("what_a_run_line_says_takes_precedence", what_a_run_line_says_takes_precedence),
        ("mono_prints_nothing_of_its_own", mono_prints_nothing_of_its_own),
        ("what_bundlers_make_plays", what_bundlers_make_plays),
        ("a_module_beside_a_file_is_told_with_what_to_write", a_module_beside_a_file),
        ("a_missing_header_is_told_with_what_to_write", a_missing_header),
        ("a_second_public_class_is_told_with_what_to_write", a_second_public_class),
    ];
    trials.extend(more.map(|(name, test)| Trial::test(name, test)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The languages that the set-up installs from Debian and that `kits` does not play.
fn debians() -> impl Iterator<Item = &'static Language> {
    let kits: Vec<&str> = skirmish_kits::all().iter().map(|kits| kits.language.name).collect();
    let is_packaged = |language: &Language| language.needs.iter().all(|need| need.package().is_some());
    LANGUAGES.iter().filter(move |language| {
        language.single_file.is_some() && is_packaged(language) && !kits.contains(&language.name)
    })
}

/// Plays a match that the bot wins without a fault; what `play` printed.
fn wins(place: &Path, bot: &str) -> Value {
    let played = done(place, &format!("play plantation {bot} house:RandomPlayerDumb {SHORT} --json"));
    let played: Value = serde_json::from_str(played.trim()).unwrap();
    assert_eq!(played["players"][0]["faults"], 0, "{bot}: {}", played["incidents"]);
    assert_eq!(played["players"][0]["place"], 1, "{bot}: {played}");
    played
}

/// The file is a stranger's, so that its compiler runs in a jail; the folder, with the same commands, is the user's own.
fn plays_as_a_file_and_as_a_folder(language: &Language) -> Result<(), Failed> {
    let place = folder(&format!("language_{}", language.name));
    let file = format!("bot.{}", language.endings[0]);
    fs::copy(Path::new(BOTS).join(&file), place.join(&file)).unwrap();
    wins(&place, &format!("./{file} --strangers --unsafe-local"));
    let source = fs::read(place.join(&file)).unwrap();
    let plan = language.single_file.unwrap().plan(&file, &source);
    let bot = place.join("bot");
    fs::create_dir(&bot).unwrap();
    fs::copy(place.join(&file), bot.join(&plan.file)).unwrap();
    let build = plan.build.map(|build| format!("build = {build:?}\n")).unwrap_or_default();
    fs::write(bot.join("skirmish.toml"), format!("{build}run = {:?}\n", plan.run)).unwrap();
    wins(&place, "bot");
    Ok(())
}

fn py3_is_python() -> Result<(), Failed> {
    let place = folder("language_py3");
    fs::copy(Path::new(BOTS).join("bot.py3"), place.join("bot.py3")).unwrap();
    wins(&place, "./bot.py3");
    Ok(())
}

/// Runs a command of the language's own in the folder.
fn run(place: &Path, line: &str) {
    let words = shell_words::split(line).unwrap();
    let output = Command::new(&words[0]).args(&words[1..]).current_dir(place).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A Java bot that says on stderr what its virtual machine was given, and plays.
const JAVA: &str = r#"
import java.lang.management.ManagementFactory;
import java.util.Scanner;

public class Player {
    public static void main(String[] args) {
        System.err.println("options " + ManagementFactory.getRuntimeMXBean().getInputArguments());
        ManagementFactory.getGarbageCollectorMXBeans().forEach(gc -> System.err.println("collector " + gc.getName()));
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            if (in.nextLine().startsWith("turn ")) System.out.println("scout 5 5");
        }
    }
}
"#;

fn java_bot(place: &Path) {
    fs::write(place.join("Player.java"), JAVA).unwrap();
    run(place, "javac -d build Player.java");
    run(place, "jar --create --file bot.jar --main-class Player -C build .");
    fs::write(place.join("skirmish.toml"), "run = 'java -cp build Player'\n").unwrap();
    fs::write(place.join("start.sh"), "exec java -cp build Player\n").unwrap();
}

/// Plays a match with one turn without a fault; what the bot printed to stderr.
fn printed(place: &Path, bot: &str) -> String {
    let line = format!(
        "play plantation {bot} house:random --config turns=1 --clock 60000+60000/turn --seed 3 --json"
    );
    let played: Value = serde_json::from_str(done(place, &line).trim()).unwrap();
    assert_eq!(played["players"][0]["faults"], 0, "{bot}: {}", played["incidents"]);
    let replay = place.join(played["replay"].as_str().unwrap());
    fs::read_to_string(replay.with_extension("seat0.stderr")).unwrap_or_default()
}

fn java_gets_its_options_however_it_is_started() -> Result<(), Failed> {
    let place = folder("language_java_options");
    java_bot(&place);
    for bot in [".", "./bot.jar", "./Player.java", "'java -cp build Player'", "'sh start.sh'"] {
        let printed = printed(&place, bot);
        for option in ["-XX:TieredStopAtLevel=1", "-XX:ActiveProcessorCount=1", "-Xmx512m"] {
            assert!(printed.contains(option), "{bot}: {printed}");
        }
        // The serial collector: it has no threads of its own.
        assert!(printed.contains("collector MarkSweepCompact"), "{bot}: {printed}");
        assert!(!printed.contains("Picked up"), "{bot}: {printed}");
    }
    Ok(())
}

fn what_a_run_line_says_takes_precedence() -> Result<(), Failed> {
    let place = folder("language_java_own");
    java_bot(&place);
    let own = "-XX:+UseParallelGC -XX:TieredStopAtLevel=4 -Xmx256m";
    let printed = printed(&place, &format!("'java {own} -cp build Player'"));
    assert!(printed.contains("collector PS MarkSweep"), "{printed}");
    let at = |option: &str| printed.find(option).unwrap_or_else(|| panic!("{option}: {printed}"));
    assert!(at("-XX:TieredStopAtLevel=1") < at("-XX:TieredStopAtLevel=4"), "the last one counts: {printed}");
    assert!(at("-Xmx512m") < at("-Xmx256m"), "the last one counts: {printed}");
    Ok(())
}

/// A C# bot that plays, and looks for the variable.
const CSHARP: &str = r#"
using System;

class Player {
    static void Main() {
        Console.Error.WriteLine("log " + Environment.GetEnvironmentVariable("MONO_LOG_DEST"));
        string line;
        while ((line = Console.ReadLine()) != null) {
            if (line.StartsWith("turn ")) Console.WriteLine("scout 5 5");
        }
    }
}
"#;

fn mono_prints_nothing_of_its_own() -> Result<(), Failed> {
    let place = folder("language_mono");
    fs::write(place.join("Player.cs"), CSHARP).unwrap();
    run(&place, "mcs -out:bot.exe Player.cs");
    fs::write(place.join("skirmish.toml"), "run = 'mono bot.exe'\n").unwrap();
    fs::write(place.join("start.sh"), "exec mono bot.exe\n").unwrap();
    for bot in [".", "./Player.cs", "'mono bot.exe'", "'sh start.sh'"] {
        let printed = printed(&place, bot);
        assert!(printed.contains("log /dev/null"), "{bot}: {printed}");
    }
    Ok(())
}

fn what_bundlers_make_plays() -> Result<(), Failed> {
    let place = folder("language_bundle");
    let source = "import { answer } from './answer';\nfor (let line; (line = readline()) !== null; ) {\n  if \
                  (line.startsWith('turn ')) print(answer());\n}\n";
    fs::write(place.join("bot.ts"), format!("declare function readline(): string | null;\n{source}"))
        .unwrap();
    fs::write(place.join("answer.ts"), "export const answer = () => 'scout 5 5';\n").unwrap();
    run(&place, "esbuild bot.ts --bundle --platform=node --outfile=bundle.js --log-level=warning");
    printed(&place, "./bundle.js");
    Ok(())
}

/// What a failed command printed: it must have failed as bad input.
fn refused(place: &Path, line: &str) -> String {
    let output = skirmish(place, line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "skirmish {line}\n{said}");
    said
}

fn a_module_beside_a_file() -> Result<(), Failed> {
    let place = folder("language_module");
    fs::write(place.join("bot.py"), "from helper import ANSWER\nimport sys\nfor line in sys.stdin:\n    if line.startswith('turn '):\n        print(ANSWER)\n").unwrap();
    fs::write(place.join("helper.py"), "ANSWER = 'scout 5 5'\n").unwrap();
    let line = "play plantation ./bot.py house:random --config turns=1 --seed 3";
    let said = done(&place, line);
    assert!(said.contains("ModuleNotFoundError: No module named 'helper'"), "{said}");
    let advice = "`helper.py` lies beside it, but a bot that is one file is alone: put all its files into a folder with a \
                  file skirmish.toml that has the line `run = \"python3 bot.py\"`; then give the folder";
    assert!(said.contains(advice), "{said}");
    // What it says works.
    fs::write(place.join("skirmish.toml"), "run = \"python3 bot.py\"\n").unwrap();
    printed(&place, ".");
    Ok(())
}

fn a_missing_header() -> Result<(), Failed> {
    let place = folder("language_header");
    fs::write(place.join("bot.cpp"), "#include \"answer.h\"\nint main() { return ANSWER; }\n").unwrap();
    fs::write(place.join("answer.h"), "#define ANSWER 0\n").unwrap();
    let line = "play plantation ./bot.cpp house:random";
    let beside = refused(&place, line);
    assert!(beside.contains("`answer.h` lies beside it"), "{beside}");
    assert!(beside.contains("the lines `build = \"g++ "), "{beside}");
    fs::remove_file(place.join("answer.h")).unwrap();
    let nowhere = refused(&place, line);
    assert!(nowhere.contains("it needs more of them: put all its files into a folder"), "{nowhere}");
    Ok(())
}

fn a_second_public_class() -> Result<(), Failed> {
    let place = folder("language_classes");
    let source = "public class Player { public static void main(String[] a) {} }\npublic class Unit {}\n";
    fs::write(place.join("Player.java"), source).unwrap();
    let said = refused(&place, "play plantation ./Player.java house:random");
    assert!(said.contains("class Unit is public"), "{said}");
    assert!(said.contains("`run = \"java -cp build Player\"`; then give the folder"), "{said}");
    Ok(())
}
