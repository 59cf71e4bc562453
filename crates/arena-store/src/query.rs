//! One statement on whichever database it is. All that knows two databases is in this file, and none of it is generic
//! over a statement or its rows but the last step: so each database's machinery is compiled once, not once a question.

use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgConnection, PgPool, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Arguments, ColumnIndex, Decode, Encode, Postgres, Row as _, SqlSafeStr, SqlStr, Sqlite, Type};

use crate::{JobState, Lane, MatchKind, MatchState, Snapshot, Store, Stored, VersionState, Writing};

/// What the store will answer. Boxed, so that whoever asks compiles nothing of how it is found out.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Stored<T>> + Send + 'a>>;

/// The same as one database has it.
type Statement<Database, Arguments> = sqlx::query::Query<'static, Database, Arguments>;

/// A statement with its parameters, and where it runs.
#[must_use = "a statement does nothing until it is executed or fetched"]
pub(crate) struct Query<'on> {
    on: On<'on>,
    sql: SqlStr,
    values: Vec<Value>,
}

/// Where a statement runs: on any connection, by itself, or in a transaction.
enum On<'on> {
    SqlitePool(&'on SqlitePool),
    PostgresPool(&'on PgPool),
    SqliteWriting(&'on mut SqliteConnection),
    PostgresWriting(&'on mut PgConnection),
}

/// A parameter. There are no others: both databases have these.
pub(crate) enum Value {
    Int(Option<i64>),
    Float(f64),
    Text(Option<String>),
    Bool(bool),
}

/// A row of either database.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// What is made of a whole row.
pub(crate) trait FromRow: Sized + Send {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error>;
}

/// What one column may hold.
pub(crate) trait FromColumn: Sized + Send {
    fn from_column(row: &Row, name: &str) -> Result<Self, sqlx::Error>;
    fn from_place(row: &Row, place: usize) -> Result<Self, sqlx::Error>;
}

/// Reads a row into a struct: its fields are named like the columns.
macro_rules! from_row {
    ($row:ident { $($column:ident),* $(,)? }) => {
        impl $crate::query::FromRow for $row {
            fn from_row(row: &$crate::query::Row) -> Result<Self, sqlx::Error> {
                Ok(Self { $($column: $crate::query::FromColumn::from_column(row, stringify!($column))?),* })
            }
        }
    };
}
pub(crate) use from_row;

impl Store {
    /// A statement by itself; on a file it can only read.
    pub(crate) fn query(&self, sql: impl SqlSafeStr) -> Query<'_> {
        let on = match self {
            Self::Sqlite { reading, .. } => On::SqlitePool(reading),
            Self::Postgres(pool) => On::PostgresPool(pool),
        };
        Query { on, sql: sql.into_sql_str(), values: Vec::new() }
    }
}

impl Writing {
    /// A statement of this transaction.
    pub(crate) fn query(&mut self, sql: impl SqlSafeStr) -> Query<'_> {
        let on = match self {
            Self::Sqlite(transaction) => On::SqliteWriting(transaction),
            Self::Postgres(transaction) => On::PostgresWriting(transaction),
        };
        Query { on, sql: sql.into_sql_str(), values: Vec::new() }
    }
}

impl Snapshot {
    /// A statement that reads what there was at its moment.
    pub(crate) fn query(&mut self, sql: impl SqlSafeStr) -> Query<'_> {
        self.0.query(sql)
    }
}

impl<'on> Query<'on> {
    /// The next parameter.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// All rows.
    pub(crate) fn fetch_all<T: FromRow + 'on>(self) -> StoreFuture<'on, Vec<T>> {
        let rows = self.rows(Wanted::All);
        Box::pin(async move { Ok(rows.await?.iter().map(T::from_row).collect::<Result<_, _>>()?) })
    }

    /// The first row, if there is one.
    pub(crate) fn fetch_optional<T: FromRow + 'on>(self) -> StoreFuture<'on, Option<T>> {
        let rows = self.rows(Wanted::First);
        Box::pin(async move { Ok(rows.await?.first().map(T::from_row).transpose()?) })
    }

    /// The first row, which there must be.
    pub(crate) fn fetch_one<T: FromRow + 'on>(self) -> StoreFuture<'on, T> {
        let rows = self.rows(Wanted::First);
        Box::pin(async move { Ok(T::from_row(rows.await?.first().ok_or(sqlx::Error::RowNotFound)?)?) })
    }

    /// Does it.
    pub(crate) fn execute(self) -> StoreFuture<'on, ()> {
        let changed = self.changed();
        Box::pin(async move { changed.await.map(|_| ()) })
    }

    /// Does it, and says how many rows it changed.
    pub(crate) fn changed(self) -> StoreFuture<'on, u64> {
        let Self { on, sql, values } = self;
        Box::pin(async move {
            Ok(match on {
                On::SqlitePool(pool) => sqlite(sql, values)?.execute(pool).await?.rows_affected(),
                On::SqliteWriting(tx) => sqlite(sql, values)?.execute(tx).await?.rows_affected(),
                On::PostgresPool(pool) => postgres(sql, values)?.execute(pool).await?.rows_affected(),
                On::PostgresWriting(tx) => postgres(sql, values)?.execute(tx).await?.rows_affected(),
            })
        })
    }

    fn rows(self, wanted: Wanted) -> StoreFuture<'on, Vec<Row>> {
        let Self { on, sql, values } = self;
        Box::pin(async move {
            match on {
                On::SqlitePool(pool) => sqlite_rows(&mut *pool.acquire().await?, sql, values, wanted).await,
                On::SqliteWriting(tx) => sqlite_rows(tx, sql, values, wanted).await,
                On::PostgresPool(pool) => {
                    postgres_rows(&mut *pool.acquire().await?, sql, values, wanted).await
                }
                On::PostgresWriting(tx) => postgres_rows(tx, sql, values, wanted).await,
            }
        })
    }
}

