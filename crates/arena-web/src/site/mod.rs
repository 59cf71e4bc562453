//! The pages: made on the server, quick, and whole without JavaScript (but for viewer and editor).
//!
//! A handler parses, calls one function, renders. Whatever people type is text in a template, which escapes it.

mod account;
mod admin;
mod assets;
mod bot;
mod chart;

mod events;
mod film;
mod frame;
mod game;
mod health;
mod home;
mod list;
mod markdown;
mod matches;
mod packed;
mod response;
mod showing;
mod submit;
mod tag;
mod user;
mod version;
mod words;

use axum::extract::DefaultBodyLimit;

use crate::routes::Route;

pub use assets::address;
pub use film::Films;
pub use response::finish_response;
pub(crate) use tag::{is_known, not_modified, tagged};

/// The addresses of all pages.
#[must_use]
pub fn routes() -> Vec<Route> {
    use crate::routes::rules::{Admin, Anybody, Owner, User};
    vec![
        Route::page("/", Anybody, home::page),
        Route::page("/events", Anybody, events::stream),
        Route::page("/static/{hash}/{name}", Anybody, assets::file),
        Route::page("/games/{game}", Anybody, game::page),
        Route::page("/games/{game}/rules", Anybody, game::rules),
        Route::page("/games/{game}/kits/{language}", Anybody, game::kit),
        Route::page("/games/{game}/submit", User, submit::page),
        Route::form("/games/{game}/submit", User, submit::submit).with_bodies(DefaultBodyLimit::disable()),
        Route::page("/bots/{id}", Anybody, bot::page),
        Route::form("/bots/{id}/rest", Owner, bot::rest),
        Route::form("/bots/{id}/play", Owner, bot::play),
        Route::form("/bots/{id}/delete", Owner, bot::delete),
        Route::form("/bots/{id}/challenge", User, bot::challenge),
        Route::form("/bots/{id}/disable", Admin, admin::bots::disable),
        Route::form("/bots/{id}/enable", Admin, admin::bots::enable),
        Route::form("/bots/{id}/rename", Owner, bot::rename),
        Route::form("/bots/{id}/disqualify", Admin, admin::bots::disqualify),
        Route::page("/versions/{id}", Owner, version::page),
        Route::page("/versions/{id}/source", Owner, version::source),
        Route::page("/versions/{id}/log", Owner, version::log),
        Route::form("/versions/{id}/play", Owner, version::play),
        Route::form("/versions/{id}/remove-files", Owner, version::remove_files),
        Route::page("/matches", Anybody, matches::list),
        Route::page("/matches/{id}", Anybody, matches::page),
        Route::page("/matches/{id}/replay", Anybody, film::replay),
        Route::page("/matches/{id}/watch/", Anybody, film::viewer),
        Route::page("/matches/{id}/watch/film", Anybody, film::film),
        Route::page("/matches/{id}/watch/session", Anybody, showing::session),
        Route::page("/matches/{id}/stderr/{seat}", Owner, matches::stderr),
        Route::page("/users/{name}", Anybody, user::page),
        Route::form("/users/{name}/ban", Admin, admin::people::ban),
        Route::form("/users/{name}/unban", Admin, admin::people::unban),
        Route::form("/users/{name}/rename", Admin, admin::people::rename),
        Route::form("/users/{name}/reset-password", Admin, admin::people::reset_password),
        Route::form("/users/{name}/promote", Admin, admin::people::promote),
        Route::form("/users/{name}/demote", Admin, admin::people::demote),
        Route::page("/sign-up", Anybody, account::sign_up_page),
        Route::form("/sign-up", Anybody, account::sign_up),
        Route::page("/log-in", Anybody, account::log_in_page),
        Route::form("/log-in", Anybody, account::log_in),
        Route::form("/log-out", User, account::log_out),
        Route::page("/account", User, account::page),
        Route::page("/account/export", User, account::export),
        Route::form("/account/password", User, account::new_password),
        Route::form("/account/tokens", User, account::new_token),
        Route::form("/account/tokens/{id}/revoke", Owner, account::revoke_token),
        Route::form("/account/delete", User, account::delete),
        Route::page("/admin", Admin, admin::page),
        Route::form("/admin/invites", Admin, admin::people::invite),
        Route::form("/admin/worker-tokens", Admin, admin::workers::token),
        Route::form("/admin/worker-tokens/{id}/revoke", Admin, admin::workers::revoke_token),
        Route::form("/admin/workers/{id}/trust", Admin, admin::workers::trust),
    ]
}
