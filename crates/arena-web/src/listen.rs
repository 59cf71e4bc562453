//! Connections: how many at once, how long each may take to say what it wants, and how they end.
//!
//! A connection that is silent, that says its request letter by letter, or that does not read its answer costs a place,
//! and places are few: each of these ends after a while.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use skirmish_arena_service::concurrency::{ConcurrencyLimit, Slot};
use skirmish_arena_service::settings::Settings;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Sleep;
use tower::ServiceExt as _;
use tracing::{debug, info, warn};

/// How long to wait when the system cannot take a connection, for want of memory or files.
const BREATH: Duration = Duration::from_millis(200);
/// Files that are kept for others than visitors: databases, blobs, programs.
const OTHER_FILES: u64 = 256;
/// What whoever comes when it is full is told.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 50\r\n\r\n\
    Too many connections. Try again in a few seconds.\n";

/// How many connections there may be, and for how long they may be idle.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Connections at once.
    pub most: usize,
    /// Those from one address; none where all come from a proxy.
    pub most_from_one: Option<usize>,
    /// How long a connection may take for the head of its next request, and so may be idle.
    pub idle: Duration,
    /// How long it may take no byte of its answer.
    pub stall: Duration,
}

impl Bounds {
    /// As the host decided, and as far as the system gives us files.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        let connections = &settings.connections;
        let most = connections.most as usize;
        let files = usize::try_from(most_files().saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX).max(16);
        if files < most {
            info!(connections = files, "the system gives few files: so many connections at once");
        }
        Self {
            most: most.min(files),
            most_from_one: (!settings.site.trusts_proxy).then_some(connections.most_from_one as usize),
            idle: Duration::from_secs(connections.idle_seconds.into()),
            stall: Duration::from_secs(connections.idle_seconds.into()),
        }
    }
}

fn most_files() -> u64 {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_NOFILE).map_or(1024, |(soft, _)| soft)
}

/// Answers requests until it is told to stop; then idle connections end, and others after the answer they wait for.
pub async fn answer(
    listener: TcpListener,
    router: Router,
    bounds: Bounds,
    mut stopped: watch::Receiver<bool>,
) {
    let crowd = ConcurrencyLimit::new(bounds.most, bounds.most_from_one.unwrap_or(bounds.most));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            // An error means that whoever would say so is gone.
            _ = stopped.wait_for(|is_stopped| *is_stopped) => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                warn!(%error, "no connection can be taken");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let counted = bounds.most_from_one.map(|_| peer.ip());
        let Ok(place) = crowd.enter(counted) else {
            debug!(%peer, "too many connections");
            // Whoever does not read that much at once is not told.
            let _ = stream.try_write(FULL);
            continue;
        };
        connections.spawn(connection(stream, peer, place, router.clone(), bounds.clone(), stopped.clone()));
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    _place: Slot,
    router: Router,
    bounds: Bounds,
    mut stopped: watch::Receiver<bool>,
) {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let answered = router.clone().oneshot(request.map(Body::new));
        async { answered.await as Result<Response<Body>, Infallible> }
    });
    let stream = Patient { stream: TokioIo::new(stream), stall: bounds.stall, waiting: None };
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(bounds.idle);
    let mut served = pin!(server.serve_connection(stream, service));
    let ended = tokio::select! {
        ended = served.as_mut() => Some(ended),
        _ = stopped.wait_for(|is_stopped| *is_stopped) => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        debug!(%peer, %error, "a connection ended early");
    }
}

/// A stream that does not wait forever for its other end to take what is written.
struct Patient {
    stream: TokioIo<TcpStream>,
    stall: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// Passes on what a write came to, unless it has been waiting for too long.
    fn bounded<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let stall = self.stall;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(stall)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the other end does not read")))
    }
}

impl Read for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl Write for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.bounded(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.bounded(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.bounded(context, written)
    }
}
