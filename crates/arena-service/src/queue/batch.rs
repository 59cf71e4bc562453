//! Reports of a worker that come together. Results of rated matches with nothing special about them are written down in
//! one transaction of few statements; whatever is special is taken one by one, and so are all of them if that fails: one
//! bad report holds up no other.

use std::collections::BTreeMap;

use skirmish_arena_protocol::jobs::{Done, MOST_JOBS, Report, Verdict};
use skirmish_arena_store::{HOUSE_LANGUAGE, Job, Match, MatchKind, SeatedVersion, Stored, Subject};

use super::budget::charge;
use super::check::{self, Checked};
use super::report::{ReportError, keep_all, report};
use super::trust::{self, Certainty};
use crate::arena::{Arena, News};
use crate::ladder;

/// Takes a batch of reports; the same report twice counts once.
pub async fn report_all(
    arena: &Arena,
    worker_id: i64,
    reports: &[Report],
) -> Result<Vec<Verdict>, ReportError> {
    let reports = &reports[..reports.len().min(MOST_JOBS)];
    let mut plain: Vec<Plain> = Vec::new();
    // One alone is written down as quickly by itself.
    if reports.len() > 1 {
        for (at, one) in reports.iter().enumerate() {
            let is_known = plain.iter().any(|known| known.job.id == one.job);
            if !is_known {
                plain.extend(look(arena, worker_id, at, one).await?);
            }
        }
    }
    let written = match write_all(arena, worker_id, plain).await {
        Ok((written, news)) => {
            arena.tell_all(news);
            written
        }
        Err(error) => {
            tracing::warn!(%error, "a batch of reports could not be written down; each is taken for itself");
            Vec::new()
        }
    };
    let mut verdicts = Vec::with_capacity(reports.len());
    for (at, one) in reports.iter().enumerate() {
        verdicts.push(match written.contains(&at) {
            true => Verdict::Accepted,
            false => report(arena, worker_id, one).await?,
        });
    }
    Ok(verdicts)
}

/// A result of a rated match that was checked, and in which no program failed.
struct Plain {
    /// Its place in the batch.
    at: usize,
    job: Job,
    cpu_ms: u64,
    asked: Match,
    seats: Vec<SeatedVersion>,
    checked: Checked,
}

async fn look(arena: &Arena, worker_id: i64, at: usize, report: &Report) -> Stored<Option<Plain>> {
    let Done::Played { replay_hash, stderr_hashes } = &report.done else { return Ok(None) };
    let job = arena.store.job(report.job).await?;
    let Some(job) = job.filter(|job| job.is_held(worker_id, report.fence)) else { return Ok(None) };
    let Subject::Match(match_id) = job.subject else { return Ok(None) };
    let asked = arena.store.match_of(match_id).await?.filter(|asked| asked.kind == MatchKind::Rated);
    let Some(asked) = asked else { return Ok(None) };
    let seats = arena.store.seated_versions(asked.id).await?;
    let Ok(checked) = check::check(arena, &asked, &seats, replay_hash, stderr_hashes).await else {
        return Ok(None);
    };
    let mut played = seats.iter().zip(&checked.result.seats);
    let has_failed = played.any(|(seat, result)| result.fault.is_some() && seat.language != HOUSE_LANGUAGE);
    Ok((!has_failed).then_some(Plain { at, job, cpu_ms: report.cpu_ms, asked, seats, checked }))
}

/// Writes them down and rates them, all or none; gives the places of those that still were this worker's, and the news.
async fn write_all(arena: &Arena, worker_id: i64, mut plain: Vec<Plain>) -> Stored<(Vec<usize>, Vec<News>)> {
    if plain.len() < 2 {
        return Ok((Vec::new(), Vec::new()));
    }
    let held: Vec<(i64, i64)> = plain.iter().map(|one| (one.job.id, one.job.fence)).collect();
    let mut tx = arena.store.write().await?;
    // Locks in order: blobs before everything else.
    tx.hold_blobs().await?;
    let finished = tx.finish_jobs(&held, worker_id).await?;
    plain.retain(|one| finished.contains(&one.job.id));
    for one in &mut plain {
        if !keep_all(arena, &mut tx, &one.seats, &mut one.checked.result).await? {
            // What is missing is found out, and said, for each alone.
            return Ok((Vec::new(), Vec::new()));
        }
    }
    let mut certainties = Vec::with_capacity(plain.len());
    let mut rated: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for one in &plain {
        charge(arena, &mut tx, &one.job, one.cpu_ms).await?;
        let certainty = trust::certainty(arena, &mut tx, &one.job, &one.seats).await?;
        if certainty != Certainty::Awaited {
            rated.entry(one.asked.game.as_str()).or_default().push(one.asked.id);
        }
        certainties.push(certainty);
    }
    // Locks in order: all ladders, by name, before the matches.
    for game in rated.keys() {
        tx.hold_ladder(game).await?;
    }
    let ended: Vec<_> = plain.iter().map(|one| (one.asked.id, &one.checked.result)).collect();
    tx.end_matches(&ended, arena.clock.now_ms()).await?;
    for (one, certainty) in plain.iter().zip(certainties) {
        match certainty {
            Certainty::Awaited => {
                let played = Match { worker_id: one.job.worker_id, ..one.asked.clone() };
                trust::enqueue_second(arena, &mut tx, &played, None, &one.seats).await?;
            }
            Certainty::Certain => tx.confirm_match(one.asked.id).await?,
            Certainty::Unconfirmed => {}
        }
    }
    let mut news: Vec<News> = plain.iter().map(|one| News::Match(one.asked.id)).collect();
    for (game, matches) in &rated {
        news.extend(ladder::rate(&mut tx, game, matches).await?);
    }
    tx.commit().await?;
    for one in &plain {
        arena.dispatcher.note_end(one.job.id, &one.checked.replay);
    }
    Ok((plain.iter().map(|one| one.at).collect(), news))
}
