//! The only SQL of the project: one file per table, one function per question.
//!
//! The same text runs on both databases: `$1` parameters, columns by name, and no types but whole numbers, floating
//! numbers, text and truth values. [`both!`] writes a query once for both; [`Writing`] is a transaction that may write.

mod access;
mod doomed;
mod jobs;
mod ladder;
mod matches;
mod pages;
mod people;
mod schema;
mod versions;
mod workers;

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Postgres, Sqlite, Transaction};

pub use jobs::*;
pub use ladder::*;
pub use matches::*;
pub use pages::*;
pub use people::*;
pub use versions::*;
pub use workers::*;

/// How many connections read at once.
const MOST_CONNECTIONS: u32 = 16;
/// How long a request waits for a connection, or for SQLite's one writer, before it fails.
const PATIENCE: Duration = Duration::from_secs(10);

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

/// Why the database did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no, or nothing.
    #[error("the database failed: {0}")]
    Sql(#[from] sqlx::Error),
    /// What was to be done together with others failed for all of them.
    #[error("{0}")]
    Together(String),
    /// The tables could not be made or brought up to date.
    #[error("the database's tables cannot be brought up to date: {0}")]
    Schema(#[from] sqlx::migrate::MigrateError),
}

impl StoreError {
    /// Whether something that must be unique was there already.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Sql(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}

/// A name as it is compared: without its case and the blanks around it.
#[must_use]
pub fn key_of(name: &str) -> String {
    name.trim().to_lowercase()
}

/// What the store's functions give.
pub type Stored<T> = Result<T, StoreError>;

/// A transaction that may write; what is not [committed](Writing::commit) did not happen.
#[derive(Debug)]
pub enum Writing {
    /// On a file: the only writer until it ends.
    Sqlite(Transaction<'static, Sqlite>),
    /// On a server.
    Postgres(Transaction<'static, Postgres>),
}

/// Runs one query text on whichever database it is: `both!(self.reading(), on => sqlx::query(…).fetch_all(on))`, or in
/// a transaction `done!(tx, on => sqlx::query(…).execute(on))`.
macro_rules! both {
    ($writing:expr, tx $on:ident => $query:expr) => {
        match $writing {
            $crate::store::Writing::Sqlite(transaction) => {
                let $on = &mut **transaction;
                $query.await?
            }
            $crate::store::Writing::Postgres(transaction) => {
                let $on = &mut **transaction;
                $query.await?
            }
        }
    };
    ($store:expr, $on:ident => $query:expr) => {
        match $store {
            $crate::store::Store::Sqlite { reading: $on, .. } => $query.await?,
            $crate::store::Store::Postgres($on) => $query.await?,
        }
    };
}
use both;

/// The same for a text that gives no rows: how many rows it changed.
macro_rules! done {
    ($writing:expr, tx $on:ident => $query:expr) => {
        match $writing {
            $crate::store::Writing::Sqlite(transaction) => {
                let $on = &mut **transaction;
                $query.await?.rows_affected()
            }
            $crate::store::Writing::Postgres(transaction) => {
                let $on = &mut **transaction;
                $query.await?.rows_affected()
            }
        }
    };
    ($store:expr, $on:ident => $query:expr) => {
        match $store {
            $crate::store::Store::Sqlite { reading: $on, .. } => $query.await?.rows_affected(),
            $crate::store::Store::Postgres($on) => $query.await?.rows_affected(),
        }
    };
}
use done;

/// The same rows, the last one again and again until there are a power of two: so only a few texts of a statement about
/// many rows are ever prepared.
fn padded<T: Copy>(rows: &[T]) -> Vec<T> {
    let mut padded = rows.to_vec();
    if let Some(&last) = rows.last() {
        padded.resize(rows.len().next_power_of_two(), last);
    }
    padded
}

/// The beginning of a statement about pairs of something and a worker, with as many pairs of places from `$2` on.
fn given_to(pairs: usize) -> String {
    let places: Vec<String> = (0..pairs)
        .map(|at| format!("(CAST(${} AS BIGINT), CAST(${} AS BIGINT))", 2 * at + 2, 2 * at + 3))
        .collect();
    format!("WITH given (what, worker) AS (VALUES {})", places.join(", "))
}

/// So many places from that number on, divided by commas.
fn places(first: usize, count: usize) -> String {
    let places: Vec<String> = (first..first + count).map(|at| format!("${at}")).collect();
    places.join(", ")
}

impl Store {
    /// Opens the database file, and makes it if there is none.
    pub async fn open_file(path: &Path) -> Stored<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        let writing = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(PATIENCE)
            .connect_with(options.clone())
            .await?;
        schema::migrator().run(&writing).await?;
        let reading = SqlitePoolOptions::new()
            .max_connections(MOST_CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_with(options.read_only(true))
            .await?;
        Ok(Self::Sqlite { reading, writing })
    }

    /// Opens a database on a PostgreSQL server: `postgres://user:password@host/name`.
    pub async fn open_server(address: &str) -> Stored<Self> {
        let pool = PgPoolOptions::new()
            .max_connections(MOST_CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_with(PgConnectOptions::from_str(address)?)
            .await?;
        schema::migrator().run(&pool).await?;
        Ok(Self::Postgres(pool))
    }

    /// Begins to write.
    pub async fn write(&self) -> Stored<Writing> {
        Ok(match self {
            Self::Sqlite { writing, .. } => Writing::Sqlite(writing.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Writing::Postgres(pool.begin().await?),
        })
    }

    /// Ends all connections, after what runs.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { reading, writing } => {
                reading.close().await;
                writing.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Writing {
    /// Makes it so.
    pub async fn commit(self) -> Stored<()> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await?,
            Self::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(())
    }

    /// The next number of this kind; gapless where transactions that take one commit.
    pub(crate) async fn next(&mut self, counter: &str) -> Stored<i64> {
        let sql = "INSERT INTO counter (name, last) VALUES ($1, 1) \
                   ON CONFLICT (name) DO UPDATE SET last = counter.last + 1 RETURNING last";
        Ok(both!(self, tx on => sqlx::query_scalar::<_, i64>(sql).bind(counter).fetch_one(on)))
    }
}
