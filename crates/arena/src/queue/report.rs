//! What workers report, and what becomes of it: checked first, then written down, rated and told, once.

use skirmish_arena_protocol::jobs::{Done, MOST_JOBS, Report, Verdict, cleaned};
use skirmish_core::seat::MAX_SEATS;

use crate::arena::{Arena, News};
use crate::ladder;
use crate::store::{
    Job, JobDraft, JobKind, Match, MatchDraft, MatchKind, MatchResult, SeatedVersion, StoreError, Stored,
    VersionState, Writing,
};

use super::check::{self, Checked};
use super::hands::{alive_since_ms, offers};
use super::lease::{give_back, tell};
use super::second::{self, Opinion};
use super::{enqueue_trial, fresh_seed, priority};

/// Why a report could not be taken; the worker tries again later.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes one worker's report: checks it, writes it down, rates it and tells of it. The same report twice counts once.
pub async fn report(arena: &Arena, worker_id: i64, report: &Report) -> Result<Verdict, ReportError> {
    let Some(job) = arena.store.job(report.job).await? else { return Ok(Verdict::Late) };
    let is_held = job.state == "leased" && job.fence == report.fence && job.worker_id == Some(worker_id);
    if !is_held {
        return Ok(Verdict::Late);
    }
    let verdict = match take(arena, &job, &report.done).await {
        Ok(verdict) => verdict,
        Err(error) => {
            // If the database is away, this fails as well, and the worker comes again. What it cannot write down it
            // never will: then the job goes back, and the worker's other reports are not held up.
            tracing::error!(%error, job = job.id, "a report could not be written down");
            refuse(arena, &job, "the report could not be written down").await.map_err(|_| error)?
        }
    };
    if matches!(verdict, Verdict::Refused { .. }) {
        doom_all(arena, &report.done).await?;
    }
    if verdict != Verdict::Late {
        tell(arena, &job);
    }
    Ok(verdict)
}

async fn take(arena: &Arena, job: &Job, done: &Done) -> Stored<Verdict> {
    match (done, job.kind == JobKind::Build.word()) {
        (Done::Built { artefact_hash, log_hash }, true) => built(arena, job, artefact_hash, log_hash).await,
        (Done::NotBuilt { why, log_hash }, true) => not_built(arena, job, why, log_hash.as_deref()).await,
        (Done::Played { replay_hash, stderr_hashes }, false) => {
            played(arena, job, replay_hash, stderr_hashes).await
        }
        (Done::Trouble { why }, _) => trouble(arena, job, why).await,
        _ => refuse(arena, job, "the report is about something else than the job").await,
    }
}

/// Nobody needs what was left for a report that was refused, unless it is named elsewhere.
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

/// Takes a batch of reports, each for itself.
pub async fn report_all(
    arena: &Arena,
    worker_id: i64,
    reports: &[Report],
) -> Result<Vec<Verdict>, ReportError> {
    let mut verdicts = Vec::with_capacity(reports.len());
    for one in reports.iter().take(MOST_JOBS) {
        verdicts.push(report(arena, worker_id, one).await?);
    }
    Ok(verdicts)
}

/// Rates a finished match, unless it may not be rated.
pub(super) async fn rate(arena: &Arena, tx: &mut Writing, match_id: i64) -> Stored<bool> {
    let Some(ended) = tx.match_of(match_id).await? else { return Ok(false) };
    let is_rated = ladder::rate(tx, &ended.game, &[match_id]).await? > 0;
    let game = skirmish_games::find(&ended.game).map(|entry| entry.info.name);
    if let Some(game) = game.filter(|_| is_rated) {
        arena.tell(News::Ladder(game));
    }
    Ok(is_rated)
}

