//! Property: any map file is refused in a sentence, or a match on it starts and keeps the game's invariants (`audit`).
//!
//! Input: a game, then one byte each for seats and seed, then the text.

use skirmish_games::GAMES;

use crate::game::{CHECKS, Input, Playable, check_config, input};

pub fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.game();
    (CHECKS[game].map)(input);
}

pub fn check_game<G: Playable>(mut input: Input<'_>) {
    let (seats, seed) = (input.seats::<G>(), u64::from(input.byte()));
    let Ok(text) = std::str::from_utf8(input.rest()) else { return };
    let mut config = G::Config::default();
    match G::read_map(text, &mut config) {
        Ok(()) => check_config::<G>(&config, seats, seed),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Every code block of the rule pages: one of them is the example of a map.
pub fn seeds() -> Vec<Vec<u8>> {
    let blocks =
        GAMES.iter().flat_map(|game| game.info.rules.split("```").map(move |block| (game.info.name, block)));
    let inside = blocks.filter_map(|(name, block)| Some((name, block.split_once('\n')?.1)));
    inside.map(|(name, text)| input(name, &[0, 1], text.as_bytes())).collect()
}
