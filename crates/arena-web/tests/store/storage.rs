//! How much is kept, for how long, and what removes it.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::blobs::{FOLDERS, name_of};
use skirmish_arena_service::queue::{Done, Report, Verdict};
use skirmish_arena_service::storage::{self, Seen};
use skirmish_arena_store::{Version, VersionState};
use skirmish_arena_web::routes::router;
use skirmish_arena_web::web::Web;
use tower::ServiceExt as _;

use crate::common::Database;
use crate::common::world::{World, match_of};
use crate::people::{signed_up, submit};

const DAY: Duration = Duration::from_secs(86_400);
const DAY_MS: i64 = 86_400_000;

async fn version(world: &World, id: i64) -> Version {
    world.arena.store.version(id).await.expect("answered").expect("the version")
}

async fn stored_by(world: &World, user: i64) -> i64 {
    world.arena.store.stored_by(user).await.expect("answered")
}

/// A worker builds what waits, and leaves these bytes.
async fn build(world: &World, worker: i64, artefact: &[u8]) {
    let leased = world.lease_one(worker).await.expect("a build");
    let artefact_hash = world.arena.blobs.keep(artefact).expect("kept");
    let log_hash = world.arena.blobs.keep(b"it went well").expect("kept");
    let done = Done::Built { artefact_hash, log_hash };
    let report = Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
}

/// Bytes that cannot be compressed.
fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..bytes).map(|_| next()).collect()
}

async fn get(world: &World, path: &str) -> (StatusCode, String) {
    let request = Request::builder().uri(path).header("host", "arena.example").body(Body::empty());
    let answer =
        router(Web::new(world.arena.clone())).oneshot(request.expect("a request")).await.expect("an answer");
    let status = answer.status();
    let body = to_bytes(answer.into_body(), 16 << 20).await.expect("a body");
    (status, String::from_utf8_lossy(&body).into_owned())
}

pub async fn an_account_keeps_no_more_than_its_quota_and_makes_room(database: Database) {
    let world = World::with_house(&database, |settings| settings.storage.account_bytes = 1000).await;
    let arena = &world.arena;
    let ada = signed_up(arena, "ada").await;
    let first = submit(arena, &ada, "snake", "1").await.expect("submitted");
    let used = stored_by(&world, ada.id).await;
    assert!(used > 0 && used < 1000, "{used}");
    assert_eq!(used, version(&world, first.version_id).await.source_bytes);
    // What cannot be compressed, as text.
    let large: String = noise(2000).iter().map(|byte| char::from(b'!' + byte % 90)).collect();
    let before = fs::read_dir(world.folder.path().join("blobs")).expect("a folder").count();
    let refused = submit(arena, &ada, "snake", &large).await.expect_err("too much");
    assert!(matches!(refused, Refused::TooLarge(_)), "{refused:?}");
    let told = refused.to_string();
    assert!(told.contains("of the 1000 bytes") && told.contains("Remove the files of versions"), "{told}");
    assert_eq!(stored_by(&world, ada.id).await, used, "nothing of it stays");
    assert_eq!(fs::read_dir(world.folder.path().join("blobs")).expect("a folder").count(), before);

    let mut tx = arena.store.write().await.expect("writing");
    assert!(!tx.remove_files(first.version_id).await.expect("looked at"), "it waits to be built");
    tx.note_trial(first.version_id, VersionState::Ready, None).await.expect("noted");
    tx.play_version(first.bot_id, first.version_id).await.expect("it plays");
    assert!(!tx.remove_files(first.version_id).await.expect("looked at"), "it plays");
    tx.commit().await.expect("committed");
    let second = submit(arena, &ada, "snake", "2").await.expect("submitted");
    let mut tx = arena.store.write().await.expect("writing");
    tx.note_trial(second.version_id, VersionState::Ready, None).await.expect("noted");
    tx.play_version(first.bot_id, second.version_id).await.expect("it plays");
    let source = version(&world, first.version_id).await.source_hash;
    assert!(tx.remove_files(first.version_id).await.expect("removed"));
    tx.commit().await.expect("committed");
    assert_eq!(storage::collect_listed(arena).await.expect("removed"), 1);
    assert!(!arena.blobs.has(&source).expect("a name"));
    assert_eq!(stored_by(&world, ada.id).await, version(&world, second.version_id).await.source_bytes);
}

