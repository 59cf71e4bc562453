//! What is known of a programming language.

use skirmish_sandbox::Tier;

use crate::{Flushing, LANGUAGES, Need, Program, SingleFile, Variable};

/// A programming language that bots are written in.
#[derive(Debug)]
pub struct Language {
    /// What a person types, what `skirmish.toml` says, and what the folder of its kits is called.
    pub name: &'static str,
    /// Its name as people write it.
    pub title: &'static str,
    /// Other names that people type as well.
    pub aliases: &'static [&'static str],
    /// The ends of its source files' names, without the dot and in small letters.
    pub endings: &'static [&'static str],
    /// The words that go before a source file to run it as it is; none where it has to be built first.
    pub interpreter: &'static [&'static str],
    /// Files that are no source code but are run in the same way: an ending, and the words that go before the file.
    pub packaged: &'static [(&'static str, &'static [&'static str])],
    /// How a bot that is one source file is built and run; without it, the arena takes bots in this language only if the
    /// host's settings say how.
    pub single_file: Option<SingleFile>,
    /// What has to be installed to build and run its bots. `cargo xtask setup` installs it.
    pub needs: &'static [Need],
    /// Libraries that some of its bots use.
    pub libraries: &'static [Need],
    /// Programs that every jail gets if the operator has them, wherever they are installed.
    pub toolchain: &'static [&'static str],
    /// The environment variables by which its runtime gets what it needs where a bot plays. Every bot gets them, however it
    /// starts the runtime.
    pub environment: fn(&Program) -> Vec<Variable>,
    /// What is done for bots that do not flush their answers; none where nothing is.
    pub flushing: Option<Flushing>,
    /// The weakest tier of the jail in which its programs start, if not every one will do.
    pub weakest_jail: Option<Tier>,
}

impl Language {
    /// What an entry of [`LANGUAGES`] leaves out.
    pub(crate) const EMPTY: Self = Self {
        name: "",
        title: "",
        aliases: &[],
        endings: &[],
        interpreter: &[],
        packaged: &[],
        single_file: None,
        needs: &[],
        libraries: &[],
        toolchain: &[],
        environment: |_| Vec::new(),
        flushing: None,
        weakest_jail: None,
    };

    /// The language that a person means by this name.
    pub fn called(typed: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.is_called(typed))
    }

    /// The languages of source files whose names end so, in small letters and without the dot: C# has two toolchains.
    pub fn all_with_ending(ending: &str) -> Vec<&'static Self> {
        LANGUAGES.iter().filter(|language| language.endings.contains(&ending)).collect()
    }

    /// The language of source files whose names end so; of several, the first that is installed.
    pub fn with_ending(ending: &str) -> Option<&'static Self> {
        match Self::all_with_ending(ending)[..] {
            [] => None,
            [only] => Some(only),
            [first, ..] => {
                let all = Self::all_with_ending(ending);
                Some(all.into_iter().find(|language| language.is_installed()).unwrap_or(first))
            }
        }
    }

    /// The language of a source file, by the end of its name.
    pub fn of_file(file_name: &str) -> Option<&'static Self> {
        Self::with_ending(&file_name.rsplit_once('.')?.1.to_lowercase())
    }

    /// The languages in which a bot can be one source file, with nothing said about how it is built; by name.
    pub fn of_single_files() -> Vec<&'static Self> {
        let mut found: Vec<_> = LANGUAGES.iter().filter(|language| language.single_file.is_some()).collect();
        found.sort_by_key(|language| language.name);
        found
    }

    /// The words that go before a file whose name ends so to run it as it is; none if it is nothing that is run so.
    pub fn runner(ending: &str) -> Option<&'static [&'static str]> {
        LANGUAGES.iter().find_map(|language| {
            let packaged = language.packaged.iter().find(|(known, _)| *known == ending);
            let is_source = language.endings.contains(&ending) && !language.interpreter.is_empty();
            packaged.map(|(_, words)| *words).or(is_source.then_some(language.interpreter))
        })
    }

    /// Whether a person who types this means the language.
    pub fn is_called(&self, typed: &str) -> bool {
        self.name == typed || self.aliases.contains(&typed)
    }

    /// Whether this machine has all that its bots need. May start programs.
    pub fn is_installed(&self) -> bool {
        self.needs.iter().all(Need::is_met)
    }
}
