//! How healthy a game is: what a seat is worth, how many matches are drawn, how long they last, and how often the lead
//! changes, by matches of one bot against itself. `skirmish stats` measures it; what it found for each game with the
//! strongest house bot is in the folder `health`, written by `bench/health.py`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use skirmish_core::game::Game;
use skirmish_core::outcome::Outcome;

/// What matches of one bot against itself show of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameHealth {
    /// The game.
    pub game: String,
    /// The presets under which it was played; none are the default rules.
    pub presets: Vec<String>,
    /// The bot, as it is called: `house:hard`.
    pub bot: String,
    /// The seed of the first match; each further match has the next one.
    pub seed: u64,
    /// The matches.
    pub matches: u64,
    /// By seat: how those who sat there did.
    pub by_seat: Vec<SeatHealth>,
    /// The share of matches in which several shared the first place.
    pub drawn: f64,
    /// How long matches lasted, in the game's unit.
    pub length: Spread,
    /// How often somebody else took the lead by score.
    pub lead_changes: Spread,
    /// The share of a match after which the winner's lead was never lost, in percent.
    pub decided_at: Spread,
    /// How the first matches ended: by these it is seen whether the rest would still come out the same.
    pub first: Vec<Outcome>,
}

impl GameHealth {
    /// The most matches whose outcome is kept.
    pub const FIRST: usize = 2;
}

/// How those at one seat did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatHealth {
    /// What the game calls the seat.
    pub name: String,
    /// Matches that it won alone.
    pub won: u64,
    /// Matches in which it shared the first place.
    pub shared: u64,
    /// Its mean score against each other seat, from 0 to 1, and the bounds of the 95 % interval.
    pub score: [f64; 3],
}

/// Some numbers: the tenth, fiftieth and ninetieth percentile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// A tenth is not above.
    pub p10: u64,
    /// Half is not above.
    pub p50: u64,
    /// Nine tenths are not above.
    pub p90: u64,
}

impl Spread {
    /// Of these numbers.
    pub fn of(mut numbers: Vec<u64>) -> Self {
        numbers.sort_unstable();
        let at = |percent: usize| {
            numbers.get((numbers.len().saturating_sub(1)) * percent / 100).copied().unwrap_or(0)
        };
        Self { p10: at(10), p50: at(50), p90: at(90) }
    }
}

macro_rules! kept {
    ($($folder:ident::$game:ident,)*) => {
        /// By game: what was measured, as text.
        static KEPT: &[(&str, &str)] = &[$((
            <skirmish_games::$folder::$game as Game>::INFO.name,
            include_str!(concat!("../health/", stringify!($folder), ".json")),
        )),*];
    };
}
skirmish_games::every_game!(kept);

static HEALTH: LazyLock<Vec<GameHealth>> = LazyLock::new(|| {
    let read = |(_, text): &(&str, &str)| -> Vec<GameHealth> {
        serde_json::from_str(text).expect("a test reads every file")
    };
    KEPT.iter().flat_map(read).collect()
});

/// What was measured of a game by its strongest house bot: under the default rules first, then under presets that change who
/// has the better seat. Empty for a game that is not ours.
pub fn health(game: &str) -> impl Iterator<Item = &'static GameHealth> {
    HEALTH.iter().filter(move |health| health.game == game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_was_measured_under_its_default_rules_by_its_strongest_bot() {
        for (game, _) in KEPT {
            let kept: Vec<&GameHealth> = health(game).collect();
            let is_default_first = kept.first().is_some_and(|first| first.presets.is_empty());
            assert!(
                is_default_first,
                "{game}: python3 bench/health.py target/release/skirmish {game} measures it"
            );
            for health in kept {
                let strongest = crate::of_game(game).last().expect("every game has house bots");
                assert_eq!(health.bot, format!("house:{}", strongest.name));
                assert!(health.matches >= 100 && health.first.len() == GameHealth::FIRST, "{game}");
                assert!(health.first.iter().all(|outcome| outcome.is_of(health.by_seat.len())), "{game}");
            }
        }
    }
}
