//! What a language needs on the machine.

use std::process::Stdio;

use skirmish_files::search_path;
use skirmish_sandbox::TrustedProgram;

use crate::LANGUAGES;

/// A program or a library that bots of a language cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// What people call it; the program's name, if it is one.
    pub program: &'static str,
    /// The Debian package that has it.
    pub package: &'static str,
    /// The words of a command that succeeds where it is installed; without one, the program has to be on the search path.
    pub probe: Option<&'static [&'static str]>,
}

impl Need {
    /// A program that is there if it is on the search path.
    pub(crate) const fn program(program: &'static str, package: &'static str) -> Self {
        Self { program, package, probe: None }
    }

    /// Whether this machine has it. May start programs.
    pub fn is_met(&self) -> bool {
        match self.probe {
            Some(words) => succeeds(words),
            None => search_path::find(self.program).is_some(),
        }
    }
}

/// What all languages and their libraries need.
pub fn needs() -> impl Iterator<Item = &'static Need> {
    LANGUAGES.iter().flat_map(|language| language.needs.iter().chain(language.libraries))
}

/// Whether a command of our own succeeds. It runs in `/`: compilers look for files where they are started, and we may be in
/// a bot's folder.
fn succeeds(words: &'static [&'static str]) -> bool {
    let Some((program, arguments)) = words.split_first() else { return false };
    let Some(program) = TrustedProgram::find(program) else { return false };
    let mut process = program.process();
    process.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    process.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_on_the_search_path_is_there() {
        assert!(Need::program("sh", "dash").is_met());
        assert!(!Need::program("no-such-program", "none").is_met());
    }

    #[test]
    fn a_probe_decides_if_there_is_one() {
        let is_met = |program, probe| Need { program, package: "p", probe: Some(probe) }.is_met();
        assert!(is_met("no-such-program", &["sh", "-c", "exit 0"]));
        assert!(is_met("sh", &["sh", "-c", "test $PWD = /"]), "probes run in the root folder");
        assert!(!is_met("sh", &["sh", "-c", "exit 1"]));
        assert!(!is_met("sh", &["no-such-program", "--version"]));
        assert!(!is_met("sh", &[]));
    }

    #[test]
    fn libraries_are_needed_too() {
        let programs: Vec<&str> = needs().map(|need| need.program).collect();
        assert!(programs.contains(&"python3") && programs.contains(&"numpy"), "{programs:?}");
    }
}
