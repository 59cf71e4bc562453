//! Where workers get their work. Those who ask while others are served are served together next: one transaction and
//! a handful of statements for all of them, so that fifty workers at once wait hardly longer than one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skirmish_arena_protocol::jobs::{Held, Leased, LeasedBot, LeasedSeat, MOST_JOBS, Work};
use tokio::sync::oneshot;

use crate::arena::{Arena, News};
use crate::store::{
    BuildWork, HOUSE_LANGUAGE, JobKind, Readiness, SeatWork, StoreError, Stored, Waiting, Writing,
};

use super::hands::has_all;
use super::lease::{lease_ms, release};

/// How many ask at once at most; the others are next.
const MOST_TOGETHER: usize = 64;
/// How many jobs are looked at in one question, and how many questions are asked before whoever can do none of them
/// goes away empty.
const WINDOW: i64 = 256;
const MOST_WINDOWS: usize = 64;
/// A worker's sign of life is written down at most this often.
const HEARD_EVERY_MS: i64 = 5_000;
/// A job that failed waits so long for somebody else than the worker it failed with.
const AVOID_MS: i64 = 60_000;

/// Who asks for work, in the order in which they came.
#[derive(Debug, Default)]
pub struct Hatch {
    line: Mutex<Line>,
}

#[derive(Debug, Default)]
struct Line {
    asked: VecDeque<Asked>,
    /// Whether somebody serves already.
    is_open: bool,
}

/// One request for work.
#[derive(Debug)]
struct Asked {
    worker_id: i64,
    most: i64,
    answer: oneshot::Sender<Stored<Vec<Leased>>>,
}

/// Gives the next jobs to a worker: at most as many as it asks for, and as it may hold.
pub async fn lease(arena: &Arc<Arena>, worker_id: i64, most: u32) -> Stored<Vec<Leased>> {
    let (answer, heard) = oneshot::channel();
    let asked = Asked { worker_id, most: i64::from(most).min(MOST_JOBS as i64), answer };
    if arena.hatch.join(asked) {
        // On a task of its own: whoever asked first may go away while others are served.
        tokio::spawn(serve(arena.clone()));
    }
    let given = heard.await;
    let leased =
        given.unwrap_or_else(|_| Err(StoreError::Together("work is not given out now".to_owned())))?;
    for given in &leased {
        if let Work::Match { match_id, .. } = &given.work {
            arena.tell(News::Match(*match_id));
        }
    }
    Ok(leased)
}

impl Hatch {
    /// Stands in line; true if nobody serves, so that the caller has to.
    fn join(&self, asked: Asked) -> bool {
        let mut line = self.line();
        line.asked.push_back(asked);
        !std::mem::replace(&mut line.is_open, true)
    }

    /// Those who are served next; closes if nobody is there.
    fn next(&self) -> Vec<Asked> {
        let mut line = self.line();
        let mut jobs = 0;
        let mut group = Vec::new();
        while let Some(asked) = line.asked.front() {
            jobs += asked.most.max(1);
            if !group.is_empty() && (group.len() >= MOST_TOGETHER || jobs > MOST_JOBS as i64) {
                break;
            }
            group.extend(line.asked.pop_front());
        }
        line.is_open = !group.is_empty();
        group
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the hatch if serving breaks off: those in line hear that, and whoever comes next opens it again.
struct Serving<'a> {
    hatch: &'a Hatch,
    is_over: bool,
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            *self.hatch.line() = Line::default();
        }
    }
}

/// Serves until nobody is in line.
async fn serve(arena: Arc<Arena>) {
    let mut serving = Serving { hatch: &arena.hatch, is_over: false };
    loop {
        let group = arena.hatch.next();
        if group.is_empty() {
            serving.is_over = true;
            return;
        }
        let wishes: Vec<(i64, i64)> = group.iter().map(|asked| (asked.worker_id, asked.most)).collect();
        match give(&arena, &wishes).await {
            Ok(given) => hand_over(&arena, group, given).await,
            Err(error) => {
                for asked in group {
                    // Whoever went away need not hear it.
                    let _ = asked.answer.send(Err(StoreError::Together(error.to_string())));
                }
            }
        }
    }
}

