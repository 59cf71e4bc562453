//! A whole arena as processes: `skirmish serve`, its workers, and the client's commands.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod host;
mod kill;
mod people;
#[path = "../../../arena-web/tests/common/postgres.rs"]
#[allow(dead_code, reason = "not every test file needs all of it")]
mod postgres;
mod sharing;

/// The database of an arena.
#[derive(Clone, Debug)]
enum Database {
    /// SQLite, in the data folder.
    File,
    /// PostgreSQL, at this URL.
    Server(String),
}
