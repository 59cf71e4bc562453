//! The table of a game, as its page shows it.

pub use skirmish_arena_protocol::answers::Standing;
use skirmish_league::field::{FieldRating, SCALE_MEAN};

use crate::arena::Arena;
use skirmish_arena_store::{Player, Stored};

/// How far a new version is from the one before it at most, in 95 of 100 cases, as long as nothing is known of it.
const STEP: f64 = 200.0;
/// The same of a new bot and the middle of the ladder.
const UNKNOWN: f64 = 1_000.0;

/// The table of a game: all bots that play, the best first.
pub async fn standing(arena: &Arena, game: &str) -> Stored<Vec<Standing>> {
    let mut lines: Vec<Standing> = arena.store.players(game).await?.into_iter().map(line).collect();
    lines.sort_by(|a, b| {
        b.rating.total_cmp(&a.rating).then(a.error.total_cmp(&b.error)).then(a.bot_id.cmp(&b.bot_id))
    });
    Ok((1..).zip(lines).map(|(place, line)| Standing { place, ..line }).collect())
}

/// What is known of a bot: as long as its version has no rating, it is as strong as the one before it, with more doubt.
pub(super) fn rating_of(player: &Player) -> FieldRating {
    match (player.rating, player.error, player.older_rating, player.older_error) {
        (Some(value), Some(error), ..) => FieldRating { value, error },
        (_, _, Some(value), Some(error)) => FieldRating { value, error: error.hypot(STEP) },
        _ => FieldRating { value: SCALE_MEAN, error: UNKNOWN },
    }
}

fn line(player: Player) -> Standing {
    let FieldRating { value, error } = rating_of(&player);
    Standing {
        place: 0,
        bot_id: player.bot_id,
        bot: player.name,
        user_id: player.user_id,
        owner: player.owner,
        is_house: player.is_house,
        version_id: player.version_id,
        number: player.number,
        language: player.language,
        rating: value,
        error,
        matches: player.games.unwrap_or(0),
        won: player.wins.unwrap_or(0),
        drawn: player.draws.unwrap_or(0),
        lost: player.losses.unwrap_or(0),
        faults: player.faults.unwrap_or(0),
    }
}
