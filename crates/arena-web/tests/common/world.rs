//! An arena with a clock that stands still, users, bots, workers, and workers' work done by hand.

use std::path::Path;
use std::sync::Arc;

use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::blobs::Blobs;
use skirmish_arena_service::clock::Clock;
use skirmish_arena_service::ladder;
use skirmish_arena_service::queue::{
    self, Done, Held, Leased, LeasedBot, LeasedSeat, Report, Room, Verdict, Work,
};
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::{
    Introduction, MatchDraft, MatchKind, MatchResult, NewToken, NewUser, Rating, Scope, SeatResult,
    VersionState,
};
use skirmish_core::config::Wishes;
use skirmish_core::replay::Replay;
use skirmish_core::seat::{Seat, SeatCount};
use skirmish_referee::{AnyPlayer, HouseBot, Match, Nobody, Options, play, store};
use tempfile::TempDir;

use super::Database;

/// When everything begins.
pub const START_MS: i64 = 1_700_000_000_000;

/// An arena of a test's own.
pub struct World {
    /// The arena.
    pub arena: Arc<Arena>,
    /// Its clock, to be moved.
    pub clock: Clock,
    /// Its folder of blobs.
    pub folder: TempDir,
}

impl World {
    /// An arena on an empty database, playing this game on the smallest map there is for it, without second opinions.
    pub async fn new(database: &Database, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let blobs = Blobs::open(folder.path().join("blobs")).expect("blobs");
        let clock = Clock::standing(START_MS);
        let mut settings = Settings::default();
        settings.ladder.second_opinions = 0.0;
        settings.site.games = vec!["plantation".to_owned()];
        change(&mut settings);
        let arena = Arena::new(database.open().await, blobs, settings, clock.clone());
        Self { arena, clock, folder }
    }

    /// An arena on a database and blobs that may be there already, at this time.
    pub async fn reopen(
        database: &Database,
        blobs: &Path,
        now_ms: i64,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Clock::standing(now_ms);
        let mut settings = Settings::default();
        settings.site.games = vec!["plantation".to_owned()];
        change(&mut settings);
        let blobs = Blobs::open(blobs).expect("blobs");
        let arena = Arena::new(database.open().await, blobs, settings, clock.clone());
        Self { arena, clock, folder }
    }

    /// The same with the house bots.
    pub async fn with_house(database: &Database, change: impl FnOnce(&mut Settings)) -> Self {
        let world = Self::new(database, change).await;
        ladder::install_house(&world.arena).await.expect("house bots");
        world
    }

    /// Makes the house bots known, as if they had played for long: from then on only others' matches are made.
    pub async fn settle_house(&self, game: &str) {
        let mut tx = self.arena.store.write().await.expect("writing");
        let house = tx.house_bots(game).await.expect("house bots").into_iter();
        let known = |(_, version_id, _)| Rating { version_id, value: 1500.0, error: 30.0, point_games: 0 };
        tx.put_ratings(&house.map(known).collect::<Vec<_>>()).await.expect("written");
        tx.commit().await.expect("committed");
    }

    /// A user of that name.
    pub async fn user(&self, name: &str) -> i64 {
        let mut tx = self.arena.store.write().await.expect("writing");
        let new = NewUser { name: name.to_owned(), ..NewUser::default() };
        let id = tx.add_user(&new, START_MS).await.expect("added").expect("the name is free");
        tx.commit().await.expect("committed");
        id
    }

    /// A bot with a version whose artefact is an empty program, ready to play: bot and version.
    pub async fn bot(&self, user_id: i64, game: &str, name: &str) -> (i64, i64) {
        let mut tx = self.arena.store.write().await.expect("writing");
        let bot = tx.add_bot(user_id, game, name, START_MS).await.expect("a bot");
        tx.commit().await.expect("committed");
        (bot, self.version(bot, name).await)
    }

    /// A version of a bot with an artefact of this name's, which plays from now on.
    pub async fn version(&self, bot: i64, name: &str) -> i64 {
        let mut tx = self.arena.store.write().await.expect("writing");
        let version = tx.add_version(bot, "python", &"5".repeat(64), START_MS).await.expect("a version");
        let artefact = skirmish_arena_service::blobs::name_of(name.as_bytes());
        tx.note_build(version, VersionState::Ready, Some(&artefact), None, None).await.expect("built");
        tx.play_version(bot, version).await.expect("it plays");
        tx.commit().await.expect("committed");
        version
    }

    /// A worker with that many cores and all languages of these tests.
    pub async fn worker(&self, name: &str, cores: i64) -> i64 {
        self.worker_with(name, cores, "python").await
    }

    /// A worker with these languages.
    pub async fn worker_with(&self, name: &str, cores: i64, languages: &str) -> i64 {
        let user_id = self.user(&format!("host of {name}")).await;
        let mut tx = self.arena.store.write().await.expect("writing");
        let scopes = &[Scope::Worker].into_iter().collect();
        let token_hash = &format!("hash {name}");
        let new = NewToken { user_id, token_hash, label: "", scopes, expires_ms: i64::MAX };
        let token = tx.add_token(&new, START_MS).await.expect("a token");
        tx.commit().await.expect("committed");
        let who = Introduction { name, tier: "none", cores, languages };
        queue::greet(&self.arena, token, &who).await.expect("greeted")
    }

