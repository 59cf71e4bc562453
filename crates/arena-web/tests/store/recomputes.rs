//! Ladders that are made again step by step, while everything else goes on.

use std::time::Duration;

use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::ladder::{self, Step, StepSize};
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::{Ladder, ResultSeat, Store};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqlSafeStr as _, SqliteConnection};

use crate::common::Database;
use crate::common::world::{START_MS, World};

/// Steps so small that a few matches need many.
const SMALL: StepSize = StepSize { results: 2, pairs: 8, voided: 3, swept: 5 };

const GAMES: [&str; 2] = ["plantation", "utti"];

fn two_games(settings: &mut Settings) {
    settings.site.games = GAMES.map(str::to_owned).to_vec();
}

async fn step(world: &World) -> Option<Step> {
    ladder::step(&world.arena, SMALL).await.expect("a step")
}

/// Steps until nothing is left; what they did, repetitions once.
async fn finish(world: &World) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some(done) = step(world).await {
        steps.push(done);
    }
    steps.dedup();
    steps
}

async fn assert_proven(world: &World) -> u64 {
    let proof = ladder::verify(&world.arena).await.expect("compared");
    assert_eq!((proof.differences, proof.unfinished), (Vec::<String>::new(), Vec::<String>::new()));
    proof.results
}

/// Rows that belong to no ladder.
async fn leftovers(store: &Store) -> i64 {
    let mut count = 0;
    for table in ["rating", "rating_point", "meeting"] {
        let sql =
            format!("SELECT COUNT(*) FROM {table} WHERE generation NOT IN (SELECT generation FROM ladder)");
        let query = AssertSqlSafe(sql);
        count += match store {
            Store::Sqlite { reading, .. } => {
                sqlx::query_scalar::<_, i64>(query).fetch_one(reading).await.expect("counted")
            }
            Store::Postgres(pool) => {
                sqlx::query_scalar::<_, i64>(query).fetch_one(pool).await.expect("counted")
            }
        };
    }
    count
}

async fn ladder_of(world: &World, game: &str) -> Ladder {
    let ladders = world.arena.store.ladders().await.expect("ladders");
    ladders.into_iter().find(|ladder| ladder.game == game).expect("a ladder")
}

async fn ask(world: &World, game: &str) {
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.ask_recompute(game).await.expect("asked");
    tx.commit().await.expect("committed");
}

pub async fn results_that_arrive_while_a_ladder_is_made_again_count_in_both(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "cheat").await;
    world.play_rounds(worker, 3).await;
    let old = ladder_of(&world, "plantation").await;
    ladder::disqualify(&world.arena, bot, "it cheats").await.expect("disqualified");
    let mut steps = Vec::new();
    loop {
        let before = ladder_of(&world, "plantation").await;
        let done = step(&world).await.expect("there is something to do");
        steps.push(done);
        if done == Step::Switched {
            break;
        }
        assert_eq!(before.generation, old.generation, "the old numbers are shown");
        assert!(world.arena.store.rated(version).await.expect("answered").is_some());
        let proof = ladder::verify(&world.arena).await.expect("compared");
        assert_eq!(proof.unfinished, ["plantation"]);
        let progress = ladder::progress(&world.arena).await.expect("answered");
        assert!(progress.len() == 1 && (0..=100).contains(&progress[0].percent), "{progress:?}");
        // A result after each step, so that the ladder is never quite made; it counts at once.
        if steps.len() < 12 {
            ladder::schedule(&world.arena).await.expect("scheduled");
            let leased = world.lease_one(worker).await.expect("a match");
            world.report(worker, &world.played(&leased)).await;
            let after = ladder_of(&world, "plantation").await;
            assert_eq!(after.last_seq, before.last_seq + 1);
        }
    }
    assert!(steps.iter().filter(|&&step| step == Step::Voided).count() > 1, "{steps:?}");
    assert!(steps.iter().filter(|&&step| step == Step::Folded).count() > 5, "{steps:?}");
    assert_ne!(ladder_of(&world, "plantation").await.generation, old.generation);
    assert_eq!(world.arena.store.rated(version).await.expect("answered"), None);
    let results = assert_proven(&world).await;
    assert!(leftovers(&world.arena.store).await > 0);
    assert_eq!(finish(&world).await, [Step::Swept]);
    assert_eq!(leftovers(&world.arena.store).await, 0);
    assert_eq!(assert_proven(&world).await, results);
}

