//! One command that hosts an arena: it opens or makes everything, answers requests, fills the queue, plays with a
//! worker of its own, and stops without losing anything.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use skirmish_arena_worker as worker;
use skirmish_sandbox::{Sandbox, limit_heaps};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tower_http::trace::TraceLayer;
use tracing::{error, info, warn};

use crate::account::{self, FirstAdmin, Refused, ResetBy};
use crate::arena::{Arena, News};
use crate::blobs::Blobs;
use crate::clock::Clock;
use crate::ladder::Proof;
use crate::listen::{self, Bounds};
use crate::settings::Settings;
use crate::store::{Alone, HOUSE_USER, Store, StoreError};
use crate::vitals::Organ;
use crate::{ladder, queue, routes, storage};

/// How long the queue is left alone when nothing happens: leases run out by the clock.
const TICK: Duration = Duration::from_secs(1);
/// How long news is gathered before the queue is looked at.
const GATHER: Duration = Duration::from_millis(20);
/// How long matches may go on once the server was told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long requests may go on after that.
const LAST_REQUESTS: Duration = Duration::from_secs(2);
/// Heaps that all threads share: with one for each, as the C library has it, what is freed in one is kept for it, and a
/// server that was busy once stays large (bench/memory.py).
const HEAPS: i32 = 2;
/// Threads for what blocks: the disk, films, archives, passwords, checks of results. Most of it is bounded by itself.
const BLOCKING_THREADS: usize = 64;
/// How often, and with which pause, a database that another server seems to use is asked for.
const ALONE_ATTEMPTS: u32 = 20;
const ALONE_PAUSE: Duration = Duration::from_millis(100);
/// What the worker inside is called, and its token's label.
const OWN_WORKER: &str = "inside the server";

/// What is hosted, and where.
pub struct Hosting {
    /// The folder of everything that is kept: database, blobs. It is made if it is not there.
    pub data: PathBuf,
    /// A PostgreSQL database instead of the file in the folder.
    pub database: Option<String>,
    /// Where requests come in.
    pub listen: SocketAddr,
    /// What the host decided.
    pub settings: Settings,
    /// The worker inside: its jail, and how many matches it plays at once. None: workers are elsewhere.
    pub own_worker: Option<(Sandbox, usize)>,
}

/// What whoever started it should know.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Where requests come in.
    pub address: SocketAddr,
    /// The first admin, made just now.
    pub first_admin: Option<FirstAdmin>,
}

/// Why an arena cannot be hosted, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum NoHosting {
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
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}; another one can be given by --listen")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
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
    #[error("the server failed: {0}")]
    System(#[from] io::Error),
}

impl From<Refused> for NoHosting {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Ours(why) | Refused::Away { why, .. } => Self::Prepare(why),
            refused => Self::Prepare(refused.to_string()),
        }
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
pub async fn open(data: &Path, database: Option<&str>, settings: Settings) -> Result<Opened, NoHosting> {
    let lock = lock(data)?;
    let failed = |error| NoHosting::Data { path: data.to_owned(), error };
    let store = match database {
        Some(address) => Store::open_server(address).await?,
        None => Store::open_file(&data.join("arena.sqlite")).await?,
    };
    let alone = alone(&store).await?;
    let blobs = Blobs::open(data.join("blobs")).map_err(failed)?;
    Ok(Opened { arena: Arena::new(store, blobs, settings, Clock::system()), _lock: lock, _alone: alone })
}

/// Keeps other servers off the database. The session of one that was just ended may live on for a moment.
async fn alone(store: &Store) -> Result<Alone, NoHosting> {
    for _ in 0..ALONE_ATTEMPTS {
        if let Some(alone) = store.alone().await? {
            return Ok(alone);
        }
        tokio::time::sleep(ALONE_PAUSE).await;
    }
    Err(NoHosting::DatabaseInUse)
}

/// Folds all results of an arena again and compares; its server may be running. Nothing is written.
pub fn verify_ladder(data: &Path, database: Option<&str>) -> Result<Proof, NoHosting> {
    look_into(data, database, true, async |arena| ladder::verify(&arena).await)
}

