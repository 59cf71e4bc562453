//! Requirements that every kit has to meet.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use skirmish_kits::{File, Kit, LanguageKits, Names, Original, all};
use skirmish_programs::Language;
use skirmish_sandbox::Tier;

fn each(mut check: impl FnMut(&LanguageKits, &Kit<'_>, &[File])) {
    for kits in all() {
        for game in kits.games() {
            let kit = kits.kit(game).unwrap();
            check(&kits, &kit, &kit.files(&Names { bot: "my-bot", title: "The Game" }));
        }
    }
}

fn text<'a>(files: &'a [File], path: &str) -> &'a str {
    let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("there is no {path}"));
    std::str::from_utf8(&file.bytes).unwrap()
}

#[test]
fn every_folder_is_a_language_of_the_list_that_also_takes_single_files() {
    let folders: BTreeSet<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    for folder in &folders {
        let language = Language::called(folder).unwrap_or_else(|| panic!("{folder} is not in the list"));
        assert_eq!(language.name, folder, "a folder has the language's own name");
        assert!(language.single_file.is_some() && !language.needs.is_empty(), "{folder}");
    }
    let found: BTreeSet<String> = all().iter().map(|kits| kits.language.name.to_string()).collect();
    assert_eq!(found, folders);
    for kits in all() {
        let ending = kits.bot.rsplit_once('.').unwrap().1;
        assert_eq!(kits.language.endings.first(), Some(&ending), "a pasted bot gets the usual ending");
    }
}

#[test]
fn every_language_has_the_same_games() {
    let known: BTreeSet<&str> = skirmish_games::GAMES.iter().map(|entry| entry.info.name).collect();
    let games = |kits: &LanguageKits| kits.games().into_iter().collect::<BTreeSet<_>>();
    let all = all();
    for kits in &all {
        let name = kits.language.name;
        assert_eq!(games(kits), games(&all[0]), "{name} and {}", all[0].language.name);
        assert!(games(kits).is_subset(&known), "{name}: a folder that is no game");
        assert!(!games(kits).is_empty(), "{name}");
    }
}

#[test]
fn what_wraps_needs_is_a_library_of_its_language() {
    #[derive(serde::Deserialize)]
    struct Wrap {
        #[serde(default)]
        needs: Vec<String>,
        #[serde(default)]
        needs_if_imported: Vec<String>,
    }
    for kits in all() {
        for game in kits.games() {
            let folder = format!("../../kits/{}/{game}/from/kit.toml", kits.language.name);
            let Ok(text) = std::fs::read_to_string(folder) else { continue };
            let wrap: Wrap = toml::from_str(&text).unwrap();
            for name in wrap.needs.iter().chain(&wrap.needs_if_imported) {
                assert!(kits.language.libraries.iter().any(|library| library.program == name), "{name}");
            }
        }
    }
}

#[test]
fn a_bot_says_that_it_needs_its_kit_and_a_kit_does_not_need_itself() {
    each(|kits, kit, files| {
        let bot = text(files, &kits.bot);
        assert!(kits.is_relied_on_by(bot.as_bytes()), "{} {}", kits.language.name, kit.game);
        assert!(!kits.is_relied_on_by(b"// the protocol of this game"), "{}", kits.language.name);
    });
}

#[test]
fn every_kit_has_its_files_and_every_name_is_filled_in() {
    each(|kits, kit, files| {
        for path in ["README.md", ".gitignore", "skirmish.toml", &kits.bot, &kits.protocol, &kits.lines] {
            assert!(!text(files, path).is_empty());
        }
        for file in files {
            assert!(!file.path.ends_with(".in"), "{}", file.path);
            let left = String::from_utf8_lossy(&file.bytes).contains("{{name}}");
            assert!(!left, "{} {}: {}", kits.language.name, kit.game, file.path);
        }
        let readme = text(files, "README.md");
        assert!(
            !readme.contains("{{") && readme.contains("my-bot") && readme.contains("The Game"),
            "{readme}"
        );
    });
}

#[test]
fn a_readme_says_which_jail_the_language_needs() {
    each(|kits, _, files| {
        let says = text(files, "README.md").contains("It needs a jail of tier `namespaces`");
        assert_eq!(says, kits.language.weakest_jail == Some(Tier::Namespaces), "{}", kits.language.name);
    });
}

