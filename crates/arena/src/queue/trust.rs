//! Whether a worker's word is believed: matches that another worker plays again, and what becomes of both if they
//! disagree.

use crate::arena::{Arena, News};
use crate::store::{
    HOUSE_LANGUAGE, Job, JobDraft, Lane, Match, MatchDraft, MatchKind, SeatedVersion, Stored, Subject,
    Writing,
};

use super::check::{self, Checked};
use super::fresh_seed;
use super::report::{Taken, finish, keep_all, rate, refuse_in};
use super::second::{self, Opinion};
use super::worker_pool::{alive_since_ms, offers};

/// Whether this match is one of the sample, or its worker's word is doubted; and somebody else could play it.
pub(super) async fn wants_second(arena: &Arena, tx: &mut Writing, job: &Job) -> Stored<bool> {
    let Some(worker) = job.worker_id else { return Ok(false) };
    let is_flagged = tx.worker(worker).await?.is_some_and(|worker| worker.flagged_why.is_some());
    let share = arena.settings.ladder.second_opinions.clamp(0.0, 1.0);
    let lot = (fresh_seed() >> 11) as f64 / (1u64 << 53) as f64;
    if lot >= share && !is_flagged {
        return Ok(false);
    }
    let others = tx.others_alive(worker, alive_since_ms(arena)).await?;
    Ok(others.iter().any(|languages| offers(languages, &job.needs)))
}

/// Puts a match that was just played into the queue again, for another worker.
pub(super) async fn enqueue_second(
    tx: &mut Writing,
    asked: &Match,
    seats: &[SeatedVersion],
    job: &Job,
    now_ms: i64,
) -> Stored<()> {
    let named: Vec<_> = seats.iter().map(|seat| (seat.bot_id, seat.version_id, seat.name.clone())).collect();
    let draft = MatchDraft {
        game: &asked.game,
        kind: MatchKind::Second,
        preset: &asked.preset,
        seed: asked.seed.parse().unwrap_or(0),
        seats: &named,
        requested_by: None,
        second_of: Some(asked.id),
    };
    let match_id = tx.add_match(&draft, now_ms).await?;
    let is_program = |seat: &&SeatedVersion| seat.language != HOUSE_LANGUAGE;
    let needs: Vec<String> = seats.iter().filter(is_program).map(|seat| seat.language.clone()).collect();
    let draft = JobDraft {
        lane: Lane::Second,
        subject: Subject::Match(match_id),
        user_id: None,
        is_over_budget: false,
        not_worker_id: job.worker_id,
        needs: &needs,
    };
    tx.add_job(&draft, now_ms).await?;
    Ok(())
}

/// Another worker played a match again: if they agree, the first result is rated.
pub(super) async fn second_opinion(
    arena: &Arena,
    job: &Job,
    first_id: i64,
    seats: &[SeatedVersion],
    mut checked: Checked,
) -> Stored<Taken> {
    let Subject::Match(second_id) = job.subject else { return Ok(Taken::late()) };
    let first = arena.store.match_of(first_id).await?;
    let first_hash = first.as_ref().and_then(|first| first.replay_hash.clone()).unwrap_or_default();
    let opinion = match check::read_replay(arena, &first_hash).await {
        Ok(replay) => second::compare(&replay, &checked.replay, seats),
        Err(bad) => Opinion::Disagree(format!("the first replay cannot be read: {bad}")),
    };
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    if !keep_all(arena, &mut tx, seats, &mut checked.result).await? {
        return refuse_in(arena, tx, &job, "the replay or what a bot printed was not uploaded").await;
    }
    // Both are matches of one game.
    if let Some(first) = &first {
        tx.hold_ladder(&first.game).await?;
    }
    tx.end_matches(&[(second_id, &checked.result)], arena.clock.now_ms()).await?;
    match &opinion {
        Opinion::Same => {
            for seat in seats {
                tx.note_repeatable(seat.version_id, true).await?;
            }
        }
        Opinion::Chance(seat) => tx.note_repeatable(seats[*seat].version_id, false).await?,
        Opinion::Disagree(why) => {
            let workers = [first.and_then(|first| first.worker_id), job.worker_id];
            doubt(&mut tx, first_id, second_id, workers, why).await?;
        }
    }
    let mut news = vec![News::Match(second_id), News::Match(first_id)];
    news.extend(rate(&mut tx, first_id).await?);
    tx.commit().await?;
    Ok(Taken::accepted(news))
}

/// Two workers disagree: neither is believed, and the match is not rated.
async fn doubt(
    tx: &mut Writing,
    first_id: i64,
    second_id: i64,
    workers: [Option<i64>; 2],
    why: &str,
) -> Stored<()> {
    tracing::warn!(first_id, second_id, ?workers, why, "two workers disagree");
    tx.doubt_match(first_id, why).await?;
    tx.doubt_match(second_id, why).await?;
    let mut flagged: Vec<i64> = workers.into_iter().flatten().collect();
    // In order of number, as everywhere: two transactions that flag the same workers do not wait for each other.
    flagged.sort_unstable();
    for worker in flagged {
        tx.flag_worker(worker, Some(&format!("matches {first_id} and {second_id}: {why}"))).await?;
    }
    Ok(())
}
