//! Giving work out and taking it back.

use crate::arena::{Arena, News};
use crate::store::{
    Claim, HOUSE_LANGUAGE, Introduction, Job, JobKind, MatchKind, MatchState, Readiness, SeatedVersion,
    Stored, VersionState, Writing,
};

use super::priority;
use super::report::rate;
use super::wire::{Held, Leased, LeasedBot, LeasedSeat, MOST_JOBS, Work};

/// How long a job rests after its first failure; twice as long after the second, and so on.
const REST_MS: i64 = 2_000;
/// How many jobs one sweep takes back.
const MOST_SWEPT: i64 = 200;
/// How long a second opinion waits for a second worker before the first one counts alone.
const SECOND_PATIENCE_MS: i64 = 15 * 60_000;
/// A worker's sign of life is written down at most this often.
const HEARD_EVERY_MS: i64 = 5_000;

/// A worker introduces itself: gives its number.
pub async fn greet(arena: &Arena, token_id: i64, who: &Introduction<'_>) -> Stored<i64> {
    let mut tx = arena.store.write().await?;
    let id = tx.greet_worker(token_id, who, arena.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(id)
}

/// Gives the next jobs to a worker: at most as many as it asks for, and as it may hold.
pub async fn lease(arena: &Arena, worker_id: i64, most: u32) -> Stored<Vec<Leased>> {
    let now_ms = arena.clock.now_ms();
    let Some(worker) = arena.store.readiness(worker_id).await? else { return Ok(Vec::new()) };
    let most = i64::from(most).min(MOST_JOBS as i64);
    let may_hold = i64::from(arena.settings.queue.batch.max(1)).saturating_mul(worker.cores.max(1));
    let room = most.min(may_hold.saturating_sub(worker.held));
    if room <= 0 {
        return Ok(Vec::new());
    }
    let until_ms = now_ms.saturating_add(lease_ms(arena));
    let claims = claim(arena, worker_id, &worker, (now_ms, until_ms), room).await?;
    let mut leased = Vec::with_capacity(claims.len());
    for claim in claims {
        if let Some(work) = work_of(arena, &claim).await? {
            if let Work::Match { match_id, .. } = &work {
                arena.tell(News::Match(*match_id));
            }
            leased.push(Leased { job: claim.id, fence: claim.fence, lease_until_ms: until_ms, work });
        }
    }
    Ok(leased)
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
        let not_worker_id = job.not_worker_id.filter(|_| job.priority == priority::SECOND);
        tx.requeue_job(job.id, job.attempts - 1, 0, not_worker_id, None).await?;
        if job.kind == JobKind::Match.word() {
            tx.set_match_state(job.ref_id, MatchState::Queued, None).await?;
        }
        tx.commit().await?;
        tell(arena, &job);
    }
    Ok(())
}

/// Takes back what silent workers held, and gives up waiting for second opinions that nobody can give; how many jobs.
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
            second_failed(arena, &mut tx, job.ref_id, MatchState::Withdrawn, why).await?;
            tx.commit().await?;
            tell(arena, &job);
            count += 1;
        }
    }
    Ok(count)
}

/// Puts a job that was just taken from its worker back into the queue, or sets it aside if it was tried often enough.
pub(super) async fn give_back(arena: &Arena, tx: &mut Writing, job: &Job, why: &str) -> Stored<()> {
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
        let why = format!("it could not be built, {why}");
        return tx.note_build(job.ref_id, VersionState::Failed, None, None, Some(&why)).await;
    }
    set_aside(arena, tx, job.ref_id, &why).await
}

/// Who should not try a failed job again at once: the worker it failed with, if there is another. Otherwise one broken
/// worker would set everything aside that it touches.
async fn avoided(arena: &Arena, tx: &mut Writing, job: &Job) -> Stored<Option<i64>> {
    let Some(worker) = job.worker_id else { return Ok(None) };
    if job.priority == priority::SECOND {
        return Ok(job.not_worker_id);
    }
    let since_ms = arena.clock.now_ms().saturating_sub(2 * lease_ms(arena));
    Ok((tx.others_alive(worker, since_ms).await? > 0).then_some(worker))
}

