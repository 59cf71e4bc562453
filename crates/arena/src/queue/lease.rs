//! Leases: prolonged while a worker is heard, and taken back when it is not.

use crate::arena::{Arena, News};
use crate::store::{
    HOUSE_LANGUAGE, Introduction, Job, JobKind, MatchState, SeatedVersion, Stored, VersionState, Writing,
};

use skirmish_arena_protocol::jobs::{Held, MOST_JOBS};

use super::hands::{alive_since_ms, offers};
use super::priority;
use super::withdraw::{give_up_build, give_up_match, withdraw_impossible};

/// How long a job rests after its first failure; twice as long after the second, and so on.
const REST_MS: i64 = 2_000;
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
    let mut tx = arena.store.write().await?;
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
    Ok(job.is_some_and(|job| {
        let is_it = job.kind == JobKind::Match.word() && job.ref_id == match_id;
        is_it && job.state == "leased" && job.fence == held.fence && job.worker_id == Some(worker_id)
    }))
}

/// Takes back what a worker gives up in good order: it did not fail, so the attempt is not counted.
pub async fn release(arena: &Arena, worker_id: i64, held: &[Held]) -> Stored<()> {
    for held in held.iter().take(MOST_JOBS) {
        let mut tx = arena.store.write().await?;
        let Some(job) = tx.finish_job(held.job, held.fence, worker_id).await? else { continue };
        if !drop_unwanted(arena, &mut tx, &job).await? {
            let not_worker_id = job.not_worker_id.filter(|_| job.priority == priority::SECOND);
            tx.requeue_job(job.id, job.attempts - 1, 0, not_worker_id, None).await?;
            if job.kind == JobKind::Match.word() {
                tx.set_match_state(job.ref_id, MatchState::Queued, None).await?;
            }
        }
        tx.commit().await?;
        tell(arena, &job);
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
        give_back(arena, &mut tx, &job, "the worker that had it fell silent").await?;
        tx.commit().await?;
        tell(arena, &job);
        count += 1;
    }
    let before_ms = now_ms.saturating_sub(SECOND_PATIENCE_MS);
    for job in arena.store.stale_seconds(priority::SECOND, before_ms, MOST_SWEPT).await? {
        let mut tx = arena.store.write().await?;
        let why = "no second worker came";
        if tx.withdraw_job(JobKind::Match, job.ref_id, why).await? {
            give_up_match(arena, &mut tx, job.ref_id, MatchState::Withdrawn, why).await?;
            tx.commit().await?;
            tell(arena, &job);
            count += 1;
        }
    }
    Ok(count + withdraw_impossible(arena).await?)
}

/// Puts a job that was just taken from its worker back into the queue, or sets it aside if it was tried often enough.
pub(super) async fn give_back(arena: &Arena, tx: &mut Writing, job: &Job, why: &str) -> Stored<()> {
    if drop_unwanted(arena, tx, job).await? {
        return Ok(());
    }
    if job.attempts < i64::from(arena.settings.queue.attempts.max(1)) {
        let not_worker_id = avoided(arena, tx, job).await?;
        // A second opinion that rests would forget whom it is not for.
        let rest_ms =
            if job.priority == priority::SECOND { 0 } else { REST_MS << (job.attempts - 1).clamp(0, 8) };
        let not_before_ms = if rest_ms == 0 { 0 } else { arena.clock.now_ms().saturating_add(rest_ms) };
        tx.requeue_job(job.id, job.attempts, not_before_ms, not_worker_id, Some(why)).await?;
        if job.kind == JobKind::Match.word() {
            tx.set_match_state(job.ref_id, MatchState::Queued, Some(why)).await?;
        }
        return Ok(());
    }
    let why = format!("tried {} times: {why}", job.attempts);
    tx.poison_job(job.id, &why).await?;
    if job.kind == JobKind::Build.word() {
        return give_up_build(tx, job.ref_id, &why).await;
    }
    give_up_match(arena, tx, job.ref_id, MatchState::Poison, &why).await
}

/// Whether a job that was just taken from its worker is not to be done any more, because meanwhile somebody left or may
/// not play: it is over then.
async fn drop_unwanted(arena: &Arena, tx: &mut Writing, job: &Job) -> Stored<bool> {
    const WHY: &str = "whose it was left, or may not play any more";
    if job.kind == JobKind::Build.word() {
        let version = tx.version(job.ref_id).await?;
        return Ok(!version.is_some_and(|version| version.is(VersionState::Queued)));
    }
    let seats = tx.seated_versions(job.ref_id).await?;
    let is_gone = |seat: &SeatedVersion| seat.language != HOUSE_LANGUAGE && seat.artefact_hash.is_none();
    // A trial goes on although the house bot in it was disabled.
    let is_trial = job.priority == priority::TRIAL;
    if !seats.iter().any(is_gone) && (is_trial || !tx.has_disabled_bot(job.ref_id).await?) {
        return Ok(false);
    }
    give_up_match(arena, tx, job.ref_id, MatchState::Withdrawn, WHY).await?;
    Ok(true)
}

/// Who should not try a failed job again at once: the worker it failed with, if there is another. Otherwise one broken
/// worker would set everything aside that it touches.
async fn avoided(arena: &Arena, tx: &mut Writing, job: &Job) -> Stored<Option<i64>> {
    let Some(worker) = job.worker_id else { return Ok(None) };
    if job.priority == priority::SECOND {
        return Ok(job.not_worker_id);
    }
    let others = tx.others_alive(worker, alive_since_ms(arena)).await?;
    Ok(others.iter().any(|languages| offers(languages, &job.needs)).then_some(worker))
}

/// How long a lease lasts without a heartbeat.
pub(super) fn lease_ms(arena: &Arena) -> i64 {
    i64::from(arena.settings.queue.lease_seconds.max(1)) * 1_000
}

/// Tells those who look at what a job was about.
pub(super) fn tell(arena: &Arena, job: &Job) {
    let is_build = job.kind == JobKind::Build.word();
    arena.tell(if is_build { News::Version(job.ref_id) } else { News::Match(job.ref_id) });
}
