//! What workers report, and what becomes of it: checked first, then written down, rated and told, once.

use skirmish_arena_protocol::blob::is_name;
use skirmish_arena_protocol::jobs::{Done, Report, Verdict, cleaned};
use skirmish_arena_store::{
    BuildSizes, Job, Match, MatchKind, MatchResult, SeatedVersion, StoreError, Stored, Subject, VersionState,
    Writing,
};
use skirmish_core::seat::MAX_SEATS;

use super::budget::charge;
use super::check::{BadResult, Examined, examine};
use super::lease::{Failure, give_back, news_of};
use super::trust::{self, Certainty};
use super::{conduct, enqueue_trial};
use crate::arena::{Arena, News};
use crate::ladder;
use crate::storage;

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
    report_examined(arena, worker_id, report, None).await
}

/// The same for one whose result may have been checked already.
pub(super) async fn report_examined(
    arena: &Arena,
    worker_id: i64,
    report: &Report,
    examined: Option<Box<Examined>>,
) -> Result<Verdict, ReportError> {
    let Some(job) = arena.store.job(report.job).await? else { return Ok(Verdict::Late) };
    if !job.is_held(worker_id, report.fence) {
        list_unreferenced(arena, &report.done).await?;
        return Ok(Verdict::Late);
    }
    let Taken { verdict, news } = match take(arena, &job, report, examined).await {
        Ok(taken) => taken,
        Err(error) => {
            // If the database is away, this fails as well, and the worker comes again. What it cannot write down it
            // never will: then the job goes back, and the worker's other reports are not held up.
            tracing::error!(%error, job = job.id, "a report could not be written down");
            refuse(arena, &job, "the report could not be written down").await.map_err(|_| error)?
        }
    };
    if verdict != Verdict::Accepted {
        list_unreferenced(arena, &report.done).await?;
    }
    arena.tell_all(news);
    Ok(verdict)
}

async fn take(arena: &Arena, job: &Job, report: &Report, examined: Option<Box<Examined>>) -> Stored<Taken> {
    match (&report.done, job.subject) {
        (Done::Built { artefact_hash, log_hash }, Subject::Build(version_id)) => {
            built(arena, job, report.cpu_ms, version_id, [artefact_hash, log_hash]).await
        }
        (Done::NotBuilt { why, log_hash }, Subject::Build(version_id)) => {
            not_built(arena, job, report.cpu_ms, version_id, why, log_hash.as_deref()).await
        }
        (Done::Played { replay_hash, stderr_hashes }, Subject::Match(match_id)) => {
            let examined = match examined {
                Some(examined) => Some(examined),
                None => examine(arena, match_id, replay_hash, stderr_hashes).await?.map(Box::new),
            };
            match examined {
                Some(examined) => Box::pin(played(arena, job, report.cpu_ms, *examined)).await,
                None => Ok(Taken::late()),
            }
        }
        (Done::Trouble { why }, _) => trouble(arena, job, why).await,
        _ => refuse(arena, job, "the report is about something else than the job").await,
    }
}

