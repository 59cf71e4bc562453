//! Ladders as pages and the API show them.

use axum::body::{Body, to_bytes};
use axum::http::header::LOCATION;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use skirmish_arena_protocol::answers::{BotStatus, Ladder};
use skirmish_arena_service::ladder;
use skirmish_arena_store::{Lane, VersionState};
use skirmish_arena_web::routes;
use skirmish_arena_web::web::Web;
use tower::ServiceExt as _;

use crate::common::Database;
use crate::common::world::World;

/// More than two pages, and no house bots among them.
const BOTS: usize = 205;

/// An arena with many bots of one user in a game; the first of them has the best place.
async fn world(database: &Database) -> (World, Vec<i64>) {
    let world = World::new(database, |_| {}).await;
    let user = world.user("u").await;
    let mut bots = Vec::new();
    for number in 1..=BOTS {
        bots.push(world.bot(user, "plantation", &format!("Bot{number}")).await.0);
    }
    (world, bots)
}

async fn ask(world: &World, address: &str, is_live: bool) -> Response {
    let mut request = Request::builder().uri(address);
    if is_live {
        request = request.header("Skirmish-Live-Parts", "1");
    }
    let request = request.body(Body::empty()).expect("a request");
    routes::router(Web::new(world.arena.clone())).oneshot(request).await.expect("an answer")
}

async fn text(world: &World, address: &str, is_live: bool) -> String {
    let response = ask(world, address, is_live).await;
    assert_eq!(response.status(), StatusCode::OK, "{address}");
    let bytes = to_bytes(response.into_body(), 10 << 20).await.expect("a body");
    String::from_utf8(bytes.to_vec()).expect("text")
}

async fn json<A: serde::de::DeserializeOwned>(world: &World, address: &str) -> A {
    serde_json::from_str(&text(world, address, false).await).expect("JSON")
}

/// The bots whose rows a page has.
fn rows(page: &str) -> Vec<i64> {
    let rows = page.split("<tr id=\"bot-").skip(1);
    rows.map(|row| row.split('"').next().expect("a number").parse().expect("a number")).collect()
}

pub async fn a_ladder_is_shown_page_by_page(database: Database) {
    let (world, bots) = world(&database).await;
    for (address, expected, links) in [
        ("/games/plantation", 0..100, ["rel=\"next\"", "rel=\"last\""]),
        ("/games/plantation?page=2", 100..200, ["rel=\"prev\"", "?page=3\" rel=\"next\""]),
        ("/games/plantation?page=3", 200..205, ["rel=\"first\"", "Page 3 of 3, 205 bots"]),
        ("/games/plantation?page=99", 200..205, ["rel=\"prev\"", "Page 3 of 3"]),
    ] {
        let page = text(&world, address, false).await;
        assert_eq!(rows(&page), bots[expected], "{address}");
        assert!(links.iter().all(|link| page.contains(link)), "{address}");
    }
    let mut after = Some(0);
    let mut listed = Vec::new();
    while let Some(from) = after {
        let part: Ladder =
            json(&world, &format!("/api/v1/games/plantation/ladder?limit=100&after={from}")).await;
        assert_eq!(part.bots as usize, BOTS);
        assert!(part.standings.len() <= 100);
        listed.extend(part.standings.iter().map(|line| line.bot_id));
        after = part.next;
    }
    assert_eq!(listed, bots);
}

pub async fn a_bot_is_found_on_its_page_and_asked_for_alone(database: Database) {
    let (world, bots) = world(&database).await;
    let found = ask(&world, "/games/plantation?find=bot150", false).await;
    assert_eq!(found.status(), StatusCode::SEE_OTHER);
    let address = format!("/games/plantation?page=2#bot-{}", bots[149]);
    assert_eq!(found.headers()[LOCATION], address);
    let page = text(&world, "/games/plantation?find=%3Cnobody%3E", false).await;
    assert!(page.contains("No bot called") && !page.contains("<nobody>"));
    let status: BotStatus = json(&world, &format!("/api/v1/bots/{}/status", bots[149])).await;
    let standing = status.standing.expect("it plays");
    assert_eq!((standing.place, standing.matches, status.bots as usize), (150, 0, BOTS));
    assert_eq!(status.newest.expect("a version").state, VersionState::Ready);
    assert!(status.queue.is_empty());
    // A match of it waits: that is its place in the queue, and no other bot's.
    let owner = status.bot.owner;
    let owner = world.arena.store.user_by_name(&owner).await.expect("answered").expect("its owner").id;
    let challenged = ladder::challenge(&world.arena, owner, bots[0], bots[1]).await.expect("challenged");
    let status: BotStatus = json(&world, &format!("/api/v1/bots/{}/status", bots[1])).await;
    let places: Vec<_> = status.queue.iter().map(|place| (place.lane, place.id, place.ahead)).collect();
    assert_eq!(places, [(Lane::Challenge, challenged, Some(0))]);
    let status: BotStatus = json(&world, &format!("/api/v1/bots/{}/status", bots[149])).await;
    assert!(status.queue.is_empty());
    let missing = ask(&world, "/api/v1/bots/999999/status", false).await;
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
}