async fn built(arena: &Arena, job: &Job, artefact_hash: &str, log_hash: &str) -> Stored<Verdict> {
    let now_ms = arena.clock.now_ms();
    let names = [artefact_hash, log_hash];
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Verdict::Late) };
    if !are_kept(arena, &mut tx, &names).await? {
        return refuse_in(arena, tx, &job, "what was built was not uploaded").await;
    }
    let state = VersionState::Built;
    if tx.note_build(job.ref_id, state, Some(artefact_hash), Some(log_hash), None).await? {
        enqueue_trial(&mut tx, &arena.settings, job.ref_id, now_ms).await?;
    } else {
        doom(&mut tx, &names).await?;
    }
    tx.commit().await?;
    Ok(Verdict::Accepted)
}

async fn not_built(arena: &Arena, job: &Job, why: &str, log_hash: Option<&str>) -> Stored<Verdict> {
    let names: Vec<&str> = log_hash.into_iter().collect();
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Verdict::Late) };
    if !are_kept(arena, &mut tx, &names).await? {
        return refuse_in(arena, tx, &job, "the build's log was not uploaded").await;
    }
    if !tx.note_build(job.ref_id, VersionState::Failed, None, log_hash, Some(&cleaned(why))).await? {
        doom(&mut tx, &names).await?;
    }
    tx.commit().await?;
    Ok(Verdict::Accepted)
}

/// Nobody waits for these any more: their owner left.
async fn doom(tx: &mut Writing, names: &[&str]) -> Stored<()> {
    for name in names {
        tx.doom_blob(name).await?;
    }
    Ok(())
}

async fn trouble(arena: &Arena, job: &Job, why: &str) -> Stored<Verdict> {
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Verdict::Late) };
    give_back(arena, &mut tx, &job, &cleaned(why)).await?;
    tx.commit().await?;
    Ok(Verdict::Accepted)
}

/// A report that cannot be right: the job goes back, and the reason is kept.
async fn refuse(arena: &Arena, job: &Job, why: &str) -> Stored<Verdict> {
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Verdict::Late) };
    refuse_in(arena, tx, &job, why).await
}

/// The same for a job that was just finished.
async fn refuse_in(arena: &Arena, mut tx: Writing, job: &Job, why: &str) -> Stored<Verdict> {
    let why = cleaned(why);
    tracing::warn!(job = job.id, worker = job.worker_id, why, "a worker's report was refused");
    give_back(arena, &mut tx, job, &why).await?;
    tx.commit().await?;
    Ok(Verdict::Refused { why })
}

async fn played(
    arena: &Arena,
    job: &Job,
    replay_hash: &str,
    stderr_hashes: &[Option<String>],
) -> Stored<Verdict> {
    let Some(asked) = arena.store.match_of(job.ref_id).await? else { return Ok(Verdict::Late) };
    let seats = arena.store.seated_versions(asked.id).await?;
    let mut checked = match check::check(arena, &asked, &seats, replay_hash, stderr_hashes).await {
        Ok(checked) => checked,
        Err(bad) => return refuse(arena, job, &bad.to_string()).await,
    };
    if let Some(first_id) = asked.second_of {
        return second_opinion(arena, job, first_id, &seats, checked).await;
    }
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Verdict::Late) };
    if !keep_all(arena, &mut tx, &seats, &mut checked.result).await? {
        return refuse_in(arena, tx, &job, "the replay or what a bot printed was not uploaded").await;
    }
    let is_asked_again = asked.is_kind(MatchKind::Rated) && wants_second(arena, &mut tx, &job).await?;
    // Locks in order: the ladder before the match.
    if asked.is_kind(MatchKind::Rated) && !is_asked_again {
        tx.hold_ladder(&asked.game).await?;
    }
    tx.end_match(asked.id, &checked.result, arena.clock.now_ms()).await?;
    if is_asked_again {
        enqueue_second(&mut tx, &asked, &seats, &job, arena.clock.now_ms()).await?;
    } else if asked.is_kind(MatchKind::Rated) {
        rate(arena, &mut tx, asked.id).await?;
    }
    if asked.is_kind(MatchKind::Trial) {
        judge_trial(arena, &mut tx, &seats, &checked).await?;
    }
    tx.commit().await?;
    Ok(Verdict::Accepted)
}

