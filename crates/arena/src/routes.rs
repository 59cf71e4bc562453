//! Every address of the arena, and who may use it: the router is made of this table, and a test walks it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::MethodRouter;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::timeout::TimeoutLayer;

use crate::arena::Arena;
use crate::upload::language;
use crate::{api, site};

/// Who may use an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anybody,
    /// Whoever is logged in.
    User,
    /// Whose the thing is, and admins.
    Owner,
    /// Admins.
    Admin,
    /// Workers, by their token.
    Worker,
}

/// One address with one method.
#[derive(Clone, Debug)]
pub struct Route {
    /// `GET` or `POST` (`DELETE` and `PUT` in the API).
    pub method: &'static str,
    /// As axum writes it: `/bots/{id}`.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
    /// What answers.
    pub handler: MethodRouter<Arc<Arena>>,
}

impl Route {
    /// An address that is read.
    #[must_use]
    pub fn get(path: &'static str, access: Access, handler: MethodRouter<Arc<Arena>>) -> Self {
        Self { method: "GET", path, access, handler }
    }

    /// An address that changes something.
    #[must_use]
    pub fn post(path: &'static str, access: Access, handler: MethodRouter<Arc<Arena>>) -> Self {
        Self { method: "POST", path, access, handler }
    }
}

/// All of them.
#[must_use]
pub fn routes() -> Vec<Route> {
    [site::routes(), api::routes()].concat()
}

/// The router of all routes.
pub fn router(arena: Arc<Arena>) -> Router {
    // Which languages there are is found out by starting programs: no request should wait for that.
    std::thread::spawn(language::look);
    let add = |router: Router<Arc<Arena>>, route: Route| router.route(route.path, route.handler);
    let packed = DefaultPredicate::new()
        .and(NotForContentType::new("application/octet-stream"))
        .and(NotForContentType::new("application/zip"))
        .and(NotForContentType::new("application/zstd"));
    // Whoever sends a body letter by letter is not waited for.
    let longest = Duration::from_secs(arena.settings.connections.request_seconds.into());
    routes()
        .into_iter()
        .fold(Router::new(), add)
        .with_state(arena.clone())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, longest))
        .layer(from_fn_with_state(arena, site::dress))
        // Pages are made anew for everybody: the fastest packing is the right one.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(packed))
}
