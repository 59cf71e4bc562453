//! The API: JSON under `/api/v1`, described by `/api/openapi.json`, and the workers' protocol (`WORKERS.md`).
//!
//! A handler parses, calls one function, answers. A refusal is `{"error": "a sentence"}` with the status that fits.
#![allow(unused_qualifications, reason = "the description's macro qualifies the types of queries")]

mod account;
mod bots;
mod games;
mod health;
mod matches;
mod openapi;
mod submissions;
#[cfg(test)]
mod tests;
mod told;
mod workers;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse as _, Response};
use axum::routing::MethodRouter;
use skirmish_arena_protocol::answers::Problem;
use skirmish_arena_protocol::workers::MOST_SHOWN_BYTES;
use skirmish_arena_store::Scope;

use crate::request::{Credentials, RefusalText};
use crate::routes::Route;
use crate::web::Web;

/// The most things in one answer.
const MOST_LISTED: i64 = 100;
/// How many there are unless somebody says.
const USUALLY_LISTED: i64 = 50;

/// The addresses.
#[must_use]
pub fn routes() -> Vec<Route> {
    use Credentials::{AnyToken, Token};
    use Scope::{Read, Submit};

    use crate::routes::rules::{Anybody, Owner, User, Worker};
    let live = DefaultBodyLimit::max(MOST_SHOWN_BYTES);
    let (read, submit, work) = (Token(Read), Token(Submit), Token(Scope::Worker));
    vec![
        Route::api("GET", "/healthz", Anybody, read, health::health),
        Route::api("GET", "/api/openapi.json", Anybody, read, openapi::page),
        Route::api("GET", "/api/v1/games", Anybody, read, games::games),
        Route::api("GET", "/api/v1/games/{game}/ladder", Anybody, read, games::ladder),
        Route::api("GET", "/api/v1/languages", Anybody, read, games::languages),
        Route::api("GET", "/api/v1/bots/{id}", Anybody, read, bots::bot),
        Route::api("DELETE", "/api/v1/bots/{id}", Owner, submit, bots::delete),
        Route::api("POST", "/api/v1/bots/{id}/rest", Owner, submit, bots::rest),
        Route::api("POST", "/api/v1/bots/{id}/wake", Owner, submit, bots::wake),
        Route::api("POST", "/api/v1/bots/{id}/rename", Owner, submit, bots::rename),
        Route::api("GET", "/api/v1/bots/{id}/status", Anybody, read, bots::status),
        Route::api("GET", "/api/v1/bots/{id}/versions", Anybody, read, bots::versions),
        Route::api("GET", "/api/v1/versions/{id}", Anybody, read, bots::version),
        Route::api("POST", "/api/v1/versions/{id}/choose", Owner, submit, bots::choose),
        Route::api("GET", "/api/v1/versions/{id}/log", Owner, read, bots::log),
        Route::api("GET", "/api/v1/versions/{id}/source", Owner, read, bots::source),
        Route::api("GET", "/api/v1/matches", Anybody, read, matches::list),
        Route::api("GET", "/api/v1/matches/{id}", Anybody, read, matches::one),
        Route::api("GET", "/api/v1/matches/{id}/replay", Anybody, read, matches::replay),
        Route::api("GET", "/api/v1/matches/{id}/stderr/{seat}", Owner, read, matches::stderr),
        Route::api("GET", "/api/v1/me", User, read, account::me),
        Route::api("POST", "/api/v1/tokens", Anybody, AnyToken, account::log_in),
        Route::api("DELETE", "/api/v1/tokens/current", User, AnyToken, account::log_out),
        // How large an upload may be is the host's to say, and a blob is streamed: handlers read no more than they may.
        Route::api("POST", "/api/v1/submissions", User, submit, submissions::submit)
            .with_bodies(DefaultBodyLimit::disable()),
        Route::api("POST", "/api/v1/challenges", User, submit, matches::challenge),
        Route::api("POST", "/api/v1/workers", Worker, work, workers::register),
        Route::api("POST", "/api/v1/workers/{id}/lease", Worker, work, workers::lease),
        Route::api("POST", "/api/v1/workers/{id}/heartbeat", Worker, work, workers::heartbeat),
        Route::api("POST", "/api/v1/workers/{id}/reports", Worker, work, workers::report),
        Route::api("POST", "/api/v1/workers/{id}/release", Worker, work, workers::release),
        Route::api("POST", "/api/v1/workers/{id}/live", Worker, work, workers::show).with_bodies(live),
        Route::api("GET", "/api/v1/workers/{id}/blobs/{hash}", Worker, work, workers::blob),
        Route::api("PUT", "/api/v1/workers/{id}/blobs/{hash}", Worker, work, workers::keep_blob)
            .with_bodies(DefaultBodyLimit::disable()),
    ]
}

/// A handler whose refusals are JSON.
pub(crate) fn speak_json(handler: MethodRouter<Web>) -> MethodRouter<Web> {
    handler.layer(map_response(as_json))
}

/// Every refusal as JSON, whoever made it.
async fn as_json(response: Response) -> Response {
    const MOST_SENTENCE: usize = 4096;
    let status = response.status();
    let is_json =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes() == b"application/json");
    if !(status.is_client_error() || status.is_server_error()) || is_json {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let told = parts.extensions.remove::<RefusalText>().map(|told| told.0);
    let error = match told {
        Some(told) => told,
        None => match to_bytes(body, MOST_SENTENCE).await {
            Ok(text) if !text.is_empty() => String::from_utf8_lossy(&text).into_owned(),
            _ => status.canonical_reason().unwrap_or("It did not work.").to_owned(),
        },
    };
    let (_, body) = Json(Problem { error }).into_response().into_parts();
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    Response::from_parts(parts, body)
}

/// Bytes for a download.
fn bytes(kind: &'static str, name: &str, bytes: Body) -> Response {
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (axum::http::header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (StatusCode::OK, headers, bytes).into_response()
}

/// How many things somebody wants, within reason.
fn wanted(limit: Option<i64>) -> i64 {
    limit.unwrap_or(USUALLY_LISTED).clamp(1, MOST_LISTED)
}
