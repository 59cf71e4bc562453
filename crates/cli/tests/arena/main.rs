//! A whole arena, as processes: `skirmish serve`, its workers, and the commands that people type.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod host;
mod kill;
mod people;
#[path = "../../../arena/tests/common/postgres.rs"]
mod postgres;

/// Where an arena's tables are.
#[derive(Clone, Debug)]
enum Database {
    /// In a file of the data folder.
    File,
    /// On this server.
    Server(String),
}
