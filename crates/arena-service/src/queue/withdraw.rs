//! What is taken out of the queue without being done, and whom that is told.

use std::collections::BTreeSet;

use skirmish_arena_store::{
    HOUSE_LANGUAGE, Job, Lane, MatchKind, MatchState, Stored, Subject, VersionState, Writing,
};

use super::trust::rate_unless_flagged;
use super::worker_pool::WorkerPool;
use crate::arena::{Arena, News};

/// How long somebody's build, trial or challenge waits for a worker that could do it, once there is none.
const LANGUAGE_PATIENCE_MS: i64 = 10 * 60_000;
/// How many jobs are withdrawn at once.
const MOST_WITHDRAWN: i64 = 200;

/// How a bot leaves the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It rests: what is for the ladder and for others is not played; what shows whether a version can play, and
    /// second opinions about what was played, go on.
    Rest,
    /// It is not run any more.
    Gone,
}

/// Takes what a bot has in the queue out of it, and from the workers that have it; gives what was told of it.
pub async fn withdraw_bot(arena: &Arena, bot_id: i64, leave: Leave, why: &str) -> Stored<Vec<News>> {
    let mut tx = arena.store.write().await?;
    let news = withdraw_bots(&mut tx, &[bot_id], leave, why).await?;
    tx.commit().await?;
    arena.tell_all(news.clone());
    Ok(news)
}

/// Takes what some bots have in the queue out of it, and from the workers that have it, as part of something larger:
/// whoever commits tells the news.
pub(crate) async fn withdraw_bots(
    tx: &mut Writing,
    bots: &[i64],
    leave: Leave,
    why: &str,
) -> Stored<Vec<News>> {
    let mut matches = Vec::new();
    for &bot in bots {
        matches.extend(tx.open_matches_of(bot).await?);
    }
    matches.sort_unstable();
    matches.dedup();
    // Locks in order: all jobs, then ladders (which second opinions take) by name, then matches.
    let mut withdrawn = Vec::new();
    let mut games = BTreeSet::new();
    for match_id in matches {
        let Some(open) = tx.match_of(match_id).await? else { continue };
        let goes = match leave {
            Leave::Rest => !matches!(open.kind, MatchKind::Trial | MatchKind::Second),
            Leave::Gone => open.kind != MatchKind::Trial || is_on_trial(tx, match_id, bots).await?,
        };
        if goes && tx.withdraw_job(Subject::Match(match_id), why).await? {
            withdrawn.push((open.kind != MatchKind::Second, match_id));
            games.extend((open.kind == MatchKind::Second).then_some(open.game));
        }
    }
    let mut news = if leave == Leave::Gone { withdraw_builds(tx, bots, why).await? } else { Vec::new() };
    withdrawn.sort_unstable();
    for game in games {
        tx.hold_ladder(&game).await?;
    }
    for (_, match_id) in withdrawn {
        news.extend(give_up_match(tx, match_id, MatchState::Withdrawn, why).await?);
    }
    Ok(news)
}

/// A newer version of a bot was submitted: those that are not built yet never will be.
pub(crate) async fn withdraw_superseded(tx: &mut Writing, bot_id: i64) -> Stored<Vec<News>> {
    const WHY: &str = "a newer version was submitted before it was built";
    let mut news = Vec::new();
    for version_id in tx.queued_versions_of(bot_id).await? {
        tx.withdraw_job(Subject::Build(version_id), WHY).await?;
        tx.note_build(version_id, VersionState::Superseded, None, None, Some(WHY)).await?;
        news.push(News::Version(version_id));
    }
    Ok(news)
}

/// Whether one of these bots is what a trial is about; the house bot that it plays against is not.
async fn is_on_trial(tx: &mut Writing, match_id: i64, bots: &[i64]) -> Stored<bool> {
    let seats = tx.seated_versions(match_id).await?;
    Ok(seats.iter().any(|seat| seat.language != HOUSE_LANGUAGE && bots.contains(&seat.bot_id)))
}

