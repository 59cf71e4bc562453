//! A match that somebody asked for, which moves no ladder.

use skirmish_arena_store::{Bot, HOUSE_LANGUAGE, MatchKind, Player, StoreError};

use crate::account::{Refused, sentence};
use crate::arena::Arena;
use crate::queue::{self, NewMatch, WorkerPool};

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
    /// No worker can play it.
    #[error("no worker here can play {0} against {1} at the moment: try again later")]
    NoWorker(String, String),
    /// The account is no more, or may do nothing.
    #[error("your account is closed")]
    Closed,
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
    let (my, their) = (player(arena, &mine).await?, player(arena, &other).await?);
    let languages = [&my.language, &their.language].map(|language| program(language));
    if !WorkerPool::of(arena).await?.can(&languages.join(" ")) {
        return Err(ChallengeError::NoWorker(mine.name, other.name));
    }
    let Some(entry) = skirmish_games::find(&mine.game) else { return Err(ChallengeError::NoBot) };
    let count = usize::from(*entry.info.seats.start()).max(2);
    let mut seats = vec![(their.bot_id, their.version_id); count];
    let lot = queue::fresh_seed() % seats.len() as u64;
    seats[lot as usize] = (my.bot_id, my.version_id);
    let new = NewMatch {
        game: entry.info.name,
        kind: MatchKind::Challenge,
        preset: queue::preset_of(&arena.settings, entry.info.name),
        seats: &seats,
        requested_by: Some(user_id),
    };
    let mut tx = arena.store.write().await?;
    // Counted where it is added: two at once are one after the other.
    if !tx.hold_user(user_id).await? {
        return Err(ChallengeError::Closed);
    }
    let most = arena.settings.quota.challenges_an_hour;
    if tx.challenges_since(user_id, now_ms - HOUR_MS).await? >= i64::from(most) {
        return Err(ChallengeError::TooMany(most));
    }
    let id = queue::enqueue_match(&mut tx, &arena.settings, &new, now_ms).await?;
    tx.commit().await?;
    Ok(id)
}

async fn bot(arena: &Arena, id: i64) -> Result<Bot, ChallengeError> {
    arena.store.bot(id).await?.ok_or(ChallengeError::NoBot)
}

/// The version of a bot that plays.
async fn player(arena: &Arena, bot: &Bot) -> Result<Player, ChallengeError> {
    let found = arena.store.player(bot.id).await?;
    found.ok_or_else(|| ChallengeError::Resting(bot.name.clone()))
}

/// What a worker must have to play it: nothing for a house bot.
fn program(language: &str) -> &str {
    if language == HOUSE_LANGUAGE { "" } else { language }
}

impl From<ChallengeError> for Refused {
    fn from(error: ChallengeError) -> Self {
        let told = sentence(&error.to_string());
        match error {
            ChallengeError::NoBot => Self::Missing("bot"),
            ChallengeError::NotYours(_) => Self::Forbidden("Challenge with a bot of your own."),
            ChallengeError::TooMany(_) => Self::TooOften { what: told, wait_seconds: 600 },
            ChallengeError::Store(error) => error.into(),
            _ => Self::Conflict(told),
        }
    }
}
