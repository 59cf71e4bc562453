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
    /// Where it comes from.
    pub from: Supplier,
    /// The words of a command that succeeds where it is installed; without one, the program has to be on the search path.
    pub probe: Option<&'static [&'static str]>,
}

/// Where a program or library comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supplier {
    /// A package of Debian's, by name: `cargo xtask setup` installs it.
    Debian(&'static str),
    /// A site that offers it for download, by address: Debian has no such package.
    Site(&'static str),
}

impl Need {
    /// A program of a Debian package that is there if it is on the search path.
    pub(crate) const fn program(program: &'static str, package: &'static str) -> Self {
        Self { program, from: Supplier::Debian(package), probe: None }
    }

    /// A program that Debian does not package, and that is there if it is on the search path.
    pub(crate) const fn from_site(program: &'static str, site: &'static str) -> Self {
        Self { program, from: Supplier::Site(site), probe: None }
    }

    /// The Debian package that has it, if one does.
    pub fn package(&self) -> Option<&'static str> {
        match self.from {
            Supplier::Debian(package) => Some(package),
            Supplier::Site(_) => None,
        }
    }

    /// How these are installed, as the end of a sentence: what to type, and where to look.
    pub fn how_to_install(needs: &[&Self]) -> String {
        let (mut packages, mut sites) = (Vec::new(), Vec::new());
        for need in needs {
            let (list, item) = match need.from {
                Supplier::Debian(package) => (&mut packages, package),
                Supplier::Site(site) => (&mut sites, site),
            };
            if !list.contains(&item) {
                list.push(item);
            }
        }
        let apt =
            (!packages.is_empty()).then(|| format!("apt install {} (Debian, Ubuntu)", packages.join(" ")));
        let elsewhere = (!sites.is_empty()).then(|| format!("see {}", sites.join(" and ")));
        [apt, elsewhere].into_iter().flatten().collect::<Vec<_>>().join("; ")
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
        let is_met =
            |program, probe| Need { probe: Some(probe), ..Need::program(program, "package") }.is_met();
        assert!(is_met("no-such-program", &["sh", "-c", "exit 0"]));
        assert!(is_met("sh", &["sh", "-c", "test $PWD = /"]), "probes run in the root folder");
        assert!(!is_met("sh", &["sh", "-c", "exit 1"]));
        assert!(!is_met("sh", &["no-such-program", "--version"]));
        assert!(!is_met("sh", &[]));
    }

    #[test]
    fn how_to_install_names_each_package_and_site_once() {
        let (one, other) = (Need::program("gcc", "gcc"), Need::program("cc", "gcc"));
        let zig = Need::from_site("zig", "https://ziglang.org/download");
        assert_eq!(Need::how_to_install(&[&one, &other]), "apt install gcc (Debian, Ubuntu)");
        assert_eq!(
            Need::how_to_install(&[&zig, &one]),
            "apt install gcc (Debian, Ubuntu); see https://ziglang.org/download"
        );
    }

    #[test]
    fn libraries_are_needed_too() {
        let programs: Vec<&str> = needs().map(|need| need.program).collect();
        assert!(programs.contains(&"python3") && programs.contains(&"numpy"), "{programs:?}");
    }
}
