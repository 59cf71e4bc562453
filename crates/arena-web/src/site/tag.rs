//! Answers that never change under their tag: whoever has one already is told so, and nothing is sent.

use axum::http::header::{CACHE_CONTROL, ETAG, HeaderValue, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use skirmish_arena_service::blobs::name_of;

/// Whoever kept it asks whether it is still theirs to see, and still the same.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A tag for these bytes.
pub fn tag_of(bytes: &[u8]) -> String {
    name_of(bytes)[..32].to_owned()
}

/// Whether whoever asks has it already.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let given = asked.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|given| given.trim().trim_start_matches("W/") == quoted(tag))
}

/// The answer to whoever has it.
pub fn not_modified(tag: &str) -> Response {
    tagged(StatusCode::NOT_MODIFIED.into_response(), tag)
}

/// The answer with its tag.
pub fn tagged(mut response: Response, tag: &str) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, ASK_AGAIN);
    // Weak: it may be packed on its way.
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{}", quoted(tag))) {
        headers.insert(ETAG, tag);
    }
    response
}

/// The answer, made only for those who do not have it.
pub fn unless_known(asked: &HeaderMap, tag: &str, make: impl FnOnce() -> Response) -> Response {
    if is_known(asked, tag) { not_modified(tag) } else { tagged(make(), tag) }
}

fn quoted(tag: &str) -> String {
    format!("\"{tag}\"")
}
