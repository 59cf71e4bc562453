//! Gives work to workers. Those who ask while others are served are served together next, by a handful of statements for
//! all of them, so that fifty workers at once wait hardly longer than one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skirmish_arena_protocol::jobs::{Held, Leased, LeasedBot, LeasedSeat, MOST_JOBS, Work};
use skirmish_arena_protocol::workers::builds_at_once;
use skirmish_arena_store::{
    BuildWork, HOUSE_LANGUAGE, LANE_START, Lane, PlaceInLane, Readiness, SeatWork, StoreError, Stored,
    Subject, Waiting,
};
use skirmish_core::replay::Replay;
use tokio::sync::oneshot;

use super::lanes::{Lanes, Turns};
use super::lease::{lease_ms, release};
use super::worker_pool::has_all;
use crate::arena::{Arena, News};

/// How many ask at once at most; the others are next.
const MOST_TOGETHER: usize = 64;
/// How many jobs are looked at in one question, and how many questions are asked before whoever can do none of them
/// goes away empty.
const WINDOW: i64 = 256;
const MOST_WINDOWS: usize = 64;
/// How often is looked again where others took everything in between.
const MOST_TRIES: usize = 3;
/// A worker's sign of life is written down at most this often.
const HEARD_EVERY_MS: i64 = 5_000;
/// A job that failed waits so long for somebody else than the worker it failed with.
const AVOID_MS: i64 = 60_000;

/// What a worker has room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// The most matches.
    pub matches: u32,
    /// The most builds.
    pub builds: u32,
}

impl Room {
    /// As many of each.
    #[must_use]
    pub const fn of_each(most: u32) -> Self {
        Self { matches: most, builds: most }
    }
}

/// Gives jobs to whoever asks for some, in the order in which they came.
#[derive(Debug, Default)]
pub struct Dispatcher {
    line: Mutex<Line>,
    lanes: Mutex<Lanes>,
}

#[derive(Debug, Default)]
struct Line {
    asked: VecDeque<Asked>,
    /// Whether somebody serves already.
    is_served: bool,
}

/// One request for work.
#[derive(Debug)]
struct Asked {
    worker_id: i64,
    room: Room,
    answer: oneshot::Sender<Stored<Vec<Leased>>>,
}

