//! Requirements that every kit has to meet.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use skirmish_kits::{File, Kit, Language, Names, Original, languages};

fn each(mut check: impl FnMut(&Language, &Kit<'_>, &[File])) {
    for language in languages() {
        for game in language.games() {
            let kit = language.kit(game).unwrap();
            check(&language, &kit, &kit.files(&Names { bot: "my-bot", title: "The Game" }));
        }
    }
}

fn text<'a>(files: &'a [File], path: &str) -> &'a str {
    let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("there is no {path}"));
    std::str::from_utf8(&file.bytes).unwrap()
}

#[test]
fn every_language_has_the_same_games() {
    let known: BTreeSet<&str> = skirmish_games::GAMES.iter().map(|entry| entry.info.name).collect();
    let games = |language: &Language| language.games().into_iter().collect::<BTreeSet<_>>();
    let all = languages();
    for language in &all {
        assert_eq!(games(language), games(&all[0]), "{} and {}", language.name, all[0].name);
        assert!(games(language).is_subset(&known), "{}: a folder that is no game", language.name);
        assert!(!games(language).is_empty(), "{}", language.name);
    }
}

#[test]
fn a_bot_says_that_it_needs_its_kit_and_a_kit_does_not_need_itself() {
    each(|language, kit, files| {
        let bot = text(files, &language.bot);
        assert!(language.is_relied_on_by(bot.as_bytes()), "{} {}", language.name, kit.game);
        assert!(!language.is_relied_on_by(b"// the protocol of this game"), "{}", language.name);
    });
}

#[test]
fn every_kit_has_its_files_and_every_name_is_filled_in() {
    each(|language, kit, files| {
        for path in
            ["README.md", ".gitignore", "skirmish.toml", &language.bot, &language.protocol, &language.lines]
        {
            assert!(!text(files, path).is_empty());
        }
        for file in files {
            assert!(!file.path.ends_with(".in"), "{}", file.path);
            let left = String::from_utf8_lossy(&file.bytes).contains("{{name}}");
            assert!(!left, "{} {}: {}", language.name, kit.game, file.path);
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
    each(|language, _, files| {
        let says = text(files, "README.md").contains("It needs a jail of tier `namespaces`");
        assert_eq!(says, language.weakest_jail.as_deref() == Some("namespaces"), "{}", language.name);
    });
}

#[test]
fn every_manifest_says_how_the_bot_is_run_and_what_it_plays() {
    each(|language, kit, files| {
        let manifest: toml::Table = toml::from_str(text(files, "skirmish.toml")).unwrap();
        assert_eq!(manifest["name"].as_str(), Some("my-bot"));
        assert_eq!(manifest["game"].as_str(), Some(kit.game));
        assert_eq!(manifest["language"].as_str(), Some(language.name));
        assert!(manifest["run"].is_str());
        assert_eq!(text(files, "README.md").contains("how it is built"), manifest.contains_key("build"));
    });
}

#[test]
fn every_bot_is_a_lesson_that_names_three_next_ideas() {
    each(|language, kit, files| {
        let bot = text(files, &language.bot);
        let (lessons, ideas) = bot.split_once("Three ideas to try next").unwrap();
        assert!(lessons.contains("Lesson 1"), "{} {}", language.name, kit.game);
        for number in ["1.", "2.", "3."] {
            assert!(ideas.contains(number), "{} {}: idea {number}", language.name, kit.game);
        }
    });
}

#[test]
fn all_games_of_a_language_share_the_file_that_reads_and_prints() {
    const TALK: &[&str] = &["flush", "stdin", "std::cin", "system.in", "console."];
    let talks = |text: &str| TALK.iter().any(|word| text.to_lowercase().contains(word));
    let mut shared = BTreeMap::new();
    each(|language, kit, files| {
        let lines = text(files, &language.lines).to_string();
        assert!(talks(&lines), "{}", language.name);
        assert!(!talks(text(files, &language.protocol)), "{} {}", language.name, kit.game);
        let first = shared.entry(language.name.to_string()).or_insert_with(|| lines.clone());
        assert_eq!(*first, lines, "{} {}", language.name, kit.game);
    });
}

#[test]
fn every_language_says_what_it_needs() {
    for language in languages() {
        assert!(!language.needs.is_empty(), "{}", language.name);
    }
}

#[test]
fn no_two_languages_are_called_the_same() {
    let languages = languages();
    let mut names = BTreeSet::new();
    for language in &languages {
        for name in language.aliases.iter().map(String::as_str).chain([language.name]) {
            assert!(language.is_called(name));
            assert!(names.insert(name), "{name} means two languages");
        }
    }
    assert!(names.contains("js") && names.contains("javascript"), "{names:?}");
}

#[test]
fn python_kits_are_python_3_8() {
    let check = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 8))";
    each(|language, kit, files| {
        for file in files.iter().filter(|file| file.path.ends_with(".py")) {
            let mut python =
                Command::new("python3").args(["-c", check]).stdin(Stdio::piped()).spawn().unwrap();
            python.stdin.take().unwrap().write_all(&file.bytes).unwrap();
            assert!(python.wait().unwrap().success(), "{} {}: {}", language.name, kit.game, file.path);
        }
    });
}

#[test]
fn a_wrapped_file_takes_the_bots_place() {
    let languages = languages();
    let python = languages.iter().find(|language| language.name == "python").unwrap();
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
