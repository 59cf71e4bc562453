//! Languages come and go with the workers that have them: nobody is held up by one that nobody has.

use std::collections::BTreeSet;

use skirmish_arena_service::account::Refused;
use skirmish_arena_service::ladder::{self, ChallengeError};
use skirmish_arena_service::queue::{self, Room, Work};
use skirmish_arena_service::upload::language;
use skirmish_arena_store::{MatchState, VersionState};

use crate::common::Database;
use crate::common::world::{START_MS, World};
use crate::people::{signed_up, submit};

const MINUTE_MS: i64 = 60_000;

/// A bot in that language, ready to play: bot and version.
async fn bot_in(world: &World, language: &str, name: &str) -> (i64, i64) {
    let user = world.user(&format!("owner of {name}")).await;
    let mut tx = world.arena.store.write().await.expect("writing");
    let bot = tx.add_bot(user, "plantation", name, START_MS).await.expect("a bot");
    let version = tx.add_version(bot, language, &"5".repeat(64), START_MS).await.expect("a version");
    let artefact = skirmish_arena_service::blobs::name_of(name.as_bytes());
    tx.note_build(version, VersionState::Ready, Some(&artefact), None, None).await.expect("built");
    tx.play_version(bot, version).await.expect("it plays");
    tx.commit().await.expect("committed");
    (bot, version)
}

/// A version that waits to be built, of a bot of that name.
async fn uploaded(world: &World, name: &str) -> i64 {
    let user = world.user(&format!("owner of {name}")).await;
    let mut tx = world.arena.store.write().await.expect("writing");
    let bot = tx.add_bot(user, "plantation", name, START_MS).await.expect("a bot");
    let now_ms = world.clock.now_ms();
    let version = tx.add_version(bot, "python", &"5".repeat(64), now_ms).await.expect("a version");
    queue::enqueue_build(&mut tx, &world.arena.settings, version, now_ms).await.expect("enqueued");
    tx.commit().await.expect("committed");
    version
}

/// The languages of the programs in every rated match that waits.
async fn scheduled(world: &World, worker: i64) -> Vec<BTreeSet<String>> {
    let leased = queue::lease(&world.arena, worker, Room::of_each(100)).await.expect("leased");
    let of = |work: &Work| match work {
        Work::Match { seats, .. } => {
            seats.iter().map(|seat| seat.language.clone()).filter(|language| language != "house").collect()
        }
        Work::Build { .. } => panic!("a build"),
    };
    leased.iter().map(|leased| of(&leased.work)).collect()
}

pub async fn a_bot_whose_language_nobody_has_holds_up_nobody(database: Database) {
    let world = World::with_house(&database, |settings| {
        settings.ladder.queued_matches = 12;
        settings.queue.batch = 12;
    })
    .await;
    let (rare, _) = bot_in(&world, "cobol", "rare").await;
    bot_in(&world, "python", "usual").await;
    let plain = world.worker_with("plain", 1, "python c").await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let waiting = scheduled(&world, plain).await;
    assert!(waiting.len() >= 12 && waiting.iter().any(|one| one.contains("python")), "{waiting:?}");
    assert_eq!(world.arena.store.matches_of_bot(rare, i64::MAX, 9).await.expect("answered"), []);
    // Somebody comes who has it.
    world.worker_with("odd", 1, "cobol").await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let made = world.arena.store.matches_of_bot(rare, i64::MAX, 100).await.expect("answered");
    assert!(!made.is_empty() && made.iter().all(|one| one.state == MatchState::Queued), "{made:?}");
    for one in &made {
        let seats = world.arena.store.seated_versions(one.id).await.expect("answered");
        assert!(seats.iter().all(|seat| seat.language != "python"), "nobody has both: {seats:?}");
    }
    // And goes, without a word: what only they could play is given up, and the others go on.
    world.clock.advance(3 * MINUTE_MS);
    assert_eq!(scheduled(&world, plain).await.len(), 0, "it holds all that it can play");
    queue::sweep(&world.arena).await.expect("swept");
    for one in world.arena.store.matches_of_bot(rare, i64::MAX, 100).await.expect("answered") {
        assert!(one.state == MatchState::Withdrawn, "{one:?}");
        assert!(one.why.as_deref().is_some_and(|why| why.contains("cobol")), "{one:?}");
    }
    world.clock.advance(MINUTE_MS);
    ladder::schedule(&world.arena).await.expect("scheduled");
    assert_eq!(scheduled(&world, plain).await.len(), 12, "the ladder goes on");
}

