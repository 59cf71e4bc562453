//! The languages that there are kits for.

use serde::Deserialize;

use crate::{Alone, EMBEDDED, Kit, Need};

/// A language.
#[derive(Clone, Debug)]
pub struct Language {
    /// Its folder's name: what a person types.
    pub name: &'static str,
    /// Its name as people write it.
    pub title: String,
    /// Shorter names that people type as well.
    pub aliases: Vec<String>,
    /// The file that holds a bot's idea.
    pub bot: String,
    /// The file that holds the protocol. Each game has one of its own.
    pub protocol: String,
    /// The file that reads and prints lines for the protocol's. It is the same for all games.
    pub lines: String,
    /// The weakest tier of the jail in which its programs start, if not every one will do: `namespaces`.
    pub weakest_jail: Option<String>,
    /// What has to be installed.
    pub needs: Vec<Need>,
    /// How a bot that is one file, without the kit, is built and run.
    pub alone: Alone,
    relies: Relies,
}

/// How a file that needs the kit's other files is told from one that does without.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Relies {
    /// It has one of these texts,
    on: Vec<String>,
    /// and none of these.
    #[serde(default)]
    unless: Vec<String>,
}

/// The language of a file, by the end of its name.
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

/// All languages, by name.
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

    /// Whether a bot's file needs the kit's other files.
    pub fn is_relied_on_by(&self, source: &[u8]) -> bool {
        let text = String::from_utf8_lossy(source);
        let has = |texts: &[String]| texts.iter().any(|known| text.contains(known.as_str()));
        has(&self.relies.on) && !has(&self.relies.unless)
    }

    /// Whether a person who types this means the language.
    pub fn is_called(&self, typed: &str) -> bool {
        self.name == typed || self.aliases.iter().any(|alias| alias == typed)
    }

    /// The games that there is a kit for, by name: the folders that have a protocol.
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