pub async fn what_a_build_leaves_counts_and_beyond_the_quota_it_is_not_kept(database: Database) {
    let world = World::with_house(&database, |settings| settings.storage.account_bytes = 5000).await;
    let arena = &world.arena;
    let worker = world.worker("w", 9).await;
    let ada = signed_up(arena, "ada").await;
    let first = submit(arena, &ada, "snake", "1").await.expect("submitted");
    build(&world, worker, &noise(1000)).await;
    let built = version(&world, first.version_id).await;
    assert!(built.state == VersionState::Built && built.artefact_bytes > 1000 && built.log_bytes > 0);
    let used = stored_by(&world, ada.id).await;
    assert_eq!(used, built.source_bytes + built.artefact_bytes + built.log_bytes);
    let second = submit(arena, &ada, "other", "2").await.expect("submitted");
    let large = noise(6000);
    // The trial of the first comes before the build of the second, or after.
    while let Some(leased) = world.lease_one(worker).await {
        match &leased.work {
            skirmish_arena_service::queue::Work::Build { .. } => {
                let artefact_hash = arena.blobs.keep(&large).expect("kept");
                let log_hash = arena.blobs.keep(b"it went well").expect("kept");
                let done = Done::Built { artefact_hash, log_hash };
                let report = Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done };
                assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
            }
            skirmish_arena_service::queue::Work::Match { .. } => {
                assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
            }
        }
    }
    let failed = version(&world, second.version_id).await;
    assert!(
        failed.state == VersionState::Failed && failed.artefact_hash.is_none() && failed.log_hash.is_some()
    );
    assert!(failed.why.as_deref().is_some_and(|why| why.contains("Your account keeps")), "{:?}", failed.why);
    storage::collect_listed(arena).await.expect("removed");
    assert!(!arena.blobs.has(&name_of(&large)).expect("a name"), "it is not kept");
    assert!(arena.blobs.has(&name_of(b"it went well")).expect("a name"), "the log is");
}

pub async fn a_full_site_takes_no_uploads(database: Database) {
    let world = World::new(&database, |settings| settings.storage.site_bytes = 1).await;
    let arena = &world.arena;
    let ada = signed_up(arena, "ada").await;
    submit(arena, &ada, "snake", "1").await.expect("nothing was counted yet");
    for folder in 0..FOLDERS {
        storage::collect_old(arena, folder, DAY).await.expect("looked at");
    }
    let refused = submit(arena, &ada, "snake", "2").await.expect_err("full");
    assert!(refused.to_string().starts_with("This arena is full: it keeps"), "{refused}");
}

pub async fn old_blobs_without_a_row_are_removed_and_young_or_named_ones_stay(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let (arena, blobs) = (&world.arena, &world.arena.blobs);
    let ada = signed_up(arena, "ada").await;
    let named = submit(arena, &ada, "snake", "1").await.expect("submitted");
    let named = version(&world, named.version_id).await.source_hash;
    let names = [named, blobs.keep(b"lost").expect("kept"), blobs.keep(b"just left").expect("kept")];
    for name in &names[..2] {
        let file = world.folder.path().join("blobs").join(&name[..2]).join(format!("{}.zst", &name[2..]));
        File::open(file).and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH)).expect("aged");
    }
    let mut count = 0;
    for folder in 0..FOLDERS {
        count += storage::collect_old(arena, folder, DAY).await.expect("looked at");
    }
    assert_eq!(count, 1);
    assert_eq!(names.map(|name| blobs.has(&name).expect("a name")), [true, false, true]);
}

