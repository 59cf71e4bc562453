//! One kit: the files of a bot for one game in one language.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{EMBEDDED, Language, Need};

/// The folder in a game's kit that wraps a bot written for the original game.
const WRAP: &str = "from";
/// Files about the kits themselves.
const OURS: &[&str] = &["kit.toml", "README.md"];

/// A kit.
#[derive(Clone, Debug)]
pub struct Kit<'a> {
    /// Its language.
    pub language: &'a Language,
    /// Its game.
    pub game: &'static str,
    /// The file it wraps, if it does: its name and content.
    wrapped: Option<(String, Vec<u8>)>,
    wrap: Wrap,
}

/// A file of a new bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the bot's folder.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The names that are filled in.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The bot's.
    pub bot: &'a str,
    /// The game's title.
    pub title: &'a str,
}

/// The `kit.toml` of a folder that wraps.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrap {
    #[serde(default)]
    needs: Vec<Need>,
    /// More words for the command that plays the bot.
    #[serde(default)]
    play: String,
}

impl<'a> Kit<'a> {
    pub(crate) fn plain(language: &'a Language, game: &'static str) -> Self {
        Self { language, game, wrapped: None, wrap: Wrap::default() }
    }

    /// The same kit, but around a bot that was written for the original game; `None` if there is no such kit.
    #[must_use]
    pub fn around(self, file_name: &str, bytes: Vec<u8>) -> Option<Self> {
        let manifest = format!("{}/{}/{WRAP}/kit.toml", self.language.name, self.game);
        let (_, manifest) = EMBEDDED.iter().find(|(path, _)| *path == manifest)?;
        let wrap = toml::from_slice(manifest).expect("a test reads every kit.toml");
        Some(Self { wrapped: Some((file_name.to_string(), bytes)), wrap, ..self })
    }

    /// Whether the wrapped file has the name of one of the kit's own.
    pub fn has_clash(&self) -> bool {
        let own = |path: &str| path.strip_suffix(".in").unwrap_or(path).to_string();
        let mut names = self
            .layers()
            .into_iter()
            .flat_map(|layer| layer_files(&layer).map(|(path, _)| own(&path)).collect::<Vec<_>>());
        self.wrapped.as_ref().is_some_and(|(name, _)| names.any(|path| path == *name))
    }

    /// What is not installed here.
    pub fn missing(&self) -> Vec<&Need> {
        self.language.needs.iter().chain(&self.wrap.needs).filter(|need| !need.is_met()).collect()
    }

    /// The command that plays the bot, in its folder.
    pub fn play(&self) -> String {
        format!("skirmish play {} . house:random {}", self.game, self.wrap.play).trim_end().to_string()
    }

    /// The file that holds the bot's idea.
    pub fn own_file(&self) -> &str {
        self.wrapped.as_ref().map_or(&self.language.bot, |(name, _)| name)
    }

    /// The files of a bot with these names, by path.
    pub fn files(&self, names: &Names<'_>) -> Vec<File> {
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for layer in self.layers() {
            files.extend(layer_files(&layer));
        }
        let built = files.get("skirmish.toml.in").is_some_and(|toml| has_build(toml));
        let mut files: Vec<File> =
            files.into_iter().map(|(path, bytes)| self.filled(path, bytes, names, built)).collect();
        if let Some((path, bytes)) = &self.wrapped {
            files.push(File { path: path.clone(), bytes: bytes.clone() });
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files
    }

    /// The folders whose files it has, later ones over earlier ones.
    fn layers(&self) -> Vec<String> {
        let language = format!("{}/", self.language.name);
        let game = format!("{language}{}/", self.game);
        match self.wrapped {
            None => vec![String::new(), language, game],
            Some(_) => vec![String::new(), language, format!("{game}{WRAP}/")],
        }
    }

    fn filled(&self, path: String, bytes: Vec<u8>, names: &Names<'_>, built: bool) -> File {
        let Some(path) = path.strip_suffix(".in").map(String::from) else { return File { path, bytes } };
        let file = self.wrapped.as_ref().map_or("", |(name, _)| name.as_str());
        let built = if built { ", and how it is built before that" } else { "" };
        let jail = self.language.weakest_jail.as_ref().map_or(String::new(), |tier| {
            format!(
                "\n- It needs a jail of tier `{tier}`: where `skirmish doctor` finds a weaker one, play with `--no-jail`."
            )
        });
        let values = [
            ("name", names.bot),
            ("title", names.title),
            ("game", self.game),
            ("language", &self.language.title),
            ("bot", &self.language.bot),
            ("protocol", &self.language.protocol),
            ("play", &self.play()),
            ("built", built),
            ("file", file),
            ("jail", &jail),
        ];
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text =
            values.iter().fold(text, |text, (key, value)| text.replace(&format!("{{{{{key}}}}}"), value));
        File { path, bytes: text.into_bytes() }
    }
}

/// The files of one layer, without the layers above it.
fn layer_files(layer: &str) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    let is_deep = layer.matches('/').count() >= 2;
    EMBEDDED.iter().filter_map(move |(path, bytes)| {
        let name = path.strip_prefix(layer)?;
        // Only a game's own folder goes into the depth, and not into the one that wraps.
        let is_here = !name.contains('/') || is_deep && !name.starts_with(&format!("{WRAP}/"));
        (is_here && !OURS.contains(&name)).then(|| (name.to_string(), bytes.to_vec()))
    })
}

fn has_build(toml: &[u8]) -> bool {
    String::from_utf8_lossy(toml).lines().any(|line| line.starts_with("build"))
}
