//! What workers report, and what becomes of it: checked first, then written down, rated and told, once.

use skirmish_arena_protocol::jobs::{Done, Report, Verdict, cleaned};
use skirmish_core::seat::MAX_SEATS;

use crate::arena::{Arena, News};
use crate::ladder;
use crate::store::{
    Job, MatchKind, MatchResult, SeatedVersion, StoreError, Stored, Subject, VersionState, Writing,
};

use super::budget::charge;
use super::check;
use super::lease::{Failure, give_back, news_of};
use super::{conduct, enqueue_trial, trust};

/// Why a report could not be taken; the worker tries again later.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What became of a report, and what is told of it once that is committed.
pub(super) struct Taken {
    verdict: Verdict,
    news: Vec<News>,
}

impl Taken {
    pub(super) fn accepted(news: Vec<News>) -> Self {
        Self { verdict: Verdict::Accepted, news }
    }

    pub(super) fn late() -> Self {
        Self { verdict: Verdict::Late, news: Vec::new() }
    }
}

/// Takes one worker's report: checks it, writes it down, rates it and tells of it. The same report twice counts once.
pub async fn report(arena: &Arena, worker_id: i64, report: &Report) -> Result<Verdict, ReportError> {
    let Some(job) = arena.store.job(report.job).await? else { return Ok(Verdict::Late) };
    if !job.is_held(worker_id, report.fence) {
        doom_all(arena, &report.done).await?;
        return Ok(Verdict::Late);
    }
    let Taken { verdict, news } = match take(arena, &job, report).await {
        Ok(taken) => taken,
        Err(error) => {
            // If the database is away, this fails as well, and the worker comes again. What it cannot write down it
            // never will: then the job goes back, and the worker's other reports are not held up.
            tracing::error!(%error, job = job.id, "a report could not be written down");
            refuse(arena, &job, "the report could not be written down").await.map_err(|_| error)?
        }
    };
    if verdict != Verdict::Accepted {
        doom_all(arena, &report.done).await?;
    }
    arena.tell_all(news);
    Ok(verdict)
}

async fn take(arena: &Arena, job: &Job, report: &Report) -> Stored<Taken> {
    match (&report.done, job.subject) {
        (Done::Built { artefact_hash, log_hash }, Subject::Build(version_id)) => {
            built(arena, job, report.cpu_ms, version_id, [artefact_hash, log_hash]).await
        }
        (Done::NotBuilt { why, log_hash }, Subject::Build(version_id)) => {
            not_built(arena, job, report.cpu_ms, version_id, why, log_hash.as_deref()).await
        }
        (Done::Played { replay_hash, stderr_hashes }, Subject::Match(match_id)) => {
            played(arena, job, report.cpu_ms, match_id, replay_hash, stderr_hashes).await
        }
        (Done::Trouble { why }, _) => trouble(arena, job, why).await,
        _ => refuse(arena, job, "the report is about something else than the job").await,
    }
}

/// Nobody needs what was left for a report that does not count, unless it is named elsewhere.
async fn doom_all(arena: &Arena, done: &Done) -> Stored<()> {
    let names: Vec<&str> = match done {
        Done::Built { artefact_hash, log_hash } => vec![artefact_hash, log_hash],
        Done::NotBuilt { log_hash, .. } => log_hash.iter().map(String::as_str).collect(),
        Done::Played { replay_hash, stderr_hashes } => {
            stderr_hashes.iter().flatten().chain([replay_hash]).map(String::as_str).collect()
        }
        Done::Trouble { .. } => Vec::new(),
    };
    let mut tx = arena.store.write().await?;
    for name in names.into_iter().filter(|name| is_blobs_name(name)).take(MAX_SEATS + 1) {
        tx.doom_blob(name).await?;
    }
    tx.commit().await
}

/// Rates a finished match, unless it may not be rated; whoever commits tells the news.
pub(super) async fn rate(tx: &mut Writing, match_id: i64) -> Stored<Vec<News>> {
    let Some(ended) = tx.match_of(match_id).await? else { return Ok(Vec::new()) };
    ladder::rate(tx, &ended.game, &[match_id]).await
}

async fn built(
    arena: &Arena,
    job: &Job,
    cpu_ms: u64,
    version_id: i64,
    [artefact_hash, log_hash]: [&str; 2],
) -> Stored<Taken> {
    let names = [artefact_hash, log_hash];
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    if !are_kept(arena, &mut tx, &names).await? {
        return refuse_in(arena, tx, &job, "what was built was not uploaded").await;
    }
    charge(arena, &mut tx, &job, cpu_ms).await?;
    let state = VersionState::Built;
    if tx.note_build(version_id, state, Some(artefact_hash), Some(log_hash), None).await? {
        enqueue_trial(&mut tx, &arena.settings, version_id, arena.clock.now_ms()).await?;
    } else {
        doom(&mut tx, &names).await?;
    }
    tx.commit().await?;
    Ok(Taken::accepted(vec![news_of(&job)]))
}

async fn not_built(
    arena: &Arena,
    job: &Job,
    cpu_ms: u64,
    version_id: i64,
    why: &str,
    log_hash: Option<&str>,
) -> Stored<Taken> {
    let names: Vec<&str> = log_hash.into_iter().collect();
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    if !are_kept(arena, &mut tx, &names).await? {
        return refuse_in(arena, tx, &job, "the build's log was not uploaded").await;
    }
    charge(arena, &mut tx, &job, cpu_ms).await?;
    if !tx.note_build(version_id, VersionState::Failed, None, log_hash, Some(&cleaned(why))).await? {
        doom(&mut tx, &names).await?;
    }
    tx.commit().await?;
    Ok(Taken::accepted(vec![news_of(&job)]))
}