pub async fn what_somebody_waits_for_is_given_up_with_its_reason(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (mine, _) = bot_in(&world, "python", "mine").await;
    let (other, _) = bot_in(&world, "python", "other").await;
    let plain = world.worker_with("plain", 9, "c").await;
    let knows = world.worker_with("knows", 1, "python").await;
    let build = uploaded(&world, "build").await;
    let on_trial = uploaded(&world, "trial").await;
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.withdraw_job(skirmish_arena_store::Subject::Build(on_trial), "").await.expect("withdrawn");
    tx.note_build(on_trial, VersionState::Built, Some(&"6".repeat(64)), None, None).await.expect("built");
    let trial =
        queue::enqueue_trial(&mut tx, &world.arena.settings, on_trial, START_MS).await.expect("enqueued");
    tx.commit().await.expect("committed");
    let user = world.arena.store.bot(mine).await.expect("answered").expect("a bot").user_id;
    let challenge = ladder::challenge(&world.arena, user, mine, other).await.expect("challenged");
    let look = async || {
        let version = async |id| world.arena.store.version(id).await.expect("answered").expect("it");
        let match_of = async |id| world.arena.store.match_of(id).await.expect("answered").expect("it");
        let trial = match_of(trial.expect("a trial")).await;
        (version(build).await, version(on_trial).await, trial, match_of(challenge).await)
    };
    let wait = async |minutes: i64| {
        world.clock.advance(minutes * MINUTE_MS);
        // Somebody is here, who cannot do it.
        assert_eq!(world.lease_one(plain).await, None);
        queue::sweep(&world.arena).await.expect("swept")
    };
    assert_eq!(wait(9).await, 0, "a worker that was here a moment ago may come back");
    let (built, tried, ..) = look().await;
    assert!(built.state == VersionState::Queued && tried.state == VersionState::Built);
    assert!(wait(2).await >= 3);
    let (built, tried, trial, challenged) = look().await;
    let says =
        |why: &Option<String>| why.as_deref().is_some_and(|why| why.contains("no worker here has python"));
    assert!(built.state == VersionState::Failed && says(&built.why), "{built:?}");
    assert!(tried.state == VersionState::Refused && says(&tried.why), "{tried:?}");
    assert!(trial.state == MatchState::Withdrawn && challenged.state == MatchState::Withdrawn);
    let refused = ladder::challenge(&world.arena, user, mine, other).await;
    assert!(matches!(refused, Err(ChallengeError::NoWorker(..))), "{refused:?}");
    // It comes back, and everything can be asked for again.
    queue::heartbeat(&world.arena, knows, &[]).await.expect("heard");
    ladder::challenge(&world.arena, user, mine, other).await.expect("challenged");
    assert!(world.lease_one(knows).await.is_some());
}

pub async fn bots_are_handed_in_in_the_languages_of_the_workers_that_are_here(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let names = async || -> Vec<String> {
        let offered = language::offered(&world.arena).await.expect("answered");
        offered.into_iter().map(|offered| offered.name).collect()
    };
    assert!(names().await.contains(&"python".to_owned()), "nobody came yet: what this machine has");
    let worker = world.worker_with("w", 1, "c unheard-of").await;
    assert_eq!(names().await, ["c"], "what the host knows and a worker has");
    let ada = signed_up(&world.arena, "ada").await;
    let refused = submit(&world.arena, &ada, "snake", "1").await.expect_err("nobody can build it");
    let told = refused.to_string();
    assert!(matches!(refused, Refused::Bad(_)) && told.contains("cannot be built here"), "{told}");
    world.clock.advance(3 * MINUTE_MS);
    assert!(names().await.contains(&"python".to_owned()), "nobody is here again");
    queue::heartbeat(&world.arena, worker, &[]).await.expect("heard");
    assert_eq!(names().await, ["c"]);
}
