//! A bot that is a single source file: it is copied into a folder with a manifest and built like any other.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use skirmish_programs::{
    BadBot, Language, Need, Program, SingleFile, SingleFilePlan, needs_more_files, toolchain_versions,
};

use crate::build_cache::Kept;
use crate::failure::Failure;

/// The most bytes of a source file.
const MOST_BYTES: u64 = 16 << 20;

/// A source file of a language that has to be built.
pub struct Source {
    path: PathBuf,
    file_name: String,
    language: &'static Language,
    single_file: SingleFile,
    bytes: Vec<u8>,
}

impl Source {
    /// The source file at that path; `None` if it is something else, or its language needs no build.
    pub fn find(path: &Path) -> Result<Option<Self>, Failure> {
        let Some(file_name) = path.file_name().and_then(|name| name.to_str()) else { return Ok(None) };
        let Some(language) = Language::of_file(file_name) else { return Ok(None) };
        let Some(single_file) = language.single_file.filter(|single_file| single_file.build.is_some()) else {
            return Ok(None);
        };
        let Ok(found) = fs::metadata(path) else { return Ok(None) };
        if !found.is_file() {
            return Ok(None);
        }
        if let Some(need) = language.needs.iter().find(|need| !need.is_met()) {
            return Err(Failure::input(format!(
                "bot `{}`: {} is not installed, and it is needed for {}: {}{}",
                path.display(),
                need.program,
                language.title,
                Need::how_to_install(&[need]),
                other_ways(language, file_name)
            )));
        }
        let bytes = skirmish_files::read(path, MOST_BYTES)
            .map_err(|error| Failure::input(format!("cannot read bot `{}`: {error}", path.display())))?;
        Ok(Some(Self {
            path: path.to_path_buf(),
            file_name: file_name.to_owned(),
            language,
            single_file,
            bytes,
        }))
    }

    /// Writes it with a `skirmish.toml` into an existing empty folder; the returned program is not built yet.
    pub fn write_into(&self, folder: &Path) -> Result<Program, Failure> {
        let plan = self.single_file.plan(&self.file_name, &self.bytes);
        let write = |name: &str, bytes: &[u8]| {
            fs::write(folder.join(name), bytes).with_context(|| format!("cannot write {name} to build it"))
        };
        write("skirmish.toml", self.manifest(&plan).as_bytes())?;
        write(&plan.file, &self.bytes)?;
        plan.beside.iter().try_for_each(|(name, text)| write(name, text.as_bytes()))?;
        let program = Program::of_folder(folder).map_err(Failure::input)?;
        let flush_words = self.language.flushing.map_or(0, |flushing| flushing.words.len());
        Ok(Program { flush_words, ..program })
    }

    /// Its place in the build cache, by source, manifest and compiler. `None` if there is no cache folder.
    pub fn cached(&self, program: &Program) -> Option<Kept> {
        let manifest = self.manifest(&self.single_file.plan(&self.file_name, &self.bytes));
        let versions = toolchain_versions(program).join("\0");
        Kept::of_file(&[manifest.as_bytes(), versions.as_bytes(), &self.bytes].concat())
    }

    fn manifest(&self, plan: &SingleFilePlan) -> String {
        let build = plan.build.clone().map(|build| ("build", build));
        let name = ("name", self.file_name.clone());
        let lines = [name, ("language", self.language.name.to_string()), ("run", plan.run.clone())];
        let lines = lines.into_iter().chain(build).map(|(key, value)| (key.to_string(), value.into()));
        lines.collect::<toml::Table>().to_string()
    }

    /// Why it was not built, with what its author may try.
    pub fn not_built(&self, bad: BadBot) -> Failure {
        let advice = match &bad {
            BadBot::Build { words, .. } => needs_more_files(&self.path, words),
            _ => None,
        };
        match (Failure::bot(bad), advice) {
            (Failure::Quoting(sentence, mut lines), Some(advice)) => {
                lines.extend([String::new(), advice]);
                Failure::Quoting(sentence, lines)
            }
            (failure, _) => failure,
        }
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What else could build and run a file of that name.
fn other_ways(language: &Language, file_name: &str) -> String {
    let ending = file_name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
    let others = Language::all_with_ending(&ending).into_iter().filter(|other| other.name != language.name);
    let ways = others.map(|other| {
        let needs: Vec<&Need> = other.needs.iter().collect();
        format!("; or {}: {}", other.title, Need::how_to_install(&needs))
    });
    ways.collect()
}
