//! The only SQL of the project: one file per table, one function per question.
//!
//! The same text runs on both databases: `$1` parameters, columns by name, and no types but whole numbers, floating
//! numbers, text and truth values. `query.rs` runs it on either; [`Writing`] is a transaction that may write.

mod access;
mod checkpoint;
mod counts;
mod deleted;
mod fill;
mod jobs;
mod ladder;
mod lists;
mod matches;
mod names;
mod pages;
mod people;
mod query;
mod ratings;
mod schema;
mod storage;
mod tokens;
mod usage;
mod versions;
mod workers;

use std::path::Path;
use std::pin::Pin;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection as _, Postgres, Sqlite, Transaction};

pub use checkpoint::{Checkpointed, Checkpointer};
pub use counts::*;
pub use jobs::*;
pub use ladder::*;
use lists::Dialect;
pub use matches::*;
pub use names::{key_of, skeleton_of};
pub use pages::*;
pub use people::*;
pub use query::StoreFuture;
use query::from_row;
pub use ratings::*;
pub use skirmish_arena_protocol::states::{JobState, Lane, MatchKind, MatchState, Scope, VersionState};
pub use storage::*;
pub use tokens::*;
pub use versions::*;
pub use workers::*;

/// How many connections read at once.
const MOST_CONNECTIONS: u32 = 16;
/// How long a request waits for a connection, or for SQLite's one writer, before it fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// A connection to a server that was used this short a time ago is taken to be there still. Asking it each time would
/// double the round trips of most questions.
const FRESH: Duration = Duration::from_secs(1);

/// What SQLite (busy, failed to write, full) and PostgreSQL (no room, too many connections, shutting down, starting) say
/// when they may do the same later.
const PASSING: [&str; 9] = ["5", "10", "13", "53100", "53300", "57P01", "57P02", "57P03", "55P03"];

/// What a server locks on a PostgreSQL database, which has no other advisory locks of ours.
const ALONE: i64 = 0x736b_6972_6d69_7368;

/// PostgreSQL takes discs for slow at finding a place, unless told otherwise. Then, as long as it has not counted how
/// many jobs wait, it sorts the whole queue for each claim instead of reading its beginning from the index.
const EAGER_INDEXES: &str = "SET random_page_cost = 1.1";

/// The database of one arena. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Store {
    /// A file: one connection writes, many read.
    Sqlite {
        /// Connections that only read.
        reading: SqlitePool,
        /// The one connection that writes.
        writing: SqlitePool,
    },
    /// A server.
    Postgres(PgPool),
}

/// Why the database did not do what was asked. Each text says all of it: there is no cause to be read besides.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no, or nothing.
    #[error("the database failed: {0}")]
    Sql(sqlx::Error),
    /// What was to be done together with others failed for all of them.
    #[error("{0}")]
    Together(String),
    /// The tables could not be made or brought up to date.
    #[error("the database's tables cannot be brought up to date: {0}")]
    Schema(sqlx::migrate::MigrateError),
    /// Whoever only reads cannot bring them up to date.
    #[error(
        "the database is of another version of this program; host it once with this one, then look into it"
    )]
    OtherVersion,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        Self::Schema(error)
    }
}

impl StoreError {
    /// A row is missing that others name.
    #[must_use]
    pub fn missing() -> Self {
        Self::Sql(sqlx::Error::RowNotFound)
    }

    /// Whether the database was away, busy or without room, and the same may be done later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Sql(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed) => true,
            Self::Sql(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| PASSING.contains(&code.as_ref()))
            }
            Self::Together(_) => true,
            _ => false,
        }
    }

    /// Whether something that must be unique was there already.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Sql(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}

/// What the store's functions give.
pub type Stored<T> = Result<T, StoreError>;

/// The only server of a database. A session of the database's own holds the lock, so that it ends with the program.
#[derive(Debug)]
pub struct Alone {
    _session: Option<PgConnection>,
}

/// A transaction that may write; what is not [committed](Writing::commit) did not happen.
#[derive(Debug)]
pub enum Writing {
    /// On a file: the only writer until it ends.
    Sqlite(Transaction<'static, Sqlite>),
    /// On a server.
    Postgres(Transaction<'static, Postgres>),
}

/// A transaction that only reads, and sees the database as it was at one moment: nobody waits for it.
#[derive(Debug)]
pub struct Snapshot(Writing);

impl Store {
    /// Opens the database file, makes it if there is none, and brings its tables up to date.
    pub fn open_file(path: &Path) -> StoreFuture<'_, Self> {
        Box::pin(async move {
            let store = Self::connect_file(file_options(path).create_if_missing(true)).await?;
            store.bring_up_to_date().await?;
            Ok(store)
        })
    }

    /// Opens a database file to change something beside the server that uses it: its tables stay as they are.
    pub fn open_file_beside(path: &Path) -> StoreFuture<'_, Self> {
        Box::pin(async move { Self::connect_file(file_options(path)).await?.of_this_version().await })
    }

