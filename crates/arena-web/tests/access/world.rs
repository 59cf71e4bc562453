//! A small arena with one of everybody, and the owner's secrets in it.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body as HttpBody, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use flate2::read::GzDecoder;
use skirmish_arena_service::account::{self, Address};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::blobs::Blobs;
use skirmish_arena_service::clock::Clock;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{self, Done, Leased, LeasedBot, Report, Room, Verdict, Work};
use skirmish_arena_service::settings::Settings;
use skirmish_arena_service::upload::Tree;
use skirmish_arena_store::{
    Introduction, NewToken, NewUser, Scope, Scopes, Session, Store, VersionState, Writing,
};
use skirmish_arena_web::routes::router;
use skirmish_arena_web::web::Web;
use skirmish_core::config::Wishes;
use skirmish_core::seat::SeatCount;
use skirmish_referee::{HouseBot, Match, Nobody, Options, StderrCaps, StderrLog, play, store};
use tempfile::TempDir;
use tower::ServiceExt as _;

use crate::table::{Body, Case};

const START_MS: i64 = 1_700_000_000_000;
const GAME: &str = "plantation";
/// How long tokens last.
const TOKEN_MS: i64 = 60_000;
const PASSWORD: &str = "correct horse";
/// What only the owner and admins may read.
pub const SECRETS: [&str; 4] = ["SECRET-IN-SOURCE", "SECRET-IN-LOG", "SECRET-ON-STDERR", "SECRET-LABEL"];

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    Nobody,
    Worker,
    Other,
    Owner,
    Admin,
}

/// The arena that every test begins with, made once and copied.
pub struct Template {
    folder: TempDir,
    facts: Facts,
}

/// Whose what is, by number.
#[derive(Clone, Debug, Default)]
struct Facts {
    bot: i64,
    others_bot: i64,
    admins_bot: i64,
    house: i64,
    version: i64,
    idle: i64,
    match_id: i64,
    seat: usize,
    token: i64,
    worker: i64,
    worker_token: String,
    worker_token_id: i64,
    source: String,
}

/// An arena of one test's own.
pub struct World {
    pub arena: Arc<Arena>,
    router: Router,
    facts: Facts,
    _folder: TempDir,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub location: String,
    pub text: String,
    headers: HeaderMap,
}

impl Answer {
    /// A header's text.
    pub fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }
}

async fn open(folder: &Path, has_public_replays: bool) -> Arc<Arena> {
    let store = Store::open_file(&folder.join("arena.sqlite")).await.expect("a database");
    let blobs = Blobs::open(folder.join("blobs")).expect("blobs");
    let mut settings = Settings::default();
    settings.ladder.second_opinions = 0.0;
    settings.site.games = vec![GAME.to_owned()];
    settings.site.has_public_replays = has_public_replays;
    Arena::new(store, blobs, settings, Clock::standing(START_MS))
}

/// What a request shows of who sends it.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    pub cookie_of: Option<Person>,
    pub bearer: Option<String>,
}

impl Template {
    /// Makes it: users, bots, a build, a match that was played.
    pub async fn make() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let arena = open(folder.path(), true).await;
        let mut facts = Facts::default();
        ladder::install_house(&arena).await.expect("house bots");
        let owner =
            account::sign_up(&arena, Address::default(), "owner", PASSWORD, None).await.expect("signed up");
        let hash = arena.store.password_hash(owner.user_id).await.expect("read").expect("a hash");
        let mut tx = arena.store.write().await.expect("writing");
        for (name, is_admin) in [("other", false), ("boss", true)] {
            let new = NewUser {
                name: name.to_owned(),
                password_hash: Some(hash.clone()),
                is_admin,
                is_house: false,
            };
            tx.add_user(&new, START_MS).await.expect("added").expect("a free name");
        }
        tx.commit().await.expect("committed");
        add_bots(&arena, &mut facts).await;
        add_worker(&arena, &mut facts).await;
        play_one(&arena, &mut facts).await;
        hold_build(&arena, &mut facts).await;
        arena.store.close().await;
        Self { folder, facts }
    }
}

async fn user_id(arena: &Arena, name: &str) -> i64 {
    arena.store.user_by_name(name).await.expect("read").expect("a user").id
}

