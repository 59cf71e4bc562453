//! A bot that takes part: found once, built once, seated as often as the schedule says.

use std::collections::BTreeSet;
use std::path::Path;

use skirmish_referee::{Native, Player, Program};

/// Somebody who can play many matches at the same time.
#[derive(Clone)]
pub struct Bot {
    /// The name shown; no two bots of a contest have the same.
    pub name: String,
    /// The fingerprint of its program; none for bots of the house.
    pub hash: Option<String>,
    body: Body,
}

#[derive(Clone)]
enum Body {
    Program(Program),
    House(Native),
}

impl Bot {
    /// The bot that a player stands for; `None` if it cannot play many matches: a person, or recorded answers.
    pub fn of(player: Player) -> Option<Self> {
        let name = player.name().to_string();
        Some(match player {
            Player::Program(program) => {
                Self { name, hash: program.hash.clone(), body: Body::Program(program) }
            }
            Player::House(native) => Self { name, hash: None, body: Body::House(native) },
            Player::Scripted(_) | Player::Human { .. } => return None,
        })
    }

    /// Whether it is a program, which has to be started.
    pub fn is_program(&self) -> bool {
        matches!(self.body, Body::Program(_))
    }

    /// One to be given a seat, under the name of the contest.
    pub fn player(&self) -> Player {
        match &self.body {
            Body::Program(program) => Player::Program(Program { name: self.name.clone(), ..program.clone() }),
            Body::House(native) => Player::House(Native { name: self.name.clone(), ..native.clone() }),
        }
    }
}

/// Gives bots of the same name names that tell them apart: `new/bot.py` and `old/bot.py`, or else `bot.py (1)` and
/// `bot.py (2)`. `given` is how the person named them, in the same order.
pub fn tell_apart(bots: &mut [Bot], given: &[String]) {
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    for (bot, name) in bots.iter_mut().zip(distinct(&names, given)) {
        bot.name = name;
    }
}

fn distinct(names: &[String], given: &[String]) -> Vec<String> {
    let mut out = names.to_vec();
    for name in names.iter().collect::<BTreeSet<_>>() {
        let same: Vec<usize> = (0..names.len()).filter(|&at| names[at] == *name).collect();
        if same.len() < 2 {
            continue;
        }
        let paths: Vec<&str> = same.iter().map(|&at| given[at].as_str()).collect();
        for (nth, (&at, told)) in same.iter().zip(by_folder(&paths, name)).enumerate() {
            out[at] = told.unwrap_or_else(|| format!("{name} ({})", nth + 1));
        }
    }
    out
}

/// Names with as many folders in front as it takes; nothing where no number of folders helps.
fn by_folder(paths: &[&str], name: &str) -> Vec<Option<String>> {
    const MOST_FOLDERS: usize = 8;
    for folders in 2..=MOST_FOLDERS {
        let tails: Vec<String> = paths.iter().map(|path| tail(path, folders)).collect();
        let all_differ = tails.iter().collect::<BTreeSet<_>>().len() == tails.len();
        if all_differ && tails.iter().all(|tail| tail.contains(name)) {
            return tails.into_iter().map(Some).collect();
        }
    }
    vec![None; paths.len()]
}

fn tail(path: &str, parts: usize) -> String {
    let full = std::path::absolute(Path::new(path)).unwrap_or_else(|_| path.into());
    let all: Vec<String> =
        full.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    all[all.len().saturating_sub(parts)..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], given: &[&str], expected: &[&str]) {
        let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(distinct(&owned(names), &owned(given)), expected);
    }

    #[test]
    fn names_that_differ_stay() {
        check(&["a.py", "b.py"], &["./a.py", "./b.py"], &["a.py", "b.py"]);
    }

    #[test]
    fn the_same_file_name_is_told_apart_by_its_folder() {
        check(&["bot.py", "bot.py"], &["new/bot.py", "old/bot.py"], &["new/bot.py", "old/bot.py"]);
        check(&["b", "b", "b"], &["x/1/b", "x/2/b", "y/2/b"], &["x/1/b", "x/2/b", "y/2/b"]);
    }

    #[test]
    fn the_very_same_bot_gets_numbers() {
        check(
            &["house:greedy", "house:greedy", "a"],
            &["house:greedy", "house:greedy", "a"],
            &["house:greedy (1)", "house:greedy (2)", "a"],
        );
    }
}
