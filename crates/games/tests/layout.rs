//! Every game's folder has the same cast: the same names of files, with the same things inside. A reader who knows one
//! game finds his way in the others.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the cast: what it holds, in words, and a piece of text that stands in it and in no other file of the game.
struct Role {
    file: &'static str,
    holds: &'static str,
    /// `Game` stands for the name of the game's type.
    marks: &'static [&'static str],
}

const CAST: &[Role] = &[
    Role {
        file: "mod.rs",
        holds: "the module doc with an example, the modules, what others may use",
        marks: &[],
    },
    Role { file: "info.rs", holds: "`pub static INFO: Info`", marks: &["pub static INFO: Info"] },
    Role {
        file: "config.rs",
        holds: "`Config` with every number, its checks, `PRESETS`, and every named maximum of the rules",
        marks: &["pub struct Config {", " PRESETS: &[Preset]", "struct Rules {"],
    },
    Role {
        file: "state.rs",
        holds: "the state: its fields, what can be asked of it, how it is cloned",
        marks: &["pub struct Game {"],
    },
    Role { file: "action.rs", holds: "what an answer is: its types and their words", marks: &[] },
    Role { file: "event.rs", holds: "what can happen", marks: &["pub enum Event {"] },
    Role {
        file: "rules.rs",
        holds: "`impl Game`: start, decision, and step as named phases",
        marks: &["impl Game for Game {"],
    },
    Role { file: "map.rs", holds: "how a match begins", marks: &[] },
    Role { file: "wire.rs", holds: "`impl Wire`: text in and out", marks: &["impl Wire for Game {"] },
    Role {
        file: "view.rs",
        holds: "`impl View`, with `LAYERS` and `GAUGES`",
        marks: &["impl View for Game {", " LAYERS: &[Layer]", " GAUGES: &[&str]"],
    },
    Role { file: "learn.rs", holds: "`impl Learn`: how learners play", marks: &["impl Learn for Game {"] },
    Role {
        file: "mirror.rs",
        holds: "`impl Mirror`: what turns the board",
        marks: &["impl Mirror for Game {"],
    },
    Role {
        file: "audit.rs",
        holds: "`impl Audit`: the laws recomputed, `BRIEF`, and `CONFORM` if originals were recorded",
        marks: &["impl Audit for Game {"],
    },
    Role { file: "art.rs", holds: "`ART`: how the game looks", marks: &[" ART: Art"] },
    Role { file: "oddities.rs", holds: "odd but playable configs", marks: &[" ODDITIES: &[Preset]"] },
    Role { file: "rules.md", holds: "the rule page", marks: &[] },
];

/// What every game has tests of, each under this name.
const TESTS: &[(&str, &str)] = &[
    ("config", "what a config must satisfy"),
    ("map", "how a match begins"),
    ("wire", "text in and out"),
    ("view", "the board as people see it"),
    ("learn", "what learners may choose"),
    ("laws", "what holds in every match"),
    ("rule_page", "what the rule page says in numbers"),
];

/// Names that would mean the answer's syntax in one game and its execution in another.
const AMBIGUOUS: &[&str] = &["order.rs", "orders.rs", "command.rs", "commands.rs"];

/// Other names for whose move it is.
const OTHER_MOVERS: &[&str] = &[" turn: Seat,", " mover: Seat,", " asked: Seat,"];

macro_rules! folders {
    ($($folder:ident::$game:ident,)*) => {
        const FOLDERS: &[(&str, &str)] = &[$((stringify!($folder), stringify!($game))),*];
    };
}
skirmish_games::every_game!(folders);

#[test]
fn every_game_has_the_same_cast() {
    check(|game| {
        for role in CAST {
            match game.read(role.file) {
                None => game.complain(role.file, &format!("is missing: it holds {}", role.holds)),
                Some(text) => game.check_role(role, &text),
            }
        }
        let has_record = game.read("record.rs").is_some();
        let conforms = game.read("audit.rs").is_some_and(|text| text.contains("const CONFORM"));
        if has_record != conforms {
            game.complain(
                "record.rs",
                "and `CONFORM` in audit.rs go together: recorded games of the original",
            );
        }
    });
}

#[test]
fn guides_to_a_new_game_name_the_whole_cast() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for guide in ["ARCHITECTURE.md", "book/src/guides/sixth-game.md"] {
        let text = fs::read_to_string(root.join(guide)).expect("the guide");
        let files = CAST.iter().map(|role| role.file).chain(["tests/"]);
        let missing: Vec<&str> = files
            .filter(|file| !text.contains(&format!("`{file}`")) && !text.contains(&format!("tug/{file}`")))
            .collect();
        assert!(missing.is_empty(), "{guide} does not name {missing:?}");
    }
}