    fn connect_file(options: SqliteConnectOptions) -> StoreFuture<'static, Self> {
        Box::pin(async move {
            let writing =
                file_pool(1).connect_with(checkpoint::leaving_it_to_others(options.clone())).await?;
            let reading = file_readers(options).await?;
            Ok(Self::Sqlite { reading, writing })
        })
    }

    /// Opens a database file only to look into it, also beside its server: nothing can be written.
    pub fn read_file(path: &Path) -> StoreFuture<'_, Self> {
        Box::pin(async move {
            let reading = file_readers(file_options(path)).await?;
            Self::Sqlite { writing: reading.clone(), reading }.of_this_version().await
        })
    }

    /// Opens a database on a server to look into it, or to change something beside the server that uses it: its tables
    /// stay as they are.
    pub fn open_server_beside(address: &str) -> StoreFuture<'_, Self> {
        Box::pin(async move { Self::Postgres(server_pool(address).await?).of_this_version().await })
    }

    async fn of_this_version(self) -> Stored<Self> {
        let sql = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
        let done: Vec<i64> = self.query(sql).fetch_all().await?;
        if done == schema::steps() { Ok(self) } else { Err(StoreError::OtherVersion) }
    }

    async fn bring_up_to_date(&self) -> Stored<()> {
        match self {
            Self::Sqlite { writing, .. } => schema::migrator().run(writing).await?,
            Self::Postgres(pool) => schema::migrator().run(pool).await?,
        }
        self.fill().await
    }

    /// Opens a database on a PostgreSQL server, `postgres://user:password@host/name`, and brings its tables up to date.
    pub fn open_server(address: &str) -> StoreFuture<'_, Self> {
        Box::pin(async move {
            let store = Self::Postgres(server_pool(address).await?);
            store.bring_up_to_date().await?;
            Ok(store)
        })
    }

    /// Keeps others who ask the same of the same database server out, until what is given is dropped or this program ends;
    /// none if somebody else is in. A file is kept by the lock of its folder instead.
    pub fn alone(&self) -> StoreFuture<'_, Option<Alone>> {
        Box::pin(async move {
            let Self::Postgres(pool) = self else { return Ok(Some(Alone { _session: None })) };
            let mut session = pool.acquire().await?.detach();
            let query = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(ALONE);
            let is_alone: bool = query.fetch_one(&mut session).await?;
            Ok(is_alone.then_some(Alone { _session: Some(session) }))
        })
    }

    fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite { .. } => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Begins to write.
    pub fn write(&self) -> StoreFuture<'_, Writing> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite { writing, .. } => Writing::Sqlite(writing.begin_with("BEGIN IMMEDIATE").await?),
                Self::Postgres(pool) => Writing::Postgres(pool.begin().await?),
            })
        })
    }

    /// Begins to write what nobody misses if the database's machine fails within the next second: commits do not wait
    /// for its disk. A file's never do.
    pub fn write_unforced(&self) -> StoreFuture<'_, Writing> {
        Box::pin(async move {
            let Self::Postgres(pool) = self else { return self.write().await };
            let sql = "BEGIN; SET LOCAL synchronous_commit = off";
            Ok(Writing::Postgres(pool.begin_with(sql).await?))
        })
    }

    /// Begins to read what there is at this moment.
    pub fn snapshot(&self) -> StoreFuture<'_, Snapshot> {
        Box::pin(async move {
            Ok(Snapshot(match self {
                Self::Sqlite { reading, .. } => Writing::Sqlite(reading.begin().await?),
                Self::Postgres(pool) => {
                    // Who reads a whole ladder does so beside others, on one core.
                    let sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
                               SET LOCAL max_parallel_workers_per_gather = 0";
                    Writing::Postgres(pool.begin_with(sql).await?)
                }
            }))
        })
    }

    /// Ends all connections, after what runs.
    pub fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            match self {
                Self::Sqlite { reading, writing } => {
                    reading.close().await;
                    writing.close().await;
                }
                Self::Postgres(pool) => pool.close().await,
            }
        })
    }
}

fn file_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
}

async fn file_readers(options: SqliteConnectOptions) -> Stored<SqlitePool> {
    Ok(file_pool(MOST_CONNECTIONS).connect_with(options.read_only(true)).await?)
}

/// Connections to a file, which are there as long as this program.
fn file_pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new().max_connections(most).acquire_timeout(PATIENCE).test_before_acquire(false)
}

async fn server_pool(address: &str) -> Stored<PgPool> {
    let options = PgConnectOptions::from_str(address)?;
    // A pool would try again and again, and in the end only say that it took too long.
    PgConnection::connect_with(&options).await?.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(MOST_CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .after_connect(|session, _| {
            Box::pin(async move { sqlx::query(EAGER_INDEXES).execute(session).await.map(|_| ()) })
        })
        .test_before_acquire(false)
        .before_acquire(|session, used| {
            Box::pin(async move { Ok(used.idle_for < FRESH || session.ping().await.is_ok()) })
        })
        .connect_with(options)
        .await?;
    Ok(pool)
}

impl Writing {
    fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Makes it so.
    pub fn commit(self) -> StoreFuture<'static, ()> {
        Box::pin(async move {
            match self {
                Self::Sqlite(transaction) => transaction.commit().await?,
                Self::Postgres(transaction) => transaction.commit().await?,
            }
            Ok(())
        })
    }

    /// The next number of this kind; gapless where transactions that take one commit.
    pub(crate) fn next(&mut self, counter: &str) -> StoreFuture<'_, i64> {
        let sql = "INSERT INTO counter (name, last) VALUES ($1, 1) \
                   ON CONFLICT (name) DO UPDATE SET last = counter.last + 1 RETURNING last";
        self.query(sql).bind(counter).fetch_one()
    }
}