async fn add_bots(arena: &Arena, facts: &mut Facts) {
    let source = Tree::default()
        .with("bot.py", b"print('SECRET-IN-SOURCE')".to_vec())
        .with("skirmish.toml", b"run = 'python3 bot.py'".to_vec());
    let source = arena.blobs.keep(&source.pack()).expect("kept");
    let log = arena.blobs.keep(b"SECRET-IN-LOG").expect("kept");
    let mut tx = arena.store.write().await.expect("writing");
    for (place, name) in
        [(&mut facts.bot, "owner"), (&mut facts.others_bot, "other"), (&mut facts.admins_bot, "boss")]
    {
        let user_id = user_id(arena, name).await;
        *place = tx.add_bot(user_id, GAME, &format!("bot of {name}"), START_MS).await.expect("a bot");
        let version = tx.add_version(*place, "python", &source, START_MS).await.expect("a version");
        let artefact = skirmish_arena_service::blobs::name_of(name.as_bytes());
        let ready = VersionState::Ready;
        tx.note_build(version, ready, Some(&artefact), Some(&log), None).await.expect("built");
        tx.play_version(*place, version).await.expect("it plays");
        facts.version = if name == "owner" { version } else { facts.version };
    }
    facts.idle = tx.add_version(facts.bot, "python", &source, START_MS).await.expect("a version");
    tx.note_trial(facts.idle, VersionState::Refused, Some("it was late")).await.expect("refused");
    let owner = user_id(arena, "owner").await;
    let both = [Scope::Read, Scope::Submit];
    facts.token = add_token(&mut tx, owner, "owners-token", "SECRET-LABEL", &both).await;
    let other = user_id(arena, "other").await;
    add_token(&mut tx, other, "others-token", "theirs", &both).await;
    let boss = user_id(arena, "boss").await;
    add_token(&mut tx, boss, "bosss-token", "theirs", &[Scope::Read, Scope::Submit, Scope::Admin]).await;
    for &scope in Scope::ALL {
        for (user, name) in [(owner, "owner"), (boss, "boss")] {
            add_token(&mut tx, user, &token_for(name, &[scope]), "", &[scope]).await;
        }
        let with_admin = [scope, Scope::Admin];
        if !matches!(scope, Scope::Worker | Scope::Admin) {
            add_token(&mut tx, boss, &token_for("boss", &with_admin), "", &with_admin).await;
        }
    }
    tx.commit().await.expect("committed");
    let house = arena.store.bot_named(GAME, "easy").await.expect("read").expect("a house bot");
    facts.house = house.id;
}

/// The secret of somebody's token for these scopes.
pub fn token_for(name: &str, scopes: &[Scope]) -> String {
    format!("{name} for {}", scopes.iter().map(|scope| scope.word()).collect::<Vec<_>>().join(" "))
}

async fn add_token(tx: &mut Writing, user_id: i64, secret: &str, label: &str, scopes: &[Scope]) -> i64 {
    let (token_hash, expires_ms) = (&account::hash_of(secret), START_MS + TOKEN_MS);
    let scopes: &Scopes = &scopes.iter().copied().collect();
    let new = NewToken { user_id, token_hash, label, scopes, expires_ms };
    tx.add_token(&new, START_MS).await.expect("a token")
}

async fn add_worker(arena: &Arena, facts: &mut Facts) {
    let boss = user_id(arena, "boss").await;
    facts.worker_token = "the-workers-token".to_owned();
    let mut tx = arena.store.write().await.expect("writing");
    let token = add_token(&mut tx, boss, &facts.worker_token, "worker", &[Scope::Worker]).await;
    tx.commit().await.expect("committed");
    let who = Introduction { name: "machine", tier: "none", cores: 2, languages: "python" };
    facts.worker_token_id = token;
    facts.worker = queue::greet(arena, token, &who).await.expect("greeted");
}

/// A match of the owner's bot, played by hand, with something on its stderr.
async fn play_one(arena: &Arc<Arena>, facts: &mut Facts) {
    let owner = user_id(arena, "owner").await;
    facts.match_id = ladder::challenge(arena, owner, facts.bot, facts.house).await.expect("a challenge");
    let leased =
        queue::lease(arena, facts.worker, Room::of_each(1)).await.expect("leased").pop().expect("a job");
    let Work::Match { preset, seed, seats, .. } = &leased.work else { panic!("no match") };
    let entry = skirmish_games::find(GAME).expect("a game");
    let wishes = if preset.is_empty() { Wishes::none() } else { Wishes::preset(preset) };
    let config = (entry.configure)(&wishes).expect("a config");
    let seed = seed.parse().expect("a seed");
    let count = SeatCount::new(seats.len()).expect("seats");
    let table = (entry.open)(&config, count, seed).expect("a table");
    let random = skirmish_bots::of_game(GAME).next().expect("a house bot");
    let named = |name: &str| skirmish_bots::find(GAME, name).expect("a house bot");
    let players = seats.iter().map(|seat| match &seat.bot {
        LeasedBot::House(name) => HouseBot::shared(&named(name)),
        LeasedBot::Artefact(_) => HouseBot::shared(random),
    });
    let game = Match::new(table, seed, players.collect());
    let mut replay = play(&game, &Options::default(), &mut Nobody).expect("played").replay;
    let mut noise = StderrLog::new(StderrCaps::default());
    noise.add(0, b"SECRET-ON-STDERR");
    let mut stderr_hashes = Vec::new();
    for (number, (listed, seat)) in replay.header.players.iter_mut().zip(seats).enumerate() {
        listed.name.clone_from(&seat.name);
        listed.hash = None;
        let mut stderr = None;
        if let LeasedBot::Artefact(hash) = &seat.bot {
            listed.hash = Some(hash.clone());
            listed.stderr = noise.fingerprint();
            stderr = Some(arena.blobs.keep(&noise.write()).expect("kept"));
            facts.seat = number;
        }
        stderr_hashes.push(stderr);
    }
    let replay_hash = arena.blobs.keep(&store::pack(&replay).expect("packed")).expect("kept");
    let done = Done::Played { replay_hash, stderr_hashes };
    let report = Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done };
    let verdict = queue::report(arena, facts.worker, &report).await.expect("reported");
    assert_eq!(verdict, Verdict::Accepted);
}

