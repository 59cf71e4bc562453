//! What a seat of a game is worth, as its page shows it: measured by the strongest house bot against itself.

use skirmish_bots::{GameHealth, Spread, health};

/// Matches under some rules.
pub struct Measured {
    /// The rules: a preset's name, or none.
    pub rules: String,
    /// Who played.
    pub bot: String,
    /// How many matches.
    pub matches: u64,
    /// By seat: its name, its score and between what it is.
    pub seats: Vec<(String, String, String)>,
    /// Drawn matches.
    pub drawn: String,
    /// How long they were.
    pub length: String,
    /// How often the lead changed.
    pub lead_changes: String,
}

/// What was measured of a game, the default rules first.
pub fn measured(game: &str, unit: &str) -> Vec<Measured> {
    health(game).map(|health| shown(health, unit)).collect()
}

fn shown(health: &GameHealth, unit: &str) -> Measured {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let spread = |spread: &Spread| format!("{} ({} to {})", spread.p50, spread.p10, spread.p90);
    let seats = health.by_seat.iter().map(|seat| {
        let [score, low, high] = seat.score;
        (seat.name.clone(), percent(score), format!("{} to {}", percent(low), percent(high)))
    });
    Measured {
        rules: if health.presets.is_empty() { "default".to_owned() } else { health.presets.join(", ") },
        bot: health.bot.clone(),
        matches: health.matches,
        seats: seats.collect(),
        drawn: percent(health.drawn),
        length: format!("{} {unit}s", spread(&health.length)),
        lead_changes: spread(&health.lead_changes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_shows_what_its_seats_are_worth() {
        for entry in skirmish_games::GAMES {
            let shown = measured(entry.info.name, entry.info.unit);
            assert!(shown.iter().all(|it| it.seats.len() >= 2 && it.matches >= 100), "{}", entry.info.name);
            assert!(!shown.is_empty(), "{}", entry.info.name);
        }
        let plantation = measured("plantation", "turn");
        assert_eq!(plantation.last().map(|it| it.rules.as_str()), Some("fair"));
    }
}
