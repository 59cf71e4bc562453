//! Leases: who has a job, until when, and what becomes of it.

use skirmish_arena_service::arena::News;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Done, Leave, Report, Room, Verdict};
use skirmish_arena_store::{JobState, Lane, MatchState, Subject};

use crate::common::Database;
use crate::common::world::{World, held, match_of};

const LEASE_MS: i64 = 60_000;

async fn one_match(database: &Database) -> World {
    let world = World::with_house(database, |settings| settings.ladder.queued_matches = 1).await;
    assert_eq!(ladder::schedule(&world.arena).await.expect("scheduled"), 4, "as many as a worker can hold");
    world
}

pub async fn a_result_counts_once(database: Database) {
    let world = one_match(&database).await;
    let worker = world.worker("w", 1).await;
    let mut news = world.arena.listen();
    let leased = world.lease_one(worker).await.expect("a job");
    let report = world.played(&leased);
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    assert_eq!(world.report(worker, &report).await, Verdict::Late);
    let store = &world.arena.store;
    let ended = store.match_of(match_of(&leased)).await.expect("answered").expect("the match");
    assert!(ended.state == MatchState::Done);
    assert_eq!((ended.result_seq, ended.worker_id), (Some(1), Some(worker)));
    assert!(ended.turns.is_some_and(|turns| turns > 0) && ended.ending.is_some());
    for seat in store.seatings(ended.id).await.expect("seats") {
        let rated = store.rated(seat.version_id).await.expect("answered").expect("rated");
        assert_eq!(rated.games, 1);
        assert!(seat.place.is_some());
    }
    let told: Vec<News> = std::iter::from_fn(|| news.try_recv().ok()).collect();
    assert_eq!(told, [News::Match(ended.id), News::Match(ended.id), News::Ladder("plantation")]);
}

pub async fn a_silent_worker_loses_its_job_and_its_late_report_is_turned_away(database: Database) {
    let world = one_match(&database).await;
    let (silent, other) = (world.worker("silent", 1).await, world.worker("other", 1).await);
    let lost = world.lease_one(silent).await.expect("a job");
    let late = world.played(&lost);
    assert_eq!(queue::sweep(&world.arena).await.expect("swept"), 0, "the lease lasts");
    world.clock.advance(LEASE_MS + 1);
    assert_eq!(queue::sweep(&world.arena).await.expect("swept"), 1);
    let waiting = world.arena.store.match_of(match_of(&lost)).await.expect("answered").expect("it");
    assert!(waiting.state == MatchState::Queued, "{waiting:?}");
    world.clock.advance(LEASE_MS);
    let mut again = world.lease_one(other).await.expect("a job");
    while again.job != lost.job {
        again = world.lease_one(other).await.expect("the job comes back");
    }
    assert!(again.fence > lost.fence);
    assert_eq!(world.report(silent, &late).await, Verdict::Late);
    assert_eq!(world.report(other, &Report { fence: lost.fence, ..late.clone() }).await, Verdict::Late);
    assert_eq!(world.report(other, &Report { fence: again.fence, ..late }).await, Verdict::Accepted);
}

pub async fn a_heartbeat_keeps_a_lease_and_says_what_is_lost(database: Database) {
    let world = one_match(&database).await;
    let worker = world.worker("w", 4).await;
    let (kept, dropped) =
        (world.lease_one(worker).await.expect("a job"), world.lease_one(worker).await.expect("another"));
    world.clock.advance(LEASE_MS / 2);
    assert_eq!(queue::heartbeat(&world.arena, worker, &[held(&kept)]).await.expect("heard"), [0i64; 0]);
    world.clock.advance(LEASE_MS / 2 + 1);
    assert_eq!(queue::sweep(&world.arena).await.expect("swept"), 1);
    let both = [held(&kept), held(&dropped)];
    assert_eq!(queue::heartbeat(&world.arena, worker, &both).await.expect("heard"), [dropped.job]);
    let seen = world.arena.store.worker(worker).await.expect("answered").expect("the worker");
    assert_eq!(seen.last_seen_ms, world.clock.now_ms());
}

pub async fn what_is_given_back_in_good_order_counts_no_attempt(database: Database) {
    let world = one_match(&database).await;
    let worker = world.worker("w", 1).await;
    for _ in 0..10 {
        let leased = world.lease_one(worker).await.expect("a job");
        queue::release(&world.arena, worker, &[held(&leased)]).await.expect("given back");
        let job = world.arena.store.job(leased.job).await.expect("answered").expect("the job");
        assert_eq!((job.state, job.attempts), (JobState::Queued, 0));
        queue::release(&world.arena, worker, &[held(&leased)]).await.expect("a second time changes nothing");
    }
    let leased = world.lease_one(worker).await.expect("a job");
    assert_eq!(leased.fence, 11);
}

pub async fn a_match_that_fails_too_often_is_set_aside_with_its_reason(database: Database) {
    let world = one_match(&database).await;
    let worker = world.worker("w", 1).await;
    let mut first = None;
    for attempt in 1..=3 {
        world.clock.advance(LEASE_MS);
        let leased = world.lease_one(worker).await.expect("a job");
        assert_eq!(*first.get_or_insert(leased.job), leased.job, "attempt {attempt}");
        let done = Done::Trouble { why: "the disk is full".to_owned() };
        let report = Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done };
        assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
        if attempt < 3 {
            let next = world.lease_one(worker).await.expect("another job");
            assert_ne!(next.job, leased.job, "it rests first");
            queue::release(&world.arena, worker, &[held(&next)]).await.expect("given back");
        }
    }
    let store = &world.arena.store;
    let job = store.job(first.expect("three attempts")).await.expect("answered").expect("the job");
    assert_eq!(job.state, JobState::Poison);
    assert_eq!(job.why.as_deref(), Some("tried 3 times: the disk is full"));
    let poison = store.poison_matches(10).await.expect("answered");
    assert_eq!(poison.iter().map(|one| Subject::Match(one.id)).collect::<Vec<_>>(), [job.subject]);
    assert_eq!(poison[0].why, job.why);
    assert_eq!(poison[0].result_seq, None);
}

