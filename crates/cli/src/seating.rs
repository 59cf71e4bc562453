//! Who plays, as a person named them: programs, house bots, people.

use std::io::{BufReader, stdin, stdout};
use std::thread;

use skirmish_core::Entry;
use skirmish_core::config::listed;
use skirmish_referee::launch::Plain;
use skirmish_referee::{Player, Program, human};

use crate::debugger;
use crate::failure::Failure;

/// How long a build may take.
const BUILD_LIMIT: std::time::Duration = std::time::Duration::from_secs(120);

/// Finds every program among the players, and builds those that have to be built: once, however many matches follow.
pub fn prepare(entry: &Entry, names: &[String]) -> Result<(), Failure> {
    names.iter().filter(|name| is_program(name)).try_for_each(|name| built(entry, name).map(|_| ()))
}

/// The players of a match, by seat. They are built already.
pub fn players(entry: &Entry, names: &[String], debug: Option<u8>) -> Result<Vec<Player>, Failure> {
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
        .map(|(seat, name)| seated(entry, name, debug == Some(seat as u8), program))
        .collect()
}

/// Whether the name means a program, which has to be started.
pub fn is_program(name: &str) -> bool {
    name != "human" && !name.starts_with("house:")
}

/// One player, built if it has to be.
pub fn player(entry: &Entry, name: &str, debug: bool) -> Result<Player, Failure> {
    seated(entry, name, debug, built)
}

fn seated(
    entry: &Entry,
    name: &str,
    debug: bool,
    find: fn(&Entry, &str) -> Result<Program, Failure>,
) -> Result<Player, Failure> {
    if name == "human" {
        return Ok(person());
    }
    if let Some(house) = name.strip_prefix("house:") {
        return house_bot(entry, house);
    }
    let mut program = find(entry, name)?;
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

/// The same, built if it has to be.
fn built(entry: &Entry, name: &str) -> Result<Program, Failure> {
    let program = program(entry, name)?;
    // The build is the person's own, in their own folder, with their own tools and caches: only matches are jailed.
    skirmish_referee::build(&program, &Plain, BUILD_LIMIT).map_err(Failure::input)?;
    Ok(program)
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
