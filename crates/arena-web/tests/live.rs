//! A match is watched while it is played, and one that hides something only when it is over.

mod common;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use common::Database;
use common::world::{START_MS, World, match_of, replay_of};
use serde_json::{Value, json};
use skirmish_arena_service::account;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Leased, Verdict};
use skirmish_arena_store::{Introduction, NewToken, NewUser, Scope};
use skirmish_arena_web::routes::router;
use skirmish_arena_web::web::Web;
use skirmish_core::replay::{Ending, Replay};
use skirmish_show::film::FilmReader;
use tempfile::TempDir;

/// What a film has at most, packed.
const MOST_BYTES: usize = 16 << 20;

/// An arena in which a worker holds a match of the owner's bot.
struct Hall {
    world: World,
    router: Router,
    worker: i64,
    leased: Leased,
    /// The match as it will be played.
    replay: Replay,
    _folder: TempDir,
}

impl Hall {
    async fn open(game: &str, has_public_replays: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let world = World::with_house(&Database::file(&folder), |settings| {
            settings.site.games = vec![game.to_owned()];
            settings.site.has_public_replays = has_public_replays;
        })
        .await;
        let owner = world.user("owner").await;
        let (bot, _) = world.bot(owner, game, "mine").await;
        let house = world.arena.store.bot_named(game, "easy").await.expect("read").expect("a house bot");
        ladder::challenge(&world.arena, owner, bot, house.id).await.expect("a challenge");
        let worker = hire(&world, "first").await;
        hire(&world, "second").await;
        let leased = world.lease_one(worker).await.expect("the match");
        let router = router(Web::new(Arc::clone(&world.arena)));
        let replay = replay_of(&leased.work);
        Self { world, router, worker, leased, replay, _folder: folder }
    }

    fn id(&self) -> i64 {
        match_of(&self.leased)
    }

    async fn get(&self, path: &str) -> (StatusCode, Vec<u8>) {
        let request = Request::builder().uri(format!("/matches/{}{path}", self.id()));
        self.ask(request.header("host", "arena.example").body(Body::empty()).expect("a request")).await
    }

    async fn ask(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        use tower::ServiceExt as _;
        let answer = self.router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status();
        (status, to_bytes(answer.into_body(), MOST_BYTES).await.expect("a body").to_vec())
    }

    /// The film as the page asks for it.
    async fn film(&self, query: &str) -> Value {
        let (status, bytes) = self.get(&format!("/watch/film{query}")).await;
        assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&bytes));
        FilmReader::read(&bytes).expect("a film").header
    }

    /// The same, once it shows so many answers: a film that took long to make is not made again at once.
    async fn film_with(&self, query: &str, answers: usize) -> Value {
        /// More often than any film rests.
        const MOST_TRIES: usize = 1_000_000;
        let end = self.decisions(answers);
        for _ in 0..MOST_TRIES {
            let film = self.film(query).await;
            if film["from"].as_u64().zip(film["counts"]["steps"].as_u64()).map(|(from, steps)| from + steps)
                == Some(end)
            {
                return film;
            }
            tokio::task::yield_now().await;
        }
        panic!("the film does not come to {end} decisions");
    }

    /// How many decisions the first answers are.
    fn decisions(&self, answers: usize) -> u64 {
        let mut begun = self.replay.clone();
        begun.answers.truncate(answers);
        begun.checkpoints.clear();
        begun.ending = Ending::Incomplete(String::new());
        let entry = skirmish_games::find(&begun.header.game).expect("a game");
        skirmish_show::film(&begun, entry, &skirmish_show::Filming::default()).expect("a film").steps
    }

    /// The worker of that name tells answers `from..to`; gives what the arena knows then, if somebody watches.
    async fn show(&self, name: &str, fence: i64, (from, to): (usize, usize)) -> Option<u64> {
        let worker = if name == "first" { self.worker } else { self.worker + 1 };
        let answers: Vec<String> = self.replay.answers[from..to].iter().map(|it| it.line()).collect();
        let glimpse = json!({
            "job": self.leased.job, "fence": fence, "match_id": self.id(),
            "attempt": 1, "from": from, "answers": answers,
        });
        let request = Request::post(format!("/api/v1/workers/{worker}/live"))
            .header("host", "arena.example")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer token of {name}"))
            .body(Body::from(json!({ "matches": [glimpse] }).to_string()));
        let (status, body) = self.ask(request.expect("a request")).await;
        assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
        let told: Value = serde_json::from_slice(&body).expect("JSON");
        told["watched"].as_array().expect("a list").first().and_then(|known| known["answers"].as_u64())
    }

    async fn end(&self) {
        let report = self.world.report_of(&self.leased, &self.replay);
        assert_eq!(self.world.report(self.worker, &report).await, Verdict::Accepted);
    }
}

