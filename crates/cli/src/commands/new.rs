//! `skirmish new`: writes a working bot from a starter kit into a new folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skirmish_core::config::listed;
use skirmish_kits::{Kit, LanguageKits, Names, NotWritten, Original, write_new};
use skirmish_programs::{Language, Need, Supplier};

use crate::failure::{CommandResult, Failure};
use crate::terminal::{bold, has_colour};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct NewArgs {
    /// The game's name, as `skirmish games` lists it
    #[arg(required_unless_present = "list")]
    pub game: Option<String>,
    /// The folder to make [default: the game and the language, or the name of the file or example that is wrapped]
    pub folder: Option<PathBuf>,
    /// The language, as `--list` names it
    #[arg(long, value_name = "LANGUAGE", default_value = "python")]
    pub lang: String,
    /// A bot that was written for the original game, to be wrapped so that it plays here unchanged; modules beside it that
    /// it imports come along
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// An example of a bot for the original game, by its name, wrapped like one of your own
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    pub example: Option<String>,
    /// A file or folder that the wrapped bot reads, to be copied along; can be given several times
    #[arg(long, value_name = "PATH", requires = "from")]
    pub with: Vec<PathBuf>,
    /// List the languages, their games and what they need
    #[arg(long, conflicts_with_all = ["folder", "from", "example"])]
    pub list: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  skirmish new utti my-bot                          a bot in Python
  skirmish new ice-and-fire my-bot --lang rust      a bot in Rust
  skirmish new plantation --from original_bot.py    a player class of the original, as a bot
  skirmish new plantation --from original_bot.py --with weights.json
  skirmish new plantation --example random_player   a player class to read and to begin with
  skirmish new --list                               which languages there are";

/// Writes the folder and prints what to type next.
pub fn run(args: &NewArgs) -> CommandResult {
    let text = match &args.game {
        _ if args.list => list(args.json),
        Some(game) => make(game, args)?,
        None => return Err(Failure::input("no game was given; `skirmish games` lists them")),
    };
    let _ = crate::terminal::out(&text);
    Ok(())
}

/// Writes the folder; returns what is printed.
fn make(game: &str, args: &NewArgs) -> Result<String, Failure> {
    let entry = super::game(game)?;
    let all = skirmish_kits::all();
    let kits = find(&all, &args.lang)?;
    let kit = match &args.example {
        Some(example) => example_kit(kits, game, example)?,
        None => kit(kits, game, args.from.as_deref(), &args.with)?,
    };
    let folder = folder(args, kits.language)?;
    let name = bot_name(&folder)?;
    let missing = kit.missing();
    if !missing.is_empty() {
        return Err(Failure::input(not_installed(kits.language, &missing)));
    }
    let files = kit.files(&Names { bot: &name, title: entry.info.title });
    write_new(&folder, &files).map_err(|refused| match refused {
        NotWritten::Disk(..) => Failure::Ours(refused.into()),
        _ => Failure::input(refused),
    })?;
    Ok(if args.json { done_json(&kit, &folder, &name) } else { done(&kit, &folder, entry.info.title) })
}

fn find<'a>(all: &'a [LanguageKits], name: &str) -> Result<&'a LanguageKits, Failure> {
    all.iter().find(|kits| kits.language.is_called(name)).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|kits| kits.language.name).collect();
        Failure::input(format!("there is no kit in `{name}`: the languages are {}", listed(&names)))
    })
}

/// The kit for the game; with `--from`, wrapped around that bot.
fn kit<'a>(
    kits: &'a LanguageKits,
    game: &str,
    from: Option<&Path>,
    with: &[PathBuf],
) -> Result<Kit<'a>, Failure> {
    let language = kits.language;
    let kit = kits.kit(game).ok_or_else(|| {
        let games = listed(&kits.games());
        Failure::input(format!("there is no kit for {game} in {}: there are {games}", language.title))
    })?;
    let Some(path) = from else { return Ok(kit) };
    let kit = kit.wrapping().ok_or_else(|| {
        Failure::input(format!(
            "--from: there is nothing to wrap {game} bots with in {}; programs that read stdin and print to stdout \
             play as they are: skirmish play {game} {} house:random",
            language.title,
            path.display()
        ))
    })?;
    // Everything is read before anything is written.
    let mut original = Original::read(path, &|module| kit.has_module(module))
        .map_err(|refused| Failure::input(format!("--from {refused}")))?;
    for path in with {
        original.add(path).map_err(|refused| Failure::input(format!("--with {refused}")))?;
    }
    let kit = kit.around(original);
    match kit.clash() {
        None => Ok(kit),
        Some(file) => Err(Failure::input(format!("--from: the kit has a file `{file}`, too; rename yours"))),
    }
}