/// Makes all ratings of an arena again from its results; its server may be running, and goes on meanwhile.
pub fn recompute_ladder(data: &Path, database: Option<&str>) -> Result<Proof, NoHosting> {
    look_into(data, database, false, async |arena| ladder::recompute(&arena).await)
}

/// Gives a user of an arena another password, which is told once; its server may be running. Sessions end, and tokens are
/// revoked.
pub fn reset_password(data: &Path, database: Option<&str>, name: &str) -> Result<String, NoHosting> {
    look_into(data, database, false, async |arena| {
        let user = arena.store.user_by_name(name).await?;
        let user = user.ok_or_else(|| NoHosting::NoUser(name.to_owned()))?;
        account::reset_password(&arena, ResetBy::Host, &user).await.map_err(NoHosting::from)
    })
}

/// Opens an arena that is there, also beside its running server, and asks it something. Its tables are not changed.
fn look_into<A, E>(
    data: &Path,
    database: Option<&str>,
    only_reads: bool,
    ask: impl AsyncFnOnce(Arc<Arena>) -> Result<A, E>,
) -> Result<A, NoHosting>
where
    NoHosting: From<E>,
{
    let file = data.join("arena.sqlite");
    if database.is_none() && !file.exists() {
        let error = io::Error::other("there is no arena in it; say where one is by --data or --database");
        return Err(NoHosting::Data { path: data.to_owned(), error });
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = match (database, only_reads) {
            (Some(address), _) => Store::open_server_beside(address).await?,
            (None, true) => Store::read_file(&file).await?,
            (None, false) => Store::open_file_beside(&file).await?,
        };
        let failed = |error| NoHosting::Data { path: data.to_owned(), error };
        let blobs = Blobs::open(data.join("blobs")).map_err(failed)?;
        let arena = Arena::new(store, blobs, Settings::default(), Clock::system());
        let answer = ask(arena.clone()).await;
        arena.store.close().await;
        Ok(answer?)
    })
}

/// Hosts until SIGTERM or SIGINT. `ready` is called once requests are answered; it is no generic, so that the whole server
/// is compiled here and not by whoever calls this.
pub fn serve(hosting: Hosting, ready: &dyn Fn(&Ready)) -> Result<(), NoHosting> {
    limit_heaps(HEAPS);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()?;
    let hosted = runtime.block_on(host(hosting, ready));
    runtime.shutdown_timeout(LAST_REQUESTS);
    hosted
}

async fn host(hosting: Hosting, ready: &dyn Fn(&Ready)) -> Result<(), NoHosting> {
    let mut signal = Signal::new()?;
    let address = hosting.listen;
    // The port first: a second server on the same one touches nothing.
    let listener = TcpListener::bind(address).await.map_err(|error| NoHosting::Listen { address, error })?;
    let address = listener.local_addr()?;
    let opened = open(&hosting.data, hosting.database.as_deref(), hosting.settings).await?;
    let arena = &opened.arena;
    ladder::install_house(arena).await?;
    let first_admin = account::first_admin(arena).await?;
    let token = own_token(arena).await?;
    let (stop, stopped) = watch::channel(false);
    let answering = answer(arena.clone(), listener, stopped.clone());
    let recomputing = tokio::spawn(ladder::keep_recomputing(arena.clone(), stopped.clone()));
    let tending = tokio::spawn(keep_tending(arena.clone(), TICK, stopped, tend));
    let limiting = tokio::spawn(storage::keep_within_limits(arena.clone(), stop.subscribe()));
    let inside = hosting
        .own_worker
        .map(|(sandbox, cores)| Inside::start(arena, sandbox, cores, address, token, &hosting.data));
    let database = if hosting.database.is_some() { "postgres" } else { "sqlite" };
    info!(%address, database, "the arena is open");
    ready(&Ready { address, first_admin });
    signal.wait().await;
    info!("stopping: running matches end, or go back to the queue");
    // Whoever asks twice does not want to wait.
    tokio::select! {
        () = wind_down(arena, inside, &stop, [tending, recomputing], answering) => {}
        () = signal.wait() => warn!("stopped at once; leases will run out"),
    }
    limiting.abort();
    if tokio::time::timeout(LAST_REQUESTS, arena.store.close()).await.is_err() {
        warn!("the database did not close in time");
    }
    info!("the arena is closed");
    Ok(())
}