    /// The server's own worker.
    pub async fn own_worker(&self) -> i64 {
        let mut tx = self.arena.store.write().await.expect("writing");
        let user_id = tx.house_user(START_MS).await.expect("the house");
        let scopes = &[Scope::Worker].into_iter().collect();
        let new =
            NewToken { user_id, token_hash: "hash of its own", label: "", scopes, expires_ms: i64::MAX };
        let token = tx.add_token(&new, START_MS).await.expect("a token");
        tx.commit().await.expect("committed");
        let who = Introduction { name: "own", tier: "none", cores: 1, languages: "python" };
        queue::greet(&self.arena, token, &who).await.expect("greeted")
    }

    /// Leases one job: a build if there is one.
    pub async fn lease_one(&self, worker: i64) -> Option<Leased> {
        let build =
            queue::lease(&self.arena, worker, Room { matches: 0, builds: 1 }).await.expect("leased").pop();
        match build {
            Some(build) => Some(build),
            None => {
                queue::lease(&self.arena, worker, Room { matches: 1, builds: 0 }).await.expect("leased").pop()
            }
        }
    }

    /// Plays a leased match as an honest worker does, keeps the blobs, and makes the report.
    pub fn played(&self, leased: &Leased) -> Report {
        self.report_of(leased, &replay_of(&leased.work))
    }

    /// A report with this replay.
    pub fn report_of(&self, leased: &Leased, replay: &Replay) -> Report {
        let packed = store::pack(replay).expect("packed");
        let replay_hash = self.arena.blobs.keep(&packed).expect("kept");
        let stderr_hashes = vec![None; replay.header.players.len()];
        let done = Done::Played { replay_hash, stderr_hashes };
        Report { job: leased.job, fence: leased.fence, cpu_ms: 0, done }
    }

    /// Reports.
    pub async fn report(&self, worker: i64, report: &Report) -> Verdict {
        queue::report(&self.arena, worker, report).await.expect("the database answers")
    }

    /// Plays jobs until none is left; how many.
    pub async fn play_all(&self, worker: i64) -> usize {
        let mut count = 0;
        while let Some(leased) = self.lease_one(worker).await {
            let report = self.played(&leased);
            assert_eq!(self.report(worker, &report).await, Verdict::Accepted);
            count += 1;
        }
        count
    }

    /// Schedules and plays, so many times.
    pub async fn play_rounds(&self, worker: i64, rounds: usize) -> usize {
        let mut count = 0;
        for _ in 0..rounds {
            ladder::schedule(&self.arena).await.expect("scheduled");
            count += self.play_all(worker).await;
        }
        count
    }
}

/// A rated match between two bots whose versions have their numbers, which nobody plays: its result is written down by
/// hand.
pub async fn add_rated_match(arena: &Arena, game: &str, bots: [i64; 2]) -> i64 {
    let seats = bots.map(|bot| (bot, bot, "bot".to_owned()));
    let draft = MatchDraft {
        game,
        kind: MatchKind::Rated,
        preset: "",
        seed: 1,
        seats: &seats,
        requested_by: None,
        second_of: None,
    };
    let mut tx = arena.store.write().await.expect("writing");
    let id = tx.add_match(&draft, START_MS).await.expect("added");
    tx.commit().await.expect("committed");
    id
}

/// The first one wins.
pub fn result_of_two() -> MatchResult {
    let seat = |place| SeatResult { place, score: 0, fault: None, fault_sentence: None, stderr_hash: None };
    MatchResult {
        replay_hash: "0".to_owned(),
        turns: 1,
        ending: "one is left".to_owned(),
        seats: vec![seat(1), seat(2)],
    }
}

/// What a worker holds.
pub fn held(leased: &Leased) -> Held {
    Held { job: leased.job, fence: leased.fence }
}

/// The match of a lease.
pub fn match_of(leased: &Leased) -> i64 {
    match &leased.work {
        Work::Match { match_id, .. } => *match_id,
        Work::Build { .. } => panic!("this is a build"),
    }
}

/// Plays a match: house bots as themselves, programs as the house bot that plays by chance.
pub fn replay_of(work: &Work) -> Replay {
    replay_with(work, |_, _| None)
}

/// The same, where others than those may play.
pub fn replay_with(work: &Work, other: impl Fn(Seat, &LeasedBot) -> Option<AnyPlayer>) -> Replay {
    let Work::Match { game, preset, seed, seats, .. } = work else { panic!("no match") };
    let entry = skirmish_games::find(game).expect("a game");
    let wishes = if preset.is_empty() { Wishes::none() } else { Wishes::preset(preset) };
    let config = (entry.configure)(&wishes).expect("a config");
    let count = SeatCount::new(seats.len()).expect("seats");
    let seed = seed.parse().expect("a seed");
    let table = (entry.open)(&config, count, seed).expect("a table");
    let seated = seats.iter().enumerate();
    let players = seated
        .map(|(at, seat)| other(Seat(at as u8), &seat.bot).unwrap_or_else(|| player(game, seat)))
        .collect();
    let record = play(&Match::new(table, seed, players), &Options::default(), &mut Nobody).expect("played");
    let mut replay = record.replay;
    for (listed, seat) in replay.header.players.iter_mut().zip(seats) {
        listed.name.clone_from(&seat.name);
        listed.hash = match &seat.bot {
            LeasedBot::House(_) => None,
            LeasedBot::Artefact(hash) => Some(hash.clone()),
        };
    }
    replay
}

fn player(game: &str, seat: &LeasedSeat) -> AnyPlayer {
    let name = match &seat.bot {
        LeasedBot::House(name) => name,
        LeasedBot::Artefact(_) => "random",
    };
    HouseBot::shared(&skirmish_bots::find(game, name).expect("a house bot"))
}
