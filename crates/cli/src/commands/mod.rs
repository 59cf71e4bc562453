//! One file per command.

#[cfg(feature = "arena")]
pub mod arena;
pub mod check;
pub mod completions;
pub mod demo;
pub mod doctor;
pub mod duel;
pub mod games;
pub mod man;
pub mod new;
pub mod play;
pub mod replay;
pub mod rules;
pub mod stats;
pub mod tournament;
pub mod watch;

use skirmish_core::config::listed;
use skirmish_core::info::Info;
use skirmish_core::table::Entry;

use crate::failure::Failure;

/// The game of that name.
pub fn game(name: &str) -> Result<&'static Entry, Failure> {
    skirmish_games::find(name).ok_or_else(|| {
        let names: Vec<&str> = skirmish_games::GAMES.iter().map(|entry| entry.info.name).collect();
        Failure::input(format!("there is no game `{name}`: the games are {}", listed(&names)))
    })
}

/// The number of players: `2`, or `2 to 8`.
pub fn players(info: &Info) -> String {
    let (low, high) = (info.seats.start(), info.seats.end());
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
