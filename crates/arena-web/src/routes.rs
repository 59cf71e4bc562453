//! Every address of the arena, and who may use it: the router is made of this table, and a test walks it.
//!
//! Who may use an address is not left to its handler: [`Route`] takes a rule of [`rules`] and only a handler whose first
//! argument is the proof that the rule demands (`Admin`, `Owned<Bot>`, …), which nothing but the request's credentials
//! makes. A page's form is only taken by a handler that ends in a checked form.
//!
//! ```
//! # use skirmish_arena_service::account::Admin;
//! # use skirmish_arena_web::{request::Posted, routes::{Route, rules}};
//! async fn page(_: Admin) {}
//! async fn form(_: Admin, _: Posted<()>) {}
//! let routes = [Route::page("/admin", rules::Admin, page), Route::form("/admin", rules::Admin, form)];
//! ```
//!
//! Without the proof, with another one, or without the form's check it does not compile:
//!
//! ```compile_fail
//! # use skirmish_arena_web::routes::{Route, rules};
//! async fn page() {}
//! let route = Route::page("/admin", rules::Admin, page);
//! ```
//!
//! ```compile_fail
//! # use skirmish_arena_service::account::Account;
//! # use skirmish_arena_web::routes::{Route, rules};
//! async fn page(_: Account) {}
//! let route = Route::page("/admin", rules::Admin, page);
//! ```
//!
//! ```compile_fail
//! # use skirmish_arena_service::account::Admin;
//! # use skirmish_arena_web::routes::{Route, rules};
//! async fn form(_: Admin) {}
//! let route = Route::form("/admin", rules::Admin, form);
//! ```

use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter};
use axum::{Extension, Router};
use skirmish_arena_service::upload::language;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::timeout::TimeoutLayer;

use crate::request::{CheckedForm, Credentials, Proof};
use crate::web::Web;
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

/// [`Access`] as types, which the compiler compares with a handler's first argument.
pub mod rules {
    use super::Access;

    /// A rule about who may use an address.
    pub trait Rule {
        /// The same as a value.
        const ACCESS: Access;
    }

    /// A rule that a handler needs a proof for.
    pub trait Restricted: Rule {}

    macro_rules! rules {
        ($($name:ident $(: $restricted:ident)?, $about:literal;)*) => {$(
            #[doc = $about]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Rule for $name {
                const ACCESS: Access = Access::$name;
            }

            $(impl $restricted for $name {})?
        )*};
    }

    rules! {
        Anybody, "Everybody.";
        User: Restricted, "Whoever is logged in.";
        Owner: Restricted, "Whose the thing is, and admins.";
        Admin: Restricted, "Admins.";
        Worker: Restricted, "Workers, by their token.";
    }
}

use rules::{Anybody, Restricted, Rule};

/// Arguments of a handler that may stand behind a rule.
#[diagnostic::on_unimplemented(message = "the handler's first argument is not the proof that `{R}` demands")]
pub trait Fits<R> {}

impl<Arguments> Fits<Anybody> for Arguments {}

/// Arguments of a handler of which the last is a form that was checked to come from a page of ours.
#[diagnostic::on_unimplemented(message = "the handler's last argument is not a checked form")]
pub trait TakesForm {}

// As axum names the arguments of a handler: how the last one is read, then all of them.
macro_rules! arguments {
    ($($more:ident)*) => {
        impl<R: Restricted, How, First: Proof<Of = R>, $($more),*> Fits<R> for (How, First, $($more,)*) {}
        impl<How, $($more,)* Last: CheckedForm> TakesForm for (How, $($more,)* Last) {}
    };
}
arguments!();
arguments!(A);
arguments!(A B);
arguments!(A B C);
arguments!(A B C D);
arguments!(A B C D E);

/// One address with one method.
#[derive(Clone, Debug)]
pub struct Route {
    /// `GET` or `POST` (`DELETE` and `PUT` in the API).
    pub method: &'static str,
    /// As axum writes it: `/bots/{id}`.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
    /// By what they show that they may.
    pub credentials: Credentials,
    handler: MethodRouter<Web>,
}

impl Route {
    /// A page that is read.
    #[must_use]
    pub fn page<R: Rule, H, T>(path: &'static str, rule: R, handler: H) -> Self
    where
        H: Handler<T, Web>,
        T: Fits<R> + 'static,
    {
        Self::new("GET", path, rule, Credentials::Cookie, handler)
    }

    /// A form that a page sends.
    #[must_use]
    pub fn form<R: Rule, H, T>(path: &'static str, rule: R, handler: H) -> Self
    where
        H: Handler<T, Web>,
        T: Fits<R> + TakesForm + 'static,
    {
        Self::new("POST", path, rule, Credentials::Cookie, handler)
    }

    /// An address of the API.
    #[must_use]
    pub fn api<R: Rule, H, T>(
        method: &'static str,
        path: &'static str,
        rule: R,
        credentials: Credentials,
        handler: H,
    ) -> Self
    where
        H: Handler<T, Web>,
        T: Fits<R> + 'static,
    {
        let route = Self::new(method, path, rule, credentials, handler);
        Self { handler: api::speak_json(route.handler), ..route }
    }

    /// The same, for bodies of another size than the usual one.
    #[must_use]
    pub fn with_bodies(self, limit: DefaultBodyLimit) -> Self {
        Self { handler: self.handler.layer(limit), ..self }
    }

    fn new<R: Rule, H, T>(
        method: &'static str,
        path: &'static str,
        _: R,
        credentials: Credentials,
        handler: H,
    ) -> Self
    where
        H: Handler<T, Web>,
        T: Fits<R> + 'static,
    {
        let filter = match method {
            "GET" => MethodFilter::GET,
            "PUT" => MethodFilter::PUT,
            "DELETE" => MethodFilter::DELETE,
            _ => MethodFilter::POST,
        };
        // The extractors that make proofs read it from the request, and refuse where it is not.
        let handler = MethodRouter::new().on(filter, handler).layer(Extension(credentials));
        Self { method, path, access: R::ACCESS, credentials, handler }
    }
}

/// All of them.
#[must_use]
pub fn routes() -> Vec<Route> {
    [site::routes(), api::routes()].concat()
}

/// The router of all routes.
pub fn router(web: Web) -> Router {
    // Which languages there are is found out by starting programs: no request should wait for that.
    std::thread::spawn(language::look);
    let add = |router: Router<Web>, route: Route| router.route(route.path, route.handler);
    let packed = DefaultPredicate::new()
        .and(NotForContentType::new("application/octet-stream"))
        .and(NotForContentType::new("application/zip"))
        .and(NotForContentType::new("application/zstd"));
    // Whoever sends a body letter by letter is not waited for.
    let longest = Duration::from_secs(web.arena.settings.connections.request_seconds.into());
    routes()
        .into_iter()
        .fold(Router::new(), add)
        .with_state(web.clone())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, longest))
        .layer(from_fn_with_state(web, site::finish_response))
        // Pages are made anew for everybody: the fastest packing is the right one.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(packed))
}
