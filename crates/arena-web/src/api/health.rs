//! Whether the server is well, for whoever watches it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use skirmish_arena_protocol::answers::Health;
use skirmish_arena_service::arena::Arena;

/// Whether the database answers, the queue moves and the worker inside works, and how much there is to do.
#[utoipa::path(get, path = "/healthz", tag = "host", responses(
    (status = 200, body = Health),
    (status = 503, description = "Something does not work; `status` says what.", body = Health),
))]
pub(super) async fn health(State(arena): State<Arc<Arena>>) -> Response {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    match arena.store.queued_jobs().await {
        Ok(queued_jobs) => {
            let failing = arena.health.told();
            let code = if failing.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
            let status = failing.unwrap_or_else(|| "ok".to_owned());
            (code, Json(Health { status, version, queued_jobs })).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "not well");
            let health =
                Health { status: "the database does not answer".to_owned(), version, queued_jobs: 0 };
            (StatusCode::SERVICE_UNAVAILABLE, Json(health)).into_response()
        }
    }
}
