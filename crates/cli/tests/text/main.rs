//! Text that attacks the host: whatever a bot's author writes, the host executes, opens, creates and bind-mounts only what
//! its operator chose. Real commands are traced by `strace`; every system call before a jail is entered is the host's.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod allowed;
mod arena;
mod battery;
mod nasty;
mod place;
mod trace;

use std::ffi::OsStr;
use std::fs;

use allowed::{Allowed, Whose};
use battery::{Attack, Verdict};
use place::{Place, Who, everybody};

/// Arguments for a short match, with everything that bots print.
const PLAY: &[&str] = &["--config", "turns=1", "--seed", "1", "--clock", "1000+200/turn", "--verbose"];
const CHECK: &[&str] =
    &["--game", "plantation", "--config", "turns=2", "--seed", "1", "--matches", "2", "--strangers"];

#[test]
fn strangers_bots_are_held_at_full_tier() {
    hold("full", Who::Self_, &battery::scripts(), &["--strangers"]);
}

#[test]
fn strangers_commands_are_held_at_full_tier() {
    hold("commands", Who::Self_, &battery::commands(), &["--strangers"]);
}

#[test]
fn strangers_first_lines_are_held_at_full_tier() {
    hold("lines", Who::Self_, &battery::first_lines(), &["--strangers"]);
}

#[test]
fn strangers_bots_are_held_for_an_ordinary_user() {
    for who in everybody().into_iter().filter(|who| *who == Who::Nobody) {
        hold("user", who, &battery::scripts(), &["--strangers"]);
    }
}

#[test]
fn strangers_text_is_held_for_an_ordinary_user() {
    for who in everybody().into_iter().filter(|who| *who == Who::Nobody) {
        let attacks = [battery::commands(), battery::first_lines()].concat();
        let attacks: Vec<_> = attacks.into_iter().filter(|attack| !attack.is_built()).collect();
        hold("text", who, &attacks, &["--strangers"]);
    }
}

#[test]
fn strangers_bots_are_held_at_namespaces_tier() {
    hold("namespaces", Who::Self_, &battery::scripts(), &["--strangers", "--jail-at-most", "namespaces"]);
}

#[test]
fn ones_own_text_runs_and_changes_nothing_on_the_host() {
    // The user's own bots are built without a jail.
    let attacks = [battery::scripts(), battery::commands(), battery::first_lines()].concat();
    let attacks: Vec<_> = attacks.into_iter().filter(|attack| !attack.is_built()).collect();
    hold("own", Who::Self_, &attacks, &[]);
}

#[test]
fn checks_hold_strangers_text() {
    let failures = each("check", Who::Self_, &battery::scripts(), |place, attack| {
        let bot = attack.bot(place);
        let words = [OsStr::new("check"), bot.as_os_str()].into_iter().chain(CHECK.iter().map(OsStr::new));
        judge(place, attack, Whose::Strangers, &words.collect::<Vec<_>>())
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Plays every attack with these options.
fn hold(name: &str, who: Who, attacks: &[Attack], options: &[&str]) {
    let whose = if options.contains(&"--strangers") { Whose::Strangers } else { Whose::Own };
    let failures = each(name, who, attacks, |place, attack| play(place, attack, whose, options));
    assert!(failures.is_empty(), "{} of {} attacks:\n{}", failures.len(), attacks.len(), failures.join("\n"));
}

/// Sets up every attack in its own place, and fails with a list of those that succeed.
fn each(
    name: &str,
    who: Who,
    attacks: &[Attack],
    judge: impl Fn(&Place, &Attack) -> Result<(), String>,
) -> Vec<String> {
    let only = std::env::var("SKIRMISH_ATTACKS").unwrap_or_default();
    let attacks = attacks.iter().enumerate().filter(|(_, attack)| attack.name.contains(&only));
    let outcome = |(number, attack): (usize, &Attack)| {
        let place = attack.make(&format!("{name}-{number}"), who);
        let outcome = judge(&place, attack).err().map(|why| format!("{}: {why}", attack.name));
        println!("{name:10} {} {}", if outcome.is_some() { "FAILED" } else { "held  " }, attack.name);
        outcome
    };
    attacks.filter_map(outcome).collect()
}

/// Plays one attack, and checks its trace.
fn play(place: &Place, attack: &Attack, whose: Whose, options: &[&str]) -> Result<(), String> {
    let bot = attack.bot(place);
    let words = [OsStr::new("play"), OsStr::new("plantation"), bot.as_os_str(), OsStr::new("house:random")];
    let options = PLAY.iter().chain(options).map(OsStr::new);
    judge(place, attack, whose, &words.into_iter().chain(options).collect::<Vec<_>>())
}

/// Runs a command on an attack, and checks its trace.
fn judge(place: &Place, attack: &Attack, whose: Whose, words: &[&OsStr]) -> Result<(), String> {
    let (output, trace) = place.run(&attack.from, words);
    let shown = [output.stdout.as_slice(), output.stderr.as_slice()];
    let said = || shown.map(String::from_utf8_lossy).join("\n").chars().take(600).collect::<String>();
    let trace = trace.map_err(|why| format!("{why}\n{}", said()))?;
    let bot = place.folder.join(&attack.from).join(attack.bot(place));
    let violations = Allowed::new(place, whose, &attack.from, &[bot]).violations(&trace);
    if !violations.is_empty() {
        return Err(violations.join("\n    "));
    }
    // The user's own bots may read the canaries, and so may print them.
    if whose == Whose::Own {
        return place.check_unchanged();
    }
    place.check_canaries(&shown)?;
    check_characters(&shown)?;
    let code = output.status.code();
    match attack.verdict {
        Verdict::Held if matches!(code, Some(0..=2)) => Ok(()),
        Verdict::Held => Err(format!("it ended with {}: {}", output.status, said())),
        Verdict::Refused => {
            let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
            if code != Some(2) || sentence.trim().lines().count() != 1 {
                return Err(format!("it is not refused in one sentence: {}: {}", output.status, said()));
            }
            if !trace.jailed.is_empty() {
                return Err(format!("it was refused after something was started: {:?}", trace.jailed));
            }
            match fs::exists(place.folder.join(&attack.from).join("replays")) {
                Ok(true) => Err("it was refused, and left a replay".into()),
                _ => Ok(()),
            }
        }
    }
}

/// Asserts that the output has no control characters from untrusted text.
fn check_characters(shown: &[&[u8]]) -> Result<(), String> {
    for text in shown.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()) {
        let commands = |c: char| {
            (c.is_control() && !matches!(c, '\n' | '\t'))
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        if let Some(line) = text.lines().find(|line| line.contains(commands)) {
            return Err(format!("a character that commands a terminal is shown: {line:?}"));
        }
    }
    Ok(())
}

#[test]
fn the_canaries_would_be_missed() {
    let place = Place::new("canaries", Who::Self_);
    let canary = |name: &str| place.folder.join("canary").join(name);
    assert!(place.check_canaries(&[]).is_ok());
    assert!(place.check_canaries(&[place::TOKEN.as_bytes()]).is_err());
    fs::write(canary("mark"), "x").unwrap();
    assert!(place.check_canaries(&[]).is_err());
    fs::remove_file(canary("mark")).unwrap();
    fs::write(canary("precious"), "").unwrap();
    assert!(place.check_canaries(&[]).is_err());
    assert!(check_characters(&[b"a\x1b[2J"]).is_err() && check_characters(&["a\tö\n".as_bytes()]).is_ok());
}
