//! Property: any config is refused in a sentence, or a match with it starts and keeps the game's invariants (`audit`).
//!
//! Input: a game, then one byte each for seats and seed, then lines: `+preset`, a JSON object of fields, or `key=value`.

use skirmish_core::config::{Wishes, configure};
use skirmish_games::GAMES;

use crate::game::{CHECKS, Input, Playable, check_config, input};

pub fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.game();
    (CHECKS[game].config)(input);
}

pub fn check_game<G: Playable>(mut input: Input<'_>) {
    let (seats, seed) = (input.seats::<G>(), u64::from(input.byte()));
    let Ok(text) = std::str::from_utf8(input.rest()) else { return };
    match configure::<G>(&wishes(text)) {
        Ok(config) => check_config::<G>(&config, seats, seed),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

fn wishes(text: &str) -> Wishes {
    let mut wishes = Wishes::none();
    for line in text.lines() {
        if let Some(preset) = line.strip_prefix('+') {
            wishes.presets.push(preset.to_string());
        } else if let Ok(file) = serde_json::from_str(line) {
            wishes.files.push(file);
        } else if let Some((key, value)) = line.split_once('=') {
            wishes.fields.push((key.to_string(), value.to_string()));
        }
    }
    wishes
}

/// The presets and oddities of every game, and each field of its default config as `key=value`.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in GAMES {
        let info = game.info;
        let mut add = |line: &str| seeds.push(input(info.name, &[0, 1], line.as_bytes()));
        info.presets.iter().for_each(|preset| add(&format!("+{}", preset.name)));
        info.oddities.iter().for_each(|odd| add(&odd.set.replace('\n', " ")));
        let config = (game.configure)(&Wishes::none()).expect("the default config is a good one");
        let fields = config.as_object().into_iter().flatten();
        fields.for_each(|(key, value)| add(&format!("{key}={value}")));
    }
    seeds
}
