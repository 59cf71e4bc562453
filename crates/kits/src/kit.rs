//! A kit: the files of a bot for one game in one language.

use std::collections::BTreeMap;

use serde::Deserialize;
use skirmish_programs::{Language, Need};

use crate::language_kits::Relies;
use crate::{EMBEDDED, LanguageKits, Original};

/// The folder in a game's kit that wraps a bot written for the original game.
const WRAP: &str = "from";
/// The folder in a game's kit with bots to read and to begin with, which are wrapped.
const EXAMPLES: &str = "examples";
/// Files that are about the kits and not part of a bot.
const OURS: &[&str] = &["kit.toml", "README.md"];

/// A kit for one game in one language.
#[derive(Clone, Debug)]
pub struct Kit<'a> {
    /// Its language.
    pub language: &'static Language,
    /// All kits of its language.
    kits: &'a LanguageKits,
    /// Its game.
    pub game: &'static str,
    /// The manifest of its wrapper, if it wraps a bot of the original game.
    wrap: Option<Wrap>,
    /// The bot that it wraps.
    original: Option<Original>,
}

/// A file of a new bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path relative to the bot's folder.
    pub path: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// The names that templates (`.in` files) are filled with.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The bot's name.
    pub bot: &'a str,
    /// The game's title.
    pub title: &'a str,
}

/// The `kit.toml` of a wrapper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrap {
    /// How a file that has to be wrapped is recognised.
    wraps: Relies,
    /// Libraries of the language that what wraps needs.
    #[serde(default)]
    needs: Vec<String>,
    /// Libraries that are needed where the wrapped bot imports them.
    #[serde(default)]
    needs_if_imported: Vec<String>,
    /// More words for the command that plays the bot.
    #[serde(default)]
    play: String,
}

impl<'a> Kit<'a> {
    pub(crate) fn plain(kits: &'a LanguageKits, game: &'static str) -> Self {
        Self { language: kits.language, kits, game, wrap: None, original: None }
    }

    /// The kit that wraps bots of the original game; `None` if there is none.
    #[must_use]
    pub fn wrapping(self) -> Option<Self> {
        let manifest = format!("{}/{}/{WRAP}/kit.toml", self.language.name, self.game);
        let (_, manifest) = EMBEDDED.iter().find(|(path, _)| *path == manifest)?;
        let wrap = toml::from_slice(manifest).expect("a test reads every kit.toml");
        Some(Self { wrap: Some(wrap), ..self })
    }

    /// Whether a source file is a bot of the original game, which plays only if it is wrapped.
    pub fn is_for(&self, source: &[u8]) -> bool {
        self.wrap.as_ref().is_some_and(|wrap| wrap.wraps.is_told_by(source))
    }

    /// The names of the examples for bots of the original game.
    pub fn examples(&self) -> Vec<String> {
        self.example_files().iter().map(|file| stem(file).to_string()).collect()
    }

    /// The example of that name.
    pub fn example(&self, name: &str) -> Option<Original> {
        self.example_files().into_iter().find(|file| stem(file) == name).map(Original::alone)
    }

    fn example_files(&self) -> Vec<File> {
        let folder = format!("{}/{}/{EXAMPLES}", self.language.name, self.game);
        let file = |(path, bytes): (&str, &[u8])| File { path: path.to_string(), bytes: bytes.to_vec() };
        below(&folder).map(file).collect()
    }

    /// Sets the bot to wrap.
    #[must_use]
    pub fn around(self, original: Original) -> Self {
        Self { original: Some(original), ..self }
    }

    /// Whether the kit has a module of that name, so that the bot's own is not copied.
    pub fn has_module(&self, name: &str) -> bool {
        self.sources().keys().any(|path| match path.split_once('/') {
            Some((folder, _)) => folder == name,
            None => path.rsplit_once('.').is_some_and(|(stem, _)| stem == name),
        })
    }

    /// A file of the wrapped bot whose name is taken by a file of the kit, if there is one.
    pub fn clash(&self) -> Option<&str> {
        let sources = self.sources();
        let names: Vec<&str> = sources.keys().map(|path| path.strip_suffix(".in").unwrap_or(path)).collect();
        let files =
            self.original.iter().flat_map(|original| [&original.main].into_iter().chain(&original.along));
        files.map(|file| file.path.as_str()).find(|path| names.contains(path))
    }

    /// The files and folders that are copied along with the wrapped bot.
    pub fn along(&self) -> Vec<&str> {
        self.original.as_ref().map(Original::names_along).unwrap_or_default()
    }

