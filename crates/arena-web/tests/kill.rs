//! The arena's processes are killed again and again at any moment, and the history of what they saw is compared with what
//! the database says: nothing is lost, nothing counts twice, every match ends once.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use common::Database;
use common::world::{START_MS, World, match_of};
use skirmish_arena_service::queue::{self, Done, Verdict};
use skirmish_arena_service::{ladder, settings::Settings};
use skirmish_arena_store::{JobState, MatchKind, MatchState, Subject};
use skirmish_league::chance::Chance;

/// How often a process is killed.
const KILLS: u64 = 6;
/// Workers in a process.
const WORKERS: usize = 3;
/// Between two processes an hour goes by, so that what the dead one held comes back.
const HOUR_MS: i64 = 3_600_000;
/// How often the workers of the last process come again before what is left counts as stuck.
const ROUNDS: usize = 20;
/// Between two rounds: longer than a job rests after a failure, shorter than a second opinion waits.
const ROUND_MS: i64 = 10 * 60_000;
/// Says to a process started by a test what it is to do: database, blobs, generation, whether to end when all is played.
const ORDER: &str = "SKIRMISH_ARENA_KILL_ORDER";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_nothing_is_lost_on_a_file() {
    if let Ok(order) = std::env::var(ORDER) {
        return obey(&order).await;
    }
    let folder = tempfile::tempdir().expect("a folder");
    check("killed_at_any_moment_nothing_is_lost_on_a_file", &Database::file(&folder)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_nothing_is_lost_on_a_server() {
    if let Ok(order) = std::env::var(ORDER) {
        return obey(&order).await;
    }
    let server = common::postgres::Server::start().await;
    check("killed_at_any_moment_nothing_is_lost_on_a_server", &server.database().await).await;
}

/// What a process saw.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Seen {
    /// A worker leased a match: job, fence, match.
    Leased(i64, i64, i64),
    /// A report was accepted: job, fence, match, the replay's hash.
    Accepted(i64, i64, i64, String),
}

async fn check(test: &str, database: &Database) {
    let blobs = tempfile::tempdir().expect("a folder");
    // The tables are made before anybody is killed: making them is the databases' own affair.
    database.open().await.close().await;
    let mut chance = Chance::new(8);
    let mut history = Vec::new();
    for generation in 0..KILLS {
        let child = start(test, database, blobs.path(), generation, false);
        history.extend(watch(child, Some(5 + chance.below(40) as usize)));
    }
    let last = start(test, database, blobs.path(), KILLS, true);
    history.extend(watch(last, None));
    judge(database, blobs.path(), &history).await;
}

fn start(test: &str, database: &Database, blobs: &Path, generation: u64, is_last: bool) -> Child {
    let place = match database {
        Database::File(path) => path.display().to_string(),
        Database::Server(address) => address.clone(),
    };
    let order = format!("{place}\n{}\n{generation}\n{is_last}", blobs.display());
    Command::new(std::env::current_exe().expect("this very program"))
        .args(["--exact", test, "--nocapture"])
        .env(ORDER, order)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process")
}

/// Listens to a process and kills it after so many words, or lets it end.
fn watch(mut child: Child, kill_after: Option<usize>) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut is_dead = false;
    for line in BufReader::new(child.stdout.take().expect("it was piped")).lines() {
        seen.extend(line.ok().as_deref().and_then(read));
        if !is_dead && kill_after.is_some_and(|most| seen.len() >= most) {
            child.kill().expect("killed");
            is_dead = true;
        }
    }
    let status = child.wait().expect("it ended");
    assert!(is_dead || status.success(), "the process failed: {status}");
    seen
}

fn read(line: &str) -> Option<Seen> {
    let words: Vec<&str> = line.split(' ').collect();
    let number = |at: usize| words.get(at)?.parse::<i64>().ok();
    match *words.first()? {
        "LEASED" => Some(Seen::Leased(number(1)?, number(2)?, number(3)?)),
        // A line that was cut off by the kill has no whole hash.
        "ACCEPTED" => {
            let hash = words.get(4).filter(|hash| hash.len() == 64)?;
            Some(Seen::Accepted(number(1)?, number(2)?, number(3)?, (*hash).to_owned()))
        }
        _ => None,
    }
}

