//! Many workers at once.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Room};
use skirmish_arena_store::{JobDraft, Lane, Subject, WorkerList};

use crate::common::Database;
use crate::common::world::{START_MS, World};

pub async fn no_job_is_given_to_two_workers_at_once(database: Database) {
    const JOBS: i64 = 200;
    let world = World::new(&database, |settings| settings.queue.batch = 1_000).await;
    let user = world.user("u").await;
    let mut tx = world.arena.store.write().await.expect("writing");
    let bot = tx.add_bot(user, "plantation", "b", START_MS).await.expect("a bot");
    for _ in 0..JOBS {
        let version = tx.add_version(bot, "python", "", START_MS).await.expect("a version");
        let draft = JobDraft {
            lane: Lane::Build,
            subject: Subject::Build(version),
            user_id: None,
            is_over_budget: false,
            not_workers: WorkerList::default(),
            needs: &[],
        };
        tx.add_job(&draft, START_MS).await.expect("a job");
    }
    tx.commit().await.expect("committed");
    let mut claiming = Vec::new();
    for number in 0..8 {
        let worker = world.worker(&format!("w{number}"), 4 * JOBS).await;
        let arena = world.arena.clone();
        claiming.push(tokio::spawn(async move {
            let mut jobs = Vec::new();
            loop {
                let leased = queue::lease(&arena, worker, Room::of_each(3)).await.expect("leased");
                if leased.is_empty() {
                    return jobs;
                }
                jobs.extend(leased.into_iter().map(|leased| (leased.job, leased.fence)));
            }
        }));
    }
    let mut all = Vec::new();
    for claims in claiming {
        all.extend(claims.await.expect("no panic"));
    }
    assert_eq!(all.len(), JOBS as usize);
    assert_eq!(all.iter().map(|(job, _)| job).collect::<BTreeSet<_>>().len(), JOBS as usize);
    assert!(all.iter().all(|&(_, fence)| fence == 1));
}

pub async fn work_for_a_worker_that_went_away_goes_back_at_once(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let (gone, here) = (world.worker("gone", 1).await, world.worker("here", 9).await);
    let asked = Box::pin(queue::lease(&world.arena, gone, Room::of_each(2))).now_or_never();
    assert!(asked.is_none(), "it does not wait for the answer");
    // Both were in line; what the first was given is back before the second hears.
    let one = world.lease_one(here).await.expect("a job");
    let rest = queue::lease(&world.arena, here, Room::of_each(9)).await.expect("leased");
    assert_eq!(rest.len(), 3, "{one:?} {rest:?}");
    let job = world.arena.store.job(rest[0].job).await.expect("answered").expect("the job");
    assert_eq!((job.attempts, job.worker_id), (1, Some(here)), "nothing is held against it");
}
