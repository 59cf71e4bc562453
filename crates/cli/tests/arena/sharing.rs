//! One account cannot stop the others: real bots, builds and accounts on a real server with one worker that plays one match
//! at a time. What others get is told from what the arena gave out and from how long matches took by their replays, never
//! by a clock of the test: under any load the ladder keeps four fifths of the time.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use skirmish_arena_client::{Client, pack};
use skirmish_arena_service::account::{self, Address, TokenWish, usual_scopes};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::open::open;
use skirmish_arena_service::queue::unpack_replay;
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::{Match, MatchKind, MatchState};
use skirmish_core::answer::Fault;

use crate::Database;
use crate::host::{Place, Server, done, wait_for};

const GAME: &str = "utti";
/// One job at a time: what was given out when is clear. The ladder never has enough, and always has something waiting.
const SETTINGS: &str = "\
site.games = ['utti']
ladder = { preset = { utti = 'tiny' }, queued_matches = 100, enough_games = 1000000 }
queue = { batch = 1, lease_seconds = 300 }
";
/// How many rated matches show that the ladder goes on.
const SOME: i64 = 10;
/// How often somebody asks for more.
const TIMES: usize = 3;

/// A running arena with three accounts; the bots of two of them play.
struct Crowd {
    place: Place,
    server: Server,
    bad: Client,
    good_bot: i64,
}

impl Crowd {
    fn new() -> Self {
        let place = Place::new(Database::File, SETTINGS);
        let tokens = runtime().block_on(sign_up(&place, ["ada", "bob", "eve"]));
        let server = place.serve(0, 1);
        let [ada, bob, bad] = tokens.map(|token| Client::new(server.client.server(), Some(&token)).unwrap());
        done(&place.command(&["new", GAME, "starter", "--lang", "python"]).output().unwrap());
        let starter = place.folder.path().join("starter");
        let bots = [(&ada, "ada's"), (&bob, "bob's")].map(|(client, name)| submit(client, name, &starter));
        for (_, version) in bots {
            wait_for("two bots that play", &place, || (state(&server, version)? == "ready").then_some(()));
        }
        let crowd = Self { place, server, bad, good_bot: bots[0].0 };
        crowd.wait_for_some();
        crowd
    }

    /// Waits until the ladder has gone on.
    fn wait_for_some(&self) {
        let begin = self.rated().unwrap();
        wait_for("matches of the others", &self.place, || (self.rated()? >= begin + SOME).then_some(()));
    }

    /// How many seats of rated matches were played.
    fn rated(&self) -> Option<i64> {
        let ladder: Value = self.server.client.get(&format!("/api/v1/games/{GAME}/ladder")).ok()?;
        ladder["standings"].as_array()?.iter().map(|line| line["matches"].as_i64()).sum()
    }

    /// A folder with a bot of this source; what builds it if something does.
    fn bot(&self, name: &str, source: &str, build: Option<&str>) -> std::path::PathBuf {
        let folder = self.place.folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        let build = build.map(|build| format!("build = \"{build}\"\n")).unwrap_or_default();
        let manifest = format!(
            "name = \"{name}\"\nlanguage = \"python\"\ngame = \"{GAME}\"\n{build}run = \"python3 bot.py\"\n"
        );
        fs::write(folder.join("skirmish.toml"), manifest).unwrap();
        fs::write(folder.join("bot.py"), source).unwrap();
        folder
    }

    /// Stops the server and looks at what was played.
    fn judge(mut self, judge: impl AsyncFnOnce(&Arena, Vec<Match>)) {
        self.server.process.stop();
        runtime().block_on(async {
            let opened = open(&self.place.data(), None, Settings::default()).await.unwrap();
            let mut matches: Vec<Match> = Vec::new();
            loop {
                let before = matches.last().map_or(i64::MAX, |last| last.id);
                let some = opened.arena.store.matches_of_game(GAME, before, 100).await.unwrap();
                if some.is_empty() {
                    break;
                }
                matches.extend(some);
            }
            for it in &matches {
                assert_ne!(it.state, MatchState::Poison, "{it:?}");
                assert!(!it.is_void && !it.is_doubted, "{it:?}");
            }
            judge(&opened.arena, matches).await;
            opened.arena.store.close().await;
        });
    }
}