/// Gives the next jobs to a worker: at most as many as it has room for, and as it may hold.
pub async fn lease(arena: &Arc<Arena>, worker_id: i64, room: Room) -> Stored<Vec<Leased>> {
    let (answer, heard) = oneshot::channel();
    if arena.dispatcher.join(Asked { worker_id, room, answer }) {
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

impl Dispatcher {
    /// Stands in line; true if nobody serves, so that the caller has to.
    fn join(&self, asked: Asked) -> bool {
        let mut line = self.line();
        line.asked.push_back(asked);
        !std::mem::replace(&mut line.is_served, true)
    }

    /// Those who are served next; closes if nobody is there.
    fn next(&self) -> Vec<Asked> {
        let mut line = self.line();
        let mut jobs = 0;
        let mut group = Vec::new();
        while let Some(asked) = line.asked.front() {
            jobs += i64::from(asked.room.matches)
                .saturating_add(asked.room.builds.into())
                .clamp(1, MOST_JOBS as i64);
            if !group.is_empty() && (group.len() >= MOST_TOGETHER || jobs > MOST_JOBS as i64) {
                break;
            }
            group.extend(line.asked.pop_front());
        }
        line.is_served = !group.is_empty();
        group
    }

    /// A match that was given out has been played: what that took is counted against its lane.
    pub(super) fn note_end(&self, job: i64, replay: &Replay) {
        // A worker's word, which may be any number.
        let costs = replay.answers.iter().map(|answered| answered.cost.wall_us);
        let answers_us = costs.fold(0, u64::saturating_add);
        self.lanes().end(job, answers_us / 1_000);
    }

    /// Forgets matches that were given out and are nobody's any more: withdrawn, or lost with their worker.
    pub(super) async fn forget_lost(&self, arena: &Arena) -> Stored<()> {
        if !self.lanes().has_open() {
            return Ok(());
        }
        let now_ms = arena.clock.now_ms();
        let held = arena.store.held_jobs().await?.into_iter().collect();
        self.lanes().forget_others(&held, now_ms);
        Ok(())
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Empties the line if serving breaks off: those in it hear that, and whoever comes next is served again.
struct Serving<'a> {
    dispatcher: &'a Dispatcher,
    is_over: bool,
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            *self.dispatcher.line() = Line::default();
        }
    }
}

/// Serves until nobody is in line.
async fn serve(arena: Arc<Arena>) {
    let mut serving = Serving { dispatcher: &arena.dispatcher, is_over: false };
    loop {
        let group = arena.dispatcher.next();
        if group.is_empty() {
            serving.is_over = true;
            return;
        }
        let wishes: Vec<(i64, Room)> = group.iter().map(|asked| (asked.worker_id, asked.room)).collect();
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

/// A worker with room for jobs.
struct Taker {
    worker_id: i64,
    languages: BTreeSet<String>,
    matches: i64,
    builds: i64,
    jobs: Vec<Waiting>,
}

impl Taker {
    /// Takes the job, if it has room and may: a job that failed waits a while for somebody else than the worker it failed
    /// with; a second opinion never failed with that worker, and waits for another for good.
    fn take(&mut self, job: &Waiting, now_ms: i64) -> bool {
        let rested = 1..=now_ms.saturating_sub(AVOID_MS);
        let is_for_others = job.not_workers.has(self.worker_id) && !rested.contains(&job.not_before_ms);
        let room = match job.subject {
            Subject::Build(_) => &mut self.builds,
            Subject::Match(_) => &mut self.matches,
        };
        if *room == 0 || is_for_others || !has_all(&self.languages, &job.needs) {
            return false;
        }
        *room -= 1;
        self.jobs.push(job.clone());
        true
    }
}

/// Gives jobs to workers, to each as many as it has room for. What is read is read beside each other, and no lock is held
/// meanwhile: whatever was taken or withdrawn in between is not claimed, and they look again.
async fn give(arena: &Arena, wishes: &[(i64, Room)]) -> Stored<Vec<Vec<Leased>>> {
    let workers: Vec<i64> = wishes.iter().map(|&(worker_id, _)| worker_id).collect();
    let most = wishes.iter().map(|(_, room)| i64::from(room.matches).min(MOST_JOBS as i64)).sum();
    for _ in 0..MOST_TRIES {
        let now_ms = arena.clock.now_ms();
        let (ready, first) =
            tokio::try_join!(arena.store.readiness(&workers), arena.store.first_in_lanes(now_ms, most))?;
        note_heard(arena, &ready, now_ms).await?;
        let mut takers = takers(arena, wishes, ready);
        let chosen = distribute(arena, &mut takers, &first, most, now_ms).await?;
        let given: Vec<(i64, i64)> =
            takers.iter().flat_map(|taker| taker.jobs.iter().map(|job| (job.id, taker.worker_id))).collect();
        if given.is_empty() {
            arena.dispatcher.lanes().begin(&[], &chosen.turns, now_ms);
            break;
        }
        let until_ms = now_ms.saturating_add(lease_ms(arena));
        let (claims, mut works) =
            tokio::try_join!(arena.store.claim_jobs(&given, now_ms, until_ms), works(arena, &takers))?;
        let fences: BTreeMap<i64, i64> = claims.into_iter().map(|claim| (claim.id, claim.fence)).collect();
        let begun: Vec<(i64, Lane)> =
            chosen.matches.into_iter().filter(|(job, _)| fences.contains_key(job)).collect();
        arena.dispatcher.lanes().begin(&begun, &chosen.turns, now_ms);
        if fences.is_empty() {
            continue;
        }
        let mut leased_to = |taker: Taker| -> Vec<Leased> {
            let jobs = taker.jobs.into_iter();
            jobs.filter_map(|job| {
                let work = works.remove(&job.subject)?;
                Some(Leased { job: job.id, fence: *fences.get(&job.id)?, lease_until_ms: until_ms, work })
            })
            .collect()
        };
        return Ok(takers.into_iter().map(&mut leased_to).collect());
    }
    Ok(vec![Vec::new(); wishes.len()])
}

/// Writes down that workers were heard that had been silent for a while.
async fn note_heard(arena: &Arena, ready: &[Readiness], now_ms: i64) -> Stored<()> {
    let silent = |worker: &&Readiness| now_ms.saturating_sub(worker.last_seen_ms) >= HEARD_EVERY_MS;
    let unheard: Vec<i64> = ready.iter().filter(silent).map(|worker| worker.id).collect();
    if unheard.is_empty() {
        return Ok(());
    }
    let mut tx = arena.store.write_unforced().await?;
    tx.hear_workers(&unheard, now_ms).await?;
    tx.commit().await
}

/// Those who ask, with what they can do and how much they may still hold; a worker that asks twice has its room once.
fn takers(arena: &Arena, wishes: &[(i64, Room)], ready: Vec<Readiness>) -> Vec<Taker> {
    let mut ready: BTreeMap<i64, Readiness> = ready.into_iter().map(|worker| (worker.id, worker)).collect();
    let batch = i64::from(arena.settings.queue.batch.max(1));
    let taker = |&(worker_id, room): &(i64, Room)| {
        let none = Taker { worker_id, languages: BTreeSet::new(), matches: 0, builds: 0, jobs: Vec::new() };
        let Some(worker) = ready.get_mut(&worker_id) else { return none };
        let cores = worker.cores.max(1);
        let matches = batch.saturating_mul(cores).saturating_sub(worker.held_matches);
        let matches = i64::from(room.matches).min(MOST_JOBS as i64).min(matches).max(0);
        let builds = i64::from(builds_at_once(cores)).saturating_sub(worker.held_builds);
        let builds = i64::from(room.builds).min(builds).max(0);
        worker.held_matches += matches;
        worker.held_builds += builds;
        let languages = worker.languages.split_whitespace().map(str::to_owned).collect();
        Taker { languages, matches, builds, ..none }
    };
    wishes.iter().map(taker).collect()
}

/// Matches for workers, each with its lane, by the turns of these.
struct Chosen {
    matches: Vec<(i64, Lane)>,
    turns: Turns,
}

/// Goes through the queue, of whose lanes of matches the first so many jobs are known: every job to the first who asked and
/// may have it. Builds are beside the matches, which come in the order of their lanes.
async fn distribute(
    arena: &Arena,
    takers: &mut [Taker],
    first: &[Waiting],
    asked: i64,
    now_ms: i64,
) -> Stored<Chosen> {
    let room = takers.iter().map(|taker| taker.builds).sum();
    let mut builds = LaneReader { window: room, ..LaneReader::new(Lane::Build) };
    while takers.iter().any(|taker| taker.builds > 0)
        && let Some(job) = builds.next(arena, now_ms).await?
    {
        let _ = takers.iter_mut().any(|taker| taker.take(&job, now_ms));
    }
    let reader = |lane| LaneReader::after(lane, first.iter().filter(|job| job.lane == lane), asked);
    let mut readers: Vec<LaneReader> = Lanes::of_matches().map(reader).collect();
    let mut turns = arena.dispatcher.lanes().turns(now_ms);
    let mut matches = Vec::new();
    while takers.iter().any(|taker| taker.matches > 0)
        && let Some(lane) = turns.next(readers.iter().map(|reader| reader.lane))
    {
        let at = readers.iter().position(|reader| reader.lane == lane).unwrap_or(0);
        match readers[at].next(arena, now_ms).await? {
            Some(job) if takers.iter_mut().any(|taker| taker.take(&job, now_ms)) => {
                turns.count(lane);
                matches.push((job.id, lane));
            }
            Some(_) => {}
            None => {
                readers.remove(at);
                turns.note_empty(lane);
            }
        }
    }
    Ok(Chosen { matches, turns })
}

/// Reads a lane from its beginning, some jobs at a time.
struct LaneReader {
    lane: Lane,
    after: PlaceInLane,
    read: VecDeque<Waiting>,
    /// How many are read next; 0 after the last.
    window: i64,
    windows_left: usize,
}

impl LaneReader {
    fn new(lane: Lane) -> Self {
        let (after, read) = (LANE_START, VecDeque::new());
        Self { lane, after, read, window: WINDOW, windows_left: MOST_WINDOWS }
    }

    /// Goes on where these jobs end, of which so many were asked for.
    fn after<'a>(lane: Lane, first: impl Iterator<Item = &'a Waiting>, asked: i64) -> Self {
        let mut jobs: Vec<Waiting> = first.cloned().collect();
        jobs.sort_unstable_by_key(Waiting::place);
        let mut reader = Self::new(lane);
        reader.take(jobs.into(), asked);
        reader
    }

    fn take(&mut self, jobs: VecDeque<Waiting>, asked: i64) {
        let is_last = (jobs.len() as i64) < asked;
        self.window = if is_last { 0 } else { WINDOW };
        self.after = jobs.back().map_or(self.after, Waiting::place);
        self.read = jobs;
    }

    async fn next(&mut self, arena: &Arena, now_ms: i64) -> Stored<Option<Waiting>> {
        if self.read.is_empty() && self.window > 0 && self.windows_left > 0 {
            let jobs = arena.store.waiting_jobs(self.lane, self.after, now_ms, self.window).await?;
            self.take(jobs.into(), self.window);
            self.windows_left -= 1;
        }
        Ok(self.read.pop_front())
    }
}

/// What the workers must know, by what a job is about.
async fn works(arena: &Arena, takers: &[Taker]) -> Stored<BTreeMap<Subject, Work>> {
    let (mut matches, mut builds) = (Vec::new(), Vec::new());
    for job in takers.iter().flat_map(|taker| &taker.jobs) {
        match job.subject {
            Subject::Match(match_id) => matches.push(match_id),
            Subject::Build(version_id) => builds.push(version_id),
        }
    }
    let mut works = BTreeMap::new();
    if !matches.is_empty() {
        let seats = arena.store.match_work(&matches).await?;
        for seats in seats.chunk_by(|one, other| one.match_id == other.match_id) {
            works.insert(Subject::Match(seats[0].match_id), match_work(seats));
        }
    }
    if !builds.is_empty() {
        for BuildWork { version_id, game, language, source_hash } in arena.store.build_work(&builds).await? {
            let work = Work::Build { version_id, game, language, source_hash };
            works.insert(Subject::Build(version_id), work);
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