/// Each gets what it was given; what nobody takes any more goes back.
async fn hand_over(arena: &Arena, group: Vec<Asked>, given: Vec<Vec<Leased>>) {
    for (asked, leased) in group.into_iter().zip(given) {
        let Err(Ok(unheard)) = asked.answer.send(Ok(leased)) else { continue };
        let held: Vec<Held> =
            unheard.iter().map(|leased| Held { job: leased.job, fence: leased.fence }).collect();
        if let Err(error) = release(arena, asked.worker_id, &held).await {
            tracing::warn!(%error, worker = asked.worker_id, "jobs that nobody took wait for their leases to end");
        }
    }
}

/// Somebody with room for jobs.
struct Taker {
    worker_id: i64,
    languages: BTreeSet<String>,
    room: i64,
    jobs: Vec<Waiting>,
}

impl Taker {
    /// A job that failed waits a while for somebody else than the worker it failed with; a second opinion never failed
    /// with that worker, and waits for another for good.
    fn may_have(&self, job: &Waiting, now_ms: i64) -> bool {
        let rested = 1..=now_ms.saturating_sub(AVOID_MS);
        let is_for_others = job.not_worker_id == Some(self.worker_id) && !rested.contains(&job.not_before_ms);
        self.room > self.jobs.len() as i64 && !is_for_others && has_all(&self.languages, &job.needs)
    }
}

/// Gives jobs to workers, for each of them and the most it wants; all in one transaction.
async fn give(arena: &Arena, wishes: &[(i64, i64)]) -> Stored<Vec<Vec<Leased>>> {
    let now_ms = arena.clock.now_ms();
    let until_ms = now_ms.saturating_add(lease_ms(arena));
    let mut tx = arena.store.write().await?;
    let workers: Vec<i64> = wishes.iter().map(|&(worker_id, _)| worker_id).collect();
    let ready = tx.readiness(&workers).await?;
    let silent = |worker: &&Readiness| now_ms.saturating_sub(worker.last_seen_ms) >= HEARD_EVERY_MS;
    let unheard: Vec<i64> = ready.iter().filter(silent).map(|worker| worker.id).collect();
    let mut takers = takers(arena, wishes, ready);
    if !unheard.is_empty() {
        tx.hear_workers(&unheard, now_ms).await?;
    }
    distribute(&mut tx, &mut takers, now_ms).await?;
    let given: Vec<(i64, i64)> =
        takers.iter().flat_map(|taker| taker.jobs.iter().map(|job| (job.id, taker.worker_id))).collect();
    if given.is_empty() {
        if !unheard.is_empty() {
            tx.commit().await?;
        }
        return Ok(vec![Vec::new(); wishes.len()]);
    }
    let claims = tx.claim_jobs(&given, until_ms).await?;
    let fences: BTreeMap<i64, i64> = claims.into_iter().map(|claim| (claim.id, claim.fence)).collect();
    let mut works = begin(&mut tx, &takers, now_ms).await?;
    tx.commit().await?;
    let mut leased_to = |taker: Taker| -> Vec<Leased> {
        let jobs = taker.jobs.into_iter();
        jobs.filter_map(|job| {
            let work = works.remove(&(job.kind, job.ref_id))?;
            Some(Leased { job: job.id, fence: *fences.get(&job.id)?, lease_until_ms: until_ms, work })
        })
        .collect()
    };
    Ok(takers.into_iter().map(&mut leased_to).collect())
}