/// How many rows are wanted.
#[derive(Clone, Copy)]
enum Wanted {
    First,
    All,
}

fn sqlite_rows(
    on: &mut SqliteConnection,
    sql: SqlStr,
    values: Vec<Value>,
    wanted: Wanted,
) -> StoreFuture<'_, Vec<Row>> {
    Box::pin(async move {
        let query = sqlite(sql, values)?;
        Ok(match wanted {
            Wanted::First => query.fetch_optional(on).await?.map(Row::Sqlite).into_iter().collect(),
            Wanted::All => query.fetch_all(on).await?.into_iter().map(Row::Sqlite).collect(),
        })
    })
}

fn postgres_rows(
    on: &mut PgConnection,
    sql: SqlStr,
    values: Vec<Value>,
    wanted: Wanted,
) -> StoreFuture<'_, Vec<Row>> {
    Box::pin(async move {
        let query = postgres(sql, values)?;
        Ok(match wanted {
            Wanted::First => query.fetch_optional(on).await?.map(Row::Postgres).into_iter().collect(),
            Wanted::All => query.fetch_all(on).await?.into_iter().map(Row::Postgres).collect(),
        })
    })
}

fn sqlite(sql: SqlStr, values: Vec<Value>) -> Result<Statement<Sqlite, SqliteArguments>, sqlx::Error> {
    Ok(sqlx::query_with(sql, arguments(values).map_err(sqlx::Error::Encode)?))
}

fn postgres(sql: SqlStr, values: Vec<Value>) -> Result<Statement<Postgres, PgArguments>, sqlx::Error> {
    Ok(sqlx::query_with(sql, arguments(values).map_err(sqlx::Error::Encode)?))
}

fn arguments<A>(values: Vec<Value>) -> Result<A, BoxDynError>
where
    A: Arguments,
    for<'q> Option<i64>: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> f64: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> Option<String>: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> bool: Encode<'q, A::Database> + Type<A::Database>,
{
    let mut arguments = A::default();
    for value in values {
        match value {
            Value::Int(number) => arguments.add(number)?,
            Value::Float(number) => arguments.add(number)?,
            Value::Text(text) => arguments.add(text)?,
            Value::Bool(claim) => arguments.add(claim)?,
        }
    }
    Ok(arguments)
}

/// Reads one column of either database.
fn column<T, I>(row: &Row, index: I) -> Result<T, sqlx::Error>
where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>,
{
    match row {
        Row::Sqlite(row) => row.try_get(index),
        Row::Postgres(row) => row.try_get(index),
    }
}

/// What a parameter is made of, and what a column or a row of one column is read as.
macro_rules! columns {
    ($($column:ty),*) => {$(
        impl FromColumn for $column {
            fn from_column(row: &Row, name: &str) -> Result<Self, sqlx::Error> {
                column(row, name)
            }

            fn from_place(row: &Row, place: usize) -> Result<Self, sqlx::Error> {
                column(row, place)
            }
        }

        impl FromRow for $column {
            fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
                column(row, 0)
            }
        }
    )*};
}
columns!(i64, f64, bool, String, Option<i64>, Option<f64>, Option<bool>, Option<String>);

impl<A: FromColumn, B: FromColumn> FromRow for (A, B) {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((A::from_place(row, 0)?, B::from_place(row, 1)?))
    }
}

impl<A: FromColumn, B: FromColumn, C: FromColumn> FromRow for (A, B, C) {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((A::from_place(row, 0)?, B::from_place(row, 1)?, C::from_place(row, 2)?))
    }
}
/// Enums are words in the database: what is none of theirs was written by other hands.
macro_rules! words {
    ($($word:ty),*) => {$(
        impl FromColumn for $word {
            fn from_column(row: &Row, name: &str) -> Result<Self, sqlx::Error> {
                column::<String, _>(row, name)?.parse().map_err(|unknown| sqlx::Error::Decode(Box::new(unknown)))
            }

            fn from_place(row: &Row, place: usize) -> Result<Self, sqlx::Error> {
                column::<String, _>(row, place)?.parse().map_err(|unknown| sqlx::Error::Decode(Box::new(unknown)))
            }
        }

        impl From<$word> for Value {
            fn from(value: $word) -> Self {
                Self::Text(Some(value.word().to_owned()))
            }
        }
    )*};
}
words!(JobState, Lane, MatchKind, MatchState, VersionState);

macro_rules! values {
    ($($from:ty => |$value:ident| $into:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $into
            }
        }
    )*};
}
values! {
    i64 => |number| Self::Int(Some(number));
    &i64 => |number| Self::Int(Some(*number));
    Option<i64> => |number| Self::Int(number);
    f64 => |number| Self::Float(number);
    bool => |claim| Self::Bool(claim);
    String => |text| Self::Text(Some(text));
    &String => |text| Self::Text(Some(text.clone()));
    &str => |text| Self::Text(Some(text.to_owned()));
    Option<&str> => |text| Self::Text(text.map(str::to_owned));
    &Option<String> => |text| Self::Text(text.clone());
}
