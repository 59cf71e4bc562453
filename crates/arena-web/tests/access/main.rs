//! Who may use which address: every route of the table, as nobody, another user, the owner, an admin and a worker.
//!
//! A route that is not in [`table::CASES`] fails the test, so that nobody forgets to say what it is for.

mod table;
mod world;

use axum::http::StatusCode;
use skirmish_arena_service::account::{self, Address};
use skirmish_arena_service::health::Part;
use skirmish_arena_store::Scope;
use skirmish_arena_web::request::Credentials;
use skirmish_arena_web::routes::{Access, Route, routes};
use table::{CASES, Case};
use world::{Answer, Person, Shown, Template, World, token_for};

const PEOPLE: [Person; 5] = [Person::Nobody, Person::Worker, Person::Other, Person::Owner, Person::Admin];

fn may(access: Access, person: Person) -> bool {
    match access {
        Access::Anybody => true,
        Access::User => matches!(person, Person::Other | Person::Owner | Person::Admin),
        Access::Owner => matches!(person, Person::Owner | Person::Admin),
        Access::Admin => person == Person::Admin,
        Access::Worker => person == Person::Worker,
    }
}

#[test]
fn every_route_is_in_the_table_and_nothing_else_is() {
    let routes = routes();
    let missing: Vec<String> = routes
        .iter()
        .filter(|route| case_of(route).is_none())
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    assert!(missing.is_empty(), "routes that tests/access/table.rs does not know: {missing:#?}");
    let is_there =
        |case: &&Case| !routes.iter().any(|route| (route.method, route.path) == (case.method, case.path));
    let gone: Vec<_> = CASES.iter().filter(is_there).map(|case| (case.method, case.path)).collect();
    assert!(gone.is_empty(), "lines of tests/access/table.rs without a route: {gone:?}");
}

fn case_of(route: &Route) -> Option<&'static Case> {
    CASES.iter().find(|case| (case.method, case.path) == (route.method, route.path))
}

#[tokio::test]
async fn every_route_is_for_those_that_the_table_names_and_for_nobody_else() {
    let template = Template::make().await;
    for route in routes() {
        let Some(case) = case_of(&route) else { continue };
        let world = World::of(&template).await;
        for person in PEOPLE.into_iter().filter(|person| !may(route.access, *person)) {
            let answer = world.ask(case, person).await;
            check_denied(case, person, &answer);
            check_no_secret(case, person, &answer);
        }
        for person in PEOPLE.into_iter().filter(|person| may(route.access, *person)) {
            // What one changes may be in the way of the next: then everybody has the world as it was.
            let fresh = if case.method == "GET" { None } else { Some(World::of(&template).await) };
            let answer = fresh.as_ref().unwrap_or(&world).ask(case, person).await;
            let is_fine = answer.status.is_success() || answer.status.is_redirection();
            let is_to_log_in = answer.location.starts_with("/log-in");
            assert!(
                is_fine && !is_to_log_in,
                "{} {} as {person:?}: {} {}",
                case.method,
                case.path,
                answer.status,
                answer.text
            );
            // A worker builds what it is given, and so reads it.
            if !matches!(person, Person::Owner | Person::Admin) && route.access != Access::Worker {
                check_no_secret(case, person, &answer);
            }
        }
    }
}

fn check_denied(case: &Case, person: Person, answer: &Answer) {
    let is_to_log_in = answer.status == StatusCode::SEE_OTHER && answer.location.starts_with("/log-in");
    let is_denied =
        matches!(answer.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND);
    assert!(
        is_denied || is_to_log_in,
        "{} {} as {person:?}: {} {}",
        case.method,
        case.path,
        answer.status,
        answer.text
    );
}

fn check_no_secret(case: &Case, person: Person, answer: &Answer) {
    for secret in world::SECRETS {
        assert!(!answer.text.contains(secret), "{} {} tells {person:?} {secret}", case.method, case.path);
    }
}

#[tokio::test]
async fn no_form_is_taken_from_another_site_or_without_its_secret() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    for case in CASES.iter().filter(|case| case.method != "GET" && !case.path.starts_with("/api/")) {
        let answer = world.ask_from(case, Person::Admin, Some("https://other.example"), true).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} from another site: {}", case.path, answer.text);
        let answer = world.ask_from(case, Person::Admin, None, false).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} without the secret: {}", case.path, answer.text);
    }
}

fn is_done(answer: &Answer) -> bool {
    let is_fine = answer.status.is_success() || answer.status.is_redirection();
    is_fine && !answer.location.starts_with("/log-in")
}