pub async fn whoever_comes_next_goes_on_where_the_last_one_ended(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    world.play_rounds(worker, 3).await;
    ask(&world, "plantation").await;
    assert_eq!(step(&world).await, Some(Step::Folded));
    assert_eq!(step(&world).await, Some(Step::Folded));
    let before = world.arena.store.recomputes().await.expect("answered");
    world.arena.store.close().await;
    // Another server on the same database, later.
    let next = World::reopen(&database, &world.folder.path().join("blobs"), START_MS, |_| {}).await;
    assert_eq!(next.arena.store.recomputes().await.expect("answered"), before);
    assert_eq!(finish(&next).await, [Step::Folded, Step::Switched, Step::Swept]);
    assert_eq!(
        ladder_of(&next, "plantation").await.generation,
        before[0].generation,
        "what was made is used"
    );
    assert_eq!(assert_proven(&next).await, 12);
}

pub async fn a_second_disqualification_begins_anew_and_leaves_no_trace_of_either(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let (one, other) = (world.user("one").await, world.user("other").await);
    let bots = [world.bot(one, "plantation", "first").await, world.bot(other, "plantation", "second").await];
    world.play_rounds(worker, 4).await;
    ladder::disqualify(&world.arena, bots[0].0, "it cheats").await.expect("disqualified");
    while step(&world).await != Some(Step::Folded) {}
    let first = world.arena.store.recomputes().await.expect("answered");
    assert!(first[0].folded_seq > 0);
    ladder::disqualify(&world.arena, bots[1].0, "so does this one").await.expect("disqualified");
    let second = world.arena.store.recomputes().await.expect("answered");
    assert_eq!((second.len(), second[0].folded_seq), (1, 0));
    assert_ne!(second[0].generation, first[0].generation);
    // Asked for once more before anything is folded, it is the same.
    ask(&world, "plantation").await;
    assert_eq!(world.arena.store.recomputes().await.expect("answered"), second);
    assert_eq!(finish(&world).await, [Step::Voided, Step::Folded, Step::Switched, Step::Swept]);
    for (_, version) in bots {
        assert_eq!(world.arena.store.rated(version).await.expect("answered"), None);
    }
    assert_eq!(leftovers(&world.arena.store).await, 0);
    assert_proven(&world).await;
}

pub async fn what_a_bot_played_after_it_was_allowed_back_stays(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "reformed").await;
    world.play_rounds(worker, 2).await;
    ladder::disqualify(&world.arena, bot, "it cheats").await.expect("disqualified");
    assert_eq!(step(&world).await, Some(Step::Voided));
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_bot_disabled(bot, None).await.expect("it may play again");
    tx.commit().await.expect("committed");
    let before = world.arena.store.rated(version).await.expect("answered").expect("rated").games;
    world.play_rounds(worker, 2).await;
    let after = world.arena.store.rated(version).await.expect("answered").expect("rated").games;
    assert!(after > before);
    finish(&world).await;
    let games = world.arena.store.rated(version).await.expect("answered").expect("rated").games;
    assert_eq!(games, after - before);
    assert_proven(&world).await;
}

