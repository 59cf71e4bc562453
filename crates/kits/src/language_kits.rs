//! The kits of a language: its folder in `kits/`.

use serde::Deserialize;
use skirmish_programs::Language;

use crate::{EMBEDDED, Kit};

/// The kits of a language.
#[derive(Clone, Debug)]
pub struct LanguageKits {
    /// The language. Its name is the folder's.
    pub language: &'static Language,
    /// The file that holds a bot's idea.
    pub bot: String,
    /// The file of the protocol; each game has its own.
    pub protocol: String,
    /// The file that reads and prints lines, used by the protocol; the same for all games.
    pub lines: String,
    relies: Relies,
}

/// How a file that needs the kit's other files is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Relies {
    /// It contains one of these texts,
    on: Vec<String>,
    /// and none of these.
    #[serde(default)]
    unless: Vec<String>,
}

impl Relies {
    pub(crate) fn is_told_by(&self, source: &[u8]) -> bool {
        let text = String::from_utf8_lossy(source);
        let has = |texts: &[String]| texts.iter().any(|known| text.contains(known.as_str()));
        has(&self.on) && !has(&self.unless)
    }
}

/// A language's `kit.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KitManifest {
    bot: String,
    protocol: String,
    lines: String,
    relies: Relies,
}

/// The kits of every language that has some, by the language's name.
pub fn all() -> Vec<LanguageKits> {
    let manifests = EMBEDDED.iter().filter_map(|(path, bytes)| {
        let name = path.strip_suffix("/kit.toml").filter(|name| !name.contains('/'))?;
        Some((name, *bytes))
    });
    manifests.map(|(name, bytes)| LanguageKits::read(name, bytes)).collect()
}

impl LanguageKits {
    fn read(folder: &str, manifest: &[u8]) -> Self {
        let language =
            Language::called(folder).expect("a test looks for every folder in the list of languages");
        let KitManifest { bot, protocol, lines, relies } =
            toml::from_slice(manifest).expect("a test reads every kit.toml");
        Self { language, bot, protocol, lines, relies }
    }

    /// Whether a bot's source file needs the kit's other files.
    pub fn is_relied_on_by(&self, source: &[u8]) -> bool {
        self.relies.is_told_by(source)
    }

    /// The games that there is a kit for, by name: the folders that have a protocol.
    pub fn games(&self) -> Vec<&'static str> {
        let folders = EMBEDDED.iter().filter_map(|(path, _)| {
            let path = path.strip_suffix(self.protocol.as_str())?.strip_suffix('/')?;
            path.strip_prefix(self.language.name)?.strip_prefix('/')
        });
        folders.filter(|folder| !folder.contains('/')).collect()
    }

    /// The kit for a game.
    pub fn kit(&self, game: &str) -> Option<Kit<'_>> {
        let game = self.games().into_iter().find(|known| *known == game)?;
        Some(Kit::plain(self, game))
    }
}
