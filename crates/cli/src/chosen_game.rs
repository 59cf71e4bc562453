//! The game that is meant: the one that was said, or the one that the bots' `skirmish.toml` names.

use std::collections::BTreeMap;
use std::path::Path;

use skirmish_core::config::listed;
use skirmish_programs::Program;

use crate::failure::Failure;
use crate::players::{Given, is_program};

/// The game's name. Without `said`, all manifests of the bots that have one must name the same.
pub fn chosen_game(said: Option<&str>, bots: &[String]) -> Result<String, Failure> {
    if let Some(said) = said {
        return Ok(said.to_owned());
    }
    let mut by_game: BTreeMap<String, &str> = BTreeMap::new();
    for bot in bots {
        if let Some(game) = game_of(bot) {
            by_game.entry(game).or_insert(bot);
        }
    }
    let mut found = by_game.iter();
    match (found.next(), found.next()) {
        (Some((game, _)), None) => Ok(game.clone()),
        (Some((game, bot)), Some((other_game, other))) => Err(Failure::input(format!(
            "`{bot}` plays {game} and `{other}` plays {other_game}: bots that meet play the same game"
        ))),
        (None, _) => {
            let games: Vec<&str> = skirmish_games::GAMES.iter().map(|entry| entry.info.name).collect();
            Err(Failure::input(format!(
                "which game? Nothing says it: name one of {}, or write it into the bot's skirmish.toml (game = \"{}\")",
                listed(&games),
                games.first().copied().unwrap_or_default()
            )))
        }
    }
}

/// What the manifest in the bot's folder says, or the one beside its file.
fn game_of(bot: &str) -> Option<String> {
    let path = Path::new(Given::read(bot).what);
    if !is_program(bot) || !path.exists() {
        return None;
    }
    let folder = if path.is_dir() { path } else { path.parent()? };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Program::of_folder(folder).ok()?.game
}

/// The game and the bots of a command whose first word is the game, unless it is left out.
pub fn game_and_bots(first: &str, others: &[String]) -> Result<(String, Vec<String>), Failure> {
    if skirmish_games::find(first).is_some() {
        return Ok((first.to_owned(), others.to_vec()));
    }
    let bots: Vec<String> = std::iter::once(first.to_owned()).chain(others.iter().cloned()).collect();
    let is_bot = Path::new(Given::read(first).what).exists() || !is_program(first);
    match chosen_game(None, &bots) {
        Ok(game) if is_bot => Ok((game, bots)),
        Err(failure) if is_bot => Err(failure),
        // It was meant as a game.
        _ => Ok((first.to_owned(), others.to_vec())),
    }
}
