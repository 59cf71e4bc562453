//! Those who look at pages, programs that ask the API, and owners who change something.

use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_games::GAMES;

use crate::fill::FIRST;
use crate::http::{Connections, Request};
use crate::{BOTS, Times, USERS, WITH_TOKENS};

/// The cookie of somebody who is logged in.
pub const SESSION: &str = "session";
/// One request each so often: 200 a second.
const EVERY: Duration = Duration::from_millis(5);
const REQUESTS: usize = 12_000;
/// Those that are not counted: connections are made, caches filled.
const WARM_UP: usize = 1_000;

/// The token of a user, by number.
pub fn token(user: i64) -> String {
    format!("sk_of_user_{user}")
}

/// What is asked for, varied by a number.
enum Asked {
    /// A page, by everybody and by somebody who is logged in in turn.
    Page(String),
    /// An answer of the API.
    Api(String),
    /// A change by a user, with what is told.
    Change(i64, String, String),
}

type Ask = fn(Lot) -> Asked;

/// What makes one request differ from the next.
#[derive(Clone, Copy)]
struct Lot {
    number: i64,
    matches: i64,
}

impl Lot {
    fn game(self) -> &'static str {
        GAMES[self.number as usize % GAMES.len()].info.name
    }

    fn bot(self) -> i64 {
        FIRST + 1 + self.number % BOTS
    }

    fn played(self) -> i64 {
        1 + self.number % self.matches
    }

    /// Somebody with a token, whose first bot has the same number.
    fn user(self) -> i64 {
        1 + self.number % WITH_TOKENS
    }

    fn page(self) -> i64 {
        1 + self.number % (BOTS / GAMES.len() as i64 / 100)
    }
}

const KINDS: &[(&str, Ask)] = &[
    ("home", |_| Asked::Page("/".to_owned())),
    ("game, its ladder's top", |lot| Asked::Page(format!("/games/{}", lot.game()))),
    ("game, a page of its ladder", |lot| Asked::Page(format!("/games/{}?page={}", lot.game(), lot.page()))),
    ("rules", |lot| Asked::Page(format!("/games/{}/rules", lot.game()))),
    ("bot", |lot| Asked::Page(format!("/bots/{}", lot.bot()))),
    ("user", |lot| Asked::Page(format!("/users/user{}", 1 + lot.number % USERS))),
    ("match", |lot| Asked::Page(format!("/matches/{}", lot.played()))),
    ("all matches", |lot| Asked::Page(format!("/matches?before={}", lot.played()))),
    ("matches of a game", |lot| Asked::Page(format!("/matches?game={}&before={}", lot.game(), lot.played()))),
    ("matches of a bot", |lot| Asked::Page(format!("/matches?bot={}", lot.bot()))),
    ("account, or log in", |_| Asked::Page("/account".to_owned())),
    ("viewer", |lot| Asked::Page(format!("/matches/{}/watch/", lot.played()))),
    ("API: ladder", |lot| {
        Asked::Api(format!("/api/v1/games/{}/ladder?after={}", lot.game(), 100 * lot.page()))
    }),
    ("API: bot", |lot| Asked::Api(format!("/api/v1/bots/{}", lot.bot()))),
    ("API: status", |lot| Asked::Api(format!("/api/v1/bots/{}/status", lot.bot()))),
    ("API: match", |lot| Asked::Api(format!("/api/v1/matches/{}", lot.played()))),
    ("API: matches of a bot", |lot| Asked::Api(format!("/api/v1/matches?bot={}&limit=50", lot.bot()))),
    ("API: matches of a game", |lot| {
        Asked::Api(format!("/api/v1/matches?game={}&before={}", lot.game(), lot.played()))
    }),
    ("change: a bot rests or wakes", |lot| {
        let verb = if (lot.number / WITH_TOKENS) % 2 == 0 { "rest" } else { "wake" };
        Asked::Change(lot.user(), format!("/api/v1/bots/{}/{verb}", FIRST + lot.user()), String::new())
    }),
    ("change: a challenge", |lot| {
        let (bot, other) = (FIRST + lot.user(), FIRST + lot.user() + GAMES.len() as i64 * 100);
        let told = format!("{{\"bot_id\": {bot}, \"other_id\": {other}}}");
        Asked::Change(lot.user(), "/api/v1/challenges".to_owned(), told)
    }),
];

/// What visitors got.
#[derive(Debug, Default)]
pub struct Asking {
    /// How long answers took.
    pub times: Times,
    /// What was refused, or failed: each in a sentence.
    pub failures: Vec<String>,
}

/// Sends all requests when they are due; how long each took from then on.
pub async fn ask_all(connections: &Arc<Connections>, matches: i64) -> Asking {
    let start = Instant::now();
    let mut asking = Vec::with_capacity(REQUESTS);
    for number in 0..REQUESTS {
        let due = start + EVERY * number as u32;
        tokio::time::sleep_until(due.into()).await;
        let (kind, ask) = KINDS[number % KINDS.len()];
        // A large odd step: neighbours ask for far things.
        let asked = ask(Lot { number: (number / KINDS.len()) as i64 * 48_271, matches });
        let is_user = (number / KINDS.len()).is_multiple_of(2);
        let connections = connections.clone();
        asking.push(tokio::spawn(async move {
            let sent = send(&connections, &asked, is_user).await;
            (kind, due.elapsed(), sent)
        }));
    }
    let mut all = Asking::default();
    for (number, asked) in asking.into_iter().enumerate() {
        let (kind, time, sent) = asked.await.expect("no panic");
        if number >= WARM_UP {
            all.times.entry(kind).or_default().push(time);
        }
        all.failures.extend(sent.err());
    }
    all
}

async fn send(connections: &Connections, asked: &Asked, is_user: bool) -> Result<(), String> {
    let (method, path, headers, body) = match asked {
        Asked::Page(path) if is_user => {
            ("GET", path, format!("Accept-Encoding: gzip\r\nCookie: skirmish={SESSION}\r\n"), "")
        }
        Asked::Page(path) | Asked::Api(path) => ("GET", path, "Accept-Encoding: gzip\r\n".to_owned(), ""),
        Asked::Change(user, path, body) => {
            let token = token(*user);
            let headers = format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
            ("POST", path, headers, body.as_str())
        }
    };
    let answer = connections.ask(Request { method, path, headers: &headers, body: body.as_bytes() }).await;
    let is_log_in = answer.status == 303 && path == "/account";
    // A bot that rests cannot challenge.
    let is_resting = answer.status == 409 && path.ends_with("/challenges");
    if answer.status == 200 || is_log_in || is_resting {
        return Ok(());
    }
    Err(format!("{path} was answered by {}", answer.status))
}