#[test]
fn every_manifest_says_how_the_bot_is_run_and_what_it_plays() {
    each(|kits, kit, files| {
        let manifest: toml::Table = toml::from_str(text(files, "skirmish.toml")).unwrap();
        assert_eq!(manifest["name"].as_str(), Some("my-bot"));
        assert_eq!(manifest["game"].as_str(), Some(kit.game));
        assert_eq!(manifest["language"].as_str(), Some(kits.language.name));
        assert!(manifest["run"].is_str());
        assert_eq!(text(files, "README.md").contains("how it is built"), manifest.contains_key("build"));
    });
}

#[test]
fn every_bot_is_a_lesson_that_names_three_next_ideas() {
    each(|kits, kit, files| {
        let bot = text(files, &kits.bot);
        let (lessons, ideas) = bot.split_once("Three ideas to try next").unwrap();
        assert!(lessons.contains("Lesson 1"), "{} {}", kits.language.name, kit.game);
        for number in ["1.", "2.", "3."] {
            assert!(ideas.contains(number), "{} {}: idea {number}", kits.language.name, kit.game);
        }
    });
}

#[test]
fn all_games_of_a_language_share_the_file_that_reads_and_prints() {
    const TALK: &[&str] = &["flush", "stdin", "std::cin", "system.in", "console."];
    let talks = |text: &str| TALK.iter().any(|word| text.to_lowercase().contains(word));
    let mut shared = BTreeMap::new();
    each(|kits, kit, files| {
        let lines = text(files, &kits.lines).to_string();
        assert!(talks(&lines), "{}", kits.language.name);
        assert!(!talks(text(files, &kits.protocol)), "{} {}", kits.language.name, kit.game);
        let first = shared.entry(kits.language.name.to_string()).or_insert_with(|| lines.clone());
        assert_eq!(*first, lines, "{} {}", kits.language.name, kit.game);
    });
}

#[test]
fn every_example_is_known_as_a_bot_to_wrap_and_is_one_file() {
    let mut found = Vec::new();
    each(|kits, kit, _| {
        let Some(kit) = kit.clone().wrapping() else { return };
        for name in kit.examples() {
            let original = kit.example(&name).unwrap();
            assert!(kit.is_for(&original.main.bytes), "{} {}: {name}", kits.language.name, kit.game);
            assert!(original.along.is_empty() && kit.clone().around(original).clash().is_none(), "{name}");
            found.push(name);
        }
    });
    assert_eq!(found, ["random_player", "random_player_dumb"]);
}

#[test]
fn python_kits_are_python_3_8() {
    let check = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 8))";
    each(|kits, kit, files| {
        for file in files.iter().filter(|file| file.path.ends_with(".py")) {
            let mut python =
                Command::new("python3").args(["-c", check]).stdin(Stdio::piped()).spawn().unwrap();
            python.stdin.take().unwrap().write_all(&file.bytes).unwrap();
            assert!(python.wait().unwrap().success(), "{} {}: {}", kits.language.name, kit.game, file.path);
        }
    });
}

#[test]
fn a_wrapped_file_takes_the_bots_place() {
    let all = all();
    let python = all.iter().find(|kits| kits.language.name == "python").unwrap();
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("mine.py"), "import scipy\nclass Mine: pass").unwrap();
    let kit = python.kit("plantation").unwrap().wrapping().unwrap();
    assert!(kit.has_module("play") && kit.has_module("plantation") && !kit.has_module("mine"));
    let original = Original::read(&place.path().join("mine.py"), &|_| false).unwrap();
    let kit = kit.around(original);
    let files = kit.files(&Names { bot: "my-bot", title: "Plantation" });
    assert_eq!(text(&files, "mine.py"), "import scipy\nclass Mine: pass");
    let plain = [&python.bot, &python.protocol, &python.lines];
    assert!(files.iter().all(|file| !plain.contains(&&file.path)));
    assert!(text(&files, "skirmish.toml").contains("file = \"mine.py\""));
    assert_eq!(kit.own_file(), "mine.py");
    assert_eq!(kit.clash(), None);
}