/// The worker first, while its reports are still taken; then requests, and streams, which end when they are told.
async fn wind_down(
    arena: &Arena,
    inside: Option<Inside>,
    stop: &watch::Sender<bool>,
    tending: [JoinHandle<()>; 2],
    answering: JoinHandle<()>,
) {
    if let Some(inside) = inside {
        inside.stop().await;
    }
    arena.tell(News::Closing);
    // Everybody who listens may be gone already.
    let _ = stop.send(true);
    for tending in tending {
        let _ = tending.await;
    }
    match tokio::time::timeout(LAST_REQUESTS, answering).await {
        Ok(Err(error)) => error!(%error, "requests could not be answered to the end"),
        Ok(Ok(())) => {}
        Err(_) => info!("the last streams were cut off"),
    }
}

fn answer(arena: Arc<Arena>, listener: TcpListener, stopped: watch::Receiver<bool>) -> JoinHandle<()> {
    let bounds = Bounds::of(&arena.settings);
    let router = routes::router(arena).layer(TraceLayer::new_for_http());
    tokio::spawn(listen::answer(listener, router, bounds, stopped))
}

/// Keeps tending, also after a failure of ours that ends it.
async fn keep_tending<F: Future<Output = ()> + Send + 'static>(
    arena: Arc<Arena>,
    pause: Duration,
    mut stopped: watch::Receiver<bool>,
    begin: impl Fn(Arc<Arena>, watch::Receiver<bool>) -> F,
) {
    loop {
        let Err(error) = tokio::spawn(begin(arena.clone(), stopped.clone())).await else { return };
        error!(%error, "tending the queue failed; it begins anew");
        arena.vitals.ail(Organ::Queue, "the queue is not tended");
        if tokio::time::timeout(pause, stopped.wait_for(|is_stopped| *is_stopped)).await.is_ok() {
            return;
        }
    }
}

/// Keeps the queue full and its leases honest: when something happened, and every now and then.
async fn tend(arena: Arc<Arena>, mut stopped: watch::Receiver<bool>) {
    let mut news = arena.listen();
    let mut is_news = true;
    loop {
        match tend_once(&arena).await {
            Ok(count) => {
                arena.vitals.recover(Organ::Queue);
                if count > 0 || is_news {
                    arena.work.notify_waiters();
                }
            }
            // A database that is away comes back; until then nothing is lost.
            Err(error) => {
                error!(%error, "the queue could not be tended");
                arena.vitals.ail(Organ::Queue, "the queue is not tended");
            }
        }
        is_news = tokio::select! {
            _ = stopped.wait_for(|is_stopped| *is_stopped) => return,
            () = tokio::time::sleep(TICK) => false,
            // Missed news is news, too.
            _ = news.recv() => true,
        };
        if is_news {
            tokio::time::sleep(GATHER).await;
            news = news.resubscribe();
        }
    }
}

/// How many jobs there are to do that were not before.
async fn tend_once(arena: &Arc<Arena>) -> Result<usize, StoreError> {
    let swept = queue::sweep(arena).await?;
    if swept > 0 {
        info!(jobs = swept, "jobs were taken back from workers that fell silent");
    }
    storage::collect_listed(arena).await?;
    let scheduled = ladder::schedule(arena).await?;
    Ok(swept + scheduled)
}

/// A new token for the worker inside; those of earlier runs are revoked.
async fn own_token(arena: &Arc<Arena>) -> Result<String, NoHosting> {
    let house = arena.store.user_by_name(HOUSE_USER).await?;
    let house = house.ok_or_else(|| NoHosting::Prepare("the house's account is missing".to_owned()))?;
    Ok(account::token_of_house(arena, &house, OWN_WORKER).await?)
}

