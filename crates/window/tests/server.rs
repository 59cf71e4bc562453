//! The HTTP server: what the page is served, and what is refused to others.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::SeatCount;
use skirmish_core::table::Entry;
use skirmish_games::GAMES;
use skirmish_referee::{HouseBot, Match, Nobody, Options, play};
use skirmish_window::{Feed, Window};

fn feed() -> Arc<Feed> {
    let entry: &'static Entry = GAMES.iter().find(|entry| entry.info.has_secrets).expect("one has secrets");
    let config = (entry.configure)(&Wishes::none()).expect("the defaults are a config");
    let table = (entry.open)(&config, SeatCount::new(2).expect("two may play"), Seed(1)).expect("it starts");
    let house = skirmish_bots::of_game(entry.info.name).next().expect("there is a house bot");
    let setup = Match::new(table, Seed(1), vec![HouseBot::shared(house), HouseBot::shared(house)]);
    let record = play(&setup, &Options::default(), &mut Nobody).expect("house bots play");
    Arc::new(Feed::finished(entry, record.replay, Vec::new()))
}

struct Got {
    status: u16,
    head: String,
    body: Vec<u8>,
}

/// Sends a raw request and reads the response until the connection closes.
fn get(window: &Window, request: &str) -> Got {
    let address = window.address().strip_prefix("http://").expect("it is served by HTTP");
    let (host, path) = address.split_once('/').expect("it has a path");
    let text = request.replace("HOST", host).replace("BASE", &format!("/{}", path.trim_end_matches('/')));
    let mut stream = TcpStream::connect(host).expect("it listens");
    stream.write_all(text.as_bytes()).expect("it takes requests");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("it answers and closes");
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("there is a head");
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("there is a status");
    Got { status, head, body: all[end + 4..].to_vec() }
}

fn plain(window: &Window, path: &str) -> Got {
    get(window, &format!("GET BASE{path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"))
}

#[test]
fn the_page_and_its_films_are_served() {
    let feed = feed();
    let window = Window::open(feed.clone(), None, 0).expect("a port is free");
    let page = plain(&window, "/");
    assert_eq!(page.status, 200);
    assert!(page.body == skirmish_show::PAGE, "the page is another one");
    assert!(page.head.contains("Content-Security-Policy: default-src 'none'"), "{}", page.head);
    for (query, eye) in [("", None), ("?eye=1", Some(skirmish_core::seat::Seat(1)))] {
        let film = plain(&window, &format!("/film{query}"));
        let expected = feed.film(eye, 0, 0).expect("it is there").expect("it can be shown");
        assert_eq!((film.status, film.body.len()), (200, expected.len()));
        assert!(film.body == *expected, "the film is another one");
    }
}

#[test]
fn strangers_and_nonsense_are_turned_away() {
    let window = Window::open(feed(), None, 0).expect("a port is free");
    for (path, status) in [
        ("/film?eye=9", 400),
        ("/film?eye=-1", 400),
        ("/film?from=x", 400),
        ("/session", 204),
        ("/../etc/passwd", 404),
        ("/nothing", 404),
    ] {
        assert_eq!(plain(&window, path).status, status, "{path}");
    }
    for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 404),
        ("GET BASE/ HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n", 403),
        (
            "GET BASE/film HTTP/1.1\r\nHost: HOST\r\nOrigin: http://elsewhere.example\r\nConnection: close\r\n\r\n",
            403,
        ),
        (
            "POST BASE/session/choose HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
            400,
        ),
        ("DELETE BASE/film HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 404),
    ] {
        assert_eq!(get(&window, request).status, status, "{request}");
    }
}

#[test]
fn a_taken_port_is_named() {
    let window = Window::open(feed(), None, 0).expect("a port is free");
    let port: u16 = window
        .address()
        .rsplit(':')
        .next()
        .and_then(|rest| rest.split('/').next()?.parse().ok())
        .expect("it has a port");
    let Err(error) = Window::open(feed(), None, port) else { panic!("the port is taken") };
    assert!(error.to_string().starts_with(&format!("cannot serve on port {port}")), "{error}");
}