pub async fn a_proof_waits_for_nobody_and_keeps_nobody_waiting(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    world.play_rounds(worker, 2).await;
    // Somebody writes, and holds what results are rated under.
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.hold_ladder("plantation").await.expect("held");
    assert_eq!(assert_proven(&world).await, 8);
    drop(tx);
    // A store that was opened only to read proves the same, and cannot write.
    let store = database.look().await;
    let blobs = world.arena.blobs.clone();
    let reading = Arena::new(store, blobs, Settings::default(), world.clock.clone());
    assert_eq!(ladder::verify(&reading).await.expect("compared").results, 8);
    if matches!(database, Database::File(_)) {
        let mut tx = reading.store.write().await.expect("a transaction");
        tx.ask_recompute("plantation").await.expect_err("nothing can be written");
    }
    reading.store.close().await;
    // What is rated while somebody reads is not seen.
    let mut snapshot = world.arena.store.snapshot().await.expect("a snapshot");
    let before = snapshot.ladders().await.expect("answered");
    world.play_rounds(worker, 1).await;
    assert_eq!(snapshot.ladders().await.expect("answered"), before);
    assert_eq!(snapshot.results_after("plantation", 0, 99).await.expect("answered").len(), 16);
    drop(snapshot);
    assert_eq!(assert_proven(&world).await, 12);
}

pub async fn each_game_has_a_ladder_of_its_own(database: Database) {
    let world = World::with_house(&database, two_games).await;
    let worker = world.worker("w", 1).await;
    world.play_rounds(worker, 2).await;
    let [one, other] = [ladder_of(&world, GAMES[0]).await, ladder_of(&world, GAMES[1]).await];
    assert!(one.last_seq.abs_diff(other.last_seq) > 100, "numbers are taken in blocks: {one:?} {other:?}");
    // One game is made again, and nothing of the other changes.
    ask(&world, GAMES[0]).await;
    finish(&world).await;
    assert_ne!(ladder_of(&world, GAMES[0]).await.generation, one.generation);
    assert_eq!(ladder_of(&world, GAMES[1]).await, other);
    // On a server, whoever rates results of one game does not keep the other's waiting; a file has one writer.
    if matches!(database, Database::Server(_)) {
        ladder::schedule(&world.arena).await.expect("scheduled");
        let mut tx = world.arena.store.write().await.expect("writing");
        let mut held = tx.hold_ladder(GAMES[0]).await.expect("held");
        tx.next_results(&mut held, 1).await.expect("a place");
        let mut count = 0;
        while let Some(leased) = world.lease_one(worker).await {
            let found = world.arena.store.match_of(crate::common::world::match_of(&leased)).await;
            if found.expect("answered").expect("a match").game == GAMES[1] {
                let report = world.played(&leased);
                let reported = world.report(worker, &report);
                tokio::time::timeout(Duration::from_secs(60), reported).await.expect("it waits for nobody");
                count += 1;
            }
        }
        assert!(count > 0);
        drop(tx);
    }
    assert_proven(&world).await;
}

/// A database of the first release, with results of two games and the ratings that follow from them.
pub async fn an_older_database_keeps_its_ladders_to_the_last_bit(database: Database) {
    let first = include_str!("../../../arena-store/migrations/0001_first.sql");
    let first = Migration::new(1, "first".into(), MigrationType::Simple, first.into_sql_str(), false);
    let old = Migrator::with_migrations(vec![first]);
    let rows = rows_of_old();
    match &database {
        Database::File(path) => {
            let address = format!("sqlite://{}?mode=rwc", path.display());
            let mut file = SqliteConnection::connect(&address).await.expect("a file");
            old.run(&mut file).await.expect("an old database");
            sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut file).await.expect("filled");
            file.close().await.expect("closed");
        }
        Database::Server(address) => {
            let mut server = PgConnection::connect(address).await.expect("a server");
            old.run(&mut server).await.expect("an old database");
            sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut server).await.expect("filled");
            server.close().await.expect("closed");
        }
    }
    let world = World::new(&database, two_games).await;
    assert_eq!(assert_proven(&world).await, 6);
    assert_eq!(
        (ladder_of(&world, "plantation").await.last_seq, ladder_of(&world, "utti").await.last_seq),
        (5, 6)
    );
    assert_eq!(world.arena.store.points_of(1).await.expect("answered").len(), 3);
    assert_eq!(world.arena.store.opponents_of(1, 9).await.expect("answered")[0].games, 3);
    // It goes on: new results come after the old ones.
    let mut tx = world.arena.store.write().await.expect("writing");
    let mut ladder = tx.hold_ladder("plantation").await.expect("held");
    assert_eq!(tx.next_results(&mut ladder, 2).await.expect("places"), [7, 8]);
    drop(tx);
    ask(&world, "utti").await;
    finish(&world).await;
    assert_eq!(assert_proven(&world).await, 6);
}

