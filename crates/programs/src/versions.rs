//! The versions of the programs that build and run bots, as these programs tell them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use skirmish_sandbox::TrustedProgram;

use crate::{Program, toolchain_programs};

/// Programs that tell their version by other words than `--version`.
const OTHER_WORDS: &[(&str, &str)] =
    &[("go", "version"), ("lua", "-v"), ("lua5.4", "-v"), ("zig", "version")];
/// Programs that take seconds to tell: the machine that they run on is asked instead.
const SLOW: &[(&str, &str)] =
    &[("kotlinc", "java"), ("kotlin", "java"), ("scalac", "java"), ("scala", "java")];
/// The longest version that is told, in characters.
const LONGEST: usize = 80;

/// What is known already: each program is asked once.
static KNOWN: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());

/// The versions of what builds and runs a bot.
pub fn toolchain_versions(program: &Program) -> Vec<String> {
    let lines = [Some(&program.command), program.build.as_ref()];
    of(lines.into_iter().flatten().filter_map(|words| words.first()))
}

/// The versions of those of these programs that belong to a language, each once: `Python 3.11.2`.
fn of<'a>(programs: impl Iterator<Item = &'a String>) -> Vec<String> {
    let toolchains = toolchain_programs();
    let mut told = Vec::new();
    for program in programs {
        let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Nobody chooses what is started but the list of languages.
        let Some(name) = toolchains.iter().copied().find(|known| *known == name) else { continue };
        let asked = SLOW.iter().find(|(slow, _)| *slow == name).map_or(name, |(_, other)| other);
        if let Some(version) = known(asked).filter(|version| !told.contains(version)) {
            told.push(version);
        }
    }
    told
}

fn known(name: &'static str) -> Option<String> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name.to_string()).or_insert_with(|| ask(name)).clone()
}

/// The first line that the operator's program prints when it is asked.
fn ask(name: &'static str) -> Option<String> {
    let word = OTHER_WORDS.iter().find(|(program, _)| *program == name).map_or("--version", |(_, word)| word);
    let output = TrustedProgram::find(name)?.process().arg(word).output().ok()?;
    let printed = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&printed);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().filter(|c| !c.is_control()).take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_languages_tell_their_versions_once_and_others_are_not_asked() {
        let words = ["python3", "/usr/bin/python3", "./bot", "sh"].map(String::from);
        let told = of(words.iter());
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("Python 3."), "{told:?}");
    }
}