/// The worker holds the build of the owner's next version, and may read its source.
async fn hold_build(arena: &Arc<Arena>, facts: &mut Facts) {
    let version = arena.store.version(facts.version).await.expect("read").expect("a version");
    facts.source = version.source_hash;
    let mut tx = arena.store.write().await.expect("writing");
    let next = tx.add_version(facts.bot, "python", &facts.source, START_MS).await.expect("a version");
    queue::enqueue_build(&mut tx, &arena.settings, next, START_MS).await.expect("enqueued");
    tx.commit().await.expect("committed");
    let leased = queue::lease(arena, facts.worker, Room::of_each(1)).await.expect("leased");
    assert!(matches!(leased[..], [Leased { work: Work::Build { .. }, .. }]), "{leased:?}");
}

impl World {
    /// A copy of the template, in which everybody is logged in.
    pub async fn of(template: &Template) -> Self {
        Self::with(template, true).await
    }

    /// The same, where the host says whether replays are public.
    pub async fn with(template: &Template, has_public_replays: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy(template.folder.path(), folder.path());
        let arena = open(folder.path(), has_public_replays).await;
        let mut tx = arena.store.write().await.expect("writing");
        for person in [Person::Other, Person::Owner, Person::Admin] {
            let session = Session {
                token_hash: account::hash_of(&format!("session-of-{}", name_of(person))),
                user_id: user_id(&arena, name_of(person)).await,
                csrf: format!("csrf-of-{}", name_of(person)),
                expires_ms: START_MS + 1000,
            };
            tx.add_session(&session, START_MS).await.expect("a session");
        }
        tx.commit().await.expect("committed");
        Self {
            router: router(Web::new(arena.clone())),
            arena,
            facts: template.facts.clone(),
            _folder: folder,
        }
    }

    /// Asks as a page of this site, or a program, does.
    pub async fn ask(&self, case: &Case, person: Person) -> Answer {
        self.ask_from(case, person, None, true).await
    }

    /// Asks with one more header.
    pub async fn ask_with(&self, case: &Case, person: Person, header: &str, value: &str) -> Answer {
        let request = Request::builder().header(header, value);
        self.send(request, case, person, None, true).await
    }

    /// Asks as a page of that site does, with or without the form's secret.
    pub async fn ask_from(
        &self,
        case: &Case,
        person: Person,
        origin: Option<&str>,
        with_secret: bool,
    ) -> Answer {
        self.send(Request::builder(), case, person, origin, with_secret).await
    }

    /// Asks with these credentials, without a form's secret.
    pub async fn ask_showing(&self, case: &Case, shown: &Shown) -> Answer {
        let mut request = Request::builder();
        if let Some(bearer) = &shown.bearer {
            request = request.header("authorization", format!("Bearer {bearer}"));
        }
        if let Some(person) = shown.cookie_of {
            request = request.header("cookie", format!("skirmish=session-of-{}", name_of(person)));
        }
        let of_whom = if shown.bearer.as_ref().is_some_and(|bearer| bearer.starts_with("boss")) {
            Person::Admin
        } else {
            Person::Owner
        };
        self.send_as(request, case, of_whom, None, "").await
    }

    /// Tokens end.
    pub fn end_tokens(&self) {
        self.arena.clock.advance(TOKEN_MS);
    }

    /// Makes an ordinary user of the admin.
    pub async fn demote_admin(&self) {
        let admin = user_id(&self.arena, name_of(Person::Admin)).await;
        let mut tx = self.arena.store.write().await.expect("writing");
        tx.set_admin(admin, false).await.expect("demoted");
        tx.commit().await.expect("committed");
    }

