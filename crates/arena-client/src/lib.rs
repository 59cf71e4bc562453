//! How programs speak to an arena over HTTP: its workers, and the commands of the command line. Calls block.

mod pack;

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::http::Response;
use ureq::{Agent, Body, RequestBuilder};

use skirmish_arena_protocol::blob::MOST_BYTES;

pub use pack::{NoPack, Packed, pack};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a request may take as a whole; a lease that waits for work is shorter.
const REQUEST: Duration = Duration::from_secs(120);
/// The largest answer that is read where it is text.
const MOST_TEXT: u64 = 16 << 20;

/// One arena, as one caller reaches it. Cheap to clone; connections are kept.
#[derive(Clone, Debug)]
pub struct Client {
    agent: Agent,
    server: String,
    token: Option<String>,
}

/// Why there is no answer that could be used.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The address makes no sense.
    #[error("`{0}` is no server's address: one looks like http://localhost:8080")]
    Address(String),
    /// Nobody answers there.
    #[error("{server} does not answer ({why}); is it running?")]
    Away {
        /// Where.
        server: String,
        /// What the system said.
        why: String,
    },
    /// The server understood, and said no.
    #[error("{why}")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// The server's sentence.
        why: String,
    },
    /// Something answered, but hardly an arena.
    #[error(
        "{server} answered what an arena does not ({why}); is the address right, and of the same version?"
    )]
    Odd {
        /// Where.
        server: String,
        /// What is odd.
        why: String,
    },
}

impl NoAnswer {
    /// Whether the same may work a little later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Away { .. } => true,
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
            Self::Address(_) | Self::Odd { .. } => false,
        }
    }

    /// Whether it says nothing of the request itself: nobody is there, or whoever asks is not wanted at all.
    #[must_use]
    pub fn is_about_all(&self) -> bool {
        !matches!(self, Self::Refused { status, .. } if !matches!(status, 401 | 403 | 429 | 502..=504))
    }

    /// The status of HTTP, if the server said no.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }
}

impl Client {
    /// A caller of that server, with a token if it has one.
    pub fn new(server: &str, token: Option<&str>) -> Result<Self, NoAnswer> {
        let server = server.trim().trim_end_matches('/').to_owned();
        let host = server.strip_prefix("http://").or_else(|| server.strip_prefix("https://"));
        let is_address = host.is_some_and(|host| !host.is_empty() && !host.contains(char::is_whitespace));
        if !is_address || server.parse::<ureq::http::Uri>().is_err() {
            return Err(NoAnswer::Address(server));
        }
        let mut config = Agent::config_builder();
        // Nobody else's machine leads to this one. For all others HTTP_PROXY and NO_PROXY are heeded.
        if is_loopback(&server) {
            config = config.proxy(None);
        }
        let config = config
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(REQUEST))
            .user_agent(concat!("skirmish/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self { agent: config.new_agent(), server, token: token.map(str::to_owned) })
    }

    /// The server's address, without a slash at its end.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Whether requests carry a token.
    #[must_use]
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Asks for JSON.
    pub fn get<A: DeserializeOwned>(&self, path: &str) -> Result<A, NoAnswer> {
        let answer = self.with_token(self.agent.get(self.at(path))).call();
        self.read_json(self.accepted(answer)?)
    }

    /// Asks for bytes.
    pub fn get_bytes(&self, path: &str) -> Result<Vec<u8>, NoAnswer> {
        let answer = self.with_token(self.agent.get(self.at(path))).call();
        let mut answer = self.accepted(answer)?;
        answer.body_mut().with_config().limit(MOST_BYTES).read_to_vec().map_err(|error| self.away(&error))
    }

    /// Sends JSON, and reads some.
    pub fn post<A: DeserializeOwned>(&self, path: &str, said: &impl Serialize) -> Result<A, NoAnswer> {
        let answer = self.with_token(self.agent.post(self.at(path))).send_json(said);
        self.read_json(self.accepted(answer)?)
    }

    /// Sends bytes, and reads JSON.
    pub fn post_bytes<A: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
        bytes: &[u8],
    ) -> Result<A, NoAnswer> {
        let request = self.with_token(self.agent.post(self.at(path)));
        let request = request.query_pairs(query.iter().copied()).content_type("application/octet-stream");
        let answer = request.send(bytes);
        self.read_json(self.accepted(answer)?)
    }