/// What is asked with one token, for each scope that a token may have.
#[tokio::test]
async fn every_address_of_the_api_takes_only_tokens_of_its_scope() {
    let template = Template::make().await;
    for route in routes().iter().filter(|route| route.access != Access::Anybody) {
        let (Some(case), false) = (case_of(route), route.credentials == Credentials::Cookie) else {
            continue;
        };
        // The worker of the table came with a token of its own.
        let is_registered = route.access == Access::Worker && case.path.contains("{id}");
        for &scope in Scope::ALL {
            let name = if scope == Scope::Worker || scope == Scope::Admin { "boss" } else { "owner" };
            let shown = Shown { bearer: Some(token_for(name, &[scope])), ..Shown::default() };
            let world = World::of(&template).await;
            let answer = world.ask_showing(case, &shown).await;
            let is_good = match route.credentials {
                Credentials::Token(needs) => needs == scope,
                Credentials::AnyToken => scope != Scope::Worker,
                Credentials::Cookie => false,
            };
            let expected = is_good && !is_registered;
            assert_eq!(is_done(&answer), expected, "{} by {scope:?}: {answer:?}", case.path);
            if !expected {
                check_denied(case, Person::Owner, &answer);
                check_no_secret(case, Person::Owner, &answer);
            }
        }
    }
}

#[tokio::test]
async fn an_admins_token_reaches_others_things_only_with_the_scope_for_it() {
    let template = Template::make().await;
    let mut count = 0;
    for route in routes().iter().filter(|route| route.access == Access::Owner) {
        let (Some(case), Credentials::Token(needs)) = (case_of(route), route.credentials) else { continue };
        let world = World::of(&template).await;
        let by = |scopes: &[Scope]| Shown { bearer: Some(token_for("boss", scopes)), ..Shown::default() };
        let answer = world.ask_showing(case, &by(&[needs])).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}: {}", case.path, answer.text);
        check_no_secret(case, Person::Other, &answer);
        let answer = world.ask_showing(case, &by(&[needs, Scope::Admin])).await;
        assert!(is_done(&answer), "{}: {} {}", case.path, answer.status, answer.text);
        count += 1;
    }
    assert!(count >= 8, "{count}");
}

#[tokio::test]
async fn pages_take_cookies_only_and_the_api_tokens_only() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    for route in routes() {
        let Some(case) = case_of(&route) else { continue };
        let tokens = Scope::ALL.iter().map(|scope| token_for("boss", &[*scope]));
        let tokens = tokens.chain(["bosss-token".to_owned(), "owners-token".to_owned()]);
        if route.credentials != Credentials::Cookie {
            let cookie_of = Some(Person::Admin);
            let answer = world.ask_showing(case, &Shown { cookie_of, bearer: None }).await;
            assert_eq!(route.access != Access::Anybody, !is_done(&answer), "{}: {answer:?}", case.path);
            continue;
        }
        for bearer in tokens {
            let answer =
                world.ask_showing(case, &Shown { cookie_of: None, bearer: Some(bearer.clone()) }).await;
            if route.access != Access::Anybody {
                check_denied(case, Person::Nobody, &answer);
            }
            check_no_secret(case, Person::Nobody, &answer);
        }
        // Nor does a token beside a cookie make up for a form's secret.
        if case.method == "POST" {
            let both = Shown { cookie_of: Some(Person::Admin), bearer: Some("bosss-token".to_owned()) };
            let answer = world.ask_showing(case, &both).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}: {}", case.path, answer.text);
        }
    }
}

#[tokio::test]
async fn a_token_that_has_ended_is_refused_with_what_to_do() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    let me = CASES.iter().find(|case| case.path == "/api/v1/me").expect("a case");
    let beat = CASES.iter().find(|case| case.path.ends_with("/heartbeat")).expect("a case");
    assert_eq!(world.ask(me, Person::Owner).await.status, StatusCode::OK);
    assert_eq!(world.ask(beat, Person::Worker).await.status, StatusCode::OK);
    world.end_tokens();
    let answer = world.ask(me, Person::Owner).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert!(answer.text.contains("This token has ended: log in again"), "{}", answer.text);
    let answer = world.ask(beat, Person::Worker).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert!(answer.text.contains("an admin makes another one on the page /admin"), "{}", answer.text);
}

#[tokio::test]
async fn every_answer_keeps_others_scripts_out() {
    let template = Template::make().await;
    // Whatever one request changes, the next one's answer wears the same.
    let world = World::of(&template).await;
    for route in routes() {
        let Some(case) = case_of(&route) else { continue };
        for person in [Person::Nobody, Person::Admin] {
            let answer = world.ask(case, person).await;
            let header = |name: &str| answer.header(name);
            assert!(header("content-security-policy").contains("default-src 'none'"), "{}", case.path);
            assert_eq!(header("x-content-type-options"), "nosniff", "{}", case.path);
            let is_viewer = case.path.ends_with("/watch/") && answer.status == StatusCode::OK;
            let is_plain = !header("content-security-policy").contains("unsafe-inline");
            assert!(is_viewer || is_plain, "{}: only the viewer has a script inside", case.path);
        }
    }
}

