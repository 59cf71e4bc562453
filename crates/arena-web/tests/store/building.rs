//! From a source to the ladder: build, trial, ready.

use skirmish_arena_service::queue::{self, Done, Leased, Report, Verdict, Work};
use skirmish_arena_store::{MatchKind, Version, VersionState};
use skirmish_core::answer::Answer;
use skirmish_core::answer::Fault;
use skirmish_core::replay::Ending;

use crate::common::Database;
use crate::common::world::{START_MS, World, match_of, replay_of};

/// A bot with a version whose build waits: bot and version.
async fn uploaded(world: &World, user: i64, bot: Option<i64>) -> (i64, i64) {
    let mut tx = world.arena.store.write().await.expect("writing");
    let bot = match bot {
        Some(bot) => bot,
        None => tx.add_bot(user, "plantation", "snake", START_MS).await.expect("a bot"),
    };
    let version = tx.add_version(bot, "python", &"5".repeat(64), START_MS).await.expect("a version");
    queue::enqueue_build(&mut tx, &world.arena.settings, version, START_MS).await.expect("enqueued");
    tx.commit().await.expect("committed");
    (bot, version)
}

async fn version(world: &World, id: i64) -> Version {
    world.arena.store.version(id).await.expect("answered").expect("the version")
}

async fn build(world: &World, worker: i64) -> Leased {
    let leased = world.lease_one(worker).await.expect("a build");
    let Work::Build { version_id, game, language, source_hash } = &leased.work else { panic!("{leased:?}") };
    assert_eq!((game.as_str(), language.as_str(), source_hash.len()), ("plantation", "python", 64));
    let artefact_hash = world.arena.blobs.keep(format!("artefact {version_id}").as_bytes()).expect("kept");
    let log_hash = world.arena.blobs.keep(b"log").expect("kept");
    let done = Done::Built { artefact_hash, log_hash };
    let report = Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    leased
}

pub async fn a_build_leads_to_a_trial_and_the_trial_to_the_ladder(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (user, worker) = (world.user("u").await, world.worker("w", 1).await);
    let (bot, id) = uploaded(&world, user, None).await;
    assert!(version(&world, id).await.state == VersionState::Queued);
    build(&world, worker).await;
    let built = version(&world, id).await;
    assert!(built.state == VersionState::Built && built.artefact_hash.is_some() && built.log_hash.is_some());
    let of_bot = async || world.arena.store.bot(bot).await.expect("answered").expect("the bot").version_id;
    assert_eq!(of_bot().await, None, "it may not play yet");
    let trial = world.lease_one(worker).await.expect("the trial");
    let asked = world.arena.store.match_of(match_of(&trial)).await.expect("answered").expect("the match");
    assert!(asked.kind == MatchKind::Trial && asked.requested_by == Some(user));
    let Work::Match { seats, .. } = &trial.work else { panic!("a match: {trial:?}") };
    let opponents: Vec<_> = seats.iter().filter(|seat| seat.name.starts_with("house:")).collect();
    assert!(matches!(&opponents[..], [one] if one.name == "house:easy"), "a trial is short: {seats:?}");
    assert_eq!(world.report(worker, &world.played(&trial)).await, Verdict::Accepted);
    assert!(version(&world, id).await.state == VersionState::Ready);
    assert_eq!(of_bot().await, Some(id));
    assert_eq!(world.arena.store.rated(id).await.expect("answered"), None, "a trial is not rated");
}

pub async fn a_version_that_fails_its_trial_may_not_play(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (user, worker) = (world.user("u").await, world.worker("w", 1).await);
    let (bot, id) = uploaded(&world, user, None).await;
    build(&world, worker).await;
    let trial = world.lease_one(worker).await.expect("the trial");
    let replay = failing_at_once(&trial.work, 0, Fault::Gone);
    assert_eq!(world.report(worker, &world.report_of(&trial, &replay)).await, Verdict::Accepted);
    let refused = version(&world, id).await;
    assert!(refused.state == VersionState::Refused, "{refused:?}");
    assert_eq!(refused.why.as_deref(), Some("it ended with exit code 1"));
    let seats = world.arena.store.seatings(match_of(&trial)).await.expect("seats");
    let mine = seats.iter().find(|seat| seat.version_id == id).expect("its seat");
    assert_eq!(mine.fault.as_deref(), Some("gone"));
    assert_eq!(world.arena.store.bot(bot).await.expect("answered").expect("the bot").version_id, None);
}

