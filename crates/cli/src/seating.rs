//! Who plays, as a person named them: programs, house bots, people.

use std::io::{BufReader, stdin};
use std::path::Path;
use std::thread;

use skirmish_core::Entry;
use skirmish_core::config::listed;
use skirmish_referee::{Player, Program, human};

use crate::debugger;
use crate::failure::Failure;
use crate::holding::Holding;
use crate::source::Source;
use crate::terminal;

/// The players of a match, by seat. Bots that have to be built are built. A person sits at the end of that line, or
/// else at this terminal.
pub fn players(
    entry: &Entry,
    names: &[String],
    debug: Option<u8>,
    holding: &Holding,
    mut line: Option<human::Line>,
) -> Result<Vec<Player>, Failure> {
    if let Some(seat) = debug.filter(|&seat| usize::from(seat) >= names.len()) {
        let last = names.len() - 1;
        return Err(Failure::input(format!("--debug {seat}: there is no such seat, the last is {last}")));
    }
    if names.iter().filter(|name| is_human(name)).count() > 1 {
        return Err(Failure::input("only one human can play at this machine"));
    }
    let seat = |(seat, name): (usize, &String)| match line.take_if(|_| is_human(name)) {
        Some(line) => Ok(Player::Human { name: name.clone(), line }),
        None => player(entry, name, debug == Some(seat as u8), holding),
    };
    names.iter().enumerate().map(seat).collect()
}

/// Whether the name means a person.
pub fn is_human(name: &str) -> bool {
    name == "human"
}

/// Whether the name means a program, which has to be started.
pub fn is_program(name: &str) -> bool {
    !is_human(name) && !name.starts_with("house:")
}

/// One player.
pub fn player(entry: &Entry, name: &str, debug: bool, holding: &Holding) -> Result<Player, Failure> {
    if is_human(name) {
        return Ok(person());
    }
    if let Some(house) = name.strip_prefix("house:") {
        return house_bot(entry, house);
    }
    let mut program = match Source::find(Path::new(name))? {
        Some(source) => holding.build_source(&source)?,
        None => holding.build(program(entry, name)?)?,
    };
    if debug {
        debugger::attach(&mut program)?;
    }
    Ok(Player::Program(program))
}

/// A program that plays this game, as far as it says so.
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

fn house_bot(entry: &Entry, name: &str) -> Result<Player, Failure> {
    let game = entry.info.name;
    let Some(house) = skirmish_bots::of_game(game).find(|house| house.name == name) else {
        let names: Vec<&str> = skirmish_bots::of_game(game).map(|house| house.name).collect();
        return Err(Failure::input(format!(
            "there is no house:{name} for {game}: there are {}",
            listed(&names)
        )));
    };
    Ok(Player::house(house))
}

/// A person at this terminal.
fn person() -> Player {
    let (line, desk) = human::line();
    // The thread ends with the match, or with the program if it still waits for the keyboard.
    thread::spawn(move || desk.run(BufReader::new(stdin()), terminal::Writer::default()));
    Player::Human { name: "human".to_string(), line }
}