/// The kit for the game, wrapped around an example.
fn example_kit<'a>(kits: &'a LanguageKits, game: &str, example: &str) -> Result<Kit<'a>, Failure> {
    let kit = kits.kit(game).and_then(Kit::wrapping);
    let names = kit.as_ref().map(Kit::examples).unwrap_or_default();
    let original = kit.as_ref().and_then(|kit| kit.example(example));
    kit.zip(original).map(|(kit, original)| kit.around(original)).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let there = if names.is_empty() { "none".to_string() } else { listed(&names) };
        let language = kits.language.title;
        Failure::input(format!(
            "there is no example `{example}` for {game} in {language}: there are {there}; a first bot without one: \
             skirmish new {game}"
        ))
    })
}

/// The folder of the bot: as given, or in the current folder, named after the game and language or the wrapped file.
fn folder(args: &NewArgs, language: &Language) -> Result<PathBuf, Failure> {
    if let Some(folder) = &args.folder {
        return Ok(folder.clone());
    }
    let game = args.game.as_deref().unwrap_or_default();
    match (&args.from, &args.example) {
        (None, None) => Ok(PathBuf::from(format!("{game}-{}", language.name))),
        (None, Some(example)) => Ok(PathBuf::from(example)),
        (Some(file), _) => {
            let stem = file.file_stem().ok_or_else(|| Failure::input("--from: the file has no name"))?;
            Ok(PathBuf::from(stem))
        }
    }
}

/// The folder's name, which becomes the bot's.
fn bot_name(folder: &Path) -> Result<String, Failure> {
    let full = std::path::absolute(folder).ok();
    let name = full.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).map(String::from);
    let is_plain =
        |name: &String| !name.chars().any(|c| c.is_control() || matches!(c, '"' | '\\' | '{' | '}'));
    name.filter(is_plain).ok_or_else(|| {
        Failure::input(format!(
            "{} cannot be a bot's name: use letters, digits, `-` and `_`",
            folder.display()
        ))
    })
}

/// Which programs are missing, and how to install them.
fn not_installed(language: &Language, missing: &[&Need]) -> String {
    let programs: Vec<&str> = missing.iter().map(|need| need.program).collect();
    let (are, them) = if missing.len() == 1 { ("is", "it") } else { ("are", "them") };
    format!(
        "{} bots need {}, which {are} not installed; get {them} with: {}, then type this again; nothing was written",
        language.title,
        listed(&programs),
        Need::how_to_install(missing)
    )
}

/// The commands to type next, in the bot's folder: play, watch, submit.
fn commands(kit: &Kit<'_>) -> [String; 3] {
    [kit.play(), "skirmish watch last".to_string(), "skirmish submit".to_string()]
}

fn done(kit: &Kit<'_>, folder: &Path, title: &str) -> String {
    let mut out =
        format!("{}: a bot for {title}, in {}. Now type:\n\n", folder.display(), kit.language.title);
    if folder != Path::new(".") {
        let _ = writeln!(out, "  cd {}", shell_words::quote(&folder.display().to_string()));
    }
    for line in commands(kit) {
        let _ = writeln!(out, "  {line}");
    }
    if !kit.along().is_empty() {
        let _ = writeln!(out, "\nCopied along: {}.", kit.along().join(", "));
    }
    let _ = writeln!(out, "\nIts README.md says what they do; `{}` is yours to change.", kit.own_file());
    out
}

fn done_json(kit: &Kit<'_>, folder: &Path, name: &str) -> String {
    let value = json!({
        "folder": folder, "name": name, "game": kit.game, "language": kit.language.name,
        "commands": commands(kit), "along": kit.along(),
    });
    format!("{value}\n")
}

fn list(json: bool) -> String {
    let all = skirmish_kits::all();
    if json {
        let all: Vec<Value> = all.iter().map(language_json).collect();
        return format!("{:#}\n", Value::Array(all));
    }
    let colour = has_colour();
    let mut out = String::new();
    for kits in &all {
        let language = kits.language;
        let also: String = language.aliases.iter().map(|alias| format!(", or {alias}")).collect();
        let _ = writeln!(out, "{}{also}  {}", bold(language.name, colour), language.title);
        let _ = writeln!(out, "    games    {}", kits.games().join(", "));
        for need in language.needs {
            let here = if need.is_met() { "installed" } else { "not installed" };
            let _ = writeln!(out, "    needs    {} ({}): {here}", need.program, supplier(need));
        }
    }
    out.push_str("\nMake one: skirmish new <game> --lang <language> <folder>\n");
    out
}

fn supplier(need: &Need) -> String {
    match need.from {
        Supplier::Debian(package) => format!("package {package}"),
        Supplier::Site(site) => site.to_string(),
    }
}

fn language_json(kits: &LanguageKits) -> Value {
    let language = kits.language;
    let needs: Vec<Value> = language
        .needs
        .iter()
        .map(|need| json!({"program": need.program, "package": need.package(), "installed": need.is_met()}))
        .collect();
    json!({
        "name": language.name, "aliases": language.aliases, "title": language.title, "games": kits.games(),
        "needs": needs,
    })
}