/// A match in which the first seat's program ends before its first answer.
/// The match as it goes if whoever sits at this seat fails from the beginning.
pub fn failing_at_once(work: &Work, seat: usize, fault: Fault) -> skirmish_core::replay::Replay {
    let mut replay = replay_of(work);
    let entry = skirmish_games::find(&replay.header.game).expect("the game");
    let answers = std::mem::take(&mut replay.answers);
    replay.checkpoints.clear();
    replay.ending = Ending::Incomplete(String::new());
    for mut answered in answers {
        if answered.seat.index() == seat {
            answered.answer = Answer::Fault(fault, "it ended with exit code 1".to_owned());
        }
        replay.answers.push(answered);
        let mut playback = skirmish_core::replay::Playback::new(&replay, entry).expect("it starts");
        playback.advance_to(u64::MAX).expect("it plays");
        if let skirmish_core::game::Decision::Over(outcome) = playback.table().decision() {
            replay.ending = Ending::over(playback.table(), outcome);
            break;
        }
    }
    replay
}

pub async fn a_build_that_fails_says_why(database: Database) {
    let world = World::with_house(&database, |settings| settings.queue.attempts = 1).await;
    let (user, worker) = (world.user("u").await, world.worker("w", 9).await);
    let report = async |done: Done| {
        let (_, id) = uploaded(
            &world,
            user,
            world.arena.store.bot_named("plantation", "SNAKE").await.expect("answered").map(|bot| bot.id),
        )
        .await;
        let leased = world.lease_one(worker).await.expect("a build");
        let verdict =
            world.report(worker, &Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done }).await;
        (verdict, version(&world, id).await)
    };
    let log_hash = world.arena.blobs.keep(b"line 1: no").expect("kept");
    let why = "the compiler says no".to_owned();
    let (verdict, failed) =
        report(Done::NotBuilt { why: why.clone(), log_hash: Some(log_hash.clone()) }).await;
    assert_eq!(verdict, Verdict::Accepted);
    assert_eq!(
        (failed.state, failed.why, failed.log_hash),
        (VersionState::Failed, Some(why), Some(log_hash.clone()))
    );
    let (_, failed) = report(Done::Trouble { why: "no disk".to_owned() }).await;
    assert_eq!(failed.why.as_deref(), Some("it could not be built, tried 1 times: no disk"));
    let missing = Done::Built { artefact_hash: "0".repeat(64), log_hash };
    let (verdict, _) = report(missing).await;
    assert_eq!(verdict, Verdict::Refused { why: "what was built was not uploaded".to_owned() });
    let (verdict, _) = report(Done::Played { replay_hash: "0".repeat(64), stderr_hashes: vec![] }).await;
    assert!(matches!(verdict, Verdict::Refused { .. }));
}

pub async fn an_older_version_that_is_ready_later_does_not_take_over(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (user, worker) = (world.user("u").await, world.worker("w", 9).await);
    let (bot, older) = uploaded(&world, user, None).await;
    let (_, newer) = uploaded(&world, user, Some(bot)).await;
    build(&world, worker).await;
    build(&world, worker).await;
    let mut trials = [
        world.lease_one(worker).await.expect("the older one's trial"),
        world.lease_one(worker).await.expect("the newer one's trial"),
    ];
    trials.reverse();
    for trial in &trials {
        assert_eq!(world.report(worker, &world.played(trial)).await, Verdict::Accepted);
    }
    assert!(version(&world, older).await.state == VersionState::Ready);
    assert_eq!(world.arena.store.bot(bot).await.expect("answered").expect("the bot").version_id, Some(newer));
    let numbers: Vec<i64> =
        world.arena.store.versions_of(bot).await.expect("answered").iter().map(|one| one.number).collect();
    assert_eq!(numbers, [2, 1]);
}
