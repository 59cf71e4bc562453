//! The HTTP server on loopback: the viewer, the films of one match, and the session of a person who plays.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use serde_json::Value;
use skirmish_core::seat::Seat;
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use crate::{Feed, Session};

/// Worker threads, and so requests served at the same time.
const THREADS: usize = 4;
/// The most bytes of a request's body that are read.
const MOST_BODY_BYTES: u64 = 4096;

/// Why a window could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum BadWindow {
    /// The port is in use, or may not be bound.
    #[error("cannot serve on port {port} of this machine: {why}; another one can be chosen with --port")]
    Port {
        /// The requested port; 0 for any.
        port: u16,
        /// The error of the system call.
        why: String,
    },
    /// The system gave no random bytes for the token.
    #[error("cannot make an address that nobody guesses: {0}")]
    Randomness(String),
}

/// The running server; dropping it stops the threads.
pub struct Window {
    server: Arc<Server>,
    threads: Vec<JoinHandle<()>>,
    address: String,
}

type HttpResponse = Response<std::io::Cursor<Vec<u8>>>;

struct Pages {
    feed: Arc<Feed>,
    session: Option<Session>,
    token: String,
    /// The allowed values of `Host`: another one means DNS rebinding.
    hosts: [String; 2],
}

impl Window {
    /// Serves a match on that port of loopback; 0 for any free port.
    pub fn open(feed: Arc<Feed>, session: Option<Session>, port: u16) -> Result<Self, BadWindow> {
        let server = Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
            .map_err(|error| BadWindow::Port { port, why: error.to_string() })?;
        let port = server.server_addr().to_ip().map_or(port, |address| address.port());
        let token = token()?;
        let address = format!("http://127.0.0.1:{port}/{token}/");
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let pages = Arc::new(Pages { feed, session, token, hosts });
        let server = Arc::new(server);
        let threads = (0..THREADS).map(|_| serve(server.clone(), pages.clone())).collect();
        Ok(Self { server, threads, address })
    }

    /// The URL of the page, token included.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.server.unblock();
        }
        for thread in self.threads.drain(..) {
            // A panic ended only that thread's request: the client has seen it.
            let _ = thread.join();
        }
    }
}

fn token() -> Result<String, BadWindow> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| BadWindow::Randomness(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn serve(server: Arc<Server>, pages: Arc<Pages>) -> JoinHandle<()> {
    thread::spawn(move || {
        // `recv` fails when the window is dropped (`unblock`).
        while let Ok(mut request) = server.recv() {
            let answer = pages.answer(&mut request);
            // EPIPE: the client closed the connection.
            let _ = request.respond(answer);
        }
    })
}

impl Pages {
    fn answer(&self, request: &mut Request) -> HttpResponse {
        if !self.is_ours(request) {
            return refused(403, "this window is for pages of its own address");
        }
        let url = request.url().to_string();
        let (path, query) = url.split_once('?').unwrap_or((&url, ""));
        let Some(path) = path.strip_prefix('/').and_then(|path| path.strip_prefix(&self.token)) else {
            return refused(404, "there is nothing here; the whole address is in the terminal");
        };
        match (request.method().clone(), path) {
            (Method::Get, "/") => page(),
            (Method::Get, "/film") => self.film(query),
            (Method::Get, "/session") => self.session(|_| Ok(())),
            (Method::Post, "/session/choose") => match choice(request) {
                Ok(choice) => self.session(|session| session.choose(choice)),
                Err(why) => refused(400, why),
            },
            (Method::Post, "/session/undo") => self.session(Session::undo),
            (Method::Post, "/session/send") => self.session(Session::send),
            _ => refused(404, "there is nothing here"),
        }
    }

    /// Whether `Host` and, if present, `Origin` are ours: otherwise another site in the same browser sent the request.
    fn is_ours(&self, request: &Request) -> bool {
        let value = |name: &'static str| {
            request
                .headers()
                .iter()
                .find(|header| header.field.equiv(name))
                .map(|header| header.value.as_str().to_string())
        };
        let is_host = value("Host").is_some_and(|host| self.hosts.contains(&host));
        let is_origin = value("Origin").is_none_or(|origin| {
            origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|own| own == host))
        });
        is_host && is_origin
    }

    fn film(&self, query: &str) -> HttpResponse {
        let number = |name: &str| -> Result<Option<u64>, ()> {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value.parse().map_err(|_| ())).transpose()
        };
        let (Ok(eye), Ok(from), Ok(take)) = (number("eye"), number("from"), number("take")) else {
            return refused(400, "eye, from and take are numbers");
        };
        let eye = match eye.map(u8::try_from) {
            None => None,
            Some(Ok(seat)) if usize::from(seat) < skirmish_core::seat::MAX_SEATS => Some(Seat(seat)),
            Some(_) => return refused(400, "there is no such seat"),
        };
        match self.feed.film(eye, from.unwrap_or(0), take.unwrap_or(0)) {
            None => refused(503, "the match has not begun yet"),
            Some(Err(mismatch)) => refused(500, &mismatch.to_string()),
            Some(Ok(film)) => with_type(Response::from_data(film.as_slice()), "application/octet-stream"),
        }
    }

    fn session(&self, change: impl FnOnce(&Session) -> Result<(), crate::session::Refused>) -> HttpResponse {
        // The viewer always polls this; without a person it is 204, not an error.
        let Some(session) = &self.session else { return refused(204, "") };
        match change(session) {
            Ok(()) => with_type(Response::from_string(session.state().to_string()), "application/json"),
            Err(why) => refused(409, why),
        }
    }
}

/// The choice in a request's body.
fn choice(request: &mut Request) -> Result<u32, &'static str> {
    use std::io::Read as _;
    let mut body = Vec::new();
    let read = request.as_reader().take(MOST_BODY_BYTES).read_to_end(&mut body);
    read.map_err(|_| "the request was cut off")?;
    let body: Value = serde_json::from_slice(&body).map_err(|_| "the request is no JSON")?;
    let choice = body["choice"].as_u64().and_then(|choice| u32::try_from(choice).ok());
    choice.ok_or("the request has no choice")
}

/// The viewer with its Content Security Policy.
fn page() -> HttpResponse {
    const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
        img-src data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'";
    let answer = with_type(Response::from_data(skirmish_show::PAGE), "text/html; charset=utf-8");
    answer.with_header(header("Content-Security-Policy", POLICY))
}

fn refused(status: u16, why: &str) -> HttpResponse {
    with_type(Response::from_string(why), "text/plain; charset=utf-8").with_status_code(StatusCode(status))
}

fn with_type(answer: HttpResponse, kind: &str) -> HttpResponse {
    answer
        // The whole body is in memory: `Content-Length` instead of chunked encoding.
        .with_chunked_threshold(usize::MAX)
        .with_header(header("Content-Type", kind))
        .with_header(header("Cache-Control", "no-store"))
        .with_header(header("X-Content-Type-Options", "nosniff"))
        .with_header(header("Referrer-Policy", "no-referrer"))
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("our headers are ASCII")
}
