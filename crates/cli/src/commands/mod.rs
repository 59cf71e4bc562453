//! One file per command.

pub mod games;
pub mod rules;

use skirmish_core::Entry;
use skirmish_core::config::listed;

use crate::failure::Failure;

/// The game of that name.
fn game(name: &str) -> Result<&'static Entry, Failure> {
    skirmish_games::find(name).ok_or_else(|| {
        let names: Vec<&str> = skirmish_games::GAMES.iter().map(|entry| entry.info.name).collect();
        Failure::input(format!("there is no game `{name}`: the games are {}", listed(&names)))
    })
}
