//! Ladders are counts, and ratings are fitted to them: results count at once, and whoever counts again gets the same.

use std::time::Duration;

use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::ladder::{self, Proof};
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::{Ladder, Rating, Record};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqlSafeStr as _, SqliteConnection};

use crate::common::Database;
use crate::common::world::World;

const GAMES: [&str; 2] = ["plantation", "utti"];

fn two_games(settings: &mut Settings) {
    settings.site.games = GAMES.map(str::to_owned).to_vec();
}

async fn proof(world: &World) -> Proof {
    ladder::verify(&world.arena).await.expect("compared")
}

async fn assert_proven(world: &World) -> u64 {
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    let proof = proof(world).await;
    assert_eq!((proof.differences, proof.unfinished), (Vec::<String>::new(), Vec::<String>::new()));
    proof.results
}

async fn ladder_of(world: &World, game: &str) -> Ladder {
    let ladders = world.arena.store.ladders().await.expect("ladders");
    ladders.into_iter().find(|ladder| ladder.game == game).expect("a ladder")
}

async fn line_of(world: &World, bot: i64) -> ladder::Standing {
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    table.into_iter().find(|line| line.bot_id == bot).expect("it plays")
}

pub async fn results_count_at_once_and_ratings_follow(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "snake").await;
    assert_eq!(line_of(&world, bot).await.rating, 1500.0, "nothing is known of it");
    world.play_rounds(worker, 2).await;
    let rated = world.arena.store.rated(version).await.expect("answered").expect("it played");
    assert!(rated.games > 0);
    let [before, after] = [ladder_of(&world, "plantation").await, {
        ladder::fit_ratings(&world.arena).await.expect("fitted");
        ladder_of(&world, "plantation").await
    }];
    assert_eq!((before.changes, after.fitted), (after.changes, after.changes));
    let line = line_of(&world, bot).await;
    assert!(line.rating != 1500.0 && line.matches == rated.games, "{line:?}");
    // A result that ratings do not know yet: the counts are compared, and ratings are not.
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(worker).await.expect("a match");
    world.report(worker, &world.played(&leased)).await;
    let unfinished = proof(&world).await;
    assert_eq!((unfinished.differences, unfinished.unfinished), (Vec::new(), vec!["plantation".to_owned()]));
    assert_eq!(assert_proven(&world).await, 9);
    // Whoever fitted older counts and is late writes nothing any more.
    let mut tx = world.arena.store.write().await.expect("writing");
    assert!(!tx.write_ratings_of("plantation", before.changes).await.expect("asked"));
}

pub async fn the_course_of_a_rating_has_fewer_points_than_games(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "snake").await;
    for _ in 0..30 {
        world.play_rounds(worker, 1).await;
        ladder::fit_ratings(&world.arena).await.expect("fitted");
    }
    let rated = world.arena.store.rated(version).await.expect("answered").expect("it played");
    let course = world.arena.store.course_of(bot, 100).await.expect("answered");
    assert!(course.is_sorted_by(|one, other| one.games < other.games), "{course:?}");
    assert!(course.len() > 5 && (course.len() as i64) < rated.games, "{} of {}", course.len(), rated.games);
    let last = course.last().expect("a point");
    assert!(last.games * 11 / 10 + 1 >= rated.games, "{last:?} of {rated:?}");
    assert_proven(&world).await;
}

pub async fn a_new_version_begins_where_the_last_one_was(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, _) = world.bot(user, "plantation", "snake").await;
    world.play_rounds(worker, 4).await;
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    let before = line_of(&world, bot).await;
    world.version(bot, "snake").await;
    let after = line_of(&world, bot).await;
    assert_eq!((after.rating, after.place, after.matches), (before.rating, before.place, 0));
    assert!(after.error > before.error, "{after:?}");
    // Its own results are weighed against what the last version was.
    world.play_rounds(worker, 3).await;
    assert_proven(&world).await;
    let known = line_of(&world, bot).await;
    assert!(known.matches > 0 && known.error < after.error, "{known:?}");
}

