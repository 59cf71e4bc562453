//! Whoever leaves, rests or is sent away: what becomes of what they have in the queue, and of what they left.

use skirmish_arena_service::account;
use skirmish_arena_service::arena::News;
use skirmish_arena_service::blobs::BadBlob;
use skirmish_arena_service::ladder::{self, ChallengeError};
use skirmish_arena_service::queue::{self, Done, Leased, Leave, Report, Verdict, Work};
use skirmish_arena_service::storage;
use skirmish_arena_store::{Match, MatchKind, MatchState, Version, VersionState};

use crate::common::Database;
use crate::common::world::{World, match_of};
use crate::people::{PASSWORD, session_of, signed_up, submit};

async fn match_by(world: &World, id: i64) -> Match {
    world.arena.store.match_of(id).await.expect("answered").expect("the match")
}

async fn version(world: &World, id: i64) -> Version {
    world.arena.store.version(id).await.expect("answered").expect("the version")
}

/// Leases until a match of the bot comes, and plays it; gives it.
async fn play_until(world: &World, worker: i64, bot: i64) -> Leased {
    for _ in 0..100 {
        ladder::schedule(&world.arena).await.expect("scheduled");
        let leased = world.lease_one(worker).await.expect("a job");
        if matches!(leased.work, Work::Build { .. }) {
            continue;
        }
        let seats = world.arena.store.seatings(match_of(&leased)).await.expect("seats");
        if seats.iter().any(|seat| seat.bot_id == bot) {
            return leased;
        }
        assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
    }
    panic!("it never plays");
}

pub async fn a_second_opinion_outlives_a_rest_and_without_it_the_first_counts(database: Database) {
    let world = World::with_house(&database, |settings| settings.ladder.second_opinions = 1.0).await;
    world.settle_house("plantation").await;
    let (one, _) = (world.worker("one", 1).await, world.worker("other", 1).await);
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    let first = play_until(&world, one, bot).await;
    assert_eq!(world.report(one, &world.played(&first)).await, Verdict::Accepted);
    let second = async || {
        let all = world.arena.store.matches_of_bot(bot, i64::MAX, 100).await.expect("answered");
        all.into_iter().find(|found| found.second_of == Some(match_of(&first))).expect("a second opinion")
    };
    let rests = queue::withdraw_bot(&world.arena, bot, Leave::Rest, "it rests").await.expect("withdrawn");
    assert!(!rests.is_empty(), "its other matches are not played");
    assert!(second().await.state == MatchState::Queued);
    assert_eq!(match_by(&world, match_of(&first)).await.result_seq, None);
    let gone = queue::withdraw_bot(&world.arena, bot, Leave::Gone, "it left").await.expect("withdrawn");
    assert_eq!(gone, [News::Match(second().await.id), News::Ladder("plantation")]);
    assert!(second().await.state == MatchState::Withdrawn);
    assert_eq!(match_by(&world, match_of(&first)).await.result_seq, Some(1), "the first counts alone");
}

pub async fn a_trial_outlives_a_rest_and_is_told_when_the_bot_is_gone(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 9).await;
    let ada = signed_up(&world.arena, "ada").await;
    let handed = submit(&world.arena, &ada, "snake", "1").await.expect("submitted");
    let build = world.lease_one(worker).await.expect("the build");
    let blob = world.arena.blobs.keep(b"built").expect("kept");
    let done = Done::Built { artefact_hash: blob.clone(), log_hash: blob };
    let report = Report { job: build.job, fence: build.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    let again = submit(&world.arena, &ada, "snake", "2").await.expect("submitted");
    let withdraw = async |bot, leave| {
        queue::withdraw_bot(&world.arena, bot, leave, "the host said so").await.expect("withdrawn")
    };
    assert_eq!(withdraw(handed.bot_id, Leave::Rest).await, []);
    assert!(version(&world, handed.version_id).await.state == VersionState::Built);
    // The house bot that it plays against may be disabled: the trial goes on.
    let trial =
        world.arena.store.matches_of_bot(handed.bot_id, i64::MAX, 1).await.expect("answered").remove(0);
    assert!(trial.kind == MatchKind::Trial);
    let seats = world.arena.store.seatings(trial.id).await.expect("seats");
    let house = seats.iter().find(|seat| seat.bot_id != handed.bot_id).expect("an opponent").bot_id;
    withdraw(house, Leave::Gone).await;
    assert!(match_by(&world, trial.id).await.state == MatchState::Queued);
    let told = [News::Version(again.version_id), News::Match(trial.id), News::Version(handed.version_id)];
    assert_eq!(withdraw(handed.bot_id, Leave::Gone).await, told, "the trial and the next build");
    for id in [handed.version_id, again.version_id] {
        let gone = version(&world, id).await;
        assert!(gone.state == VersionState::Refused || gone.state == VersionState::Failed, "{gone:?}");
        assert!(gone.why.is_some_and(|why| why.ends_with("the host said so")));
    }
    assert_eq!(world.lease_one(worker).await, None);
}

pub async fn what_a_banned_owners_bot_was_playing_is_not_rated(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    world.settle_house("plantation").await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    let running = play_until(&world, worker, bot).await;
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_banned(user, true).await.expect("banned");
    tx.commit().await.expect("committed");
    assert_eq!(world.report(worker, &world.played(&running)).await, Verdict::Accepted);
    assert_eq!(match_by(&world, match_of(&running)).await.result_seq, None);
    // What such a worker gives back instead is over, too.
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_banned(user, false).await.expect("no longer");
    tx.commit().await.expect("committed");
    let running = play_until(&world, worker, bot).await;
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_banned(user, true).await.expect("banned");
    tx.commit().await.expect("committed");
    let held = [queue::Held { job: running.job, fence: running.fence }];
    queue::release(&world.arena, worker, &held).await.expect("given back");
    assert!(match_by(&world, match_of(&running)).await.state == MatchState::Withdrawn);
}

