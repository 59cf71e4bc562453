//! Reports of a worker that come together. Results of rated matches with nothing special about them are written down in
//! one transaction of few statements; whatever is special is taken one by one, and so are all of them if that fails: one
//! bad report holds up no other.

use std::collections::BTreeMap;

use skirmish_arena_protocol::jobs::{Done, MOST_JOBS, Report, Verdict};
use skirmish_arena_store::{
    HOUSE_LANGUAGE, Job, Lane, Match, MatchKind, MatchResult, SeatedVersion, Stored, Subject,
};

use super::budget::charge;
use super::check::{Checked, Examined, examine};
use super::report::{ReportError, keep_all, report_examined};
use super::sample::Draw;
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
    let mut special: BTreeMap<usize, Box<Examined>> = BTreeMap::new();
    // One alone is written down as quickly by itself.
    if reports.len() > 1 {
        for (at, one) in reports.iter().enumerate() {
            if plain.iter().any(|known| known.job.id == one.job) {
                continue;
            }
            match look(arena, worker_id, at, one).await? {
                Looked::Plain(one) => plain.push(*one),
                Looked::Special(examined) => drop(special.insert(at, examined)),
                Looked::Unexamined => {}
            }
        }
    }
    let written = match write_all(arena, worker_id, &plain).await {
        Ok((written, news)) => {
            arena.tell_all(news);
            written
        }
        Err(error) => {
            tracing::warn!(%error, "a batch of reports could not be written down; each is taken for itself");
            Vec::new()
        }
    };
    special.extend(plain.into_iter().map(Plain::into_examined));
    let mut verdicts = Vec::with_capacity(reports.len());
    for (at, one) in reports.iter().enumerate() {
        verdicts.push(match written.contains(&at) {
            true => Verdict::Accepted,
            false => Box::pin(report_examined(arena, worker_id, one, special.remove(&at))).await?,
        });
    }
    Ok(verdicts)
}

/// What a report is about.
enum Looked {
    /// It can be written down together with others.
    Plain(Box<Plain>),
    /// It was checked, and is taken for itself.
    Special(Box<Examined>),
    /// It is something else than the result of a rated match, and was not checked.
    Unexamined,
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

impl Plain {
    fn into_examined(self) -> (usize, Box<Examined>) {
        (self.at, Box::new(Examined { asked: self.asked, seats: self.seats, checked: Ok(self.checked) }))
    }
}

async fn look(arena: &Arena, worker_id: i64, at: usize, report: &Report) -> Stored<Looked> {
    let Done::Played { replay_hash, stderr_hashes } = &report.done else { return Ok(Looked::Unexamined) };
    let job = arena.store.job(report.job).await?;
    let Some(job) = job.filter(|job| job.is_held(worker_id, report.fence)) else {
        return Ok(Looked::Unexamined);
    };
    let (Lane::Rated, Subject::Match(match_id)) = (job.lane, job.subject) else {
        return Ok(Looked::Unexamined);
    };
    let examined = examine(arena, match_id, replay_hash, stderr_hashes).await?;
    let Some(Examined { asked, seats, checked }) = examined else { return Ok(Looked::Unexamined) };
    Ok(match checked {
        Ok(checked) if asked.kind == MatchKind::Rated && !has_failed(&seats, &checked) => {
            Looked::Plain(Box::new(Plain { at, job, cpu_ms: report.cpu_ms, asked, seats, checked }))
        }
        checked => Looked::Special(Box::new(Examined { asked, seats, checked })),
    })
}

/// Whether a program did something wrong.
fn has_failed(seats: &[SeatedVersion], checked: &Checked) -> bool {
    let mut played = seats.iter().zip(&checked.result.seats);
    played.any(|(seat, result)| result.fault.is_some() && seat.language != HOUSE_LANGUAGE)
}

/// Writes them down and rates them, all or none; gives the places of those that still were this worker's, and the news.
async fn write_all(arena: &Arena, worker_id: i64, plain: &[Plain]) -> Stored<(Vec<usize>, Vec<News>)> {
    if plain.len() < 2 {
        return Ok((Vec::new(), Vec::new()));
    }
    let held: Vec<(i64, i64)> = plain.iter().map(|one| (one.job.id, one.job.fence)).collect();
    let mut tx = arena.store.write().await?;
    // Locks in order: blobs before everything else.
    tx.hold_blobs().await?;
    let finished = tx.finish_jobs(&held, worker_id).await?;
    let plain: Vec<&Plain> = plain.iter().filter(|one| finished.contains(&one.job.id)).collect();
    let mut results: Vec<MatchResult> = plain.iter().map(|one| one.checked.result.clone()).collect();
    for (one, result) in plain.iter().zip(&mut results) {
        if !keep_all(arena, &mut tx, &one.seats, result).await? {
            // What is missing is found out, and said, for each alone.
            return Ok((Vec::new(), Vec::new()));
        }
    }
    let (mut certainties, mut draws) = (Vec::with_capacity(plain.len()), Vec::with_capacity(plain.len()));
    let mut rated: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for one in &plain {
        charge(arena, &mut tx, &one.job, one.cpu_ms).await?;
        let (certainty, draw) = trust::certainty(arena, &mut tx, &one.job, &one.seats).await?;
        if certainty != Certainty::Awaited {
            rated.entry(one.asked.game.as_str()).or_default().push(one.asked.id);
        }
        certainties.push(certainty);
        draws.extend(draw);
    }
    // Locks in order: all ladders, by name, before the matches.
    for game in rated.keys() {
        tx.hold_ladder(game).await?;
    }
    let ended: Vec<_> = plain.iter().map(|one| one.asked.id).zip(&results).collect();
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
    draws.into_iter().for_each(Draw::keep);
    for one in &plain {
        arena.dispatcher.note_end(one.job.id, &one.checked.replay);
    }
    Ok((plain.iter().map(|one| one.at).collect(), news))
}
