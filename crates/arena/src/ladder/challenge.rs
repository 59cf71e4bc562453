//! A match that somebody asked for, which moves no ladder.

use crate::arena::Arena;
use crate::queue::{self, NewMatch};
use crate::store::{Bot, MatchKind, StoreError, Stored};

/// Why a challenge is not played.
#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// There is no such bot.
    #[error("there is no such bot")]
    NoBot,
    /// It is somebody else's.
    #[error("{0} is not yours: challenge with a bot of your own")]
    NotYours(String),
    /// They play different games.
    #[error("{0} and {1} play different games")]
    OtherGame(String, String),
    /// It cannot play now.
    #[error("{0} does not play at the moment")]
    Resting(String),
    /// A bot cannot meet itself.
    #[error("a bot cannot challenge itself")]
    Itself,
    /// Too many.
    #[error(
        "you asked for {0} challenges within the last hour, which is as many as you may: try again later"
    )]
    TooMany(u32),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

const HOUR_MS: i64 = 3_600_000;

/// Puts a match between a user's bot and another into the queue; gives the match.
pub async fn challenge(arena: &Arena, user_id: i64, mine: i64, other: i64) -> Result<i64, ChallengeError> {
    let now_ms = arena.clock.now_ms();
    let (mine, other) = (bot(arena, mine).await?, bot(arena, other).await?);
    if mine.user_id != user_id {
        return Err(ChallengeError::NotYours(mine.name));
    }
    if mine.id == other.id {
        return Err(ChallengeError::Itself);
    }
    if mine.game != other.game {
        return Err(ChallengeError::OtherGame(mine.name, other.name));
    }
    let most = arena.settings.quota.challenges_an_hour;
    if arena.store.challenges_since(user_id, now_ms - HOUR_MS).await? >= i64::from(most) {
        return Err(ChallengeError::TooMany(most));
    }
    let (mine, other) = (playing(arena, &mine).await?, playing(arena, &other).await?);
    let Some(entry) = skirmish_games::find(&mine.0.game) else { return Err(ChallengeError::NoBot) };
    let mut seats = vec![other.1; usize::from(*entry.info.seats.start()).max(2)];
    let lot = queue::fresh_seed() % seats.len() as u64;
    seats[lot as usize] = mine.1;
    let new = NewMatch {
        game: entry.info.name,
        kind: MatchKind::Challenge,
        preset: queue::preset_of(&arena.settings, entry.info.name),
        seats: &seats,
        requested_by: Some(user_id),
    };
    let mut tx = arena.store.write().await?;
    let id = queue::enqueue_match(&mut tx, &new, now_ms).await?;
    tx.commit().await?;
    Ok(id)
}

async fn bot(arena: &Arena, id: i64) -> Result<Bot, ChallengeError> {
    arena.store.bot(id).await?.ok_or(ChallengeError::NoBot)
}

/// A bot with the version that plays.
async fn playing<'a>(arena: &Arena, bot: &'a Bot) -> Result<(&'a Bot, (i64, i64)), ChallengeError> {
    let version_id = playing_version(arena, bot).await?;
    version_id.map(|id| (bot, (bot.id, id))).ok_or_else(|| ChallengeError::Resting(bot.name.clone()))
}

async fn playing_version(arena: &Arena, bot: &Bot) -> Stored<Option<i64>> {
    let players = arena.store.players(&bot.game).await?;
    Ok(players.iter().find(|player| player.bot_id == bot.id).map(|player| player.version_id))
}