/// Whether this match is one of the sample, or its worker's word is doubted; and somebody else could play it.
async fn wants_second(arena: &Arena, tx: &mut Writing, job: &Job) -> Stored<bool> {
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

async fn enqueue_second(
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
    let ref_id = tx.add_match(&draft, now_ms).await?;
    let is_program = |seat: &&SeatedVersion| seat.language != crate::store::HOUSE_LANGUAGE;
    let needs: Vec<String> = seats.iter().filter(is_program).map(|seat| seat.language.clone()).collect();
    let draft = JobDraft {
        kind: JobKind::Match,
        ref_id,
        priority: priority::SECOND,
        not_worker_id: job.worker_id,
        needs: &needs,
    };
    tx.add_job(&draft, now_ms).await?;
    Ok(())
}

/// Another worker played a match again: if they agree, the first result is rated.
async fn second_opinion(
    arena: &Arena,
    job: &Job,
    first_id: i64,
    seats: &[SeatedVersion],
    mut checked: Checked,
) -> Stored<Verdict> {
    let first = arena.store.match_of(first_id).await?;
    let first_hash = first.as_ref().and_then(|first| first.replay_hash.clone()).unwrap_or_default();
    let opinion = match check::read_replay(arena, &first_hash).await {
        Ok(replay) => second::compare(&replay, &checked.replay, seats),
        Err(bad) => Opinion::Disagree(format!("the first replay cannot be read: {bad}")),
    };
    let mut tx = arena.store.write().await?;
    let Some(job) = finish(&mut tx, job).await? else { return Ok(Verdict::Late) };
    if !keep_all(arena, &mut tx, seats, &mut checked.result).await? {
        return refuse_in(arena, tx, &job, "the replay or what a bot printed was not uploaded").await;
    }
    // Both are matches of one game.
    if let Some(first) = &first {
        tx.hold_ladder(&first.game).await?;
    }
    tx.end_match(job.ref_id, &checked.result, arena.clock.now_ms()).await?;
    match &opinion {
        Opinion::Same => {
            for seat in seats {
                tx.note_repeatable(seat.version_id, true).await?;
            }
        }
        Opinion::Chance(seat) => tx.note_repeatable(seats[*seat].version_id, false).await?,
        Opinion::Disagree(why) => {
            let workers = [first.and_then(|first| first.worker_id), job.worker_id];
            doubt(&mut tx, first_id, job.ref_id, workers, why).await?;
        }
    }
    rate(arena, &mut tx, first_id).await?;
    tx.commit().await?;
    arena.tell(News::Match(first_id));
    Ok(Verdict::Accepted)
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

/// A version that got through its trial without a fault may play.
async fn judge_trial(
    arena: &Arena,
    tx: &mut Writing,
    seats: &[SeatedVersion],
    checked: &Checked,
) -> Stored<()> {
    for (seat, result) in seats.iter().zip(&checked.result.seats) {
        let Some(version) = tx.version(seat.version_id).await? else { continue };
        // One that plays against itself may have failed at its other seat already.
        if !version.is(VersionState::Built) && !version.is(VersionState::Ready)
            || version.artefact_hash.is_none()
        {
            continue;
        }
        if let Some(fault) = result.fault {
            let why = result.fault_sentence.as_deref().unwrap_or(fault);
            tx.note_trial(version.id, VersionState::Refused, Some(why)).await?;
        } else if version.is(VersionState::Built) {
            tx.note_trial(version.id, VersionState::Ready, None).await?;
            tx.play_if_newer(version.bot_id, version.id).await?;
        }
        arena.tell(News::Version(version.id));
    }
    Ok(())
}

/// Ends a job as its holder; none if it is somebody else's by now.
async fn finish(tx: &mut Writing, job: &Job) -> Stored<Option<Job>> {
    tx.finish_job(job.id, job.fence, job.worker_id.unwrap_or_default()).await
}

/// The replay and what bots printed stay, but for those whose owner left meanwhile; false if they are not there.
async fn keep_all(
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
