//! Slow and idle connections end, few come from one address, and a stop lets requests end: over real sockets.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_util::stream::repeat_with;
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::blobs::Blobs;
use skirmish_arena_service::clock::Clock;
use skirmish_arena_service::settings::Settings;
use skirmish_arena_store::Store;
use skirmish_arena_web::listen::{Bounds, answer};
use skirmish_arena_web::routes::router;
use skirmish_arena_web::web::Web;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// A server of one test's own.
struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

fn bounds() -> Bounds {
    let long = Duration::from_secs(3600);
    Bounds { most: 100, most_from_one: Some(100), idle: long, stall: long }
}

impl Server {
    async fn start(router: Router, bounds: Bounds) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = watch::channel(false);
        let serving = tokio::spawn(answer(listener, router, bounds, stopped));
        Self { address, stop, serving }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("a connection")
    }

    /// Sends a request on a connection of its own; the answer's head, and the connection.
    async fn ask(&self, request: &str) -> (String, TcpStream) {
        let mut stream = self.connect().await;
        // A server that is full may have closed already.
        let _ = stream.write_all(request.as_bytes()).await;
        (head(&mut stream).await, stream)
    }

    /// Asks until there is room.
    async fn ask_until_room(&self) -> TcpStream {
        loop {
            let (head, stream) = self.ask(HELLO).await;
            if head.starts_with("HTTP/1.1 200") {
                return stream;
            }
        }
    }
}

const HELLO: &str = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n";

fn hello() -> Router {
    Router::new().route("/hello", get(async || "hello"))
}

/// What comes up to the end of the head; less if the connection ends.
async fn head(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    while !read.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => read.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8_lossy(&read).into_owned()
}

async fn to_end(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    // Closed or cut off: both are an end.
    let _ = stream.read_to_end(&mut rest).await;
}

async fn arena(change: impl FnOnce(&mut Settings)) -> (Arc<Arena>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(&folder.path().join("arena.sqlite")).await.expect("a database");
    let blobs = Blobs::open(folder.path().join("blobs")).expect("blobs");
    let mut settings = Settings::default();
    change(&mut settings);
    (Arena::new(store, blobs, settings, Clock::system()), folder)
}

#[tokio::test]
async fn a_connection_that_says_nothing_or_half_a_request_ends() {
    let server = Server::start(hello(), Bounds { idle: Duration::from_millis(50), ..bounds() }).await;
    for said in ["", "GET /hello HTTP/1.1\r\nHost:", HELLO] {
        let mut stream = server.connect().await;
        // It may have ended already.
        let _ = stream.write_all(said.as_bytes()).await;
        to_end(&mut stream).await;
    }
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let (arena, _folder) = arena(|settings| settings.connections.request_seconds = 1).await;
    let server = Server::start(router(Web::new(arena)), bounds()).await;
    let request = "POST /log-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\
                   Content-Type: application/x-www-form-urlencoded\r\n\r\nname=";
    let (head, mut stream) = server.ask(request).await;
    assert!(head.starts_with("HTTP/1.1 408"), "{head}");
    to_end(&mut stream).await;
}

#[tokio::test]
async fn whoever_does_not_read_the_answer_is_not_waited_for() {
    // Without end: larger than whatever the system keeps for a slow reader.
    let flood = async || Body::from_stream(repeat_with(|| Ok::<_, Infallible>(vec![0u8; 1 << 16])));
    let bounds = Bounds { most_from_one: Some(1), stall: Duration::from_millis(50), ..bounds() };
    let server = Server::start(hello().route("/flood", get(flood)), bounds).await;
    let (head, _kept) = server.ask("GET /flood HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    // The only place of this address is free again once the first connection was given up.
    server.ask_until_room().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_those_that_end_make_room() {
    let server = Server::start(hello(), Bounds { most_from_one: Some(2), ..bounds() }).await;
    let (_, first) = server.ask(HELLO).await;
    let (second, _kept) = server.ask(HELLO).await;
    assert!(second.starts_with("HTTP/1.1 200"), "{second}");
    let (third, _) = server.ask(HELLO).await;
    assert!(third.is_empty() || third.starts_with("HTTP/1.1 503"), "{third}");
    drop(first);
    server.ask_until_room().await;
}

#[tokio::test]
async fn behind_a_proxy_only_all_connections_together_are_counted() {
    let server = Server::start(hello(), Bounds { most: 2, most_from_one: None, ..bounds() }).await;
    let (first, _one) = server.ask(HELLO).await;
    let (second, _two) = server.ask(HELLO).await;
    let (third, _) = server.ask(HELLO).await;
    assert!(first.starts_with("HTTP/1.1 200") && second.starts_with("HTTP/1.1 200"));
    assert!(third.is_empty() || third.starts_with("HTTP/1.1 503"), "{third}");
}

#[tokio::test]
async fn a_stop_ends_idle_connections_and_lets_requests_end() {
    let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (say_begun, wait) = (begun.clone(), go_on.clone());
    let slow = get(async move || {
        say_begun.notify_one();
        wait.notified().await;
        "done"
    });
    let mut server = Server::start(hello().route("/slow", slow), bounds()).await;
    let (_, mut idle) = server.ask(HELLO).await;
    let mut busy = server.connect().await;
    busy.write_all(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("sent");
    begun.notified().await;
    server.stop.send(true).expect("it listens");
    to_end(&mut idle).await;
    assert!(!server.serving.is_finished(), "a request is still being answered");
    go_on.notify_one();
    let mut answered = String::new();
    busy.read_to_string(&mut answered).await.expect("read");
    assert!(answered.starts_with("HTTP/1.1 200") && answered.ends_with("done"), "{answered}");
    (&mut server.serving).await.expect("it ended by itself");
}

#[tokio::test]
async fn an_address_keeps_so_many_pages_open_for_news() {
    let (arena, _folder) = arena(|settings| settings.connections.pages_from_one = 1).await;
    let server = Server::start(router(Web::new(arena.clone())), bounds()).await;
    const NEWS: &str = "GET /events?all=true HTTP/1.1\r\nHost: x\r\n\r\n";
    let (first, kept) = server.ask(NEWS).await;
    assert!(first.starts_with("HTTP/1.1 200"), "{first}");
    let (second, _) = server.ask(NEWS).await;
    assert!(second.starts_with("HTTP/1.1 503"), "{second}");
    drop(kept);
    while !server.ask(NEWS).await.0.starts_with("HTTP/1.1 200") {}
}
