//! Distinct names for the players of a contest.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use skirmish_referee::player::{Seated, Seating};
use skirmish_referee::{AnyPlayer, Player, Stop};

/// A player under another name.
pub struct Renamed {
    /// The name in reports and results files.
    pub name: String,
    /// The player itself.
    pub player: AnyPlayer,
}

impl Player for Renamed {
    fn name(&self) -> &str {
        &self.name
    }

    fn hash(&self) -> Option<&str> {
        self.player.hash()
    }

    fn is_repeatable(&self) -> bool {
        self.player.is_repeatable()
    }

    fn flush_advice(&self) -> Option<String> {
        self.player.flush_advice()
    }

    fn begin<'a>(&'a self, place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        self.player.begin(place)
    }
}

/// Renames players of the same name by where they are: `new/bot.py` and `old/bot.py`, `first` and its copy `second`. The very
/// same bot is `bot.py (1)` and `bot.py (2)`. `given` is how each was named on the command line, in the same order.
pub fn tell_apart(players: &mut [AnyPlayer], given: &[String]) {
    let names: Vec<String> = players.iter().map(|player| player.name().to_string()).collect();
    for (player, name) in players.iter_mut().zip(distinct(&names, given)) {
        if player.name() != name {
            *player = Arc::new(Renamed { name, player: player.clone() });
        }
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
        for (nth, (&at, path)) in same.iter().zip(by_path(&paths)).enumerate() {
            out[at] = path.unwrap_or_else(|| format!("{name} ({})", nth + 1));
        }
    }
    out
}

/// As much of the ends of paths as makes them distinct; `None` if nothing does.
fn by_path(paths: &[&str]) -> Vec<Option<String>> {
    const MOST_PARTS: usize = 8;
    for parts in 1..=MOST_PARTS {
        let tails: Vec<String> = paths.iter().map(|path| tail(path, parts)).collect();
        if tails.iter().collect::<BTreeSet<_>>().len() == tails.len() {
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
    fn a_copied_folder_is_called_by_its_own_name() {
        check(&["first", "first"], &["first", "./second/"], &["first", "second"]);
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
