//! Leases: prolonged while a worker is heard, and taken back when it is not.

use skirmish_arena_protocol::jobs::{Held, MOST_JOBS};
use skirmish_arena_store::{
    HOUSE_LANGUAGE, Introduction, Job, Lane, MatchState, SeatedVersion, Stored, Subject, VersionState,
    WorkerList, Writing,
};

use super::budget::refill;
use super::trust::take_back;
use super::withdraw::{give_up_build, give_up_match, withdraw_impossible};
use super::worker_pool::WorkerPool;
use crate::arena::{Arena, News};

/// How long a job rests after its first failure; twice as long after the second, and so on.
const REST_MS: i64 = 2_000;
/// How often a job may be lost with its worker before it is set aside: it may be what ends them.
const MOST_LOST: i64 = 10;
/// How many jobs one sweep takes back.
const MOST_SWEPT: i64 = 200;
/// How long a second opinion waits for a second worker before the first one counts alone.
const SECOND_PATIENCE_MS: i64 = 15 * 60_000;

/// A worker introduces itself: gives its number.
pub async fn greet(arena: &Arena, token_id: i64, who: &Introduction<'_>) -> Stored<i64> {
    let mut tx = arena.store.write().await?;
    let id = tx.greet_worker(token_id, who, arena.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(id)
}

/// Prolongs a worker's leases; gives the jobs that are its no more.
pub async fn heartbeat(arena: &Arena, worker_id: i64, held: &[Held]) -> Stored<Vec<i64>> {
    let now_ms = arena.clock.now_ms();
    let until_ms = now_ms.saturating_add(lease_ms(arena));
    // Forgotten, a lease ends a heartbeat earlier.
    let mut tx = arena.store.write_unforced().await?;
    tx.hear_worker(worker_id, now_ms).await?;
    let mut lost = Vec::new();
    for held in held.iter().take(MOST_JOBS) {
        if !tx.prolong_job(held.job, held.fence, worker_id, until_ms).await? {
            lost.push(held.job);
        }
    }
    tx.commit().await?;
    lost.extend(held.iter().skip(MOST_JOBS).map(|held| held.job));
    Ok(lost)
}

/// Whether a worker holds the job of that match by that lease.
pub async fn holds(arena: &Arena, worker_id: i64, held: Held, match_id: i64) -> Stored<bool> {
    let job = arena.store.job(held.job).await?;
    Ok(job.is_some_and(|job| job.subject == Subject::Match(match_id) && job.is_held(worker_id, held.fence)))
}

/// Takes back what a worker gives up in good order: it did not fail, so the attempt is not counted.
pub async fn release(arena: &Arena, worker_id: i64, held: &[Held]) -> Stored<()> {
    for held in held.iter().take(MOST_JOBS) {
        let mut tx = arena.store.write().await?;
        let Some(job) = tx.finish_job(held.job, held.fence, worker_id).await? else { continue };
        let dropped = drop_unwanted(&mut tx, &job).await?;
        if dropped.is_none() {
            let not_workers = kept_for_others(&job);
            let again =
                Job { attempts: job.attempts - 1, not_before_ms: 0, not_workers, why: None, ..job.clone() };
            requeue(&mut tx, &again).await?;
        }
        tx.commit().await?;
        arena.tell_all(dropped.unwrap_or_else(|| vec![news_of(&job)]));
    }
    Ok(())
}

/// Takes back what silent workers held, and gives up waiting for what nobody does: second opinions without a second
/// worker, jobs in languages that no worker has. How many jobs.
pub async fn sweep(arena: &Arena) -> Stored<usize> {
    let now_ms = arena.clock.now_ms();
    arena.live.sweep(now_ms);
    let mut count = 0;
    for job in arena.store.expired_jobs(now_ms, MOST_SWEPT).await? {
        let mut tx = arena.store.write().await?;
        // A heartbeat or a report may have come since.
        let Some(job) = tx.expire_job(job.id, job.fence, now_ms).await? else { continue };
        let why = "the worker that had it fell silent";
        let news = give_back(arena, &mut tx, &job, Failure::Lost, why).await?;
        tx.commit().await?;
        arena.tell_all(news);
        count += 1;
    }
    let before_ms = now_ms.saturating_sub(SECOND_PATIENCE_MS);
    for job in arena.store.stale_jobs(Lane::Second, before_ms, MOST_SWEPT).await? {
        let Subject::Match(match_id) = job.subject else { continue };
        let mut tx = arena.store.write().await?;
        let why = "no second worker came";
        if tx.withdraw_queued(job.subject, why).await? {
            let news = give_up_match(&mut tx, match_id, MatchState::Withdrawn, why).await?;
            tx.commit().await?;
            arena.tell_all(news);
            count += 1;
        }
    }
    refill(arena).await?;
    arena.dispatcher.forget_lost(arena).await?;
    count += take_back(arena).await?;
    Ok(count + withdraw_impossible(arena).await?)
}

/// How a lease came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The worker failed at it, or what it reported cannot be right.
    Tried,
    /// The worker fell silent, which says nothing about the job.
    Lost,
}