/// Bots 1 and 2 play Plantation, 3 and 4 Utti, in turn; odd ones win every other match.
fn rows_of_old() -> String {
    let mut sql = "INSERT INTO users (id, name, name_key, is_admin, is_banned, is_house, created_ms) \
                   VALUES (1, 'u', 'u', FALSE, FALSE, FALSE, 0); INSERT INTO counter (name, last) VALUES ('result', 6);"
        .to_owned();
    for bot in 1..=4 {
        let game = GAMES[usize::from(bot > 2)];
        sql += &format!(
            "INSERT INTO bot (id, user_id, game, name, name_key, is_active, version_id, created_ms) \
             VALUES ({bot}, 1, '{game}', 'b{bot}', 'b{bot}', TRUE, {bot}, 0); \
             INSERT INTO version (id, bot_id, number, language, source_hash, state, created_ms) \
             VALUES ({bot}, {bot}, 1, 'python', '', 'ready', 0);"
        );
    }
    for (at, game) in (0..).zip(GAMES) {
        let bots = [1 + 2 * at, 2 + 2 * at];
        let mut known = vec![None, None];
        let mut met = [[0; 4]; 2];
        for turn in 0..3 {
            let seq: i64 = 1 + at + 2 * turn;
            let places = if turn % 2 == 0 { [1, 2] } else { [2, 1] };
            sql += &format!(
                "INSERT INTO match (id, game, kind, state, preset, seats, seed, is_doubted, is_void, result_seq, \
                 created_ms) VALUES ({seq}, '{game}', 'rated', 'done', '', 2, '1', FALSE, FALSE, {seq}, 0);"
            );
            let seats: Vec<ResultSeat> = (0..2)
                .map(|seat| ResultSeat {
                    result_seq: seq,
                    match_id: seq,
                    seat: seat as i64,
                    bot_id: bots[seat],
                    version_id: bots[seat],
                    place: places[seat],
                    fault: None,
                })
                .collect();
            let folded = ladder::fold(&known, &seats);
            for (seat, rated) in folded.rated.iter().enumerate() {
                let (bot, place) = (bots[seat], places[seat]);
                sql += &format!(
                    "INSERT INTO seating (match_id, seat, bot_id, version_id, name, place, score) \
                     VALUES ({seq}, {seat}, {bot}, {bot}, 'b', {place}, 0); \
                     INSERT INTO rating_point (version_id, result_seq, mu, sigma) \
                     VALUES ({bot}, {seq}, {mu:e}, {sigma:e});",
                    mu = rated.mu,
                    sigma = rated.sigma
                );
                met[seat][0] += 1;
                met[seat][usize::try_from(place).expect("a place") * 2 - 1] += 1;
            }
            known = folded.rated.into_iter().map(Some).collect();
        }
        for (seat, rated) in known.into_iter().flatten().enumerate() {
            let (bot, other, [games, better, level, worse]) = (bots[seat], bots[1 - seat], met[seat]);
            sql += &format!(
                "INSERT INTO rating (game, version_id, bot_id, mu, sigma, games, wins, draws, losses, faults, last_seq) \
                 VALUES ('{game}', {bot}, {bot}, {mu:e}, {sigma:e}, {}, {}, {}, {}, {}, {}); \
                 INSERT INTO meeting (version_id, other_id, games, better, level, worse) \
                 VALUES ({bot}, {other}, {games}, {better}, {level}, {worse});",
                rated.games,
                rated.wins,
                rated.draws,
                rated.losses,
                rated.faults,
                rated.last_seq,
                mu = rated.mu,
                sigma = rated.sigma
            );
        }
    }
    sql
}
