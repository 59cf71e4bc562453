//! Opening an arena: as its server, alone, or beside the server for a question or a repair.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use skirmish_arena_store::{Alone, Store, StoreError};

use crate::account::{self, Refused, ResetBy};
use crate::arena::Arena;
use crate::blobs::Blobs;
use crate::clock::Clock;
use crate::ladder::{self, Proof};
use crate::settings::Settings;

/// How often, and with which pause, a database that another server seems to use is asked for.
const ALONE_ATTEMPTS: u32 = 20;
const ALONE_PAUSE: Duration = Duration::from_millis(100);

/// Why an arena cannot be opened, or what was asked of it cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// The data folder cannot be used.
    #[error("the data folder {path}: {error}")]
    Data {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Another server uses it.
    #[error(
        "the data folder {0} is in use by another server; stop that one, or give another folder by --data"
    )]
    InUse(PathBuf),
    /// Another server uses the database.
    #[error(
        "the database is in use by another server; stop that one, or give another database by --database"
    )]
    DatabaseInUse,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody is called that.
    #[error("nobody is called “{0}” on this arena; the page /admin lists all names")]
    NoUser(String),
    /// Something could not be prepared.
    #[error("{0}")]
    Prepare(String),
    /// The system failed us.
    #[error("the system failed: {0}")]
    System(#[from] io::Error),
}

impl From<Refused> for NotOpened {
    fn from(refused: Refused) -> Self {
        Self::Prepare(refused.cause())
    }
}

/// An arena that is open, and stays this program's until it is dropped.
#[derive(Debug)]
pub struct Opened {
    /// The arena.
    pub arena: Arc<Arena>,
    _lock: File,
    _alone: Alone,
}

/// Opens the arena in that folder, or makes it.
pub async fn open(data: &Path, database: Option<&str>, settings: Settings) -> Result<Opened, NotOpened> {
    let lock = lock(data)?;
    let failed = |error| NotOpened::Data { path: data.to_owned(), error };
    let store = match database {
        Some(address) => Store::open_server(address).await?,
        None => Store::open_file(&data.join("arena.sqlite")).await?,
    };
    let alone = alone(&store).await?;
    let blobs = Blobs::open(data.join("blobs")).map_err(failed)?;
    Ok(Opened { arena: Arena::new(store, blobs, settings, Clock::system()), _lock: lock, _alone: alone })
}

/// Keeps other servers off the database. The session of one that was just ended may live on for a moment.
async fn alone(store: &Store) -> Result<Alone, NotOpened> {
    for _ in 0..ALONE_ATTEMPTS {
        if let Some(alone) = store.alone().await? {
            return Ok(alone);
        }
        tokio::time::sleep(ALONE_PAUSE).await;
    }
    Err(NotOpened::DatabaseInUse)
}

/// Counts all results of an arena again and compares; its server may be running. Nothing is written.
pub fn verify_ladder(data: &Path, database: Option<&str>) -> Result<Proof, NotOpened> {
    look_into(data, database, true, async |arena| ladder::verify(&arena).await)
}

/// Puts right whatever of an arena's ladders does not follow from its results; its server may be running, and goes on meanwhile.
pub fn recompute_ladder(data: &Path, database: Option<&str>) -> Result<Proof, NotOpened> {
    look_into(data, database, false, async |arena| ladder::recompute(&arena).await)
}

/// Gives a user of an arena another password, which is told once; its server may be running. Sessions end, and tokens are
/// revoked.
pub fn reset_password(data: &Path, database: Option<&str>, name: &str) -> Result<String, NotOpened> {
    look_into(data, database, false, async |arena| {
        let user = arena.store.user_by_name(name).await?;
        let user = user.ok_or_else(|| NotOpened::NoUser(name.to_owned()))?;
        account::reset_password(&arena, ResetBy::Host, &user).await.map_err(NotOpened::from)
    })
}

/// Opens an arena that is there, also beside its running server, and asks it something. Its tables are not changed.
fn look_into<A, E>(
    data: &Path,
    database: Option<&str>,
    only_reads: bool,
    ask: impl AsyncFnOnce(Arc<Arena>) -> Result<A, E>,
) -> Result<A, NotOpened>
where
    NotOpened: From<E>,
{
    let file = data.join("arena.sqlite");
    if database.is_none() && !file.exists() {
        let error = io::Error::other("there is no arena in it; say where one is by --data or --database");
        return Err(NotOpened::Data { path: data.to_owned(), error });
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = match (database, only_reads) {
            (Some(address), _) => Store::open_server_beside(address).await?,
            (None, true) => Store::read_file(&file).await?,
            (None, false) => Store::open_file_beside(&file).await?,
        };
        let failed = |error| NotOpened::Data { path: data.to_owned(), error };
        let blobs = Blobs::open(data.join("blobs")).map_err(failed)?;
        let arena = Arena::new(store, blobs, Settings::default(), Clock::system());
        let answer = ask(arena.clone()).await;
        arena.store.close().await;
        Ok(answer?)
    })
}

/// Makes the folder for its owner alone, and keeps other servers out of it.
fn lock(data: &Path) -> Result<File, NotOpened> {
    let failed = |error| NotOpened::Data { path: data.to_owned(), error };
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true).mode(0o700);
    folder.create(data).map_err(failed)?;
    let path = data.join("lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(NotOpened::InUse(data.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_folder_has_one_server() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("arena");
        let first = lock(&data).expect("free");
        assert!(matches!(lock(&data), Err(NotOpened::InUse(_))));
        drop(first);
        lock(&data).expect("free again");
    }
}