    async fn send(
        &self,
        request: axum::http::request::Builder,
        case: &Case,
        person: Person,
        origin: Option<&str>,
        with_secret: bool,
    ) -> Answer {
        let csrf = if with_secret { format!("csrf-of-{}", name_of(person)) } else { String::new() };
        let request = self.signed(request, case, person);
        self.send_as(request, case, person, origin, &csrf).await
    }

    async fn send_as(
        &self,
        request: axum::http::request::Builder,
        case: &Case,
        person: Person,
        origin: Option<&str>,
        csrf: &str,
    ) -> Answer {
        let mut request = request.method(case.method).uri(self.filled(case.url, person));
        request = request.header("host", "arena.example");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        } else if case.method != "GET" {
            request = request.header("origin", "https://arena.example");
        }
        let request = match case.body {
            Body::None => request.body(HttpBody::empty()),
            Body::Form(form) => {
                let form = format!("{}&csrf={csrf}", self.filled(form, person));
                request.header("content-type", "application/x-www-form-urlencoded").body(form.into())
            }
            Body::HandIn => {
                request.header("content-type", "multipart/form-data; boundary=X").body(submit(csrf).into())
            }
            Body::Json(json) => {
                request.header("content-type", "application/json").body(self.filled(json, person).into())
            }
            Body::Bytes(bytes) => request.body(bytes.to_vec().into()),
        };
        let response = self.router.clone().oneshot(request.expect("a request")).await.expect("an answer");
        read(response).await
    }

    /// Asks for an address with one header.
    pub async fn get(&self, path: &str, header: &str, value: &str) -> Answer {
        let request = Request::builder().uri(path).header("host", "arena.example").header(header, value);
        let request = request.body(HttpBody::empty()).expect("a request");
        read(self.router.clone().oneshot(request).await.expect("an answer")).await
    }

    fn signed(
        &self,
        request: axum::http::request::Builder,
        case: &Case,
        person: Person,
    ) -> axum::http::request::Builder {
        let is_api = case.path.starts_with("/api/");
        match person {
            Person::Nobody => request,
            Person::Worker => request.header("authorization", format!("Bearer {}", self.facts.worker_token)),
            person if is_api => request.header("authorization", format!("Bearer {}s-token", name_of(person))),
            person => request.header("cookie", format!("other=1; skirmish=session-of-{}", name_of(person))),
        }
    }

    fn filled(&self, text: &str, person: Person) -> String {
        let facts = &self.facts;
        let mine = match person {
            Person::Owner => facts.bot,
            Person::Admin => facts.admins_bot,
            _ => facts.others_bot,
        };
        let style = skirmish_arena_web::site::address("style.css");
        let places = [
            ("{bot}", facts.bot.to_string()),
            ("{house}", facts.house.to_string()),
            ("{mine}", mine.to_string()),
            ("{version}", facts.version.to_string()),
            ("{idle}", facts.idle.to_string()),
            ("{match}", facts.match_id.to_string()),
            ("{seat}", facts.seat.to_string()),
            ("{token}", facts.token.to_string()),
            ("{worker}", facts.worker.to_string()),
            ("{worker_token}", facts.worker_token_id.to_string()),
            ("{source}", facts.source.clone()),
            ("{style}", style),
        ];
        places.iter().fold(text.to_owned(), |text, (place, value)| text.replace(place, value))
    }
}

fn name_of(person: Person) -> &'static str {
    match person {
        Person::Nobody => "nobody",
        Person::Worker => "worker",
        Person::Other => "other",
        Person::Owner => "owner",
        Person::Admin => "boss",
    }
}

fn submit(csrf: &str) -> String {
    let fields = [("csrf", csrf), ("bot", "another"), ("language", "python"), ("text", "print()")];
    let part = |(name, value): &(&str, &str)| {
        format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + "--X--\r\n"
}

async fn read(response: axum::response::Response) -> Answer {
    let (parts, body) = response.into_parts();
    let header =
        |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // News have no end; that they begin is enough.
    let is_endless = header("content-type").starts_with("text/event-stream");
    let bytes =
        if is_endless { Vec::new() } else { to_bytes(body, 16 << 20).await.expect("a body").to_vec() };
    let mut plain = Vec::new();
    let is_packed = GzDecoder::new(bytes.as_slice()).read_to_end(&mut plain).is_ok();
    let text = String::from_utf8_lossy(if is_packed { &plain } else { &bytes }).into_owned();
    Answer {
        status: parts.status,
        location: header("location").to_owned(),
        text,
        headers: parts.headers.clone(),
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            fs::create_dir(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}
