//! What was written to a database file stands in its write-ahead log first, and is copied into the file by a connection of
//! its own. If the writer did it, as SQLite does by itself after every thousand pages, everybody who wants to write would
//! wait until the disk has all of it.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use crate::{Store, StoreFuture};

/// Pages of the log beyond which the writer copies after all, so that the log ends: readers and writers that never pause
/// can keep it from being begun anew. 64 MiB.
const MOST_PAGES: &str = "16384";

/// Copies the log of a database file into the file.
#[derive(Debug)]
pub struct Checkpointer(SqliteConnection);

/// How far the log is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpointed {
    /// Pages in the log.
    pub pages: i64,
    /// Those of them that are in the file, too.
    pub copied: i64,
}

/// A writer that leaves copying to others.
pub(crate) fn leaving_it_to_others(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.pragma("wal_autocheckpoint", MOST_PAGES)
}

impl Store {
    /// What copies the log of a database file; none for a server, which does that by itself.
    pub fn checkpointer(&self) -> StoreFuture<'_, Option<Checkpointer>> {
        Box::pin(async move {
            let Self::Sqlite { writing, .. } = self else { return Ok(None) };
            Ok(Some(Checkpointer(writing.connect_options().connect().await?)))
        })
    }
}

impl Checkpointer {
    /// Copies what nobody needs the log for any more. It waits for nobody, and nobody waits for it.
    pub fn copy(&mut self) -> StoreFuture<'_, Checkpointed> {
        Box::pin(async move {
            let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut self.0).await?;
            Ok(Checkpointed { pages: row.try_get(1)?, copied: row.try_get(2)? })
        })
    }

    /// Ends its connection.
    pub fn close(self) -> StoreFuture<'static, ()> {
        Box::pin(async move { Ok(self.0.close().await?) })
    }
}
