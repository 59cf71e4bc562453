//! In which language a bot is written, and how it is built and run.
//!
//! Languages are those of `skirmish_programs` in which a bot can be one file, and what the host adds; those can be submitted
//! that a worker has. Whatever is uploaded, the files that are kept have a `skirmish.toml`: a worker needs to know nothing else.

use std::borrow::Cow;
use std::sync::LazyLock;

use skirmish_kits::{File as KitFile, Kit, LanguageKits, Names, Original};
use skirmish_programs::{Language, Manifest, SingleFile};
use skirmish_sandbox::Trust;

use super::{BadUpload, File, Limits, MANIFEST, Tree};
use crate::account::Refused;
use crate::arena::Arena;
use crate::queue::WorkerPool;
use crate::settings::{self, Settings};

/// A language in which bots can be submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its name, as the list of languages and the settings have it.
    pub name: String,
    /// As people write it.
    pub title: String,
    /// The file that a pasted bot becomes.
    pub file: String,
}

static KITS: LazyLock<Vec<LanguageKits>> = LazyLock::new(skirmish_kits::all);
/// The languages whose tools are installed here. Finding out starts programs, once.
static INSTALLED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let installed = Language::of_single_files().into_iter().filter(|language| language.is_installed());
    installed.map(|language| language.name).collect()
});

/// Finds out which tools this machine has, so that no request has to wait for it.
pub fn look() {
    LazyLock::force(&INSTALLED);
}

/// The languages that the host knows: those of the list, and its own.
#[must_use]
pub fn known(settings: &Settings) -> Vec<Offered> {
    let of_list = not_the_hosts(settings).map(|language| Offered {
        name: language.name.to_owned(),
        title: language.title.to_owned(),
        file: main_file(language),
    });
    let own = settings.language.iter().map(|(name, language)| Offered {
        name: name.clone(),
        title: listed_as(name).map_or_else(|| name.clone(), |language| language.title.to_owned()),
        file: format!("bot.{}", language.endings.first().map_or("txt", String::as_str)),
    });
    of_list.chain(own).collect()
}

/// Those of them that this machine has the tools for, as far as that can be told. May start programs.
#[must_use]
pub fn installed(settings: &Settings) -> Vec<Offered> {
    let is_here = |name: &str| settings.language.contains_key(name) || INSTALLED.contains(&name);
    known(settings).into_iter().filter(|known| is_here(&known.name)).collect()
}

/// The languages in which bots can be submitted now: those of the workers that are here; this machine's as long as
/// nobody is.
pub async fn offered(arena: &Arena) -> Result<Vec<Offered>, Refused> {
    let workers = WorkerPool::of(arena).await?;
    if workers.is_empty() {
        let settings = arena.settings.clone();
        let installed = tokio::task::spawn_blocking(move || installed(&settings)).await;
        return installed.map_err(|error| Refused::Ours(error.to_string()));
    }
    let here = workers.languages();
    Ok(known(&arena.settings).into_iter().filter(|known| here.contains(known.name.as_str())).collect())
}

/// The kits of the language of that name.
#[must_use]
pub fn kit_named(name: &str) -> Option<&'static LanguageKits> {
    KITS.iter().find(|kits| kits.language.is_called(name))
}

/// The language of the list that somebody named, if bots in it can be submitted without the host saying how they are run.
fn listed_as(name: &str) -> Option<&'static Language> {
    Language::called(name).filter(|language| language.single_file.is_some())
}

/// The languages of the list that the host has no commands of its own for.
fn not_the_hosts(settings: &Settings) -> impl Iterator<Item = &'static Language> {
    let all = Language::of_single_files().into_iter();
    all.filter(|language| !settings.language.contains_key(language.name))
}

/// The file that a pasted bot becomes.
fn main_file(language: &Language) -> String {
    let usual = || format!("bot.{}", language.endings.first().copied().unwrap_or("txt"));
    kit_named(language.name).map_or_else(usual, |kits| kits.bot.clone())
}

