//! What is kept of the games' health is what their rules and house bots give.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::atomic::AtomicBool;

use skirmish_bots::{GameHealth, find, health};
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_lab::game_stats::{Question, measure};
use skirmish_referee::HouseBot;

#[test]
fn what_is_kept_of_a_games_health_still_comes_out() {
    let kept = skirmish_games::GAMES.iter().flat_map(|entry| health(entry.info.name));
    for kept in kept {
        assert_eq!(
            again(kept).first,
            kept.first,
            "{} {:?}: python3 bench/health.py target/release/skirmish {} measures it anew",
            kept.game,
            kept.presets,
            kept.game
        );
    }
}

/// Plays the first matches once more.
fn again(kept: &GameHealth) -> GameHealth {
    let entry = skirmish_games::find(&kept.game).unwrap();
    let wishes = Wishes { presets: kept.presets.clone(), ..Wishes::none() };
    let bot = kept.bot.strip_prefix("house:").unwrap();
    let question = Question {
        entry,
        presets: kept.presets.clone(),
        config: (entry.configure)(&wishes).unwrap(),
        seats: SeatCount::new(kept.by_seat.len()).unwrap(),
        bot: HouseBot::shared(&find(&kept.game, bot).unwrap()),
        seed: Seed(kept.seed),
        matches: kept.first.len() as u64,
        jobs: 2,
        stop: &AtomicBool::new(false),
    };
    measure(&question, &|_| {}).unwrap()
}