pub async fn what_failed_with_one_worker_is_tried_by_another_first(database: Database) {
    let world = one_match(&database).await;
    let (broken, sound) = (world.worker("broken", 9).await, world.worker("sound", 9).await);
    let failed = world.lease_one(broken).await.expect("a job");
    let done = Done::Trouble { why: "no disk".to_owned() };
    let report = Report { job: failed.job, fence: failed.fence, cpu_ms: 0, done };
    assert_eq!(world.report(broken, &report).await, Verdict::Accepted);
    world.clock.advance(10_000);
    let others = queue::lease(&world.arena, broken, Room::of_each(100)).await.expect("leased");
    assert!(others.iter().all(|leased| leased.job != failed.job), "{others:?}");
    let again = queue::lease(&world.arena, sound, Room::of_each(100)).await.expect("leased");
    assert_eq!(again.iter().map(|leased| leased.job).collect::<Vec<_>>(), [failed.job]);
    queue::release(&world.arena, sound, &[held(&again[0])]).await.expect("given back");
    let report = Report { fence: again[0].fence + 1, ..report };
    let back = world.lease_one(sound).await.expect("the job");
    assert_eq!((back.job, back.fence), (report.job, report.fence));
    assert_eq!(world.report(sound, &report).await, Verdict::Accepted);
    world.clock.advance(70_000);
    assert_eq!(world.lease_one(sound).await.map(|leased| leased.job), Some(failed.job), "not for ever");
}

pub async fn a_worker_gets_only_what_it_can_do_and_hold(database: Database) {
    let world = World::with_house(&database, |settings| {
        settings.queue.batch = 2;
        settings.ladder.queued_matches = 12;
    })
    .await;
    let user = world.user("u").await;
    world.bot(user, "plantation", "snake").await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let (without, with) =
        (world.worker_with("c", 9, "c").await, world.worker_with("all", 1, "c python rust").await);
    let needs_python = |leased: &queue::Leased| match &leased.work {
        queue::Work::Match { seats, .. } => seats.iter().any(|seat| seat.language == "python"),
        queue::Work::Build { language, .. } => language == "python",
    };
    let some = queue::lease(&world.arena, without, Room::of_each(100)).await.expect("leased");
    assert!(!some.iter().any(needs_python), "{some:?}");
    let rest = queue::lease(&world.arena, with, Room::of_each(100)).await.expect("leased");
    assert_eq!(rest.len(), 2, "one core, two jobs each");
    assert!(rest.iter().all(needs_python), "{rest:?}");
    assert_eq!(queue::lease(&world.arena, with, Room::of_each(100)).await.expect("leased"), []);
    assert_eq!(queue::lease(&world.arena, 12345, Room::of_each(100)).await.expect("leased"), [], "nobody's");
}

pub async fn a_bot_that_leaves_takes_its_waiting_matches_along(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let told =
        queue::withdraw_bot(&world.arena, bot, Leave::Gone, "its owner left").await.expect("withdrawn");
    assert!(!told.is_empty());
    let worker = world.worker("w", 9).await;
    while let Some(leased) = world.lease_one(worker).await {
        let seats = world.arena.store.seatings(match_of(&leased)).await.expect("seats");
        assert!(seats.iter().all(|seat| seat.bot_id != bot));
    }
    for gone in world.arena.store.matches_of_bot(bot, i64::MAX, 100).await.expect("matches") {
        assert!(
            gone.state == MatchState::Withdrawn && gone.why.as_deref() == Some("its owner left"),
            "{gone:?}"
        );
        let job = world.arena.store.job_of(Subject::Match(gone.id)).await.expect("answered").expect("a job");
        assert_eq!(job.state, JobState::Done);
    }
}

pub async fn a_user_sees_its_place_in_the_queue(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (first, second) = (world.user("first").await, world.user("second").await);
    let (_, one) = world.bot(first, "plantation", "one").await;
    let (_, two) = world.bot(second, "plantation", "two").await;
    let mut tx = world.arena.store.write().await.expect("writing");
    queue::enqueue_build(&mut tx, &world.arena.settings, one, 0).await.expect("enqueued");
    queue::enqueue_build(&mut tx, &world.arena.settings, two, 0).await.expect("enqueued");
    tx.commit().await.expect("committed");
    let places = queue::place_in_queue(&world.arena, second).await.expect("answered");
    assert_eq!(places.len(), 1);
    assert_eq!((places[0].lane, places[0].id, places[0].ahead), (Lane::Build, two, Some(1)));
    assert!(places[0].wait_ms > 0);
    let worker = world.worker("w", 1).await;
    queue::lease(&world.arena, worker, Room::of_each(1)).await.expect("the first build");
    let places = queue::place_in_queue(&world.arena, first).await.expect("answered");
    assert_eq!((places[0].ahead, places[0].wait_ms), (None, 0), "a worker has it");
    let third = world.user("third").await;
    assert_eq!(queue::place_in_queue(&world.arena, third).await.expect("answered"), []);
}
