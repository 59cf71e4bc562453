//! Every kit of every game in every language: written by `skirmish new`, built, and played against `house:random`; one
//! language's against the other levels, too. Kits are found by walking `kits/`, so a new language is tested as soon as it is
//! there; one whose toolchain is missing fails.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[allow(dead_code, reason = "not every test file needs it")]
mod common;
#[path = "kits/listening.rs"]
mod listening;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use common::{done, folder};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use skirmish_programs::Language;

/// Small boards for games whose matches take long on the default one.
const SMALL: &[(&str, &str)] = &[
    ("utti", "--config size=24 --config rounds=120"),
    ("si32", "--preset small"),
    ("underworld", "--config max_turns=200"),
];
/// Languages that play a hundred matches.
const MEASURED: &[&str] = &["python", "rust"];
/// The reference language: all others must give the same answers.
const MODEL: &str = "python";
/// The language whose kit meets the levels above: all give the same answers, and this one gives them soonest.
const SWIFT: &str = "c";
/// The levels above `random`, how many matches a kit plays with each in either seat, and the most that it may win. The
/// bench `levels.py` plays a hundred of each.
const LEVELS: &[(&str, u32, u32)] = &[("easy", 1, 2), ("medium", 5, 2), ("hard", 5, 3)];
/// Enough time for any machine: the speed of bots is not tested here.
const CLOCK: &str = "--clock 20000+20000/turn";
const FIRST_SEED: u32 = 1000;
/// Isolation tiers, the weakest first.
const TIERS: &[&str] = &["bare", "landlock", "namespaces", "full"];

fn main() {
    let mut trials = Vec::new();
    for kits in skirmish_kits::all() {
        for game in kits.games() {
            let name = kits.language.name;
            let test = move || reads_whatever_comes_and_beats_chance(name, game);
            trials.push(Trial::test(
                format!("{name}_kit_reads_whatever_comes_and_beats_chance_in_{game}"),
                test,
            ));
            if name == SWIFT {
                let test = move || loses_to_medium_and_hard(name, game);
                trials.push(Trial::test(format!("{name}_kit_loses_to_medium_and_hard_in_{game}"), test));
            }
            if name != MODEL {
                let test = move || answers_as_the_model(name, game);
                trials.push(Trial::test(format!("{name}_kit_answers_as_{MODEL}_in_{game}"), test));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Both in one test, because the build takes most of the time. Half of the matches in each seat: no fault, and at least
/// four of five won.
fn reads_whatever_comes_and_beats_chance(language: &str, game: &str) -> Result<(), Failed> {
    let each = if MEASURED.contains(&language) { 50 } else { 1 };
    let place = folder(&format!("kit_{language}_{game}"));
    done(&place, &format!("new {game} bot --lang {language}"));
    builds_quietly(&place.join("bot"));
    listening::reads_whatever_comes(&place.join("bot"), game);
    let (won, played) = (wins_from_either_seat(&place, language, game, "random", each), 2 * each);
    assert!(won * 5 >= played * 4, "{language}, {game}: won {won} of {played}");
    Ok(())
}

fn loses_to_medium_and_hard(language: &str, game: &str) -> Result<(), Failed> {
    let place = folder(&format!("kit_levels_{language}_{game}"));
    done(&place, &format!("new {game} bot --lang {language}"));
    for &(level, each, most) in LEVELS {
        let won = wins_from_either_seat(&place, language, game, level, each);
        assert!(won <= most, "{language}, {game}: won {won} of {} against {level}", 2 * each);
    }
    Ok(())
}

/// The number of matches that the kit won against this level, with so many in each seat.
fn wins_from_either_seat(place: &Path, language: &str, game: &str, level: &str, each: u32) -> u32 {
    let jail = jail(place, language);
    let house = format!("house:{level}");
    let seatings = [(["bot", &house], 0), ([&house, "bot"], 1)];
    let wins_at = |(names, own): ([&str; 2], usize)| {
        wins(place, &format!("play {game} {} --repeat {each} {jail}", names.join(" ")), game, own)
    };
    seatings.into_iter().map(wins_at).sum()
}

/// The build prints no warnings and leaves only files that `.gitignore` names.
fn builds_quietly(bot: &Path) {
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(bot.join("skirmish.toml")).unwrap()).unwrap();
    let Some(build) = manifest.get("build") else { return };
    let words = shell_words::split(build.as_str().unwrap()).unwrap();
    let before = names(bot);
    let output = Command::new(&words[0]).args(&words[1..]).current_dir(bot).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success() && said.is_empty(), "{}: {build:?}: {said}", bot.display());
    let ignored = fs::read_to_string(bot.join(".gitignore")).unwrap();
    for left in names(bot).difference(&before) {
        assert!(ignored.lines().any(|line| line.trim_end_matches('/') == left), "{}: {left}", bot.display());
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The number of matches that the seat won; asserts that none has a fault.
fn wins(place: &Path, line: &str, game: &str, own: usize) -> u32 {
    let matches = done(place, &format!("{line} {} {CLOCK} --seed {FIRST_SEED} --json", small(game)));
    let mut won = 0;
    for line in matches.lines() {
        let played: Value = serde_json::from_str(line).unwrap();
        assert_eq!(played["players"][own]["faults"], 0, "{game}: {}", played["incidents"]);
        won += u32::from(played["players"][own]["place"] == 1 && played["players"][1 - own]["place"] == 2);
    }
    won
}

/// Redriven on a match of the reference language, the kit gives the same answers.
fn answers_as_the_model(language: &str, game: &str) -> Result<(), Failed> {
    let place = folder(&format!("kit_model_{language}_{game}"));
    done(&place, &format!("new {game} model --lang {MODEL}"));
    done(&place, &format!("new {game} bot --lang {language}"));
    done(&place, &format!("play {game} house:greedy model {} {CLOCK} --seed {FIRST_SEED}", small(game)));
    let driven: Value = serde_json::from_str(&done(
        &place,
        &format!("replay redrive last bot --seat 1 --json {}", jail(&place, language)),
    ))
    .unwrap();
    assert!(driven["asked"].as_u64().unwrap() > 0, "{game}: nothing was asked");
    assert_eq!(driven["differences"], Value::Array(Vec::new()), "{language}, {game}");
    Ok(())
}

/// `--no-jail` where the machine's isolation tier is weaker than the kit needs.
fn jail(place: &Path, language: &str) -> &'static str {
    let weakest = Language::called(language).unwrap().weakest_jail;
    let doctor: Value = serde_json::from_str(&done(place, "doctor --json")).unwrap();
    let here = TIERS.iter().position(|tier| doctor["tier"] == *tier).unwrap();
    let needed = weakest.map_or(0, |weakest| TIERS.iter().position(|tier| *tier == weakest.name()).unwrap());
    if here < needed { "--no-jail" } else { "" }
}

fn small(game: &str) -> &'static str {
    SMALL.iter().find(|(name, _)| *name == game).map_or("", |(_, config)| config)
}
