//! Work is shared: accounts take turns, whoever had much waits for the others, and nobody's failing bot holds up a ladder.

use skirmish_arena_service::queue::{self, Done, Leased, Report, Room, Verdict, Work};
use skirmish_arena_store::{JobState, MatchKind, MatchState, Subject, VersionState};
use skirmish_core::answer::Fault;

use crate::building::failing_at_once;
use crate::common::Database;
use crate::common::world::{START_MS, World, match_of, replay_of};
use crate::people::submit;

/// A new version of a bot.
async fn submitted(world: &World, user: i64, name: &str, source: &str) -> i64 {
    let user = world.arena.store.user_by_id(user).await.expect("answered").expect("a user");
    submit(&world.arena, &user, name, source).await.expect("submitted").version_id
}

/// The next build that a worker gets.
async fn next_build(world: &World, worker: i64) -> Option<(Leased, i64)> {
    let leased =
        queue::lease(&world.arena, worker, Room { matches: 0, builds: 1 }).await.expect("leased").pop()?;
    let Work::Build { version_id, .. } = leased.work else { panic!("a match") };
    Some((leased, version_id))
}

/// A build of these costs fails.
async fn fail(world: &World, worker: i64, leased: &Leased, cpu_ms: u64) {
    let done = Done::NotBuilt { why: "it loops".to_owned(), log_hash: None };
    let report = Report { job: leased.job, fence: leased.fence, cpu_ms, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
}

pub async fn accounts_take_turns_whoever_has_more_waiting(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let (many, one, other) = (world.user("many").await, world.user("one").await, world.user("other").await);
    let mut theirs = Vec::new();
    for number in 0..4 {
        theirs.push(submitted(&world, many, &format!("bot {number}"), &number.to_string()).await);
    }
    let of_one = submitted(&world, one, "single", "1").await;
    let of_other = submitted(&world, other, "another", "2").await;
    let mut order = Vec::new();
    while let Some((leased, version_id)) = next_build(&world, worker).await {
        order.push(version_id);
        fail(&world, worker, &leased, 0).await;
    }
    assert_eq!(order, [theirs[0], of_one, of_other, theirs[1], theirs[2], theirs[3]]);
}

pub async fn whoever_had_their_share_of_cpu_waits_for_everybody_else(database: Database) {
    let world = World::with_house(&database, |settings| settings.quota.cpu_seconds_an_hour = 100).await;
    let worker = world.worker("w", 1).await;
    let (much, little) = (world.user("much").await, world.user("little").await);
    let mut looping = Vec::new();
    for number in 0..3 {
        looping.push(submitted(&world, much, &format!("loop {number}"), &number.to_string()).await);
    }
    let (leased, first) = next_build(&world, worker).await.expect("a build");
    assert_eq!(first, looping[0]);
    // While a worker has the first, the others come.
    let mut fair = Vec::new();
    for number in 0..2 {
        fair.push(submitted(&world, little, &format!("fair {number}"), &number.to_string()).await);
    }
    fail(&world, worker, &leased, 120_000).await;
    let later = submitted(&world, much, "loop 3", "3").await;
    let mut order = Vec::new();
    while let Some((leased, version_id)) = next_build(&world, worker).await {
        order.push(version_id);
        fail(&world, worker, &leased, 0).await;
    }
    assert_eq!(order, [fair[0], fair[1], looping[1], looping[2], later]);
    // An hour later it is forgiven.
    world.clock.advance(2 * 3_600_000);
    submitted(&world, little, "fair 2", "2").await;
    submitted(&world, little, "fair 3", "3").await;
    let again = submitted(&world, much, "loop 4", "4").await;
    next_build(&world, worker).await.expect("somebody's first");
    let other = world.worker("v", 1).await;
    assert_eq!(next_build(&world, other).await.expect("a build").1, again);
}

pub async fn a_newer_version_replaces_one_that_is_not_built(database: Database) {
    let world = World::with_house(&database, |settings| settings.quota.bots = 1).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let first = submitted(&world, user, "snake", "1").await;
    let (leased, building) = next_build(&world, worker).await.expect("a build");
    assert_eq!(building, first);
    let second = submitted(&world, user, "snake", "2").await;
    let held = queue::Held { job: leased.job, fence: leased.fence };
    assert_eq!(queue::heartbeat(&world.arena, worker, &[held]).await.expect("heard"), [leased.job]);
    let third = submitted(&world, user, "snake", "3").await;
    for (id, state) in
        [(first, VersionState::Superseded), (second, VersionState::Superseded), (third, VersionState::Queued)]
    {
        let version = world.arena.store.version(id).await.expect("answered").expect("a version");
        assert_eq!(version.state, state, "{version:?}");
    }
    let (leased, building) = next_build(&world, worker).await.expect("a build");
    assert_eq!(building, third);
    fail(&world, worker, &leased, 0).await;
    // Nothing of it was ever built: it takes no place.
    submitted(&world, user, "other", "4").await;
}

pub async fn what_was_lost_with_its_worker_counts_no_attempt(database: Database) {
    let world = World::with_house(&database, |settings| settings.queue.attempts = 1).await;
    let (killed, other) = (world.worker("killed", 1).await, world.worker("other", 1).await);
    skirmish_arena_service::ladder::schedule(&world.arena).await.expect("scheduled");
    let lost = world.lease_one(killed).await.expect("a job");
    world.clock.advance(120_000);
    queue::sweep(&world.arena).await.expect("swept");
    let job = world.arena.store.job(lost.job).await.expect("answered").expect("the job");
    assert_eq!((job.state, job.attempts, job.lost), (JobState::Queued, 0, 1));
    let again = world.lease_one(other).await.expect("a job");
    assert_eq!(again.job, lost.job);
    assert_eq!(world.report(other, &world.played(&again)).await, Verdict::Accepted);
    // What ends every worker that plays it is set aside in the end.
    let mut leased = world.lease_one(killed).await.expect("a job");
    let job = leased.job;
    for _ in 0..10 {
        assert_eq!(leased.job, job);
        world.clock.advance(120_000);
        queue::sweep(&world.arena).await.expect("swept");
        let Some(next) = world.lease_one(killed).await else { break };
        leased = next;
    }
    let job = world.arena.store.job(job).await.expect("answered").expect("the job");
    assert_eq!((job.state, job.lost), (JobState::Poison, 9), "the last one is in the reason");
    assert_eq!(job.why.as_deref(), Some("tried 10 times: the worker that had it fell silent"));
}

pub async fn a_bot_that_keeps_failing_rests_and_its_owner_is_told(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    world.settle_house("plantation").await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    let rested = async || world.arena.store.bot(bot).await.expect("answered").expect("a bot").rested_why;
    for number in 0..10 {
        assert_eq!(rested().await, None, "after {number}");
        skirmish_arena_service::ladder::schedule(&world.arena).await.expect("scheduled");
        let leased = world.lease_one(worker).await.expect("a match");
        let Work::Match { seats, .. } = &leased.work else { panic!("a build") };
        let seat = seats.iter().position(|seat| seat.name == "snake").expect("the house is settled");
        let report = world.report_of(&leased, &failing_at_once(&leased.work, seat, Fault::Gone));
        assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    }
    let why = rested().await.expect("it rests");
    assert!(why.starts_with("it lost 10 matches in a row by its own fault, the last one so: "), "{why}");
    for open in world.arena.store.matches_of_bot(bot, i64::MAX, 100).await.expect("matches") {
        assert!(!open.state.is_open(), "{open:?}");
        let job = world.arena.store.job_of(Subject::Match(open.id)).await.expect("answered").expect("a job");
        assert_eq!(job.state, JobState::Done);
    }
    // Its owner wakes it.
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_bot_active(bot, true).await.expect("it plays");
    tx.commit().await.expect("committed");
    assert_eq!(rested().await, None);
    skirmish_arena_service::ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(worker).await.expect("a match");
    let ended = world.arena.store.match_of(match_of(&leased)).await.expect("answered").expect("it");
    assert_eq!((ended.state, ended.created_ms), (MatchState::Running, START_MS));
}

pub async fn house_bots_among_themselves_let_everybody_else_go_first(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (user, worker) = (world.user("u").await, world.worker("w", 1).await);
    let mut tx = world.arena.store.write().await.expect("writing");
    let bot = tx.add_bot(user, "plantation", "snake", START_MS).await.expect("a bot");
    let version = tx.add_version(bot, "python", "", START_MS).await.expect("a version");
    tx.note_build(version, VersionState::Built, Some("x"), None, None).await.expect("built");
    queue::enqueue_trial(&mut tx, &world.arena.settings, version, START_MS).await.expect("enqueued");
    tx.commit().await.expect("committed");
    let schedule = async || skirmish_arena_service::ladder::schedule(&world.arena).await.expect("scheduled");
    assert_eq!(schedule().await, 0, "a trial waits");
    let leased = world.lease_one(worker).await.expect("the trial");
    let found = world.arena.store.match_of(match_of(&leased)).await.expect("answered").expect("it");
    assert_eq!(found.kind, MatchKind::Trial);
    assert_eq!(schedule().await, 4);
    world.lease_one(worker).await.expect("a match");
    assert_eq!(schedule().await, 0, "more than half of them wait");
}

pub async fn trials_that_last_long_leave_the_ladder_four_fifths_of_the_time(database: Database) {
    const TRIAL_MS: u64 = 3_000;
    const RATED_MS: u64 = 100;
    let world = World::with_house(&database, |_| {}).await;
    let (bad, good) = (world.user("bad").await, world.user("good").await);
    let worker = world.worker("w", 1).await;
    let (_, looping) = world.bot(bad, "plantation", "loop").await;
    world.bot(good, "plantation", "snake").await;
    let mut tx = world.arena.store.write().await.expect("writing");
    for _ in 0..20 {
        queue::enqueue_trial(&mut tx, &world.arena.settings, looping, START_MS).await.expect("enqueued");
    }
    tx.commit().await.expect("committed");
    // The time of the ladder's matches, and of all, up to the third trial.
    let (mut of_ladder, mut of_all, mut trials) = (0, 0, 0);
    for _ in 0..1_000 {
        skirmish_arena_service::ladder::schedule(&world.arena).await.expect("scheduled");
        let leased = world.lease_one(worker).await.expect("a match");
        let found = world.arena.store.match_of(match_of(&leased)).await.expect("answered").expect("it");
        let is_trial = found.kind == MatchKind::Trial;
        trials += usize::from(is_trial);
        if trials == 3 {
            break;
        }
        let lasted_ms = if is_trial { TRIAL_MS } else { RATED_MS };
        of_all += lasted_ms;
        of_ladder += if is_trial { 0 } else { lasted_ms };
        let mut replay = replay_of(&leased.work);
        for answered in &mut replay.answers {
            answered.cost.wall_us = 0;
        }
        replay.answers[0].cost.wall_us = 1_000 * lasted_ms;
        world.clock.advance(lasted_ms as i64);
        assert_eq!(world.report(worker, &world.report_of(&leased, &replay)).await, Verdict::Accepted);
    }
    assert_eq!(trials, 3, "trials are played, too");
    assert!(100 * of_ladder >= 80 * of_all, "{of_ladder} of {of_all} ms");
}