/// The language that the files are in.
pub fn detect(tree: &Tree, settings: &Settings, offered: &[Offered]) -> Result<String, BadUpload> {
    if let Some(plan) = manifest(tree)?
        && let Some(named) = &plan.language
        && let Ok(known) = named_here(named, offered)
    {
        return Ok(known);
    }
    let bytes_in = |name: &str, endings: &[&str]| {
        let is_it = |path: &str| path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
        let bytes: u64 =
            tree.files().iter().filter(|file| is_it(&file.path)).map(|file| file.content.len() + 1).sum();
        (bytes, name.to_owned())
    };
    let own = settings.language.iter().map(|(name, language)| {
        bytes_in(name, &language.endings.iter().map(String::as_str).collect::<Vec<_>>())
    });
    let of_list = not_the_hosts(settings).map(|language| bytes_in(language.name, language.endings));
    let mut found: Vec<(u64, String)> = of_list.chain(own).filter(|(bytes, _)| *bytes > 0).collect();
    let most = found.iter().map(|(bytes, _)| *bytes).max();
    found.retain(|(bytes, _)| Some(*bytes) == most);
    // Two languages may share an ending: the one that can be built here is meant.
    let is_offered = |(_, name): &&(u64, String)| offered.iter().any(|offered| offered.name == *name);
    match found.iter().find(is_offered).or(found.first()) {
        Some((_, name)) => named_here(name, offered),
        None => Err(BadUpload::Language(format!(
            "The language cannot be told from the files' names. Say which it is: {}.",
            listed(offered)
        ))),
    }
}

/// The language that somebody named, as it is called here.
pub fn named_here(named: &str, offered: &[Offered]) -> Result<String, BadUpload> {
    let name = listed_as(named).map_or(named, |language| language.name);
    if offered.iter().any(|offered| offered.name == name) {
        return Ok(name.to_owned());
    }
    let shown: String = named.chars().take(40).collect();
    Err(BadUpload::Language(format!(
        "Bots in “{shown}” cannot be built here. There are {}.",
        listed(offered)
    )))
}

/// What a tree's `skirmish.toml` says; none if there is no such file.
pub fn manifest(tree: &Tree) -> Result<Option<Manifest>, BadUpload> {
    let Some(file) = tree.file(MANIFEST) else { return Ok(None) };
    let bad = |why: &str| BadUpload::Manifest(why.to_owned());
    if file.content.len() > Manifest::MOST_BYTES {
        return Err(bad("it is too long"));
    }
    let bytes = head(file)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| bad("it is not UTF-8"))?;
    let manifest = Manifest::read(text).map_err(|why| bad(&why))?;
    manifest.check(Trust::Strangers).map_err(|why| bad(&why))?;
    Ok(Some(manifest))
}

/// As much of a file as is looked at to know how it is built.
fn head(file: &File) -> Result<Cow<'_, [u8]>, BadUpload> {
    const MOST_BYTES: usize = 1 << 20;
    file.content.head(MOST_BYTES).map_err(|error| BadUpload::Unread(error.to_string()))
}

/// The same files with all that a build needs: a `skirmish.toml`, and what they use of the kit.
pub fn complete(tree: Tree, game: &str, language: &str, settings: &Settings) -> Result<Tree, BadUpload> {
    if let Some(plan) = manifest(&tree)? {
        return match plan.game {
            Some(other) if other != game => {
                let other: String = other.chars().take(40).collect();
                Err(BadUpload::Manifest(format!("it says that the bot plays “{other}”, not {game}")))
            }
            _ => Ok(tree),
        };
    }
    if let Some(own) = settings.language.get(language) {
        return with_hosts_lines(tree, language, own);
    }
    let Some((language, single_file)) = listed_as(language).and_then(|it| Some((it, it.single_file?))) else {
        return Err(BadUpload::Language(format!("There is no {language} here.")));
    };
    let kits = kit_named(language.name);
    let [file] = tree.files() else {
        return match kits.filter(|kits| tree.file(&kits.bot).is_some()) {
            Some(kits) => over_kit(tree, &kits.bot, kits.kit(game), settings),
            None => Err(unplanned(&main_file(language))),
        };
    };
    let text = head(file)?;
    let is_relied_on = |kits: &&LanguageKits| kits.is_relied_on_by(&text) && kits.games().contains(&game);
    if let Some(kits) = kits.filter(is_relied_on) {
        let renamed = Tree::default().with(&kits.bot, file.content.clone());
        return over_kit(renamed, &kits.bot, kits.kit(game), settings);
    }
    let wrapping = kits.and_then(|kits| Some((kits, kits.kit(game)?.wrapping()?)));
    if let Some((kits, kit)) = wrapping.filter(|(_, kit)| kit.is_for(&text)) {
        // A player class of the original game.
        let renamed = Tree::default().with(&kits.bot, file.content.clone());
        let main = KitFile { path: kits.bot.clone(), bytes: text.to_vec() };
        let around = kit.around(Original::alone(main));
        return over_kit(renamed, &kits.bot, Some(around), settings);
    }
    Ok(alone(file, &text, language, single_file))
}