    /// What is not installed here.
    pub fn missing(&self) -> Vec<&'static Need> {
        let libraries = self.libraries();
        self.language.needs.iter().chain(libraries).filter(|need| !need.is_met()).collect()
    }

    /// The libraries of the language that the kit needs beside the language itself.
    pub fn libraries(&self) -> Vec<&'static Need> {
        let is_imported =
            |library: &Need| self.original.as_ref().is_some_and(|original| original.imports(library.program));
        let is_in = |names: &[String], library: &Need| names.iter().any(|name| name == library.program);
        let is_needed = |library: &&Need| {
            self.wrap.as_ref().is_some_and(|wrap| {
                is_in(&wrap.needs, library) || is_in(&wrap.needs_if_imported, library) && is_imported(library)
            })
        };
        self.language.libraries.iter().filter(is_needed).collect()
    }

    /// The command that plays the bot, in its folder.
    pub fn play(&self) -> String {
        let more = self.wrap.as_ref().map_or("", |wrap| &wrap.play);
        format!("skirmish play {} . house:random {more}", self.game).trim_end().to_string()
    }

    /// The file that the author edits.
    pub fn own_file(&self) -> &str {
        self.original.as_ref().map_or(&self.kits.bot, |original| &original.main.path)
    }

    /// The files of a bot with these names, sorted by path.
    pub fn files(&self, names: &Names<'_>) -> Vec<File> {
        let sources = self.sources();
        let built = sources.get("skirmish.toml.in").is_some_and(|toml| has_build(toml));
        let mut files: Vec<File> =
            sources.into_iter().map(|(path, bytes)| self.filled(path, bytes, names, built)).collect();
        if let Some(original) = &self.original {
            files.push(original.main.clone());
            files.extend(original.along.iter().cloned());
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files
    }

    /// The sources by path: common files, overridden by those of the language, overridden by those of the game.
    fn sources(&self) -> BTreeMap<&'static str, &'static [u8]> {
        let language = self.language;
        let games = self.kits.games();
        let is_games = |path: &str| path.split_once('/').is_some_and(|(folder, _)| games.contains(&folder));
        // What wraps talks to the arena in its own way, and leaves the name to the file that it wraps.
        let is_unused = |path: &str| self.wrap.is_some() && path == self.kits.lines;
        let everybodys = below("").filter(|(path, _)| !path.contains('/'));
        let languages = below(language.name).filter(|(path, _)| !is_games(path) && !is_unused(path));
        let game = format!("{}/{}", language.name, self.game);
        let wrap = format!("{game}/{WRAP}");
        let own = below(if self.wrap.is_some() { &wrap } else { &game })
            .filter(|(path, _)| ![WRAP, EXAMPLES].iter().any(|folder| is_in(path, folder)));
        everybodys.chain(languages).chain(own).filter(|(path, _)| !OURS.contains(path)).collect()
    }

    fn filled(&self, path: &str, bytes: &[u8], names: &Names<'_>, built: bool) -> File {
        let Some(path) = path.strip_suffix(".in") else {
            return File { path: path.to_string(), bytes: bytes.to_vec() };
        };
        let file = self.original.as_ref().map_or("", |original| original.main.path.as_str());
        let built = if built { ", and how it is built before that" } else { "" };
        let jail = self.language.weakest_jail.map_or(String::new(), |tier| {
            let tier = tier.name();
            format!(
                "\n- It needs a jail of tier `{tier}`: where `skirmish doctor` finds a weaker one, play with `--no-jail`."
            )
        });
        let values = [
            ("name", names.bot),
            ("title", names.title),
            ("game", self.game),
            ("language", self.language.title),
            ("bot", &self.kits.bot),
            ("protocol", &self.kits.protocol),
            ("lines", &self.kits.lines),
            ("play", &self.play()),
            ("built", built),
            ("file", file),
            ("jail", &jail),
        ];
        let text = String::from_utf8_lossy(bytes).into_owned();
        let text =
            values.iter().fold(text, |text, (key, value)| text.replace(&format!("{{{{{key}}}}}"), value));
        File { path: path.to_string(), bytes: text.into_bytes() }
    }
}

/// The files in a folder of `kits/`, by relative path.
fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> + '_ {
    EMBEDDED.iter().filter_map(move |(path, bytes)| {
        let path = path.strip_prefix(folder)?;
        let path = if folder.is_empty() { path } else { path.strip_prefix('/')? };
        Some((path, *bytes))
    })
}

/// A file's name without its ending.
fn stem(file: &File) -> &str {
    file.path.rsplit_once('.').map_or(&file.path, |(stem, _)| stem)
}

fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn has_build(toml: &[u8]) -> bool {
    String::from_utf8_lossy(toml).lines().any(|line| line.starts_with("build"))
}
