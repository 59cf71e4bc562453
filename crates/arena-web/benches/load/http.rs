//! HTTP over connections that are kept, as browsers and workers have them.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// Connections to a server; those that nobody uses right now are kept.
pub struct Connections {
    address: SocketAddr,
    idle: Mutex<Vec<BufReader<TcpStream>>>,
}

/// One request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// `GET`, `POST`, `PUT`.
    pub method: &'a str,
    /// The address on the server.
    pub path: &'a str,
    /// Lines that are told besides, each with its end.
    pub headers: &'a str,
    /// What is sent.
    pub body: &'a [u8],
}

/// The answer to one.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// What was sent.
    pub body: Vec<u8>,
}

impl Connections {
    /// To that server; none is made yet.
    pub fn to(address: SocketAddr) -> Arc<Self> {
        Arc::new(Self { address, idle: Mutex::default() })
    }

    /// Asks, and waits for the whole answer.
    pub async fn ask(&self, request: Request<'_>) -> Answer {
        let Request { method, path, headers, body } = request;
        let (address, length) = (self.address, body.len());
        let mut bytes = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n{headers}\r\n"
        )
        .into_bytes();
        bytes.extend_from_slice(body);
        loop {
            let known = self.idle.lock().expect("lock").pop();
            let is_new = known.is_none();
            let mut connection = match known {
                Some(connection) => connection,
                None => BufReader::new(TcpStream::connect(address).await.expect("a connection")),
            };
            let is_sent = connection.write_all(&bytes).await.is_ok();
            match if is_sent { read_answer(&mut connection).await } else { None } {
                // One that was idle for too long has ended meanwhile: browsers take another one, too.
                None => assert!(!is_new, "{path} was not answered"),
                Some(answer) => {
                    self.idle.lock().expect("lock").push(connection);
                    return answer;
                }
            }
        }
    }
}

/// Reads one answer to its end; none if the connection ended before.
async fn read_answer(connection: &mut BufReader<TcpStream>) -> Option<Answer> {
    let (mut status, mut length, mut is_chunked) = (0, 0, false);
    loop {
        let mut line = String::new();
        if connection.read_line(&mut line).await.is_err() || line.is_empty() {
            return None;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(rest) = line.strip_prefix("http/1.1 ") {
            status = rest[..3].parse().expect("a status");
        } else if let Some(rest) = line.strip_prefix("content-length: ") {
            length = rest.parse().expect("a length");
        } else if line == "transfer-encoding: chunked" {
            is_chunked = true;
        }
    }
    if !is_chunked {
        return Some(Answer { status, body: read(connection, length).await });
    }
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).await.expect("a line");
        let length = usize::from_str_radix(line.trim_end(), 16).expect("a length");
        let part = read(connection, length + 2).await;
        body.extend_from_slice(&part[..length]);
        if length == 0 {
            return Some(Answer { status, body });
        }
    }
}

async fn read(connection: &mut BufReader<TcpStream>, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    connection.read_exact(&mut bytes).await.expect("the whole answer");
    bytes
}
