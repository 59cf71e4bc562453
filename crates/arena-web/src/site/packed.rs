//! Texts that are part of the program: packed once, not for every visitor.

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A text of ours, plain and packed.
pub struct Packed {
    kind: &'static str,
    plain: &'static [u8],
    gzip: Bytes,
}

impl Packed {
    /// Packs it.
    pub fn new(kind: &'static str, plain: &'static [u8]) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let packed = gzip.write_all(plain).and_then(|()| gzip.finish());
        Self { kind, plain, gzip: packed.unwrap_or_default().into() }
    }

    /// The text, as whoever asks can read it.
    pub fn response(&self, asked: &HeaderMap) -> Response {
        let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_accepted =
            accepted.split(',').any(|one| one.trim() == "gzip" || one.trim().starts_with("gzip;q=1"));
        let headers = [(CONTENT_TYPE, self.kind), (VARY, "accept-encoding")];
        if is_accepted && !self.gzip.is_empty() {
            return (headers, [(CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response();
        }
        (headers, self.plain).into_response()
    }
}
