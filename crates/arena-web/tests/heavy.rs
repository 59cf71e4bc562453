//! Heavy requests over the real API: uploads that expand, and films that many ask for.

mod common;

use std::fs;
use std::io::{Cursor, Write as _};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use common::Database;
use common::world::{START_MS, World, match_of};
use skirmish_arena_service::account;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::Verdict;
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::{NewToken, NewUser, Scope, Session, Writing};
use skirmish_arena_web::routes::router;
use skirmish_arena_web::web::Web;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tower::ServiceExt as _;
use zip::write::SimpleFileOptions;

const ZEROS: usize = 45_000_000;

/// An arena with a user, by her token and her session, and what answers for it.
struct Opened {
    world: World,
    web: Web,
    router: Router,
    _folder: TempDir,
}

async fn opened(change: impl FnOnce(&mut Settings)) -> Opened {
    let folder = tempfile::tempdir().expect("a folder");
    let world = World::with_house(&Database::file(&folder), change).await;
    let mut tx = world.arena.store.write().await.expect("writing");
    let new = NewUser { name: "ada".to_owned(), ..NewUser::default() };
    let id = tx.add_user(&new, START_MS).await.expect("added").expect("the name is free");
    add_token(&mut tx, id, "secret", &[Scope::Submit, Scope::Read]).await;
    let (token_hash, csrf) = (account::hash_of("session"), "form".to_owned());
    let session = Session { token_hash, user_id: id, csrf, expires_ms: i64::MAX };
    tx.add_session(&session, START_MS).await.expect("a session");
    tx.commit().await.expect("committed");
    let web = Web::new(world.arena.clone());
    Opened { world, router: router(web.clone()), web, _folder: folder }
}

/// A token of this secret, for these.
async fn add_token(tx: &mut Writing, user_id: i64, secret: &str, scopes: &[Scope]) {
    let (token_hash, scopes) = (&account::hash_of(secret), &scopes.iter().copied().collect());
    let new = NewToken { user_id, token_hash, label: "", scopes, expires_ms: i64::MAX };
    tx.add_token(&new, START_MS).await.expect("a token");
}

async fn ask(router: &Router, request: Request<Body>) -> (StatusCode, Vec<u8>) {
    let answer = router.clone().oneshot(request).await.expect("an answer");
    let status = answer.status();
    (status, to_bytes(answer.into_body(), 64 << 20).await.expect("a body").to_vec())
}

fn zip_of_zeros() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in [
        ("bot.py", b"print()".to_vec()),
        ("skirmish.toml", b"language = 'python'\nrun = 'python3 bot.py'".to_vec()),
        ("zeros", vec![0; ZEROS]),
    ] {
        zip.start_file(path, SimpleFileOptions::default()).expect("a file");
        zip.write_all(&bytes).expect("bytes");
    }
    zip.finish().expect("a zip").into_inner()
}

async fn submit(router: &Router, bot: &str, body: Vec<u8>) -> (StatusCode, String) {
    let uri = format!("/api/v1/submissions?game=plantation&bot={bot}&file=bot.zip");
    let request = Request::post(uri).header("host", "arena.example").header("authorization", "Bearer secret");
    let (status, body) = ask(router, request.body(Body::from(body)).expect("a request")).await;
    (status, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test]
async fn a_zip_of_zeros_is_refused_or_costs_what_it_takes_on_the_disk() {
    let Opened { router, .. } = &opened(|_| {}).await;
    let (status, told) = submit(router, "zeros", zip_of_zeros()).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(told.contains("It is too large: 8 MiB is the most."), "{told}");

    let Opened { world, router, .. } = &opened(|settings| settings.quota.upload_bytes = 8 << 20).await;
    let (status, told) = submit(router, "zeros", zip_of_zeros()).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let bot = world.arena.store.bot_named("plantation", "zeros").await.expect("answered").expect("a bot");
    let version = world.arena.store.versions_of(bot.id).await.expect("answered").remove(0);
    assert!(version.source_bytes < 100_000, "{}", version.source_bytes);
    let spool = world.folder.path().join("blobs").join("spool");
    assert_eq!(fs::read_dir(spool).expect("a folder").count(), 0, "nothing is left on the way");
}

#[tokio::test]
async fn a_quota_is_refused_in_a_sentence_over_the_api() {
    let Opened { router, .. } = &opened(|settings| settings.storage.account_bytes = 100).await;
    let uri = "/api/v1/submissions?game=plantation&bot=snake&file=bot.py";
    let request = Request::post(uri).header("host", "arena.example").header("authorization", "Bearer secret");
    let (status, body) = ask(router, request.body(Body::from("print()")).expect("a request")).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let told = String::from_utf8(body).expect("text");
    assert!(told.contains("Your account keeps 0 bytes of the 100 bytes that it may"), "{told}");
}

#[tokio::test]
async fn a_film_that_fifty_ask_for_at_once_is_made_once() {
    let Opened { world, web, router, .. } = &opened(|_| {}).await;
    let worker = world.worker("w", 1).await;
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(worker).await.expect("a match");
    assert_eq!(world.report(worker, &world.played(&leased)).await, Verdict::Accepted);
    let mut asked = JoinSet::new();
    for _ in 0..50 {
        let (router, uri) = (router.clone(), format!("/matches/{}/watch/film", match_of(&leased)));
        asked.spawn(async move {
            let request = Request::get(uri).header("host", "arena.example").body(Body::empty());
            ask(&router, request.expect("a request")).await
        });
    }
    let answers = asked.join_all().await;
    assert!(answers.iter().all(|answer| answer.0 == StatusCode::OK && answer.1 == answers[0].1));
    assert_eq!(web.heavy.films.begun(), 1);
}

#[tokio::test]
async fn an_export_is_a_heavy_request_and_the_same_for_whoever_asks_twice() {
    let Opened { web, router, .. } = &opened(|_| {}).await;
    let export = || {
        let request = Request::get("/account/export").header("host", "arena.example");
        ask(router, request.header("cookie", "skirmish=session").body(Body::empty()).expect("a request"))
    };
    let (one, other) = tokio::join!(export(), export());
    assert_eq!((one.0, &one), (StatusCode::OK, &other));
    // The second may come when the first is made already: then it is made again.
    assert!((1..=2).contains(&web.heavy.exports.begun()));
}

#[tokio::test]
async fn a_blob_that_is_not_what_its_address_says_is_not_kept() {
    let Opened { world, router, .. } = &opened(|_| {}).await;
    let worker = world.worker("w", 1).await;
    let mut tx = world.arena.store.write().await.expect("writing");
    let boss = NewUser { name: "boss".to_owned(), is_admin: true, ..NewUser::default() };
    let boss = tx.add_user(&boss, START_MS).await.expect("added").expect("the name is free");
    add_token(&mut tx, boss, "worker", &[Scope::Worker]).await;
    tx.commit().await.expect("committed");
    let uri = format!("/api/v1/workers/{worker}/blobs/{}", "0".repeat(64));
    let request = Request::put(uri).header("host", "arena.example").header("authorization", "Bearer worker");
    let (status, _) = ask(router, request.body(Body::from("other")).expect("a request")).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "the worker is another token's");
    assert!(!world.arena.blobs.has(&"0".repeat(64)).expect("a name"));
}
