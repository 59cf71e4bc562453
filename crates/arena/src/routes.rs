//! Every address of the arena, and who may use it: the router is made of this table, and a test walks it.

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;

use crate::arena::Arena;
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

/// All of them.
#[must_use]
pub fn routes() -> Vec<Route> {
    [site::routes(), api::routes()].concat()
}

/// The router of all routes.
pub fn router(arena: Arc<Arena>) -> Router {
    let add = |router: Router<Arc<Arena>>, route: Route| router.route(route.path, route.handler);
    routes().into_iter().fold(Router::new(), add).with_state(arena)
}
