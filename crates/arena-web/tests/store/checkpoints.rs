//! What was written to a database file is copied into it beside the writer.

use skirmish_arena_store::{Checkpointed, Store};

use crate::common::Database;

/// Writes about two hundred pages, and commits.
async fn write(store: &Store, part: i64) {
    let Store::Sqlite { writing, .. } = store else { panic!("this is about files") };
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) \
               INSERT INTO counter (name, last) SELECT $1 || ' ' || i || hex(zeroblob(1000)), 0 FROM n";
    sqlx::query(sql).bind(part).execute(writing).await.expect("written");
}

pub async fn no_writer_copies_the_log_into_the_file(database: Database) {
    let store = database.open().await;
    let checkpointer = store.checkpointer().await.expect("connected");
    let Database::File(path) = &database else {
        assert!(checkpointer.is_none(), "a server does that by itself");
        return;
    };
    let mut checkpointer = checkpointer.expect("a file has a log");
    checkpointer.copy().await.expect("copied");
    let size = || std::fs::metadata(path).expect("a file").len();
    let before = size();
    // More than the thousand pages after which SQLite would let the writer copy.
    for part in 0..10 {
        write(&store, part).await;
    }
    assert_eq!(size(), before, "the writer copied");
    let Checkpointed { pages, copied } = checkpointer.copy().await.expect("copied");
    assert!(pages > 1_000 && copied == pages, "{copied} of {pages} pages");
    assert!(size() > before + 1_000 * 4096);
    checkpointer.close().await.expect("closed");
}