    /// Leaves bytes there.
    pub fn put_bytes(&self, path: &str, bytes: &[u8]) -> Result<(), NoAnswer> {
        let request = self.with_token(self.agent.put(self.at(path)));
        let answer = request.content_type("application/octet-stream").send(bytes);
        self.accepted(answer).map(|_| ())
    }

    /// Removes something.
    pub fn delete(&self, path: &str) -> Result<(), NoAnswer> {
        let answer = self.with_token(self.agent.delete(self.at(path))).call();
        self.accepted(answer).map(|_| ())
    }

    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.server)
    }

    fn with_token<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.token {
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    /// An answer that is a yes.
    fn accepted(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Response<Body>, NoAnswer> {
        let mut answer = answer.map_err(|error| self.away(&error))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let text = answer.body_mut().with_config().limit(MOST_TEXT).lossy_utf8(true).read_to_string();
        let why = text.ok().and_then(|text| sentence(&text));
        let why = why.unwrap_or_else(|| format!("{} answered {status}", self.server));
        Err(NoAnswer::Refused { status: status.as_u16(), why })
    }

    fn read_json<A: DeserializeOwned>(&self, mut answer: Response<Body>) -> Result<A, NoAnswer> {
        let text = answer.body_mut().with_config().limit(MOST_TEXT).read_to_string();
        let text = text.map_err(|error| self.away(&error))?;
        serde_json::from_str(&text)
            .map_err(|error| NoAnswer::Odd { server: self.server.clone(), why: error.to_string() })
    }

    fn away(&self, error: &ureq::Error) -> NoAnswer {
        // The kind of error goes without saying.
        let why = error.to_string();
        let why = why.strip_prefix("io: ").unwrap_or(&why).to_owned();
        NoAnswer::Away { server: self.server.clone(), why }
    }
}

/// Whether an address is this machine's own.
fn is_loopback(server: &str) -> bool {
    let uri = server.parse::<ureq::http::Uri>().ok();
    let Some(host) = uri.as_ref().and_then(ureq::http::Uri::host) else { return false };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_number = host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    is_number || host.eq_ignore_ascii_case("localhost")
}

/// The sentence in a refusal, if it is one of an arena: `{"error": "…"}`.
fn sentence(text: &str) -> Option<String> {
    let said: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(said.get("error")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_checked_before_anything_is_sent() {
        for bad in ["", "localhost:8080", "ftp://x", "http://", "http://a b", "https://exa mple"] {
            assert!(matches!(Client::new(bad, None), Err(NoAnswer::Address(_))), "{bad}");
        }
        for good in ["http://localhost:8080", "https://arena.example/", " http://[::1]:1 "] {
            let client = Client::new(good, None).expect(good);
            assert!(!client.server().ends_with('/'), "{good}");
        }
    }

    #[test]
    fn this_machine_is_reached_without_a_proxy() {
        for here in ["http://127.0.0.1:8080", "http://127.8.8.8", "http://[::1]:1", "https://LocalHost/x"] {
            assert!(is_loopback(here), "{here}");
            assert!(Client::new(here, None).expect(here).agent.config().proxy().is_none(), "{here}");
        }
        for there in ["http://192.0.2.1", "http://localhost.example", "http://[2001:db8::1]:80"] {
            assert!(!is_loopback(there), "{there}");
        }
    }

    #[test]
    fn only_what_may_pass_is_tried_again() {
        let refused = |status| NoAnswer::Refused { status, why: String::new() };
        for (status, expected) in
            [(400, false), (401, false), (404, false), (429, true), (500, true), (503, true)]
        {
            assert_eq!(refused(status).is_passing(), expected, "{status}");
        }
    }
}
