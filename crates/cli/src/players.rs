//! Players by their names on the command line: programs, house bots, people.

use std::io::{BufReader, stdin};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use skirmish_core::config::listed;
use skirmish_core::table::Entry;
use skirmish_programs::Program;
use skirmish_referee::{AnyPlayer, HouseBot, Person};

use crate::debugger;
use crate::failure::Failure;
use crate::isolation::Isolation;
use crate::source::Source;
use crate::terminal;

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

/// The name of a person on the command line.
pub const HUMAN: &str = "human";

/// Whether the name means a person.
pub fn is_human(name: &str) -> bool {
    name == HUMAN
}

/// Whether the name means a program, which has to be started.
pub fn is_program(name: &str) -> bool {
    !is_human(name) && !name.starts_with("house:")
}

/// The player of that name.
pub fn player(entry: &Entry, name: &str, debug: bool, isolation: &Isolation) -> Result<AnyPlayer, Failure> {
    if is_human(name) {
        return Ok(Arc::new(person()));
    }
    if let Some(house) = name.strip_prefix("house:") {
        return house_bot(entry, house);
    }
    let mut program = match Source::find(Path::new(name))? {
        Some(source) => isolation.build_source(&source)?,
        None => isolation.build(program(entry, name)?)?,
    };
    if debug {
        debugger::attach(&mut program)?;
    }
    Ok(Arc::new(program))
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
    let game = entry.info.name;
    let Some(house) = skirmish_bots::of_game(game).find(|house| house.name == name) else {
        let names: Vec<&str> = skirmish_bots::of_game(game).map(|house| house.name).collect();
        return Err(Failure::input(format!(
            "there is no house:{name} for {game}: there are {}",
            listed(&names)
        )));
    };
    Ok(HouseBot::shared(house))
}

/// A person who types at this terminal.
fn person() -> Person {
    let (person, end) = Person::new(HUMAN);
    // The thread ends with the match, or with the process if it is still blocked reading stdin.
    thread::spawn(move || end.run(BufReader::new(stdin()), terminal::Writer::default()));
    person
}
