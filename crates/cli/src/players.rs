//! Players by their names on the command line: programs, house bots, people.

use std::io::{BufReader, stdin};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use skirmish_core::table::Entry;
use skirmish_lab::names::Renamed;
use skirmish_programs::{Identity, Program};
use skirmish_referee::{AnyPlayer, HouseBot, Person};

use crate::debugger;
use crate::failure::Failure;
use crate::isolation::Isolation;
use crate::source::Source;
use crate::terminal;
use crate::wrapped;
use crate::written::Written;

/// The players of a match, by seat; builds bots that need it. `person` plays for `human`; without one, a person types at
/// this terminal.
pub fn players(
    entry: &Entry,
    names: &[String],
    debug: Option<u8>,
    isolation: &Isolation,
    mut person: Option<Person>,
) -> Result<Vec<AnyPlayer>, Failure> {
    if let Some(seat) = debug.filter(|&seat| usize::from(seat) >= names.len()) {
        let last = names.len() - 1;
        return Err(Failure::input(format!("--debug {seat}: there is no such seat, the last is {last}")));
    }
    if names.iter().filter(|name| is_human(name)).count() > 1 {
        return Err(Failure::input("only one human can play at this machine"));
    }
    let seat = |(seat, name): (usize, &String)| -> Result<AnyPlayer, Failure> {
        match person.take_if(|_| is_human(name)) {
            Some(person) => Ok(Arc::new(person)),
            None => player(entry, name, debug == Some(seat as u8), isolation),
        }
    };
    names.iter().enumerate().map(seat).collect()
}

/// What means a person on the command line.
pub const HUMAN: &str = "human";

/// A player as it is given on the command line: `what`, or `name=what`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given<'a> {
    /// What it is to be called.
    pub name: Option<&'a str>,
    /// A file, a folder, a command line, `house:<bot>` or `human`.
    pub what: &'a str,
}

impl<'a> Given<'a> {
    /// A file that is there is taken as it is, whatever its name; so is a command line with a `=` behind a space.
    pub fn read(text: &'a str) -> Self {
        const LONGEST_NAME: usize = 40;
        let is_name = |name: &str| {
            let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"/'\"".contains(c);
            !name.is_empty() && name.chars().count() <= LONGEST_NAME && name.chars().all(is_plain)
        };
        match text.split_once('=').filter(|(name, what)| is_name(name) && !what.is_empty()) {
            Some((name, what)) if !Path::new(text).exists() => Self { name: Some(name), what },
            _ => Self { name: None, what: text },
        }
    }
}

/// Whether a person is meant.
pub fn is_human(given: &str) -> bool {
    Given::read(given).what == HUMAN
}

/// Whether a program is meant, which has to be started.
pub fn is_program(given: &str) -> bool {
    !is_human(given) && !Given::read(given).what.starts_with("house:")
}

/// The player that is meant.
pub fn player(entry: &Entry, given: &str, debug: bool, isolation: &Isolation) -> Result<AnyPlayer, Failure> {
    match ready_program(entry, given, isolation)? {
        Some(mut program) => {
            if debug {
                debugger::attach(&mut program)?;
            }
            Ok(Arc::new(program))
        }
        None => without_program(entry, Given::read(given)),
    }
}

/// The player that is meant, and what it is as far as results depend on it; nobody knows that of a person. What this program
/// writes is no part of a bot.
pub fn entrant(
    entry: &Entry,
    given: &str,
    isolation: &Isolation,
    written: &Written,
) -> Result<(AnyPlayer, Option<Identity>), Failure> {
    let what = Given::read(given).what;
    match ready_program(entry, given, isolation)? {
        Some(program) => {
            let identity = Identity::of(&program, what, isolation.is_confined(), &|path| written.has(path));
            Ok((Arc::new(program), Some(identity)))
        }
        None => {
            let house = what.strip_prefix("house:").map(|house| house_bot(entry, house)).transpose()?;
            let identity = house.map(|house| Identity {
                made_of: format!("{} of this program", house.name()),
                fingerprint: Ok(skirmish_bots::SOURCES.to_string()),
            });
            Ok((without_program(entry, Given::read(given))?, identity))
        }
    }
}

/// The program that is meant, built; `None` if it is none.
fn ready_program(entry: &Entry, given: &str, isolation: &Isolation) -> Result<Option<Program>, Failure> {
    if !is_program(given) {
        return Ok(None);
    }
    let Given { name, what } = Given::read(given);
    let program = if let Some(wrapped) = wrapped::find(entry, Path::new(what), isolation)? {
        wrapped
    } else if let Some(source) = Source::find(Path::new(what))? {
        isolation.build_source(&source)?
    } else {
        isolation.build(program(entry, what)?)?
    };
    Ok(Some(match name {
        Some(name) => Program { name: name.to_string(), ..program },
        None => program,
    }))
}

fn without_program(entry: &Entry, given: Given<'_>) -> Result<AnyPlayer, Failure> {
    let player = match given.what.strip_prefix("house:") {
        Some(house) => house_bot(entry, house)?,
        None => Arc::new(person()),
    };
    Ok(match given.name {
        Some(name) => Arc::new(Renamed { name: name.to_string(), player }),
        None => player,
    })
}

/// The program of that name; refused if its manifest names another game.
fn program(entry: &Entry, name: &str) -> Result<Program, Failure> {
    let program = Program::find(name).map_err(Failure::input)?;
    match &program.game {
        Some(game) if game != entry.info.name => Err(Failure::input(format!(
            "bot `{name}`: its skirmish.toml says that it plays {game}, not {}",
            entry.info.name
        ))),
        _ => Ok(program),
    }
}

fn house_bot(entry: &Entry, name: &str) -> Result<AnyPlayer, Failure> {
    let house = skirmish_bots::find(entry.info.name, name).map_err(Failure::input)?;
    Ok(HouseBot::shared(&house))
}

/// The house bot of that name, with or without `house:` in front; without a name, the strongest of the game.
pub fn house_of(entry: &Entry, name: Option<&str>) -> Result<AnyPlayer, Failure> {
    match name {
        Some(name) => house_bot(entry, name.strip_prefix("house:").unwrap_or(name)),
        None => skirmish_bots::of_game(entry.info.name).last().map(HouseBot::shared).ok_or_else(|| {
            Failure::input(format!("{} has no house bots: name one with --bot", entry.info.name))
        }),
    }
}

/// A person who types at this terminal.
fn person() -> Person {
    let (person, end) = Person::new(HUMAN);
    // The thread ends with the match, or with the process if it is still blocked reading stdin.
    thread::spawn(move || end.run(BufReader::new(stdin()), terminal::Writer::default()));
    person
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_stand_before_a_bot() {
        let read = |text| (Given::read(text).name, Given::read(text).what);
        assert_eq!(read("mine=./bot.py"), (Some("mine"), "./bot.py"));
        assert_eq!(read("best=house:greedy"), (Some("best"), "house:greedy"));
        assert_eq!(read("new=python3 bot.py --depth=3"), (Some("new"), "python3 bot.py --depth=3"));
        for whole in
            ["./bot.py", "python3 bot.py --depth=3", "./a=b/bot.py", "=bot.py", "bot.py=", "house:greedy"]
        {
            assert_eq!(read(whole), (None, whole));
        }
    }
}