/// The kit's files, and the uploaded ones over them.
fn over_kit(tree: Tree, bot: &str, kit: Option<Kit<'_>>, settings: &Settings) -> Result<Tree, BadUpload> {
    let Some(kit) = kit else { return Err(unplanned(bot)) };
    let files = kit.files(&Names { bot: "bot", title: kit.game });
    // What is for people alone stays out.
    let is_used = |path: &str| !path.ends_with(".md") && !path.starts_with('.');
    let missing = files.into_iter().filter(|file| is_used(&file.path) && tree.file(&file.path).is_none());
    let whole =
        missing.collect::<Vec<_>>().into_iter().fold(tree, |tree, file| tree.with(&file.path, file.bytes));
    Tree::of_files(whole.files().to_vec(), &Limits::of_source(settings.quota.upload_bytes))
}

/// One file that does without the kit.
fn alone(file: &File, text: &[u8], language: &Language, single_file: SingleFile) -> Tree {
    let (_, ending) = file.path.rsplit_once('.').unwrap_or((&file.path, ""));
    let usual = language.endings.first().copied().unwrap_or(ending);
    let ending = match language.endings.contains(&ending) && ending != usual {
        true => ending,
        false => single_file.ending(usual, text),
    };
    let plan = single_file.plan(&format!("bot.{ending}"), text);
    let lines = lines_of(language.name, plan.build, plan.run);
    let tree = Tree::default().with(&plan.file, file.content.clone()).with(MANIFEST, lines);
    plan.beside.iter().fold(tree, |tree, (name, text)| tree.with(name, text.as_bytes().to_vec()))
}

/// The host's commands for a language of its own.
fn with_hosts_lines(tree: Tree, language: &str, own: &settings::Language) -> Result<Tree, BadUpload> {
    let has_ending = |path: &str| {
        path.rsplit_once('.').is_some_and(|(_, ending)| own.endings.iter().any(|own| own == ending))
    };
    let sources: Vec<&str> =
        tree.files().iter().map(|file| file.path.as_str()).filter(|path| has_ending(path)).collect();
    let is_main = |path: &&&str| {
        matches!(path.rsplit_once('.').map(|(stem, _)| stem), Some("bot" | "main" | "Bot" | "Main"))
    };
    let main = match sources.as_slice() {
        [only] => *only,
        several => *several.iter().find(is_main).ok_or_else(|| {
            BadUpload::Language("It is not clear which file is the main one: call it `main` or `bot`, or add a skirmish.toml.".to_owned())
        })?,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    if !main.chars().all(is_plain) || main.starts_with('-') {
        return Err(BadUpload::path(
            main.as_bytes(),
            "the main file's name has letters, digits, dots, dashes and underscores only",
        ));
    }
    let fill = |line: &str| line.replace("{file}", main);
    let lines = lines_of(language, own.build.as_deref().map(fill), fill(&own.run));
    Ok(tree.clone().with(MANIFEST, lines))
}

fn lines_of(language: &str, build: Option<String>, run: String) -> Vec<u8> {
    let build = build.map(|build| ("build", build));
    let lines = [("language", language.to_owned())].into_iter().chain(build).chain([("run", run)]);
    // A string of JSON is one of TOML.
    lines
        .map(|(key, value)| format!("{key} = {}\n", serde_json::Value::from(value)))
        .collect::<String>()
        .into_bytes()
}

fn unplanned(main_file: &str) -> BadUpload {
    BadUpload::Language(format!(
        "It is not clear how this is built: name the main file {main_file}, or add a skirmish.toml with `run` and `build`."
    ))
}

fn listed(offered: &[Offered]) -> String {
    let names: Vec<&str> = offered.iter().map(|offered| offered.title.as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