pub async fn what_is_about_to_be_named_is_not_removed(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let (arena, blobs) = (&world.arena, &world.arena.blobs);
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    let name = blobs.keep(b"source").expect("kept");
    let mut tx = arena.store.write().await.expect("writing");
    tx.list_unreferenced(&name).await.expect("listed");
    tx.commit().await.expect("committed");
    // Somebody submits: the blob is there, and the row that names it is not committed.
    let mut naming = arena.store.write().await.expect("writing");
    naming.hold_blobs().await.expect("held");
    assert!(blobs.has(&name).expect("a name"));
    let arenas = arena.clone();
    let folder = usize::from_str_radix(&name[..2], 16).expect("a folder");
    let collecting = tokio::spawn(async move {
        let listed = storage::collect_listed(&arenas).await.expect("looked at");
        (listed, storage::collect_old(&arenas, folder, Duration::ZERO).await.expect("looked at"))
    });
    naming.add_version(bot, "python", &name, 0).await.expect("a version");
    naming.commit().await.expect("committed");
    assert_eq!(collecting.await.expect("no panic"), (1, 0), "taken off the list, and not removed");
    assert!(blobs.has(&name).expect("a name"));
}

pub async fn old_replays_go_but_for_the_last_ones_of_each_bot(database: Database) {
    let world = World::with_house(&database, |settings| {
        settings.storage.replay_days = 10;
        settings.storage.replay_matches = 2;
    })
    .await;
    let arena = &world.arena;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (mine, _) = world.bot(user, "plantation", "mine").await;
    let (theirs, _) = world.bot(user, "plantation", "theirs").await;
    let mut played = Vec::new();
    for _ in 0..4 {
        skirmish_arena_service::ladder::challenge(arena, user, mine, theirs).await.expect("a challenge");
        let leased = world.lease_one(worker).await.expect("a match");
        assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
        played.push(match_of(&leased));
    }
    let mut seen = Seen::default();
    world.clock.advance(9 * DAY_MS);
    assert_eq!(storage::remove_old_files(arena, &mut seen).await.expect("removed"), 0, "not old enough");
    world.clock.advance(2 * DAY_MS);
    let hash = arena.store.match_of(played[0]).await.expect("answered").expect("a match").replay_hash;
    assert_eq!(storage::remove_old_files(arena, &mut seen).await.expect("removed"), 2);
    assert!(!arena.blobs.has(&hash.expect("a replay")).expect("a name"));
    for (number, id) in played.iter().enumerate() {
        let is_removed = number < 2;
        for path in ["/replay", "/watch/film", "/watch/"] {
            let (status, text) = get(&world, &format!("/matches/{id}{path}")).await;
            assert_eq!(status == StatusCode::GONE, is_removed, "{path}: {status}");
            assert_eq!(text.contains("was removed after 11 days"), is_removed, "{path}");
        }
        let (status, text) = get(&world, &format!("/matches/{id}")).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(text.contains("was removed after 11 days"), is_removed);
        let (status, _) = get(&world, &format!("/api/v1/matches/{id}/replay")).await;
        assert_eq!(status == StatusCode::GONE, is_removed);
    }
    // Looked at once more from the beginning, the last ones stay.
    for _ in 0..3 {
        assert_eq!(storage::remove_old_files(arena, &mut seen).await.expect("removed"), 0);
    }
}

pub async fn logs_of_failed_builds_go_after_a_while(database: Database) {
    let world = World::with_house(&database, |settings| settings.storage.log_days = 5).await;
    let arena = &world.arena;
    let worker = world.worker("w", 9).await;
    let ada = signed_up(arena, "ada").await;
    let handed = submit(arena, &ada, "snake", "1").await.expect("submitted");
    let leased = world.lease_one(worker).await.expect("a build");
    let log = arena.blobs.keep(b"line 1: no").expect("kept");
    let done = Done::NotBuilt { why: "no".to_owned(), log_hash: Some(log.clone()) };
    let report = Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done };
    assert_eq!(world.report(worker, &report).await, Verdict::Accepted);
    assert!(version(&world, handed.version_id).await.log_bytes > 0);
    world.clock.advance(6 * DAY_MS);
    assert_eq!(storage::remove_old_files(arena, &mut Seen::default()).await.expect("removed"), 1);
    let failed = version(&world, handed.version_id).await;
    assert_eq!((failed.log_hash.as_deref(), failed.log_bytes), (None, 0));
    assert!(!arena.blobs.has(&log).expect("a name"));
    let told = skirmish_arena_service::account::log_of(&failed).expect_err("it is gone").to_string();
    assert!(told.starts_with("The log was removed after 6 days."), "{told}");
}