#[test]
fn every_game_has_the_same_tests() {
    check(|game| {
        let declared = game.read("tests/mod.rs").unwrap_or_default();
        for (name, about) in TESTS {
            let file = format!("tests/{name}.rs");
            match game.read(&file) {
                None => game.complain(&file, &format!("is missing: it tests {about}")),
                Some(text) if !text.contains("#[test]") => game.complain(&file, "has no test"),
                Some(_) if !declared.contains(&format!("mod {name};")) => {
                    game.complain("tests/mod.rs", &format!("does not declare `mod {name};`"));
                }
                Some(_) => {}
            }
        }
    });
}

#[test]
fn a_mod_file_declares_and_does_nothing_else() {
    check(|game| {
        let text = game.read("mod.rs").unwrap_or_default();
        let is_plain = |line: &&str| {
            let starts = ["//!", "mod ", "pub mod ", "pub use ", "#[cfg(test)]", " ", "};"];
            line.is_empty() || starts.iter().any(|start| line.starts_with(start))
        };
        if let Some(line) = text.lines().find(|line| !is_plain(line)) {
            game.complain("mod.rs", &format!("says `{line}`: it holds docs, modules and re-exports only"));
        }
        if !text.contains("//! ```") {
            game.complain("mod.rs", "has no example");
        }
    });
}

#[test]
fn names_mean_the_same_in_every_game() {
    check(|game| {
        for file in AMBIGUOUS {
            if game.read(file).is_none() {
                continue;
            }
            game.complain(
                file,
                "could be syntax or execution: `action.rs` is what an answer is, call the rest by its noun",
            );
        }
        let state = game.read("state.rs").unwrap_or_default();
        for field in OTHER_MOVERS.iter().filter(|field| state.contains(**field)) {
            game.complain(
                "state.rs",
                &format!("has `{}`: whose move it is is called `to_move`", field.trim()),
            );
        }
        for file in game.files() {
            let text = game.read(&file).unwrap_or_default();
            if file.ends_with(".rs") && !text.starts_with("//! ") {
                game.complain(&file, "does not begin with a sentence about what it is");
            }
            // What a learner may draft is no rule.
            let is_limit =
                |line: &&str| line.starts_with("pub const MAX_") || line.starts_with("pub const MIN_");
            if let Some(line) =
                text.lines().find(is_limit).filter(|_| file != "config.rs" && file != "learn.rs")
            {
                game.complain(&file, &format!("has `{line}`: limits of the rules stand in config.rs"));
            }
        }
    });
}

/// Looks at every game and fails with all that was found.
fn check(look: impl Fn(&mut Folder)) {
    let mut complaints = Vec::new();
    for &(folder, game) in FOLDERS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
        let mut folder = Folder { name: folder, game, path, complaints: Vec::new() };
        look(&mut folder);
        complaints.append(&mut folder.complaints);
    }
    assert!(
        complaints.is_empty(),
        "\n{}\nARCHITECTURE.md lists the cast under \"A sixth game\"",
        complaints.join("\n")
    );
}

/// One game's folder.
struct Folder {
    name: &'static str,
    game: &'static str,
    path: PathBuf,
    complaints: Vec<String>,
}

impl Folder {
    fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.path.join(file)).ok()
    }

    /// The names of the files beside `mod.rs`, and of those in `tests`.
    fn files(&self) -> Vec<String> {
        let names = |under: &str| {
            let entries = fs::read_dir(self.path.join(under)).into_iter().flatten().flatten();
            let files = entries.filter(|entry| entry.path().is_file());
            files.map(|file| format!("{under}{}", file.file_name().to_string_lossy())).collect::<Vec<_>>()
        };
        let mut files = [names(""), names("tests/")].concat();
        files.sort();
        files
    }

    /// Each mark stands in the role's file, and in no other.
    fn check_role(&mut self, role: &Role, text: &str) {
        for mark in role.marks {
            let mark = mark.replace("Game {", &format!("{} {{", self.game));
            if !text.contains(&mark) {
                self.complain(role.file, &format!("has no `{}`: it holds {}", mark.trim(), role.holds));
            }
            let others: Vec<String> =
                self.files().into_iter().filter(|file| file != role.file && file.ends_with(".rs")).collect();
            for other in others {
                if self.read(&other).is_some_and(|text| text.contains(&mark)) {
                    self.complain(&other, &format!("has `{}`, which belongs in {}", mark.trim(), role.file));
                }
            }
        }
    }

    fn complain(&mut self, file: &str, what: &str) {
        self.complaints.push(format!("crates/games/src/{}/{file} {what}", self.name));
    }
}