/// Compares what was seen with what is there.
async fn judge(database: &Database, blobs: &Path, history: &[Seen]) {
    let world = World::reopen(database, blobs, START_MS, settings).await;
    let store = &world.arena.store;
    let mut fences = BTreeSet::new();
    let mut accepted = BTreeMap::new();
    for seen in history {
        match seen {
            Seen::Leased(job, fence, _) => {
                assert!(fences.insert((*job, *fence)), "job {job} was leased twice with fence {fence}");
            }
            Seen::Accepted(job, _, match_id, hash) => {
                assert_eq!(accepted.insert(*match_id, hash.clone()), None, "job {job} was accepted twice");
            }
        }
    }
    assert!(accepted.len() >= 10, "only {} results were seen", accepted.len());
    let (mut sequence, mut before) = (BTreeSet::new(), i64::MAX);
    loop {
        let matches = store.matches_of_game("plantation", before, 100).await.expect("matches");
        let Some(last) = matches.last() else { break };
        before = last.id;
        for played in &matches {
            let has_ended = played.state == MatchState::Done || played.state == MatchState::Withdrawn;
            assert!(has_ended, "it never ended: {played:?}");
            if let Some(hash) = accepted.get(&played.id) {
                assert_eq!(
                    played.replay_hash.as_ref(),
                    Some(hash),
                    "an accepted result was lost: {played:?}"
                );
            }
            let job = store.job_of(Subject::Match(played.id)).await.expect("answered").expect("a job");
            assert_eq!(job.state, JobState::Done, "{job:?}");
            if let Some(seq) = played.result_seq {
                assert!(sequence.insert(seq), "result {seq} is there twice");
            } else {
                assert!(
                    played.kind != MatchKind::Rated || played.is_doubted,
                    "a result is not rated: {played:?}"
                );
            }
        }
    }
    assert_eq!(
        sequence.len() as i64,
        *sequence.last().expect("results"),
        "results are missing from the order"
    );
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.results as usize, proof.differences), (sequence.len(), Vec::new()));
    let workers = store.workers().await.expect("workers");
    assert!(workers.iter().all(|worker| worker.flagged_why.is_none()), "{workers:?}");
}

fn settings(settings: &mut Settings) {
    settings.ladder.second_opinions = 0.3;
    settings.queue.attempts = 1_000;
    // The clock stands still: a calm ladder would wait for it for ever.
    settings.ladder.calm_seconds = 0;
}

/// What a process that a test started does: the work of a whole arena, until it is killed or all is played.
async fn obey(order: &str) {
    let words: Vec<&str> = order.split('\n').collect();
    let [place, blobs, generation, is_last] = words[..] else { panic!("{order}") };
    let is_server = place.starts_with("postgres://");
    let database =
        if is_server { Database::Server(place.to_owned()) } else { Database::File(PathBuf::from(place)) };
    let generation: i64 = generation.parse().expect("a number");
    let start_ms = START_MS + (generation + 1) * HOUR_MS;
    let world = Arc::new(World::reopen(&database, Path::new(blobs), start_ms, settings).await);
    ladder::install_house(&world.arena).await.expect("house bots");
    queue::sweep(&world.arena).await.expect("swept");
    // What was taken back has rested by now.
    world.clock.advance(HOUR_MS / 2);
    let mut workers = Vec::new();
    for number in 0..WORKERS {
        workers.push(world.worker(&format!("{generation}-{number}"), 1).await);
    }
    if is_last == "true" {
        finish(&world, &workers).await;
    } else {
        all_at_once(&world, &workers, true).await;
    }
}

/// Plays what is left. A database may still take in what a killed process told it last, and a second opinion may come up
/// when those who could give it have gone home: so the workers come again until nothing is open.
async fn finish(world: &Arc<World>, workers: &[i64]) {
    for _ in 0..ROUNDS {
        all_at_once(world, workers, false).await;
        if world.arena.store.open_jobs().await.expect("answered") == 0 {
            return;
        }
        world.clock.advance(ROUND_MS);
        queue::sweep(&world.arena).await.expect("swept");
    }
    panic!("{} jobs are open still", world.arena.store.open_jobs().await.expect("answered"));
}

/// Every worker plays while there is something for it; new matches are made for ever, or never.
async fn all_at_once(world: &Arc<World>, workers: &[i64], goes_on: bool) {
    let mut working = tokio::task::JoinSet::new();
    for &worker in workers {
        let world = world.clone();
        working.spawn(async move {
            loop {
                if work(&world, worker).await {
                    continue;
                }
                if !goes_on {
                    break;
                }
                ladder::schedule(&world.arena).await.expect("scheduled");
            }
        });
    }
    while let Some(ended) = working.join_next().await {
        ended.expect("no panic");
    }
}

/// Plays one match; false if there is none for this worker.
async fn work(world: &Arc<World>, worker: i64) -> bool {
    let Some(leased) = world.lease_one(worker).await else { return false };
    println!("LEASED {} {} {}", leased.job, leased.fence, match_of(&leased));
    let playing = (world.clone(), leased.clone());
    let report = tokio::task::spawn_blocking(move || playing.0.played(&playing.1)).await.expect("played");
    let verdict = world.report(worker, &report).await;
    let Done::Played { replay_hash, .. } = &report.done else { panic!("{report:?}") };
    assert_eq!(verdict, Verdict::Accepted);
    println!("ACCEPTED {} {} {} {replay_hash}", leased.job, leased.fence, match_of(&leased));
    true
}