#[tokio::test]
async fn replays_that_the_host_keeps_back_are_for_those_who_played() {
    let template = Template::make().await;
    let world = World::with(&template, false).await;
    // Whether somebody plays in the page says nothing of the match.
    let is_film = |case: &&Case| {
        case.path.contains("/replay") || case.path.contains("/watch/") && !case.path.ends_with("/session")
    };
    let cases: Vec<&Case> = CASES.iter().filter(is_film).collect();
    assert!(cases.len() >= 4, "{cases:?}");
    for case in cases {
        for person in PEOPLE {
            let answer = world.ask(case, person).await;
            let may = matches!(person, Person::Owner | Person::Admin);
            assert_eq!(
                answer.status == StatusCode::OK,
                may,
                "{} as {person:?}: {}",
                case.path,
                answer.status
            );
        }
    }
}

#[tokio::test]
async fn a_session_that_ended_a_wrong_token_and_a_strange_address_are_nobodys() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    for (header, value) in [
        ("cookie", "skirmish=session-of-somebody"),
        ("cookie", "skirmish="),
        ("cookie", "skirmish=%00; skirmish"),
        ("authorization", "Basic b3duZXI6cGFzc3dvcmQ="),
    ] {
        let answer = world.get("/account", header, value).await;
        assert!(answer.location.starts_with("/log-in"), "{header}: {value}: {}", answer.status);
    }
    let answer = world.get("/api/v1/me", "authorization", "Bearer guessed").await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    for path in [
        "/bots/abc",
        "/bots/999999",
        "/bots/-1",
        "/matches/99999999999999999999",
        "/users/..%2f..%2fetc",
        "/nowhere",
        "/static/0/style.css",
    ] {
        let answer = world.get(path, "accept", "text/html").await;
        assert!(answer.status.is_client_error(), "{path}: {}", answer.status);
        assert!(answer.text.contains("<h1>"), "{path} is answered by a page: {}", answer.text);
    }
}

#[tokio::test]
async fn a_workers_token_counts_while_its_owner_is_an_admin() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    let lease = CASES.iter().find(|case| case.path == "/api/v1/workers/{id}/heartbeat").expect("a case");
    assert_eq!(world.ask(lease, Person::Worker).await.status, StatusCode::OK);
    world.demote_admin().await;
    let answer = world.ask(lease, Person::Worker).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", answer.text);
}

#[tokio::test]
async fn a_second_look_at_a_film_a_replay_or_the_viewer_costs_nothing() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    for path in [
        "/matches/{id}/replay",
        "/matches/{id}/watch/",
        "/matches/{id}/watch/film",
        "/api/v1/matches/{id}/replay",
    ] {
        let case = CASES.iter().find(|case| case.path == path).expect("a case");
        let mut tags = Vec::new();
        for person in [Person::Nobody, Person::Owner] {
            let first = world.ask(case, person).await;
            let tag = first.header("etag");
            assert!(!tag.is_empty() && first.header("cache-control").contains("private"), "{path}");
            let again = world.ask_with(case, person, "if-none-match", &tag).await;
            assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{path}");
            let other = world.ask_with(case, person, "if-none-match", "\"another\"").await;
            assert_eq!(other.status, StatusCode::OK, "{path}");
            assert_eq!(other.text, first.text, "{path}: the same, made or remembered");
            tags.push(tag);
        }
        // What the owner hears in a film is in nobody else's.
        assert_eq!(tags[0] != tags[1], path.ends_with("/film"), "{path}: {tags:?}");
    }
}

#[tokio::test]
async fn whoever_watches_the_server_is_told_what_does_not_work() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    assert_eq!(world.get("/healthz", "accept", "*/*").await.status, StatusCode::OK);
    world.arena.health.fail(Part::Queue, "the queue is not tended");
    let answer = world.get("/healthz", "accept", "*/*").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.text.contains("the queue is not tended"), "{}", answer.text);
    world.arena.health.recover(Part::Queue);
    assert_eq!(world.get("/healthz", "accept", "*/*").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_name_longer_than_any_is_nobodys_and_is_not_remembered() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    let long = "x".repeat(10_000);
    // More often than a name may be tried.
    for _ in 0..12 {
        let refused = account::log_in(&world.arena, Address::default(), &long, "correct horse").await;
        assert_eq!(refused.expect_err("refused").to_string(), "Name or password is wrong.");
    }
}

#[tokio::test]
async fn whoever_is_refused_is_still_logged_in_on_that_page() {
    let template = Template::make().await;
    let world = World::of(&template).await;
    let cookie = "skirmish=session-of-other";
    for (path, status) in [("/nowhere", StatusCode::NOT_FOUND), ("/admin", StatusCode::FORBIDDEN)] {
        let answer = world.get(path, "cookie", cookie).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(
            answer.text.contains("Log out") && !answer.text.contains("Sign up"),
            "{path}: {}",
            answer.text
        );
        let nobody = world.get(path, "accept", "text/html").await;
        assert!(!nobody.text.contains("Log out"), "{path}");
    }
}