/// A worker whose token is known.
async fn hire(world: &World, name: &str) -> i64 {
    let mut tx = world.arena.store.write().await.expect("writing");
    let host = NewUser { name: format!("host of {name}"), is_admin: true, ..NewUser::default() };
    let user = tx.add_user(&host, START_MS).await.expect("added").expect("the name is free");
    let hash = account::hash_of(&format!("token of {name}"));
    let scopes = &[Scope::Worker].into_iter().collect();
    let new = NewToken { user_id: user, token_hash: &hash, label: name, scopes, expires_ms: i64::MAX };
    let token = tx.add_token(&new, START_MS).await.expect("a token");
    tx.commit().await.expect("committed");
    let who = Introduction { name, tier: "full", cores: 1, languages: "python" };
    queue::greet(&world.arena, token, &who).await.expect("greeted")
}

#[tokio::test]
async fn a_match_without_secrets_is_seen_move_by_move_until_its_end() {
    let hall = Hall::open("utti", true).await;
    let fence = hall.leased.fence;
    let steps = |film: &Value| film["counts"]["steps"].as_u64().expect("a number");
    // Nobody watches yet: the worker need not send anything, and what it sends is not kept.
    assert_eq!(hall.show("first", fence, (0, 5)).await, None);
    let film = hall.film("").await;
    assert_eq!((film["live"].as_bool(), steps(&film)), (Some(true), 0), "it is shown as it begins");
    assert_eq!(hall.show("first", fence, (0, 0)).await, Some(0), "somebody watches");
    assert_eq!(hall.show("first", fence, (0, 6)).await, Some(6));
    let film = hall.film_with("", 6).await;
    assert_eq!(film["live"], true);
    assert!(film["match"]["result"].is_null() && film["problem"].is_null(), "{}", film["problem"]);
    // Only whoever has the lease says how it goes on.
    assert_eq!(hall.show("second", fence, (6, 9)).await, None);
    assert_eq!(hall.show("first", fence - 1, (6, 9)).await, None);
    assert_eq!(steps(&hall.film("").await), hall.decisions(6));
    // The page asks for what is new; of another take, for all.
    assert_eq!(hall.show("first", fence, (6, 40)).await, Some(40));
    let take = film["take"].as_u64().expect("a number");
    let news = hall.film_with(&format!("?from=30&take={take}"), 40).await;
    assert!(news["from"].as_u64() > Some(0), "{}", news["from"]);
    let all = hall.film_with(&format!("?from=30&take={}", take + 1), 40).await;
    assert_eq!(all["from"], 0);
    let (_, page) = hall.get("").await;
    let page = String::from_utf8(page).expect("text");
    assert!(page.contains("<iframe") && !page.contains("Download the replay"));

    // The first page shows it, too, once it goes on for a while.
    hall.world.clock.advance(3_000);
    let home = Request::get("/").header("host", "arena.example").body(Body::empty());
    let (_, home) = hall.ask(home.expect("a request")).await;
    let home = String::from_utf8(home).expect("text");
    assert!(home.contains("<h2>Live</h2>") && home.contains(&format!("/matches/{}/watch/", hall.id())));

    hall.end().await;
    let film = hall.film(&format!("?from=30&take={take}")).await;
    assert_eq!((film["live"].as_bool(), film["from"].as_u64()), (Some(false), Some(0)));
    assert!(!film["match"]["result"].is_null());
    assert_eq!(hall.show("first", fence, (40, 45)).await, None, "nothing is kept of what is over");
}

#[tokio::test]
async fn a_match_that_goes_back_to_the_queue_is_waited_for_and_begun_anew() {
    let hall = Hall::open("utti", true).await;
    hall.film("").await;
    assert_eq!(hall.show("first", hall.leased.fence, (0, 6)).await, Some(6));
    let held = common::world::held(&hall.leased);
    queue::release(&hall.world.arena, hall.worker, &[held]).await.expect("released");
    assert_eq!(hall.get("/watch/film").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(hall.show("first", hall.leased.fence, (6, 9)).await, None);
    let again = hall.world.lease_one(hall.worker).await.expect("the same match");
    assert_eq!(hall.film_with("", 0).await["from"], 0);
    assert_eq!(hall.show("first", hall.leased.fence, (0, 9)).await, None, "the old lease says nothing");
    assert_eq!(hall.show("first", again.fence, (0, 4)).await, Some(4));
}

#[tokio::test]
async fn a_match_that_hides_something_is_seen_by_nobody_before_its_end() {
    let hall = Hall::open("plantation", true).await;
    for path in ["/watch/", "/watch/film", "/watch/film?eye=0", "/watch/film?eye=1&from=0", "/replay"] {
        let (status, text) = hall.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(FilmReader::read(&text).is_err(), "{path}");
    }
    assert_eq!(hall.show("first", hall.leased.fence, (0, 5)).await, None);
    let (_, page) = hall.get("").await;
    let page = String::from_utf8(page).expect("text");
    assert!(!page.contains("<iframe") && page.contains("what is hidden in this game"), "{page}");
    hall.end().await;
    assert_eq!(hall.film("").await["live"], false);
}

#[tokio::test]
async fn where_replays_are_kept_back_a_match_is_not_seen_live_either() {
    let hall = Hall::open("utti", false).await;
    for path in ["/watch/", "/watch/film", "/replay"] {
        assert_eq!(hall.get(path).await.0, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(hall.show("first", hall.leased.fence, (0, 5)).await, None);
}