pub async fn what_runs_when_its_owner_leaves_brings_nothing_back(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    world.settle_house("plantation").await;
    let (arena, blobs) = (&world.arena, &world.arena.blobs);
    let worker = world.worker("w", 9).await;
    let (ada, bob) = (signed_up(arena, "ada").await, signed_up(arena, "bob").await);
    let mine = submit(arena, &ada, "snake", "print()").await.expect("submitted");
    let build = world.lease_one(worker).await.expect("a build");
    let theirs = submit(arena, &bob, "copy", "print()").await.expect("submitted");
    let source = version(&world, mine.version_id).await.source_hash;
    assert_eq!(version(&world, theirs.version_id).await.source_hash, source, "the same bytes");
    let (bot, _) = world.bot(ada.id, "plantation", "other").await;
    let running = play_until(&world, worker, bot).await;
    account::delete_account(arena, &session_of(arena, "ada", PASSWORD).await, PASSWORD)
        .await
        .expect("deleted");
    assert!(blobs.has(&source).expect("a name"), "bob's stays");

    let (artefact_hash, log_hash) =
        (blobs.keep(b"artefact").expect("kept"), blobs.keep(b"log").expect("kept"));
    let done = Done::Built { artefact_hash: artefact_hash.clone(), log_hash: log_hash.clone() };
    let report = Report { job: build.job, fence: build.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Late, "it was taken from the worker");
    let gone = version(&world, mine.version_id).await;
    assert_eq!((gone.state, gone.artefact_hash, gone.log_hash), (VersionState::Refused, None, None));
    let Work::Match { seats, .. } = &running.work else { panic!("a build") };
    let seat = seats.iter().position(|seat| seat.language == "python").expect("its seat");
    let mut replay = crate::common::world::replay_of(&running.work);
    let noise = blobs.keep(b"printed").expect("kept");
    replay.header.players[seat].stderr = Some(noise.clone());
    let mut report = world.report_of(&running, &replay);
    let Done::Played { stderr_hashes, .. } = &mut report.done else { panic!("it was played") };
    stderr_hashes[seat] = Some(noise.clone());
    assert_eq!(world.report(worker, &report).await, Verdict::Late);
    assert!(match_by(&world, match_of(&running)).await.state == MatchState::Withdrawn);
    let seats = arena.store.seatings(match_of(&running)).await.expect("seats");
    assert!(seats.iter().all(|seat| seat.stderr_hash.is_none() && seat.place.is_none()), "{seats:?}");
    assert_eq!(
        storage::collect_listed(arena).await.expect("removed"),
        4,
        "artefact, log, replay, what was printed"
    );
    for name in [&artefact_hash, &log_hash, &noise] {
        assert!(matches!(blobs.read(name), Err(BadBlob::Missing(_))), "nobody needs it");
    }
    assert!(blobs.has(&source).expect("a name"));
    assert_eq!(storage::collect_listed(arena).await.expect("removed"), 0);
}

pub async fn listed_blobs_are_removed_unless_something_names_them(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let (arena, blobs) = (&world.arena, &world.arena.blobs);
    // As a crash between an account's end and the removal of its blobs leaves them.
    let names = [b"lost".as_slice(), b"named"].map(|bytes| blobs.keep(bytes).expect("kept"));
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    let mut tx = arena.store.write().await.expect("writing");
    for name in &names {
        tx.list_unreferenced(name).await.expect("listed");
    }
    tx.list_unreferenced("no name of a blob").await.expect("listed");
    tx.add_version(bot, "python", &names[1], 0).await.expect("a version");
    tx.commit().await.expect("committed");
    storage::collect_listed(arena).await.expect("removed");
    let left: Vec<bool> = names.iter().map(|name| blobs.has(name).expect("a name")).collect();
    assert_eq!(left, [false, true]);
    assert_eq!(arena.store.unreferenced_blobs(9).await.expect("answered"), Vec::<String>::new());
}

pub async fn two_requests_at_once_pass_no_quota_together(database: Database) {
    let world = World::new(&database, |settings| {
        settings.quota.builds_an_hour = 1;
        settings.quota.challenges_an_hour = 1;
    })
    .await;
    let arena = &world.arena;
    let (ada, bob) = (signed_up(arena, "ada").await, world.user("bob").await);
    let (one, other) = tokio::join!(submit(arena, &ada, "one", "1"), submit(arena, &ada, "other", "2"));
    assert_eq!(u8::from(one.is_ok()) + u8::from(other.is_ok()), 1, "{one:?} {other:?}");
    let (mine, _) = world.bot(ada.id, "plantation", "mine").await;
    let (theirs, _) = world.bot(bob, "plantation", "theirs").await;
    let (one, other) = tokio::join!(
        ladder::challenge(arena, ada.id, mine, theirs),
        ladder::challenge(arena, ada.id, mine, theirs)
    );
    let refused =
        [one, other].into_iter().filter(|one| matches!(one, Err(ChallengeError::TooMany(1)))).count();
    assert_eq!(refused, 1);
}
