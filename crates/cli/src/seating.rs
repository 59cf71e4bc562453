//! Who plays, as a person named them: programs, house bots, people.

use std::io::{BufReader, stdin, stdout};
use std::thread;

use skirmish_core::Entry;
use skirmish_core::config::listed;
use skirmish_referee::{Player, Program, human};

use crate::debugger;
use crate::failure::Failure;
use crate::holding::Holding;

/// The players of a match, by seat. Bots that have to be built are built.
pub fn players(
    entry: &Entry,
    names: &[String],
    debug: Option<u8>,
    holding: &Holding,
) -> Result<Vec<Player>, Failure> {
    if let Some(seat) = debug.filter(|&seat| usize::from(seat) >= names.len()) {
        let last = names.len() - 1;
        return Err(Failure::input(format!("--debug {seat}: there is no such seat, the last is {last}")));
    }
    if names.iter().filter(|name| *name == "human").count() > 1 {
        return Err(Failure::input("only one human can play at this terminal"));
    }
    names
        .iter()
        .enumerate()
        .map(|(seat, name)| player(entry, name, debug == Some(seat as u8), holding))
        .collect()
}

/// Whether the name means a program, which has to be started.
pub fn is_program(name: &str) -> bool {
    name != "human" && !name.starts_with("house:")
}

/// One player.
pub fn player(entry: &Entry, name: &str, debug: bool, holding: &Holding) -> Result<Player, Failure> {
    if name == "human" {
        return Ok(person());
    }
    if let Some(house) = name.strip_prefix("house:") {
        return house_bot(entry, house);
    }
    let mut program = holding.build(Program::find(name).map_err(Failure::input)?)?;
    if debug {
        debugger::attach(&mut program)?;
    }
    Ok(Player::Program(program))
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
    thread::spawn(move || desk.run(BufReader::new(stdin()), stdout()));
    Player::Human { name: "human".to_string(), line }
}
