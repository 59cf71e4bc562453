//! The pages: made on the server, quick, and whole without JavaScript (but for viewer and editor).
//!
//! A handler parses, calls one function, renders. Whatever people type is text in a template, which escapes it.

mod account;
mod admin;
mod assets;
mod bot;
mod chart;
mod dress;
mod events;
mod film;
mod frame;
mod game;
mod home;
mod list;
mod markdown;
mod matches;
mod packed;
mod showing;
mod submit;
mod tag;
mod user;
mod version;
mod words;

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::routes::{Access, Route};

pub use assets::address;
pub use dress::dress;
pub use film::Films;
pub(crate) use tag::{is_known, not_modified, tagged};

/// The addresses of all pages.
#[must_use]
pub fn routes() -> Vec<Route> {
    use Access::{Admin, Anybody, Owner, User};
    vec![
        Route::get("/", Anybody, get(home::page)),
        Route::get("/events", Anybody, get(events::stream)),
        Route::get("/static/{hash}/{name}", Anybody, get(assets::file)),
        Route::get("/games/{game}", Anybody, get(game::page)),
        Route::get("/games/{game}/rules", Anybody, get(game::rules)),
        Route::get("/games/{game}/kits/{language}", Anybody, get(game::kit)),
        Route::get("/games/{game}/submit", User, get(submit::page)),
        Route::post("/games/{game}/submit", User, post(submit::submit).layer(DefaultBodyLimit::disable())),
        Route::get("/bots/{id}", Anybody, get(bot::page)),
        Route::post("/bots/{id}/rest", Owner, post(bot::rest)),
        Route::post("/bots/{id}/play", Owner, post(bot::play)),
        Route::post("/bots/{id}/challenge", User, post(bot::challenge)),
        Route::post("/bots/{id}/disable", Admin, post(admin::bots::disable)),
        Route::post("/bots/{id}/enable", Admin, post(admin::bots::enable)),
        Route::post("/bots/{id}/rename", Admin, post(admin::bots::rename)),
        Route::post("/bots/{id}/disqualify", Admin, post(admin::bots::disqualify)),
        Route::get("/versions/{id}", Owner, get(version::page)),
        Route::get("/versions/{id}/source", Owner, get(version::source)),
        Route::get("/versions/{id}/log", Owner, get(version::log)),
        Route::post("/versions/{id}/play", Owner, post(version::play)),
        Route::post("/versions/{id}/remove-files", Owner, post(version::remove_files)),
        Route::get("/matches", Anybody, get(matches::list)),
        Route::get("/matches/{id}", Anybody, get(matches::page)),
        Route::get("/matches/{id}/replay", Anybody, get(film::replay)),
        Route::get("/matches/{id}/watch/", Anybody, get(film::viewer)),
        Route::get("/matches/{id}/watch/film", Anybody, get(film::film)),
        Route::get("/matches/{id}/watch/session", Anybody, get(showing::session)),
        Route::get("/matches/{id}/stderr/{seat}", Owner, get(matches::stderr)),
        Route::get("/users/{name}", Anybody, get(user::page)),
        Route::post("/users/{name}/ban", Admin, post(admin::people::ban)),
        Route::post("/users/{name}/unban", Admin, post(admin::people::unban)),
        Route::post("/users/{name}/rename", Admin, post(admin::people::rename)),
        Route::post("/users/{name}/reset-password", Admin, post(admin::people::reset_password)),
        Route::post("/users/{name}/promote", Admin, post(admin::people::promote)),
        Route::post("/users/{name}/demote", Admin, post(admin::people::demote)),
        Route::get("/sign-up", Anybody, get(account::sign_up_page)),
        Route::post("/sign-up", Anybody, post(account::sign_up)),
        Route::get("/log-in", Anybody, get(account::log_in_page)),
        Route::post("/log-in", Anybody, post(account::log_in)),
        Route::post("/log-out", User, post(account::log_out)),
        Route::get("/account", User, get(account::page)),
        Route::get("/account/export", User, get(account::export)),
        Route::post("/account/password", User, post(account::new_password)),
        Route::post("/account/tokens", User, post(account::new_token)),
        Route::post("/account/tokens/{id}/revoke", Owner, post(account::revoke_token)),
        Route::post("/account/delete", User, post(account::delete)),
        Route::get("/admin", Admin, get(admin::page)),
        Route::post("/admin/invites", Admin, post(admin::people::invite)),
        Route::post("/admin/worker-tokens", Admin, post(admin::workers::token)),
        Route::post("/admin/worker-tokens/{id}/revoke", Admin, post(admin::workers::revoke_token)),
        Route::post("/admin/workers/{id}/trust", Admin, post(admin::workers::trust)),
    ]
}
