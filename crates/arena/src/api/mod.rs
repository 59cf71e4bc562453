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

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, delete, get, post, put};
use skirmish_arena_protocol::answers::Problem;
use skirmish_arena_protocol::workers::MOST_SHOWN_BYTES;

use crate::account::FilmAnswer;
use crate::arena::Arena;
use crate::routes::{Access, Route};

/// The most things in one answer.
const MOST_LISTED: i64 = 100;
/// How many there are unless somebody says.
const USUALLY_LISTED: i64 = 50;

/// The addresses.
#[must_use]
pub fn routes() -> Vec<Route> {
    use Access::{Anybody, Owner, User, Worker};
    let live = DefaultBodyLimit::max(MOST_SHOWN_BYTES);
    vec![
        route("GET", "/healthz", Anybody, get(health::health)),
        route("GET", "/api/openapi.json", Anybody, get(openapi::page)),
        route("GET", "/api/v1/games", Anybody, get(games::games)),
        route("GET", "/api/v1/games/{game}/ladder", Anybody, get(games::ladder)),
        route("GET", "/api/v1/languages", Anybody, get(games::languages)),
        route("GET", "/api/v1/bots/{id}", Anybody, get(bots::bot)),
        route("GET", "/api/v1/bots/{id}/status", Anybody, get(bots::status)),
        route("GET", "/api/v1/bots/{id}/versions", Anybody, get(bots::versions)),
        route("GET", "/api/v1/versions/{id}", Anybody, get(bots::version)),
        route("GET", "/api/v1/versions/{id}/log", Owner, get(bots::log)),
        route("GET", "/api/v1/versions/{id}/source", Owner, get(bots::source)),
        route("GET", "/api/v1/matches", Anybody, get(matches::list)),
        route("GET", "/api/v1/matches/{id}", Anybody, get(matches::one)),
        route("GET", "/api/v1/matches/{id}/replay", Anybody, get(matches::replay)),
        route("GET", "/api/v1/matches/{id}/stderr/{seat}", Owner, get(matches::stderr)),
        route("GET", "/api/v1/me", User, get(account::me)),
        route("POST", "/api/v1/tokens", Anybody, post(account::log_in)),
        route("DELETE", "/api/v1/tokens/current", User, delete(account::log_out)),
        // How large an upload may be is the host's to say, and a blob is streamed: handlers read no more than they may.
        route(
            "POST",
            "/api/v1/submissions",
            User,
            post(submissions::submit).layer(DefaultBodyLimit::disable()),
        ),
        route("POST", "/api/v1/challenges", User, post(matches::challenge)),
        route("POST", "/api/v1/workers", Worker, post(workers::register)),
        route("POST", "/api/v1/workers/{id}/lease", Worker, post(workers::lease)),
        route("POST", "/api/v1/workers/{id}/heartbeat", Worker, post(workers::heartbeat)),
        route("POST", "/api/v1/workers/{id}/reports", Worker, post(workers::report)),
        route("POST", "/api/v1/workers/{id}/release", Worker, post(workers::release)),
        route("POST", "/api/v1/workers/{id}/live", Worker, post(workers::show).layer(live)),
        route("GET", "/api/v1/workers/{id}/blobs/{hash}", Worker, get(workers::blob)),
        route(
            "PUT",
            "/api/v1/workers/{id}/blobs/{hash}",
            Worker,
            put(workers::keep_blob).layer(DefaultBodyLimit::disable()),
        ),
    ]
}

fn route(
    method: &'static str,
    path: &'static str,
    access: Access,
    handler: MethodRouter<Arc<Arena>>,
) -> Route {
    Route { method, path, access, handler: handler.layer(map_response(as_json)) }
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
    let told = parts.extensions.remove::<FilmAnswer>().map(|told| told.0);
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