/// Nobody needs what was left for a report that does not count, unless it is named elsewhere.
async fn list_unreferenced(arena: &Arena, done: &Done) -> Stored<()> {
    let names: Vec<&str> = match done {
        Done::Built { artefact_hash, log_hash } => vec![artefact_hash, log_hash],
        Done::NotBuilt { log_hash, .. } => log_hash.iter().map(String::as_str).collect(),
        Done::Played { replay_hash, stderr_hashes } => {
            stderr_hashes.iter().flatten().chain([replay_hash]).map(String::as_str).collect()
        }
        Done::Trouble { .. } => Vec::new(),
    };
    let mut tx = arena.store.write().await?;
    for name in names.into_iter().filter(|name| is_name(name)).take(MAX_SEATS + 1) {
        tx.list_unreferenced(name).await?;
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
    if !are_kept(arena, &names).await {
        return refuse_in(arena, tx, &job, "what was built was not uploaded").await;
    }
    charge(arena, &mut tx, &job, cpu_ms).await?;
    let sizes = build_sizes(arena, Some(artefact_hash), Some(log_hash)).await;
    if let Some(why) = beyond_quota(arena, &mut tx, version_id, sizes).await? {
        if tx.note_build(version_id, VersionState::Failed, None, Some(log_hash), Some(&why)).await? {
            tx.note_build_bytes(version_id, BuildSizes { artefact_bytes: 0, ..sizes }).await?;
        }
        give_up(&mut tx, &names).await?;
    } else if tx
        .note_build(version_id, VersionState::Built, Some(artefact_hash), Some(log_hash), None)
        .await?
    {
        tx.note_build_bytes(version_id, sizes).await?;
        enqueue_trial(&mut tx, &arena.settings, version_id, arena.clock.now_ms()).await?;
    } else {
        give_up(&mut tx, &names).await?;
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
    if !are_kept(arena, &names).await {
        return refuse_in(arena, tx, &job, "the build's log was not uploaded").await;
    }
    charge(arena, &mut tx, &job, cpu_ms).await?;
    if tx.note_build(version_id, VersionState::Failed, None, log_hash, Some(&cleaned(why))).await? {
        let sizes = build_sizes(arena, None, log_hash).await;
        tx.note_build_bytes(version_id, sizes).await?;
    } else {
        give_up(&mut tx, &names).await?;
    }
    tx.commit().await?;
    Ok(Taken::accepted(vec![news_of(&job)]))
}

/// How many bytes what a build left takes on the disk.
async fn build_sizes(arena: &Arena, artefact: Option<&str>, log: Option<&str>) -> BuildSizes {
    let (blobs, artefact, log) = (arena.blobs.clone(), artefact.map(str::to_owned), log.map(str::to_owned));
    let sizes = tokio::task::spawn_blocking(move || {
        let size = |name: Option<String>| {
            let size = name.and_then(|name| blobs.size(&name).ok().flatten());
            size.and_then(|size| i64::try_from(size).ok()).unwrap_or_default()
        };
        BuildSizes { artefact_bytes: size(artefact), log_bytes: size(log) }
    });
    sizes.await.unwrap_or_default()
}

/// Why the version's owner may not keep what was built, if so.
async fn beyond_quota(
    arena: &Arena,
    tx: &mut Writing,
    version_id: i64,
    sizes: BuildSizes,
) -> Stored<Option<String>> {
    let Some(version) = tx.version(version_id).await? else { return Ok(None) };
    let Some(bot) = tx.bot(version.bot_id).await? else { return Ok(None) };
    let used = tx.stored_by(bot.user_id).await?;
    let checked = storage::check_account(&arena.settings, used, sizes.artefact_bytes + sizes.log_bytes);
    Ok(checked.err().map(|refused| cleaned(&refused.to_string())))
}

/// Nobody waits for these any more: their owner left, or may keep no more.
async fn give_up(tx: &mut Writing, names: &[&str]) -> Stored<()> {
    for name in names {
        tx.list_unreferenced(name).await?;
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

async fn played(arena: &Arena, job: &Job, cpu_ms: u64, examined: Examined) -> Stored<Taken> {
    let Examined { asked, seats, checked } = examined;
    let mut checked = match checked {
        Ok(checked) => checked,
        Err(bad) => {
            if matches!(&bad, BadResult::House(wrong) if wrong.is_forged()) {
                trust::flag_forger(arena, job, &format!("match {}: {bad}", asked.id)).await?;
            }
            return refuse(arena, job, &bad.to_string()).await;
        }
    };
    arena.dispatcher.note_end(job.id, &checked.replay);
    if let Some(first_id) = asked.second_of {
        return trust::second_opinion(arena, job, &asked, first_id, &seats, checked).await;
    }
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Taken::late()) };
    if !keep_all(arena, &mut tx, &seats, &mut checked.result).await? {
        return refuse_in(arena, tx, &job, "the replay or what a bot printed was not uploaded").await;
    }
    charge(arena, &mut tx, &job, cpu_ms).await?;
    let mut news = vec![News::Match(asked.id)];
    let mut draw = None;
    match asked.kind {
        MatchKind::Rated => {
            let certainty;
            (certainty, draw) = trust::certainty(arena, &mut tx, &job, &seats).await?;
            // Locks in order: the ladder before the match.
            if certainty != Certainty::Awaited {
                tx.hold_ladder(&asked.game).await?;
            }
            tx.end_matches(&[(asked.id, &checked.result)], arena.clock.now_ms()).await?;
            match certainty {
                Certainty::Awaited => {
                    let played = Match { worker_id: job.worker_id, ..asked.clone() };
                    trust::enqueue_second(arena, &mut tx, &played, None, &seats).await?;
                }
                Certainty::Certain => {
                    tx.confirm_match(asked.id).await?;
                    news.extend(rate(&mut tx, asked.id).await?);
                }
                Certainty::Unconfirmed => news.extend(rate(&mut tx, asked.id).await?),
            }
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
    if let Some(draw) = draw {
        draw.keep();
    }
    if asked.kind == MatchKind::Rated {
        news.extend(conduct::rest_failing(arena, &seats, &checked.result).await?);
    }
    Ok(Taken::accepted(news))
}

/// Ends a job as its holder; none if it is somebody else's by now.
pub(super) async fn finish(tx: &mut Writing, job: &Job) -> Stored<Option<Job>> {
    // Locks in order: blobs before everything else.
    tx.hold_blobs().await?;
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
            tx.list_unreferenced(name).await?;
            at.stderr_hash = None;
        } else if !are_kept(arena, &[name]).await {
            return Ok(false);
        }
    }
    Ok(are_kept(arena, &[&result.replay_hash]).await)
}

/// Whether blobs that are about to be named are there; nobody removes them since the job was finished.
async fn are_kept(arena: &Arena, names: &[&str]) -> bool {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let blobs = arena.blobs.clone();
    let looking =
        tokio::task::spawn_blocking(move || names.iter().all(|name| blobs.has(name).unwrap_or(false)));
    looking.await.unwrap_or(false)
}