/// Bot and version.
fn submit(client: &Client, name: &str, path: &Path) -> (i64, i64) {
    let packed = pack(path, false).unwrap();
    let query = [("game", GAME), ("bot", name), ("file", packed.name.as_str())];
    let submitted: Value = client.post_bytes("/api/v1/submissions", &query, &packed.bytes).unwrap();
    (submitted["bot_id"].as_i64().unwrap(), submitted["version"]["id"].as_i64().unwrap())
}

fn state(server: &Server, version: i64) -> Option<String> {
    let version: Value = server.client.get(&format!("/api/v1/versions/{version}")).ok()?;
    version["state"].as_str().map(str::to_owned)
}

/// How long the answers of a match took.
fn lasted_us(arena: &Arena, it: &Match) -> u64 {
    let replay = unpack_replay(&arena.blobs.read(it.replay_hash.as_ref().unwrap()).unwrap()).unwrap();
    replay.answers.iter().map(|answered| answered.cost.wall_us).sum()
}

/// From the first match of this kind up to where the last one is given out, four fifths of the time were the ladder's.
fn check_share(arena: &Arena, matches: &[Match], kind: MatchKind, not_before_ms: i64) {
    let asked = matches.iter().filter(|it| it.kind == kind && it.created_ms >= not_before_ms);
    let mut begun: Vec<i64> = asked.filter_map(|it| it.started_ms).collect();
    begun.sort_unstable();
    assert!(begun.len() >= TIMES, "{begun:?}");
    let window = begun[0]..begun[begun.len() - 1];
    let given = matches.iter().filter(|it| it.state == MatchState::Done);
    let given = given.filter(|it| it.started_ms.is_some_and(|started| window.contains(&started)));
    let (mut of_ladder, mut of_all) = (0, 0);
    for it in given {
        let lasted = lasted_us(arena, it);
        of_all += lasted;
        of_ladder += if it.kind == MatchKind::Rated { lasted } else { 0 };
    }
    assert!(100 * of_ladder >= 80 * of_all, "{of_ladder} of {of_all} µs");
}