/// A match is played no more; whoever waits for it is told.
async fn set_aside(arena: &Arena, tx: &mut Writing, match_id: i64, why: &str) -> Stored<()> {
    let Some(played) = tx.match_of(match_id).await? else { return Ok(()) };
    if played.is_kind(MatchKind::Second) {
        return second_failed(arena, tx, match_id, MatchState::Poison, why).await;
    }
    tx.set_match_state(match_id, MatchState::Poison, Some(why)).await?;
    if played.is_kind(MatchKind::Trial) {
        for seat in tx.seatings(match_id).await? {
            let is_tried =
                tx.version(seat.version_id).await?.is_some_and(|version| version.is(VersionState::Built));
            if is_tried {
                let why = format!("its trial could not be played, {why}");
                tx.note_trial(seat.version_id, VersionState::Refused, Some(&why)).await?;
            }
        }
    }
    Ok(())
}

/// There will be no second opinion: the first one counts alone.
async fn second_failed(
    arena: &Arena,
    tx: &mut Writing,
    second_id: i64,
    state: MatchState,
    why: &str,
) -> Stored<()> {
    let first_id = tx.match_of(second_id).await?.and_then(|second| second.second_of);
    if let Some(first_id) = first_id {
        rate(arena, tx, first_id).await?;
    }
    tx.set_match_state(second_id, state, Some(why)).await
}

fn lease_ms(arena: &Arena) -> i64 {
    i64::from(arena.settings.queue.lease_seconds.max(1)) * 1_000
}

async fn claim(
    arena: &Arena,
    worker_id: i64,
    worker: &Readiness,
    (now_ms, until_ms): (i64, i64),
    most: i64,
) -> Stored<Vec<Claim>> {
    let mut tx = arena.store.write().await?;
    if now_ms.saturating_sub(worker.last_seen_ms) >= HEARD_EVERY_MS {
        tx.hear_worker(worker_id, now_ms).await?;
    }
    let claims = tx.claim_jobs(worker_id, &worker.languages, now_ms, until_ms, most).await?;
    for claim in claims.iter().filter(|claim| claim.kind == JobKind::Match.word()) {
        tx.begin_match(claim.ref_id, worker_id, now_ms).await?;
    }
    tx.commit().await?;
    Ok(claims)
}

/// All that a worker must know to do a job.
async fn work_of(arena: &Arena, claim: &Claim) -> Stored<Option<Work>> {
    if claim.kind == JobKind::Build.word() {
        let Some(version) = arena.store.version(claim.ref_id).await? else { return Ok(None) };
        let Some(bot) = arena.store.bot(version.bot_id).await? else { return Ok(None) };
        return Ok(Some(Work::Build {
            version_id: version.id,
            game: bot.game,
            language: version.language,
            source_hash: version.source_hash,
        }));
    }
    let Some(played) = arena.store.match_of(claim.ref_id).await? else { return Ok(None) };
    let seats = arena.store.seated_versions(claim.ref_id).await?;
    let clock =
        skirmish_games::find(&played.game).map_or(String::new(), |entry| entry.info.clock.to_string());
    Ok(Some(Work::Match {
        match_id: played.id,
        game: played.game,
        preset: played.preset,
        seed: played.seed,
        clock,
        seats: seats.into_iter().map(leased_seat).collect(),
    }))
}

fn leased_seat(seat: SeatedVersion) -> LeasedSeat {
    let house = seat.name.strip_prefix("house:").filter(|_| seat.language == HOUSE_LANGUAGE);
    let bot = match house {
        Some(name) => LeasedBot::House(name.to_owned()),
        None => LeasedBot::Artefact(seat.artefact_hash.clone().unwrap_or_default()),
    };
    LeasedSeat { version_id: seat.version_id, name: seat.name, language: seat.language, bot }
}

/// Tells those who look at what a job was about.
pub(super) fn tell(arena: &Arena, job: &Job) {
    let is_build = job.kind == JobKind::Build.word();
    arena.tell(if is_build { News::Version(job.ref_id) } else { News::Match(job.ref_id) });
}