/// Puts a job that was just taken from its worker back into the queue, or sets it aside if it was tried often enough.
/// Whoever commits tells the news.
pub(super) async fn give_back(
    arena: &Arena,
    tx: &mut Writing,
    job: &Job,
    failure: Failure,
    why: &str,
) -> Stored<Vec<News>> {
    if let Some(news) = drop_unwanted(tx, job).await? {
        return Ok(news);
    }
    let job = match failure {
        Failure::Tried => job.clone(),
        Failure::Lost => Job { attempts: job.attempts - 1, lost: job.lost + 1, ..job.clone() },
    };
    if job.attempts < i64::from(arena.settings.queue.attempts.max(1)) && job.lost < MOST_LOST {
        let not_workers = match failure {
            Failure::Tried => avoided(arena, tx, &job).await?,
            Failure::Lost => kept_for_others(&job),
        };
        // A second opinion that rests would forget whom it is not for; what was lost need not rest.
        let rest_ms = match (job.lane, failure) {
            (Lane::Second, _) | (_, Failure::Lost) => 0,
            _ => REST_MS << (job.attempts - 1).clamp(0, 8),
        };
        let not_before_ms = if rest_ms == 0 { 0 } else { arena.clock.now_ms().saturating_add(rest_ms) };
        let again = Job { not_before_ms, not_workers, why: Some(why.to_owned()), ..job };
        requeue(tx, &again).await?;
        return Ok(vec![news_of(&again)]);
    }
    let why = format!("tried {} times: {why}", job.attempts + job.lost);
    tx.poison_job(job.id, &why).await?;
    match job.subject {
        Subject::Build(version_id) => give_up_build(tx, version_id, &why).await,
        Subject::Match(match_id) => give_up_match(tx, match_id, MatchState::Poison, &why).await,
    }
}

/// Puts a job back into the queue, and with it the match that it is about.
async fn requeue(tx: &mut Writing, job: &Job) -> Stored<()> {
    tx.requeue_job(job).await?;
    if let Subject::Match(match_id) = job.subject {
        tx.set_match_state(match_id, MatchState::Queued, job.why.as_deref()).await?;
    }
    Ok(())
}

/// If a job that was just taken from its worker is not to be done any more, because meanwhile somebody left or may not
/// play, it is over: gives the news of that.
async fn drop_unwanted(tx: &mut Writing, job: &Job) -> Stored<Option<Vec<News>>> {
    const WHY: &str = "whose it was left, or may not play any more";
    let match_id = match job.subject {
        Subject::Build(version_id) => {
            let version = tx.version(version_id).await?;
            let is_wanted = version.is_some_and(|version| version.state == VersionState::Queued);
            return Ok((!is_wanted).then(|| vec![news_of(job)]));
        }
        Subject::Match(match_id) => match_id,
    };
    let seats = tx.seated_versions(match_id).await?;
    let is_gone = |seat: &SeatedVersion| seat.language != HOUSE_LANGUAGE && seat.artefact_hash.is_none();
    // A trial goes on although the house bot in it was disabled.
    let is_trial = job.lane == Lane::Trial;
    if !seats.iter().any(is_gone) && (is_trial || !tx.has_disabled_bot(match_id).await?) {
        return Ok(None);
    }
    Ok(Some(give_up_match(tx, match_id, MatchState::Withdrawn, WHY).await?))
}

/// Whom a job is not for, whatever became of it: a second opinion is not for the first worker.
fn kept_for_others(job: &Job) -> WorkerList {
    if job.lane == Lane::Second { job.not_workers.clone() } else { WorkerList::default() }
}

/// Who should not try a failed job again at once: the worker it failed with, if there is another. Otherwise one broken
/// worker would set everything aside that it touches.
async fn avoided(arena: &Arena, tx: &mut Writing, job: &Job) -> Stored<WorkerList> {
    let Some(worker) = job.worker_id.filter(|_| job.lane != Lane::Second) else {
        return Ok(kept_for_others(job));
    };
    let has_other = WorkerPool::in_transaction(arena, tx).await?.has_other(&[worker], &job.needs);
    Ok(WorkerList(if has_other { vec![worker] } else { Vec::new() }))
}

/// How long a lease lasts without a heartbeat.
pub(super) fn lease_ms(arena: &Arena) -> i64 {
    i64::from(arena.settings.queue.lease_seconds.max(1)) * 1_000
}

/// What those hear who look at what a job is about.
pub(super) fn news_of(job: &Job) -> News {
    match job.subject {
        Subject::Build(version_id) => News::Version(version_id),
        Subject::Match(match_id) => News::Match(match_id),
    }
}
