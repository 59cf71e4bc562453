//! The table of a game, as its page shows it.

pub use skirmish_arena_protocol::answers::Standing;
use skirmish_league::score::CONFIDENCE;
use skirmish_league::weng_lin::{Model, Rating};

use crate::arena::Arena;
use skirmish_arena_store::{Player, Stored};

/// The table of a game: all bots that play, those that are surely strong first.
pub async fn standing(arena: &Arena, game: &str) -> Stored<Vec<Standing>> {
    let model = Model::default();
    let mut lines: Vec<(f64, Standing)> =
        arena.store.players(game).await?.into_iter().map(|player| line(player, &model)).collect();
    lines.sort_by(|a, b| {
        b.0.total_cmp(&a.0).then(b.1.mu.total_cmp(&a.1.mu)).then(a.1.bot_id.cmp(&b.1.bot_id))
    });
    let placed = (1..).zip(lines).map(|(place, (_, line))| Standing { place, ..line });
    Ok(placed.collect())
}

pub(super) fn rating_of(player: &Player, model: &Model) -> Rating {
    match (player.mu, player.sigma) {
        (Some(mu), Some(sigma)) => Rating { mu, sigma },
        _ => model.start,
    }
}

fn line(player: Player, model: &Model) -> (f64, Standing) {
    let rating = rating_of(&player, model);
    let estimate = rating.estimate(CONFIDENCE);
    let line = Standing {
        place: 0,
        bot_id: player.bot_id,
        bot: player.name,
        user_id: player.user_id,
        owner: player.owner,
        is_house: player.is_house,
        version_id: player.version_id,
        number: player.number,
        language: player.language,
        mu: rating.mu,
        sigma: rating.sigma,
        low: estimate.low,
        high: estimate.high,
        matches: player.games.unwrap_or(0),
        won: player.wins.unwrap_or(0),
        drawn: player.draws.unwrap_or(0),
        lost: player.losses.unwrap_or(0),
        faults: player.faults.unwrap_or(0),
    };
    (rating.ordinal(), line)
}
