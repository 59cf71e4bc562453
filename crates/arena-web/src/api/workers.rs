//! The workers' protocol: `WORKERS.md` is the page about it.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;
use skirmish_arena_protocol::answers::{Nothing, Problem};
use skirmish_arena_protocol::jobs::{Held, MOST_JOBS, Verdict};
use skirmish_arena_protocol::workers::{
    Beat, Beaten, Given, LeaseRequest, LiveAnswers, MOST_WAIT_MS, Register, Registered, Release, Released,
    Reported, Reports, WatchedMatch, WatchedMatches,
};
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::blobs::{BadBlob, MOST_BYTES};
use skirmish_arena_service::live::Take;
use skirmish_arena_service::queue::{self, ReportError, Room};
use skirmish_arena_store::Introduction;
use skirmish_arena_worker::MOST_CORES;
use skirmish_sandbox::Tier;
use tokio::time::{Instant, timeout_at};
use tracing::{debug, info, warn};

use super::bytes;
use super::openapi::Bytes;
use crate::request::{Refusal, RegisteredWorker, WorkerAccess};
use crate::transfer::{blob_body, receive};

/// Characters of a worker's name.
const MOST_NAME: usize = 80;
/// Languages that a worker may name.
const MOST_LANGUAGES: usize = 100;

/// A worker comes in, for the first time or again.
#[utoipa::path(post, path = "/api/v1/workers", tag = "workers", request_body = Register,
    responses((status = 200, body = Registered)),
    security(("worker" = ["worker"])))]
pub(super) async fn register(
    WorkerAccess { token_id }: WorkerAccess,
    State(arena): State<Arc<Arena>>,
    Json(who): Json<Register>,
) -> Result<Json<Registered>, Refusal> {
    check(&who)?;
    let languages = who.languages.join(" ");
    let introduction =
        Introduction { name: &who.name, tier: &who.tier, cores: i64::from(who.cores), languages: &languages };
    let worker = queue::greet(&arena, token_id, &introduction).await?;
    info!(worker, name = who.name, tier = who.tier, cores = who.cores, languages, "a worker came in");
    let queue = &arena.settings.queue;
    Ok(Json(Registered {
        worker,
        lease_seconds: queue.lease_seconds.max(1),
        batch: queue.batch.max(1),
        artefact_bytes: arena.settings.quota.artefact_bytes,
    }))
}

/// Work for a worker; the answer may wait until there is some.
#[utoipa::path(post, path = "/api/v1/workers/{id}/lease", tag = "workers", request_body = LeaseRequest,
    params(("id" = i64, Path, description = "The worker's number.")),
    responses((status = 200, body = Given)), security(("worker" = ["worker"])))]
pub(super) async fn lease(
    RegisteredWorker { id }: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    Json(wish): Json<LeaseRequest>,
) -> Result<Json<Given>, Refusal> {
    let until = Instant::now() + Duration::from_millis(wish.wait_ms.min(MOST_WAIT_MS).into());
    loop {
        let ringing = arena.work.notified();
        tokio::pin!(ringing);
        // From here on no ring is missed, also while the database is asked.
        ringing.as_mut().enable();
        let leased = queue::lease(&arena, id, Room { matches: wish.matches, builds: wish.builds }).await?;
        if !leased.is_empty() || timeout_at(until, ringing).await.is_err() {
            return Ok(Json(Given { leased }));
        }
    }
}

/// A sign of life: the leases of these jobs begin anew.
#[utoipa::path(post, path = "/api/v1/workers/{id}/heartbeat", tag = "workers", request_body = Beat,
    params(("id" = i64, Path, description = "The worker's number.")),
    responses((status = 200, body = Beaten)), security(("worker" = ["worker"])))]
pub(super) async fn heartbeat(
    RegisteredWorker { id }: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    Json(beat): Json<Beat>,
) -> Result<Json<Beaten>, Refusal> {
    check_count(beat.jobs.len())?;
    Ok(Json(Beaten { lost: queue::heartbeat(&arena, id, &beat.jobs).await? }))
}

/// What came of some jobs. The blobs that reports name are there already.
#[utoipa::path(post, path = "/api/v1/workers/{id}/reports", tag = "workers", request_body = Reports,
    params(("id" = i64, Path, description = "The worker's number.")),
    responses((status = 200, body = Reported)), security(("worker" = ["worker"])))]
pub(super) async fn report(
    RegisteredWorker { id }: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    Json(said): Json<Reports>,
) -> Result<Json<Reported>, Refusal> {
    check_count(said.reports.len())?;
    // Whether the worker still listens or not, what it said is taken to the end.
    let taking = tokio::spawn(async move {
        let taken = queue::report_all(&arena, id, &said.reports).await;
        for (report, verdict) in said.reports.iter().zip(taken.iter().flatten()) {
            match verdict {
                Verdict::Accepted => debug!(worker = id, job = report.job, "a report counts"),
                Verdict::Late => info!(worker = id, job = report.job, "a report came too late"),
                Verdict::Refused { why } => warn!(worker = id, job = report.job, why, "a report was refused"),
            }
        }
        taken
    });
    let taken = taking.await.map_err(|error| Refused::Ours(error.to_string()))?;
    let verdicts = taken.map_err(|ReportError::Store(error)| Refused::from(error))?;
    Ok(Json(Reported { verdicts }))
}