/// Those who ask, with what they can do and how much they may still hold; a worker that asks twice has its room once.
fn takers(arena: &Arena, wishes: &[(i64, i64)], ready: Vec<Readiness>) -> Vec<Taker> {
    let mut ready: BTreeMap<i64, Readiness> = ready.into_iter().map(|worker| (worker.id, worker)).collect();
    let batch = i64::from(arena.settings.queue.batch.max(1));
    let taker = |&(worker_id, most): &(i64, i64)| {
        let none = Taker { worker_id, languages: BTreeSet::new(), room: 0, jobs: Vec::new() };
        let Some(worker) = ready.get_mut(&worker_id) else { return none };
        let may_hold = batch.saturating_mul(worker.cores.max(1));
        let room = most.min(may_hold.saturating_sub(worker.held)).max(0);
        worker.held += room;
        let languages = worker.languages.split_whitespace().map(str::to_owned).collect();
        Taker { languages, room, ..none }
    };
    wishes.iter().map(taker).collect()
}

/// Goes through the queue in its order: every job to the first in line that may have it.
async fn distribute(tx: &mut Writing, takers: &mut [Taker], now_ms: i64) -> Stored<()> {
    let mut after = (i64::MIN, i64::MIN);
    let mut left: i64 = takers.iter().map(|taker| taker.room).sum();
    let mut window = left;
    for _ in 0..MOST_WINDOWS {
        if left == 0 {
            return Ok(());
        }
        let jobs = tx.waiting_jobs(after, now_ms, window).await?;
        let is_last = (jobs.len() as i64) < window;
        for job in jobs {
            after = (job.priority, job.id);
            if let Some(taker) = takers.iter_mut().find(|taker| taker.may_have(&job, now_ms)) {
                taker.jobs.push(job);
                left -= 1;
            }
        }
        if is_last {
            return Ok(());
        }
        window = WINDOW;
    }
    Ok(())
}

/// The matches begin; gives what the workers must know, by kind and number of what a job is about.
async fn begin(tx: &mut Writing, takers: &[Taker], now_ms: i64) -> Stored<BTreeMap<(String, i64), Work>> {
    let (mut matches, mut builds) = (Vec::new(), Vec::new());
    for taker in takers {
        for job in &taker.jobs {
            if job.kind == JobKind::Match.word() {
                matches.push((job.ref_id, taker.worker_id));
            } else {
                builds.push(job.ref_id);
            }
        }
    }
    let mut works = BTreeMap::new();
    if !matches.is_empty() {
        tx.begin_matches(&matches, now_ms).await?;
        let ids: Vec<i64> = matches.into_iter().map(|(id, _)| id).collect();
        let seats = tx.match_work(&ids).await?;
        for seats in seats.chunk_by(|one, other| one.match_id == other.match_id) {
            works.insert((JobKind::Match.word().to_owned(), seats[0].match_id), match_work(seats));
        }
    }
    if !builds.is_empty() {
        for BuildWork { version_id, game, language, source_hash } in tx.build_work(&builds).await? {
            let work = Work::Build { version_id, game, language, source_hash };
            works.insert((JobKind::Build.word().to_owned(), version_id), work);
        }
    }
    Ok(works)
}

/// A match, from its seats, of which there is at least one.
fn match_work(seats: &[SeatWork]) -> Work {
    let played = &seats[0];
    let clock =
        skirmish_games::find(&played.game).map_or(String::new(), |entry| entry.info.clock.to_string());
    Work::Match {
        match_id: played.match_id,
        game: played.game.clone(),
        preset: played.preset.clone(),
        seed: played.seed.clone(),
        clock,
        seats: seats.iter().map(leased_seat).collect(),
    }
}

fn leased_seat(seat: &SeatWork) -> LeasedSeat {
    let house = seat.name.strip_prefix("house:").filter(|_| seat.language == HOUSE_LANGUAGE);
    let bot = match house {
        Some(name) => LeasedBot::House(name.to_owned()),
        None => LeasedBot::Artefact(seat.artefact_hash.clone().unwrap_or_default()),
    };
    LeasedSeat { version_id: seat.version_id, name: seat.name.clone(), language: seat.language.clone(), bot }
}