async fn sign_up<const N: usize>(place: &Place, names: [&str; N]) -> [String; N] {
    let opened = open(&place.data(), None, Settings::read(SETTINGS).unwrap()).await.unwrap();
    let arena = &opened.arena;
    let mut tokens = Vec::new();
    for name in names {
        let signed =
            account::sign_up(arena, Address::default(), name, "correct horse battery", None).await.unwrap();
        let user = arena.store.user_by_id(signed.user_id).await.unwrap().unwrap();
        let wish = TokenWish { label: "for tests", scopes: usual_scopes(), days: None };
        tokens.push(account::new_token(arena, &user, &wish).await.unwrap().secret);
    }
    arena.store.close().await;
    tokens.try_into().unwrap()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn a_bot_that_loops_at_its_first_turn_gets_one_match_and_the_ladder_goes_on() {
    let crowd = Crowd::new();
    let folder = crowd.bot("loop", "while True:\n    pass\n", None);
    let (bot, version) = submit(&crowd.bad, "loop", &folder);
    wait_for("the end of its trial", &crowd.place, || {
        (state(&crowd.server, version)? == "refused").then_some(())
    });
    let refused: Value = crowd.bad.get(&format!("/api/v1/versions/{version}")).unwrap();
    let why = refused["why"].as_str().unwrap();
    assert!(why.contains("was late 3 times in a row") && why.ends_with(": it forfeits"), "{why}");
    crowd.wait_for_some();
    crowd.judge(async |arena, _| {
        let played = arena.store.matches_of_bot(bot, i64::MAX, 100).await.unwrap();
        let [trial] = &played[..] else { panic!("{played:?}") };
        assert_eq!((trial.kind, trial.state), (MatchKind::Trial, MatchState::Done));
        let replay = unpack_replay(&arena.blobs.read(trial.replay_hash.as_ref().unwrap()).unwrap()).unwrap();
        let late = replay.answers.iter().filter(|it| it.answer.fault() == Some(Fault::Late)).count();
        assert_eq!(late, 3, "it was asked no more");
    });
}

#[test]
fn a_build_that_loops_holds_up_no_match_and_ends_with_its_bot() {
    let crowd = Crowd::new();
    let folder = crowd.bot("slow", "while True:\n    pass\n", Some("python3 bot.py"));
    let (bot, version) = submit(&crowd.bad, "slow", &folder);
    let status = || crowd.bad.get::<Value>(&format!("/api/v1/bots/{bot}/status")).ok();
    let is_being_built = || {
        let queue = status()?["queue"].clone();
        queue
            .as_array()?
            .iter()
            .any(|place| place["lane"] == "build" && place["ahead"].is_null())
            .then_some(())
    };
    wait_for("its build", &crowd.place, is_being_built);
    crowd.wait_for_some();
    assert!(is_being_built().is_some(), "{:?}", status());
    assert_eq!(state(&crowd.server, version).as_deref(), Some("queued"));
    // Whose bot is gone needs no build, and the next one begins.
    crowd.bad.delete(&format!("/api/v1/bots/{bot}")).unwrap();
    let (_, next) = submit(&crowd.bad, "starter", &crowd.place.folder.path().join("starter"));
    wait_for("the next build", &crowd.place, || {
        (!["queued"].contains(&state(&crowd.server, next)?.as_str())).then_some(())
    });
    crowd.judge(async |_, _| {});
}

#[test]
fn whoever_submits_version_after_version_leaves_the_ladder_its_time() {
    let crowd = Crowd::new();
    let starter = crowd.place.folder.path().join("starter");
    let begin_ms = newest_ms(&crowd);
    let mut versions = Vec::new();
    for number in 0..TIMES {
        fs::write(starter.join("number.py"), number.to_string()).unwrap();
        let (_, version) = submit(&crowd.bad, "starter", &starter);
        wait_for("a build", &crowd.place, || (state(&crowd.server, version)? != "queued").then_some(()));
        versions.push(version);
    }
    wait_for("the last trial", &crowd.place, || {
        (state(&crowd.server, *versions.last()?)? == "ready").then_some(())
    });
    crowd.judge(async |arena, matches| check_share(arena, &matches, MatchKind::Trial, begin_ms));
}

#[test]
fn whoever_challenges_as_often_as_they_may_leaves_the_ladder_its_time() {
    let crowd = Crowd::new();
    let (bot, version) = submit(&crowd.bad, "starter", &crowd.place.folder.path().join("starter"));
    wait_for("a bot that plays", &crowd.place, || (state(&crowd.server, version)? == "ready").then_some(()));
    let begin_ms = newest_ms(&crowd);
    let wish = json!({ "bot_id": bot, "other_id": crowd.good_bot });
    let challenge = || crowd.bad.post::<Value>("/api/v1/challenges", &wish);
    let asked: Vec<Value> = std::iter::from_fn(|| challenge().ok()).collect();
    assert_eq!(asked.len(), Settings::default().quota.challenges_an_hour as usize);
    assert_eq!(challenge().unwrap_err().status(), Some(429), "no more in this hour");
    let third = asked[TIMES - 1]["match_id"].as_i64().unwrap();
    wait_for("some challenges", &crowd.place, || {
        let it: Value = crowd.server.client.get(&format!("/api/v1/matches/{third}")).ok()?;
        (it["state"] == "done").then_some(())
    });
    crowd.judge(async |arena, matches| check_share(arena, &matches, MatchKind::Challenge, begin_ms));
}

/// When the newest match was made.
fn newest_ms(crowd: &Crowd) -> i64 {
    crowd.server.matches(GAME).unwrap().iter().filter_map(|it| it["created_ms"].as_i64()).max().unwrap()
}