pub async fn live_parts_of_a_page_come_without_the_rest(database: Database) {
    let (world, bots) = world(&database).await;
    for (address, parts) in [
        ("/games/plantation?page=2", &["live-ladder", "live-matches"][..]),
        ("/", &["live-now", "live-recent", "live-ladders"]),
    ] {
        let (whole, live) = (text(&world, address, false).await, text(&world, address, true).await);
        assert!(whole.contains("<html") && !live.contains("<html"));
        for part in parts {
            assert!(live.contains(&format!("id=\"{part}\"")), "{address}: {part}");
        }
        let count = whole.matches(" data-live>").count();
        assert_eq!(
            (live.matches(" data-live>").count(), parts.len()),
            (count, count),
            "{address}: all of them"
        );
    }
    assert_eq!(rows(&text(&world, "/games/plantation?page=2", true).await), bots[100..200]);
    // A page that has no parts of its own comes as a whole.
    assert!(text(&world, "/games/plantation/rules", true).await.contains("<html"));
}

pub async fn a_ladder_whose_results_nobody_confirms_says_so(database: Database) {
    const ALONE: &str = "Results are unconfirmed: one worker plays them";
    let world = World::with_house(&database, |settings| settings.ladder.second_opinions = 0.02).await;
    let says = async |sentence: Option<&str>, when: &str| {
        // The table that is shown may be some seconds old.
        world.clock.advance(20_000);
        let part: Ladder = json(&world, "/api/v1/games/plantation/ladder").await;
        let told = part.unconfirmed_why.unwrap_or_default();
        for page in [false, true] {
            let page = text(&world, "/games/plantation", page).await;
            match sentence {
                Some(sentence) => {
                    assert!(told.starts_with(sentence) && page.contains(&told), "{when}: {told}")
                }
                None => assert!(told.is_empty() && !page.contains("unconfirmed"), "{when}: {told}"),
            }
        }
    };
    let remote = world.worker_with("remote", 1, "python rust").await;
    says(None, "only house bots play, whose answers are computed again").await;
    let user = world.user("u").await;
    world.bot(user, "plantation", "snake").await;
    says(Some(ALONE), "one worker is here").await;
    let heard = async |worker| {
        let mut tx = world.arena.store.write().await.expect("writing");
        tx.hear_worker(worker, world.clock.now_ms()).await.expect("heard");
        tx.commit().await.expect("committed");
    };
    let deaf = world.worker_with("deaf", 1, "rust").await;
    says(Some(ALONE), "the other one has another language").await;
    let flagged = async |worker, why| {
        let mut tx = world.arena.store.write().await.expect("writing");
        tx.flag_worker(worker, why).await.expect("flagged");
        tx.commit().await.expect("committed");
    };
    let other = world.worker_with("other", 1, "python").await;
    says(None, "two can play it").await;
    flagged(other, Some("it forged")).await;
    says(Some(ALONE), "nobody believes the other").await;
    flagged(other, None).await;
    // Workers go: what was known of the last one stays.
    world.clock.advance(600_000);
    heard(remote).await;
    says(Some(ALONE), "the others are gone").await;
    world.clock.advance(600_000);
    says(Some(ALONE), "nobody is here").await;
    world.own_worker().await;
    says(None, "the server's own worker plays").await;
    heard(deaf).await;
    says(None, "a worker that has nothing to play").await;
}

pub async fn a_ladder_on_which_no_second_opinions_are_asked_for_says_so(database: Database) {
    let world = World::new(&database, |settings| settings.ladder.second_opinions = 0.0).await;
    let user = world.user("u").await;
    world.bot(user, "plantation", "snake").await;
    world.own_worker().await;
    let unconfirmed = async || {
        world.clock.advance(20_000);
        json::<Ladder>(&world, "/api/v1/games/plantation/ladder").await.unconfirmed_why
    };
    assert_eq!(unconfirmed().await, None);
    world.worker("remote", 1).await;
    world.worker("other", 1).await;
    let why = unconfirmed().await.expect("nobody compares");
    assert!(why.contains("this host lets no second worker"), "{why}");
}