/// Nobody waits for these any more: their owner left.
async fn doom(tx: &mut Writing, names: &[&str]) -> Stored<()> {
    for name in names {
        tx.doom_blob(name).await?;
    }
    Ok(())
}

async fn trouble(arena: &Arena, job: &Job, why: &str) -> Stored<Taken> {
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    let news = give_back(arena, &mut tx, &job, Failure::Tried, &cleaned(why)).await?;
    tx.commit().await?;
    Ok(Taken::accepted(news))
}

/// A report that cannot be right: the job goes back, and the reason is kept.
pub(super) async fn refuse(arena: &Arena, job: &Job, why: &str) -> Stored<Taken> {
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    refuse_in(arena, tx, &job, why).await
}

/// The same for a job that was just finished.
pub(super) async fn refuse_in(arena: &Arena, mut tx: Writing, job: &Job, why: &str) -> Stored<Taken> {
    let why = cleaned(why);
    tracing::warn!(job = job.id, worker = job.worker_id, why, "a worker's report was refused");
    let news = give_back(arena, &mut tx, job, Failure::Tried, &why).await?;
    tx.commit().await?;
    Ok(Taken { verdict: Verdict::Refused { why }, news })
}

async fn played(
    arena: &Arena,
    job: &Job,
    cpu_ms: u64,
    match_id: i64,
    replay_hash: &str,
    stderr_hashes: &[Option<String>],
) -> Stored<Taken> {
    let Some(asked) = arena.store.match_of(match_id).await? else { return Ok(Taken::late()) };
    let seats = arena.store.seated_versions(asked.id).await?;
    let mut checked = match check::check(arena, &asked, &seats, replay_hash, stderr_hashes).await {
        Ok(checked) => checked,
        Err(bad) => return refuse(arena, job, &bad.to_string()).await,
    };
    if let Some(first_id) = asked.second_of {
        return trust::second_opinion(arena, job, first_id, &seats, checked).await;
    }
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    if !keep_all(arena, &mut tx, &seats, &mut checked.result).await? {
        return refuse_in(arena, tx, &job, "the replay or what a bot printed was not uploaded").await;
    }
    charge(arena, &mut tx, &job, cpu_ms).await?;
    let mut news = vec![News::Match(asked.id)];
    match asked.kind {
        MatchKind::Rated if trust::wants_second(arena, &mut tx, &job).await? => {
            tx.end_matches(&[(asked.id, &checked.result)], arena.clock.now_ms()).await?;
            trust::enqueue_second(&mut tx, &asked, &seats, &job, arena.clock.now_ms()).await?;
        }
        MatchKind::Rated => {
            // Locks in order: the ladder before the match.
            tx.hold_ladder(&asked.game).await?;
            tx.end_matches(&[(asked.id, &checked.result)], arena.clock.now_ms()).await?;
            news.extend(rate(&mut tx, asked.id).await?);
        }
        MatchKind::Trial => {
            tx.end_matches(&[(asked.id, &checked.result)], arena.clock.now_ms()).await?;
            news.extend(conduct::judge_trial(&mut tx, &seats, &checked.result).await?);
        }
        MatchKind::Challenge | MatchKind::Second => {
            tx.end_matches(&[(asked.id, &checked.result)], arena.clock.now_ms()).await?;
        }
    }
    tx.commit().await?;
    if asked.kind == MatchKind::Rated {
        news.extend(conduct::rest_failing(arena, &seats, &checked.result).await?);
    }
    Ok(Taken::accepted(news))
}

/// Ends a job as its holder; none if it is somebody else's by now.
pub(super) async fn finish(tx: &mut Writing, job: &Job) -> Stored<Option<Job>> {
    tx.finish_job(job.id, job.fence, job.worker_id.unwrap_or_default()).await
}

/// The replay and what bots printed stay, but for those whose owner left meanwhile; false if they are not there.
pub(super) async fn keep_all(
    arena: &Arena,
    tx: &mut Writing,
    seats: &[SeatedVersion],
    result: &mut MatchResult,
) -> Stored<bool> {
    for (seat, at) in seats.iter().zip(&mut result.seats) {
        let Some(name) = &at.stderr_hash else { continue };
        if tx.has_left(seat.bot_id).await? {
            tx.doom_blob(name).await?;
            at.stderr_hash = None;
        } else if !are_kept(arena, tx, &[name]).await? {
            return Ok(false);
        }
    }
    are_kept(arena, tx, &[&result.replay_hash]).await
}

/// Whether blobs that are about to be named are there; from here on nobody removes them.
async fn are_kept(arena: &Arena, tx: &mut Writing, names: &[&str]) -> Stored<bool> {
    for name in names {
        if !is_blobs_name(name) {
            return Ok(false);
        }
        tx.spare_blob(name).await?;
    }
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let blobs = arena.blobs.clone();
    let looking =
        tokio::task::spawn_blocking(move || names.iter().all(|name| blobs.has(name).unwrap_or(false)));
    Ok(looking.await.unwrap_or(false))
}

/// Whether a name may be a blob's: anything else is not for the database.
fn is_blobs_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}
