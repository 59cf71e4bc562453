//! A database of the first release goes on: what it knows means the same afterwards.

use skirmish_arena_store::{Store, StoreError};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr as _};

use crate::common::Database;

const FIRST: &str = include_str!("../../../arena-store/migrations/0001_first.sql");
const DAY_MS: i64 = 24 * 3_600_000;

/// Rows as the first release wrote them.
const ROWS: &str = "\
INSERT INTO users (id, name, name_key, is_admin, is_banned, is_house, created_ms) VALUES \
  (1, 'Bob', 'bob', FALSE, FALSE, FALSE, 1), (2, 'b0b', 'b0b', FALSE, FALSE, FALSE, 1); \
INSERT INTO token (id, user_id, token_hash, label, is_worker, created_ms, used_ms) VALUES \
  (1, 1, 'laptop', 'laptop', FALSE, 1000, 5000), (2, 1, 'machine', 'machine', TRUE, 1000, NULL); \
INSERT INTO invite (code_hash, made_by, created_ms) VALUES ('old code', 1, 2000); \
INSERT INTO counter (name, last) VALUES ('user', 2), ('token', 2), ('bot', 3); \
INSERT INTO bot (id, user_id, game, name, name_key, is_active, created_ms) VALUES \
  (1, 1, 'utti', 'Snake', 'snake', TRUE, 1), (2, 2, 'utti', 'sn\u{430}ke', 'sn\u{430}ke', TRUE, 1), \
  (3, 2, 'utti', '\u{1112}\u{1161}\u{11ab}', '\u{1112}\u{1161}\u{11ab}', TRUE, 1)";

pub async fn first_release(database: &Database) {
    let step = Migration::new(1, "first".into(), MigrationType::Simple, FIRST.into_sql_str(), false);
    let migrator = Migrator::with_migrations(vec![step]);
    let rows = sqlx::raw_sql(AssertSqlSafe(ROWS));
    match database {
        Database::File(path) => {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
            let pool = sqlx::SqlitePool::connect_with(options).await.expect("a file");
            migrator.run(&pool).await.expect("the first tables");
            rows.execute(&pool).await.expect("rows");
            pool.close().await;
        }
        Database::Server(address) => {
            let pool = sqlx::PgPool::connect(address).await.expect("a server");
            migrator.run(&pool).await.expect("the first tables");
            rows.execute(&pool).await.expect("rows");
            pool.close().await;
        }
    }
}

pub async fn open_beside(database: &Database) -> Result<Store, StoreError> {
    match database {
        Database::File(path) => Store::open_file_beside(path).await,
        Database::Server(address) => Store::open_server_beside(address).await,
    }
}

pub async fn a_database_of_the_first_release_goes_on(database: Database) {
    first_release(&database).await;
    // Whoever only looks changes no tables beside a server that may be running.
    let refused = open_beside(&database).await.expect_err("other tables");
    assert!(matches!(refused, StoreError::OtherVersion), "{refused}");
    let store = database.open().await;
    let token = async |hash| store.token(hash).await.expect("answered").expect("a token").token;
    let (laptop, machine) = (token("laptop").await, token("machine").await);
    assert_eq!((laptop.scopes.words().as_str(), laptop.expires_ms), ("read submit", 5000 + 90 * DAY_MS));
    assert_eq!((machine.scopes.words().as_str(), machine.expires_ms), ("worker", 1000 + 90 * DAY_MS));
    assert_eq!(store.worker_tokens(9).await.expect("answered").len(), 1);
    assert_eq!(store.invites(9).await.expect("answered")[0].expires_ms, 2000 + 90 * DAY_MS);
    // Two who look alike keep their names, and nobody else gets one that looks so.
    for (name, id) in [("bob", 1), ("B0B", 2)] {
        assert_eq!(store.user_by_name(name).await.expect("answered").expect("a user").id, id);
    }
    for (name, id) in [("snake", 1), ("sn\u{430}ke", 2), ("\u{d55c}", 3)] {
        assert_eq!(store.bot_named("utti", name).await.expect("answered").expect("a bot").id, id);
    }
    assert!(store.is_user_like("bOb").await.expect("answered"));
    let mut tx = store.write().await.expect("writing");
    assert!(tx.is_bot_like("utti", "\u{455}nake", 0).await.expect("answered"));
    assert!(tx.rename_user(2, "robert").await.expect("renamed"));
    tx.commit().await.expect("committed");
    store.close().await;
    open_beside(&database).await.expect("the same tables").close().await;
}
