//! Whether the server is well, for whoever watches it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::answers::Health;
use crate::arena::Arena;

/// Whether the database answers, and how much there is to do.
#[utoipa::path(get, path = "/healthz", tag = "host", responses(
    (status = 200, body = Health),
    (status = 503, description = "The database does not answer.", body = Health),
))]
pub(super) async fn health(State(arena): State<Arc<Arena>>) -> Response {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    match arena.store.queued_jobs().await {
        Ok(queued_jobs) => Json(Health { status: "ok".to_owned(), version, queued_jobs }).into_response(),
        Err(error) => {
            tracing::error!(%error, "not well");
            let health =
                Health { status: "the database does not answer".to_owned(), version, queued_jobs: 0 };
            (StatusCode::SERVICE_UNAVAILABLE, Json(health)).into_response()
        }
    }
}