/// The worker inside, on threads of its own.
struct Inside {
    stop: Arc<AtomicBool>,
    /// Comes when it is over; an error means that it failed.
    over: oneshot::Receiver<()>,
}

impl Inside {
    fn start(
        arena: &Arc<Arena>,
        sandbox: Sandbox,
        cores: usize,
        address: SocketAddr,
        token: String,
        data: &Path,
    ) -> Self {
        let options = worker::Options {
            server: format!("http://{}", reachable(address)),
            token,
            name: OWN_WORKER.to_owned(),
            cores,
            folder: data.join("worker"),
            grace: GRACE,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let watch = Watch { arena: arena.clone(), stop: stop.clone() };
        let (say_over, over) = oneshot::channel();
        // A thread of its own: nobody waits for it at the end if somebody is in a hurry.
        std::thread::spawn(move || {
            let _watch = watch;
            if let Err(error) = worker::run(&options, sandbox, &flag) {
                error!(%error, "the worker inside cannot work; matches wait for others");
            }
            // Whoever wanted to know may be gone.
            let _ = say_over.send(());
        });
        Self { stop, over }
    }

    async fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        if self.over.await.is_err() {
            error!("the worker inside failed; its leases will run out");
        }
    }
}

/// Sees the worker inside end, however it does, and tells whoever watches unless it was told to.
struct Watch {
    arena: Arc<Arena>,
    stop: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.stop.load(Ordering::Relaxed) {
            self.arena.vitals.ail(Organ::Worker, "the worker inside ended; matches wait for others");
        }
    }
}

/// Where this machine reaches itself: an address that means "any" is reached by loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Makes the folder for its owner alone, and keeps other servers out of it.
fn lock(data: &Path) -> Result<File, NoHosting> {
    let failed = |error| NoHosting::Data { path: data.to_owned(), error };
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true).mode(0o700);
    folder.create(data).map_err(failed)?;
    let path = data.join("lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(NoHosting::InUse(data.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// SIGTERM or SIGINT.
struct Signal {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Signal {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
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
        assert!(matches!(lock(&data), Err(NoHosting::InUse(_))));
        drop(first);
        lock(&data).expect("free again");
    }

    async fn arena() -> (Arc<Arena>, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_file(&folder.path().join("arena.sqlite")).await.expect("a database");
        let blobs = Blobs::open(folder.path().join("blobs")).expect("blobs");
        (Arena::new(store, blobs, Settings::default(), Clock::standing(0)), folder)
    }

    #[tokio::test]
    async fn tending_that_fails_is_told_and_begins_anew() {
        let (arena, _folder) = arena().await;
        let (_stop, stopped) = watch::channel(false);
        let told = Arc::new(std::sync::Mutex::new(Vec::new()));
        let seen = told.clone();
        keep_tending(arena, Duration::ZERO, stopped, move |arena, _| {
            let seen = seen.clone();
            async move {
                let mut seen = seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                seen.push(arena.vitals.told());
                assert!(seen.len() > 1, "the first time it fails");
            }
        })
        .await;
        let told = told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert_eq!(*told, [None, Some("the queue is not tended".to_owned())]);
    }

    #[tokio::test]
    async fn a_worker_inside_that_ends_unasked_is_told() {
        let (arena, _folder) = arena().await;
        let stop = Arc::new(AtomicBool::new(true));
        drop(Watch { arena: arena.clone(), stop: stop.clone() });
        assert_eq!(arena.vitals.told(), None, "it was told to stop");
        stop.store(false, Ordering::Relaxed);
        drop(Watch { arena: arena.clone(), stop });
        assert!(arena.vitals.told().expect("told").contains("worker"));
    }

    #[test]
    fn an_address_for_all_is_reached_by_loopback() {
        for (address, expected) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("127.0.0.1:1", "127.0.0.1:1"),
            ("192.0.2.1:1", "192.0.2.1:1"),
        ] {
            let address: SocketAddr = address.parse().expect("an address");
            assert_eq!(reachable(address).to_string(), expected);
        }
    }
}