/// Jobs go back to the queue, because the worker stops.
#[utoipa::path(post, path = "/api/v1/workers/{id}/release", tag = "workers", request_body = Release,
    params(("id" = i64, Path, description = "The worker's number.")),
    responses((status = 200, body = Released)), security(("worker" = ["worker"])))]
pub(super) async fn release(
    RegisteredWorker { id }: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    Json(said): Json<Release>,
) -> Result<Json<Released>, Refusal> {
    check_count(said.jobs.len())?;
    queue::release(&arena, id, &said.jobs).await?;
    Ok(Json(Released {}))
}

/// How far matches are that have been played for a while. Nothing of it is kept but what somebody watches, and no longer
/// than that.
#[utoipa::path(post, path = "/api/v1/workers/{id}/live", tag = "workers", request_body = LiveAnswers,
    params(("id" = i64, Path, description = "The worker's number.")),
    responses((status = 200, body = WatchedMatches)), security(("worker" = ["worker"])))]
pub(super) async fn show(
    RegisteredWorker { id }: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    Json(shown): Json<LiveAnswers>,
) -> Result<Json<WatchedMatches>, Refusal> {
    check_count(shown.matches.len())?;
    let now_ms = arena.clock.now_ms();
    let mut watched = Vec::new();
    // What nobody watches costs no question to the database.
    for played in shown.matches.iter().filter(|played| arena.live.is_watched(played.match_id, now_ms)) {
        let held = Held { job: played.job, fence: played.fence };
        if !queue::holds(&arena, id, held, played.match_id).await? {
            continue;
        }
        let take = Take { fence: played.fence, attempt: played.attempt };
        if let Some(answers) = arena.live.grow(played.match_id, take, played.from, &played.answers, now_ms) {
            watched.push(WatchedMatch { job: played.job, answers });
        }
    }
    Ok(Json(WatchedMatches { watched }))
}

/// A source or an artefact that one of the worker's jobs is about.
#[utoipa::path(get, path = "/api/v1/workers/{id}/blobs/{hash}", tag = "workers",
    params(("id" = i64, Path, description = "The worker's number."), ("hash" = String, Path, description = "SHA-256.")),
    responses((status = 200, body = Bytes, content_type = "application/octet-stream")),
    security(("worker" = ["worker"])))]
pub(super) async fn blob(
    RegisteredWorker { id }: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    path: Path<(i64, String)>,
) -> Result<Response, Refusal> {
    let Path((_, hash)) = path;
    if !arena.store.is_needed_by(id, &hash).await? {
        return Err(Refused::Missing("blob in this worker's jobs").into());
    }
    Ok(bytes("application/octet-stream", "blob", blob_body(&arena, &hash).await?))
}

/// Leaves a blob: an artefact, a log, a replay.
#[utoipa::path(put, path = "/api/v1/workers/{id}/blobs/{hash}", tag = "workers",
    params(("id" = i64, Path, description = "The worker's number."), ("hash" = String, Path, description = "SHA-256.")),
    request_body(content = Bytes, content_type = "application/octet-stream"),
    responses((status = 200, body = Nothing), (status = 413, body = Problem)),
    security(("worker" = ["worker"])))]
pub(super) async fn keep_blob(
    _: RegisteredWorker,
    State(arena): State<Arc<Arena>>,
    path: Path<(i64, String)>,
    body: Body,
) -> Result<Json<Nothing>, Refusal> {
    let Path((_, hash)) = path;
    let blobs = arena.blobs.clone();
    let writer = off_async(move || blobs.write()).await??;
    let too_large = || Refused::from(BadBlob::TooLarge);
    let writer = receive(body, MOST_BYTES, writer).await.map_err(|why| why.told(too_large))?;
    off_async(move || {
        let staged = writer.finish()?;
        if staged.name != hash {
            return Err(Refused::Bad("The bytes are not what the address says.".to_owned()));
        }
        Ok(staged.keep()?)
    })
    .await??;
    Ok(Json(Nothing {}))
}

fn check_count(jobs: usize) -> Result<(), Refused> {
    match jobs {
        0..=MOST_JOBS => Ok(()),
        _ => Err(Refused::Bad(format!("One message names at most {} jobs.", MOST_JOBS))),
    }
}

fn check(who: &Register) -> Result<(), Refused> {
    let bad = |what: &str| Err(Refused::Bad(what.to_owned()));
    let is_name =
        |name: &str, most| !name.is_empty() && name.len() <= most && !name.chars().any(char::is_control);
    if !is_name(&who.name, MOST_NAME) {
        return bad("A worker's name has 1 to 80 characters.");
    }
    if who.tier.parse::<Tier>().is_err() {
        return bad("The tiers are bare, landlock, namespaces and full.");
    }
    if who.cores == 0 || who.cores as usize > MOST_CORES {
        return bad("A worker has 1 to 256 cores.");
    }
    let are_words = who.languages.iter().all(|name| is_name(name, MOST_NAME) && !name.contains(' '));
    if who.languages.len() > MOST_LANGUAGES || !are_words {
        return bad("A worker names at most 100 languages, each in one word.");
    }
    Ok(())
}