pub async fn what_a_bot_plays_after_it_was_allowed_back_counts_if_it_is_new(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "reformed").await;
    world.play_rounds(worker, 2).await;
    assert_proven(&world).await;
    ladder::disqualify(&world.arena, bot, "it cheats").await.expect("disqualified");
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.set_bot_disabled(bot, None).await.expect("it may play again");
    tx.commit().await.expect("committed");
    let table = ladder::standing(&world.arena, "plantation").await.expect("a table");
    assert!(table.iter().all(|line| line.bot_id != bot), "the version that cheated does not");
    let second = world.version(bot, "reformed").await;
    assert_eq!(line_of(&world, bot).await.rating, 1500.0, "it has nothing from the one that cheated");
    world.play_rounds(worker, 2).await;
    assert_proven(&world).await;
    let rated = async |version| world.arena.store.rated(version).await.expect("answered");
    assert!(rated(second).await.is_some_and(|rated| rated.games > 0 && rated.rating.is_some()));
    assert_eq!(rated(version).await, None);
}

pub async fn what_is_wrong_is_put_right_while_results_come(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "snake").await;
    world.play_rounds(worker, 3).await;
    assert_proven(&world).await;
    let before = line_of(&world, bot).await;
    let tamper = async |records: &[Record], ratings: &[Rating]| {
        let mut tx = world.arena.store.write().await.expect("writing");
        tx.add_records(records).await.expect("tampered");
        tx.put_ratings(ratings).await.expect("tampered");
        tx.commit().await.expect("committed");
    };
    // The last bit of one number is enough to be seen.
    let nudged = f64::from_bits(before.rating.to_bits() ^ 1);
    let rating = Rating { version_id: version, value: nudged, error: before.error, point_games: 0 };
    tamper(&[], &[rating]).await;
    assert_eq!(proof(&world).await.differences.len(), 1);
    tamper(&[Record { version_id: version, games: 2, wins: 2, ..Record::default() }], &[]).await;
    assert_eq!(proof(&world).await.differences.len(), 2);
    // A result that comes before it is put right is not lost.
    ladder::schedule(&world.arena).await.expect("scheduled");
    let leased = world.lease_one(worker).await.expect("a match");
    world.report(worker, &world.played(&leased)).await;
    assert_eq!(ladder::recompute(&world.arena).await.expect("put right").differences.len(), 1);
    assert_eq!(assert_proven(&world).await, 13);
}

pub async fn a_proof_waits_for_nobody_and_keeps_nobody_waiting(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let worker = world.worker("w", 1).await;
    world.play_rounds(worker, 2).await;
    ladder::fit_ratings(&world.arena).await.expect("fitted");
    // Somebody writes, and holds what results are counted under.
    let mut tx = world.arena.store.write().await.expect("writing");
    tx.hold_ladder("plantation").await.expect("held");
    assert_eq!(proof(&world).await.results, 8);
    drop(tx);
    // A store that was opened only to read proves the same, and cannot write.
    let store = database.look().await;
    let blobs = world.arena.blobs.clone();
    let reading = Arena::new(store, blobs, Settings::default(), world.clock.clone());
    assert_eq!(ladder::verify(&reading).await.expect("compared").results, 8);
    if matches!(database, Database::File(_)) {
        let mut tx = reading.store.write().await.expect("a transaction");
        tx.change_ladder("plantation").await.expect_err("nothing can be written");
    }
    reading.store.close().await;
    // What is counted while somebody reads is not seen.
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

/// A database of the first release, with results of two games.
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
    let rated = world.arena.store.rated(1).await.expect("answered").expect("it played");
    assert_eq!((rated.games, rated.wins, rated.losses), (3, 2, 1));
    assert_eq!(world.arena.store.opponents_of("plantation", 1, 9).await.expect("answered")[0].games, 3);
    // It goes on: new results come after the old ones.
    let mut tx = world.arena.store.write().await.expect("writing");
    let mut ladder = tx.hold_ladder("plantation").await.expect("held");
    assert_eq!(tx.next_results(&mut ladder, 2).await.expect("places"), [7, 8]);
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
        for turn in 0..3 {
            let seq = 1 + at + 2 * turn;
            sql += &format!(
                "INSERT INTO match (id, game, kind, state, preset, seats, seed, is_doubted, is_void, result_seq, \
                 created_ms) VALUES ({seq}, '{game}', 'rated', 'done', '', 2, '1', FALSE, FALSE, {seq}, 0);"
            );
            for (seat, place) in (0..).zip(if turn % 2 == 0 { [1, 2] } else { [2, 1] }) {
                let bot = 1 + 2 * at + seat;
                sql += &format!(
                    "INSERT INTO seating (match_id, seat, bot_id, version_id, name, place, score) \
                     VALUES ({seq}, {seat}, {bot}, {bot}, 'b', {place}, 0);"
                );
            }
        }
    }
    sql
}
