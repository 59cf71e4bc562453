//! Where a user's builds and matches are in the queue, and how long that may take.

pub use skirmish_arena_protocol::answers::Place;

use crate::arena::Arena;
use skirmish_arena_store::{JobState, QueuedJob, Stored, Subject};

use super::WorkerPool;

/// How many of a user's jobs are told.
const MOST_PLACES: i64 = 20;
/// From how many matches the expected time is taken.
const MOST_SAMPLES: i64 = 20;
/// How long what was seen of the queue's pace holds.
const PACE_HOLDS_MS: i64 = 5_000;
/// How long a job is thought to take before any was seen, in milliseconds.
const FIRST_GUESS_MS: i64 = 2_000;

/// A user's jobs in the queue, the oldest first.
pub async fn place_in_queue(arena: &Arena, user_id: i64) -> Stored<Vec<Place>> {
    places(arena, arena.store.jobs_of_user(user_id, MOST_PLACES).await?).await
}

/// The same for one bot.
pub async fn places_of_bot(arena: &Arena, bot_id: i64) -> Stored<Vec<Place>> {
    places(arena, arena.store.jobs_of_bot(bot_id, MOST_PLACES).await?).await
}

async fn places(arena: &Arena, jobs: Vec<QueuedJob>) -> Stored<Vec<Place>> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let Pace { each_ms, at_once } = pace(arena).await?;
    let mut places = Vec::with_capacity(jobs.len());
    for job in jobs {
        let ahead = match job.state {
            JobState::Queued => Some(arena.store.jobs_before(job.lane, job.place()).await?),
            _ => None,
        };
        let wait_ms = ahead.map_or(0, |ahead| ahead.saturating_mul(each_ms) / at_once);
        let (Subject::Build(id) | Subject::Match(id)) = job.subject;
        places.push(Place { lane: job.lane, id, ahead, wait_ms });
    }
    Ok(places)
}

/// How fast the queue moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long a match takes.
    pub each_ms: i64,
    /// How many are played at once.
    pub at_once: i64,
}

/// How fast the queue moves: whoever asks again and again for their place does not make us measure it again and again.
async fn pace(arena: &Arena) -> Stored<Pace> {
    let now_ms = arena.clock.now_ms();
    if let Some(pace) = arena.pace.since(now_ms - PACE_HOLDS_MS) {
        return Ok(pace);
    }
    let pace = Pace { each_ms: usual_ms(arena).await?, at_once: WorkerPool::of(arena).await?.at_once() };
    arena.pace.remember(now_ms, pace);
    Ok(pace)
}

/// How long a match usually took lately.
async fn usual_ms(arena: &Arena) -> Stored<i64> {
    let mut durations = Vec::new();
    for entry in skirmish_games::GAMES {
        durations.extend(arena.store.recent_durations(entry.info.name, MOST_SAMPLES).await?);
    }
    let count = durations.len() as i64;
    Ok(if count == 0 { FIRST_GUESS_MS } else { durations.iter().sum::<i64>() / count })
}
