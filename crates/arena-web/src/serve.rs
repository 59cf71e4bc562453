//! One command that hosts an arena: it opens or makes everything, answers requests, fills the queue, plays with a
//! worker of its own, and stops without losing anything.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use skirmish_arena_service::account::{self, FirstAdmin};
use skirmish_arena_service::arena::{Arena, News};
use skirmish_arena_service::health::Part;
use skirmish_arena_service::open::{NotOpened, open};
use skirmish_arena_service::settings::Settings;
use skirmish_arena_service::tending::{keep_checkpointing, keep_tending};
use skirmish_arena_service::{ladder, storage};
use skirmish_arena_store::HOUSE_USER;
use skirmish_arena_worker as worker;
use skirmish_sandbox::{Sandbox, limit_heaps};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tower_http::trace::TraceLayer;
use tracing::{error, info, warn};

use crate::listen::{self, Bounds};
use crate::routes;
use crate::web::Web;

/// How long matches may go on once the server was told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long requests may go on after that.
const LAST_REQUESTS: Duration = Duration::from_secs(2);
/// Heaps that all threads share: with one for each, as the C library has it, what is freed in one is kept for it, and a
/// server that was busy once stays large (bench/memory.py).
const HEAPS: i32 = 2;
/// Threads for what blocks: the disk, films, archives, passwords, checks of results. Most of it is bounded by itself.
const BLOCKING_THREADS: usize = 64;
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
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] NotOpened),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}; another one can be given by --listen")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// The system failed us.
    #[error("the server failed: {0}")]
    System(#[from] io::Error),
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
    ladder::install_house(arena).await.map_err(NotOpened::from)?;
    let first_admin = account::first_admin(arena).await.map_err(NotOpened::from)?;
    let token = own_token(arena).await?;
    let (stop, stopped) = watch::channel(false);
    let answering = answer(arena.clone(), listener, stopped.clone());
    let fitting = tokio::spawn(ladder::keep_fitting(arena.clone(), stopped.clone()));
    let checkpointing = tokio::spawn(keep_checkpointing(arena.clone(), stopped.clone()));
    let tending = tokio::spawn(keep_tending(arena.clone(), stopped));
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
        () = wind_down(arena, inside, &stop, [tending, fitting, checkpointing], answering) => {}
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
    tending: [JoinHandle<()>; 3],
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
    // What a server leaves can be proven: its ratings know the last result.
    if let Err(error) = ladder::fit_ratings(arena).await {
        error!(%error, "the last results are not in the ratings before the arena opens again");
    }
}

fn answer(arena: Arc<Arena>, listener: TcpListener, stopped: watch::Receiver<bool>) -> JoinHandle<()> {
    let bounds = Bounds::of(&arena.settings);
    let router = routes::router(Web::new(arena)).layer(TraceLayer::new_for_http());
    tokio::spawn(listen::answer(listener, router, bounds, stopped))
}

/// A new token for the worker inside; those of earlier runs are revoked.
async fn own_token(arena: &Arc<Arena>) -> Result<String, NotOpened> {
    let house = arena.store.user_by_name(HOUSE_USER).await?;
    let house = house.ok_or_else(|| NotOpened::Prepare("the house's account is missing".to_owned()))?;
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
            self.arena.health.fail(Part::Worker, "the worker inside ended; matches wait for others");
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
    use skirmish_arena_service::blobs::Blobs;
    use skirmish_arena_service::clock::Clock;
    use skirmish_arena_store::Store;

    use super::*;

    async fn arena() -> (Arc<Arena>, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_file(&folder.path().join("arena.sqlite")).await.expect("a database");
        let blobs = Blobs::open(folder.path().join("blobs")).expect("blobs");
        (Arena::new(store, blobs, Settings::default(), Clock::standing(0)), folder)
    }

    #[tokio::test]
    async fn a_worker_inside_that_ends_unasked_is_told() {
        let (arena, _folder) = arena().await;
        let stop = Arc::new(AtomicBool::new(true));
        drop(Watch { arena: arena.clone(), stop: stop.clone() });
        assert_eq!(arena.health.told(), None, "it was told to stop");
        stop.store(false, Ordering::Relaxed);
        drop(Watch { arena: arena.clone(), stop });
        assert!(arena.health.told().expect("told").contains("worker"));
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
