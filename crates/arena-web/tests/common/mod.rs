//! What the arena's tests stand on: databases of both kinds, and an arena with a clock that stands still.
#![allow(dead_code, unreachable_pub)]

pub mod postgres;
pub mod world;

use std::path::PathBuf;

use skirmish_arena_store::Store;
use tempfile::TempDir;

/// Where a test's database is.
#[derive(Clone, Debug)]
pub enum Database {
    /// A file.
    File(PathBuf),
    /// A database on the test's server.
    Server(String),
}

impl Database {
    /// A new file in a folder.
    pub fn file(folder: &TempDir) -> Self {
        Self::File(folder.path().join("arena.sqlite"))
    }

    /// Opens it only to read.
    pub async fn look(&self) -> Store {
        match self {
            Self::File(path) => Store::read_file(path).await.expect("a database file"),
            Self::Server(address) => {
                Store::open_server_beside(address).await.expect("a database on a server")
            }
        }
    }

    /// Opens it; as often as a test likes, as servers that were ended and started again do.
    pub async fn open(&self) -> Store {
        match self {
            Self::File(path) => Store::open_file(path).await.expect("a database file"),
            Self::Server(address) => Store::open_server(address).await.expect("a database on a server"),
        }
    }
}