async fn withdraw_builds(tx: &mut Writing, bots: &[i64], why: &str) -> Stored<Vec<News>> {
    let mut news = Vec::new();
    for &bot in bots {
        for version_id in tx.queued_versions_of(bot).await? {
            if tx.withdraw_job(Subject::Build(version_id), why).await? {
                news.extend(give_up_build(tx, version_id, why).await?);
            }
        }
    }
    Ok(news)
}

/// Gives up what nobody can do: the languages of the workers that are here do not suffice. A match of the ladder goes at
/// once, for there are others; what somebody waits for goes after some minutes, with the reason. How many jobs.
pub(super) async fn withdraw_impossible(arena: &Arena) -> Stored<usize> {
    let workers = WorkerPool::of(arena).await?;
    let mut count = 0;
    for needs in arena.store.queued_needs().await? {
        if workers.can(&needs) {
            continue;
        }
        let now_ms = arena.clock.now_ms();
        let patient_ms = now_ms.saturating_sub(LANGUAGE_PATIENCE_MS);
        let is_patient = workers.last_heard_ms(&needs).is_some_and(|heard_ms| heard_ms >= patient_ms);
        for job in arena.store.jobs_needing(&needs, i64::MAX, MOST_WITHDRAWN).await? {
            let is_somebodys = job.lane != Lane::Rated;
            if is_somebodys && (is_patient || job.created_ms >= patient_ms) {
                continue;
            }
            let listed = needs.replace(' ', " and ");
            count += usize::from(withdraw_one(arena, &job, &nobody_has(&listed)).await?);
        }
    }
    Ok(count)
}

fn nobody_has(languages: &str) -> String {
    format!("no worker here has {languages} at the moment; submit it again, or ask again, later")
}

async fn withdraw_one(arena: &Arena, job: &Job, why: &str) -> Stored<bool> {
    let mut tx = arena.store.write().await?;
    if !tx.withdraw_queued(job.subject, why).await? {
        return Ok(false);
    }
    let news = match job.subject {
        Subject::Build(version_id) => give_up_build(&mut tx, version_id, why).await?,
        Subject::Match(match_id) => give_up_match(&mut tx, match_id, MatchState::Withdrawn, why).await?,
    };
    tx.commit().await?;
    arena.tell_all(news);
    Ok(true)
}

/// A version is not built; its owner is told by whoever commits.
pub(super) async fn give_up_build(tx: &mut Writing, version_id: i64, why: &str) -> Stored<Vec<News>> {
    let why = format!("it could not be built, {why}");
    tx.note_build(version_id, VersionState::Failed, None, None, Some(&why)).await?;
    Ok(vec![News::Version(version_id)])
}

/// A match is played no more; whoever waits for it is told by whoever commits, and what waits for a second opinion goes
/// on without.
pub(super) async fn give_up_match(
    tx: &mut Writing,
    match_id: i64,
    state: MatchState,
    why: &str,
) -> Stored<Vec<News>> {
    let mut news = vec![News::Match(match_id)];
    let Some(played) = tx.match_of(match_id).await? else { return Ok(news) };
    if let Some(first_id) = played.second_of
        && let Some(first) = tx.match_of(first_id).await?
    {
        // There will be no second opinion: the first one counts alone, unless another contradicts it already.
        if tx.has_opinion(first_id).await? {
            tx.doubt_match(first_id, "another worker came to another result, and nobody decided it").await?;
        } else {
            news.extend(rate_unless_flagged(tx, &first).await?);
        }
    }
    tx.set_match_state(match_id, state, Some(why)).await?;
    if played.kind != MatchKind::Trial {
        return Ok(news);
    }
    for seat in tx.seatings(match_id).await? {
        let version = tx.version(seat.version_id).await?;
        if version.is_some_and(|version| version.state == VersionState::Built) {
            let why = format!("its trial could not be played, {why}");
            tx.note_trial(seat.version_id, VersionState::Refused, Some(&why)).await?;
            news.push(News::Version(seat.version_id));
        }
    }
    Ok(news)
}
