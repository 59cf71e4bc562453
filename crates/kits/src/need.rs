//! What a language needs on the machine.

use std::process::{Command, Stdio};

use serde::Deserialize;
use skirmish_files::search_path;

use crate::EMBEDDED;

/// A program or a library that bots of a language cannot do without.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// What people call it; the program's name, if it is one.
    pub program: String,
    /// The Debian package that has it.
    pub package: String,
    /// A command line that succeeds where it is installed; without one, the program has to be on the search path.
    pub probe: Option<String>,
    /// Only bots that import this module need it; without one, all do.
    pub imported: Option<String>,
}

impl Need {
    /// Whether this machine has it.
    pub fn is_met(&self) -> bool {
        match &self.probe {
            Some(probe) => succeeds(probe),
            None => search_path::find(&self.program).is_some(),
        }
    }
}

/// What all kits together need, those that wrap originals' bots included.
pub fn needs() -> Vec<Need> {
    #[derive(Deserialize)]
    struct Manifest {
        #[serde(default)]
        needs: Vec<Need>,
    }
    let manifests = EMBEDDED.iter().filter(|(path, _)| path.ends_with("/kit.toml"));
    let read = |bytes| toml::from_slice::<Manifest>(bytes).expect("a test reads every kit.toml").needs;
    manifests.flat_map(|(_, bytes)| read(bytes)).collect()
}

fn succeeds(line: &str) -> bool {
    let Ok(words) = shell_words::split(line) else { return false };
    let Some((program, arguments)) = words.split_first() else { return false };
    // Not where we are: compilers look for files there, and it may be a bot's folder.
    let quiet = Command::new(program)
        .args(arguments)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    quiet.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(program: &str, probe: Option<&str>) -> Need {
        Need { program: program.into(), package: "p".into(), probe: probe.map(Into::into), imported: None }
    }

    #[test]
    fn a_program_on_the_search_path_is_there() {
        assert!(need("sh", None).is_met());
        assert!(!need("no-such-program", None).is_met());
    }

    #[test]
    fn what_wraps_needs_is_needed_too() {
        let programs: Vec<String> = needs().into_iter().map(|need| need.program).collect();
        assert!(programs.iter().any(|program| program == "python3"), "{programs:?}");
        assert!(programs.iter().any(|program| program == "numpy"), "{programs:?}");
    }

    #[test]
    fn a_probe_decides_if_there_is_one() {
        assert!(need("no-such-program", Some("sh -c 'exit 0'")).is_met());
        assert!(!need("sh", Some("sh -c 'exit 1'")).is_met());
        assert!(!need("sh", Some("no-such-program --version")).is_met());
        assert!(!need("sh", Some("an 'open quote")).is_met());
    }
}
