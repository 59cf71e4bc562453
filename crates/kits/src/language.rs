//! The languages of the kits.

use serde::Deserialize;

use crate::{Alone, EMBEDDED, Kit, Need};

/// A language with starter kits, from its `kit.toml`.
#[derive(Clone, Debug)]
pub struct Language {
    /// The name on the command line, and its folder in `kits/`.
    pub name: &'static str,
    /// The display name.
    pub title: String,
    /// Other names on the command line.
    pub aliases: Vec<String>,
    /// The file of a bot that the author edits.
    pub bot: String,
    /// The file of the protocol; each game has its own.
    pub protocol: String,
    /// The file that reads and prints lines, used by the protocol; the same for all games.
    pub lines: String,
    /// The weakest isolation tier in which its programs start, if not every tier works: `namespaces`.
    pub weakest_jail: Option<String>,
    /// Programs and libraries that have to be installed.
    pub needs: Vec<Need>,
    /// How a single source file without the kit is built and run.
    pub alone: Alone,
    relies: Relies,
}

/// How a file that needs the kit's other files is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Relies {
    /// It contains one of these texts,
    on: Vec<String>,
    /// and none of these.
    #[serde(default)]
    unless: Vec<String>,
}

/// The language of a file, by its extension.
pub fn language_of(file_name: &str) -> Option<Language> {
    let ending = file_name.rsplit_once('.')?.1.to_lowercase();
    languages().into_iter().find(|language| language.alone.endings.contains(&ending))
}

/// A language's `kit.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    title: String,
    #[serde(default)]
    aliases: Vec<String>,
    bot: String,
    protocol: String,
    lines: String,
    weakest_jail: Option<String>,
    #[serde(default)]
    needs: Vec<Need>,
    alone: Alone,
    relies: Relies,
}

/// All languages, sorted by name.
pub fn languages() -> Vec<Language> {
    let manifests = EMBEDDED.iter().filter_map(|(path, bytes)| {
        let name = path.strip_suffix("/kit.toml").filter(|name| !name.contains('/'))?;
        Some((name, *bytes))
    });
    manifests.map(|(name, bytes)| Language::read(name, bytes)).collect()
}

impl Language {
    fn read(name: &'static str, manifest: &[u8]) -> Self {
        let Manifest { title, aliases, bot, protocol, lines, weakest_jail, needs, alone, relies } =
            toml::from_slice(manifest).expect("a test reads every kit.toml");
        Self { name, title, aliases, bot, protocol, lines, weakest_jail, needs, alone, relies }
    }

    /// Whether a bot's source file needs the kit's other files.
    pub fn is_relied_on_by(&self, source: &[u8]) -> bool {
        let text = String::from_utf8_lossy(source);
        let has = |texts: &[String]| texts.iter().any(|known| text.contains(known.as_str()));
        has(&self.relies.on) && !has(&self.relies.unless)
    }

    /// Whether this is its name or an alias.
    pub fn is_called(&self, typed: &str) -> bool {
        self.name == typed || self.aliases.iter().any(|alias| alias == typed)
    }

    /// The names of the games with a kit: the folders that have a protocol file.
    pub fn games(&self) -> Vec<&'static str> {
        let folders = EMBEDDED.iter().filter_map(|(path, _)| {
            let path = path.strip_suffix(self.protocol.as_str())?.strip_suffix('/')?;
            path.strip_prefix(self.name)?.strip_prefix('/')
        });
        folders.filter(|folder| !folder.contains('/')).collect()
    }

    /// The kit for a game.
    pub fn kit(&self, game: &str) -> Option<Kit<'_>> {
        let game = self.games().into_iter().find(|known| *known == game)?;
        Some(Kit::plain(self, game))
    }
}
