//! The description of the API, made from the handlers themselves; a test compares it with the table of routes.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use skirmish_arena_service::account::Refused;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::{account, bots, games, health, matches, submissions, workers};
use crate::request::Refusal;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Skirmish arena",
        description = "Bots, ladders, matches and replays of an arena. A token goes into the header \
            `Authorization: Bearer …`; `skirmish login` gets one. It is good for what its scopes say (`submit`, \
            `read`, `worker`, `admin`), until it ends. A refusal is `{\"error\": \"a sentence\"}`.",
    ),
    paths(
        health::health, page, games::games, games::ladder, games::languages, bots::bot, bots::status,
        bots::versions,
        bots::version, bots::log, bots::source, bots::rest, bots::wake, bots::rename, bots::choose, bots::delete,
        matches::list, matches::one, matches::replay, matches::stderr,
        matches::challenge, account::me, account::log_in, account::log_out, submissions::submit,
        workers::register, workers::lease, workers::heartbeat, workers::report, workers::release, workers::show,
        workers::blob, workers::keep_blob,
    ),
    modifiers(&Tokens),
)]
pub(super) struct Description;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        for (name, about) in
            [("token", "An account's token."), ("worker", "A worker's token, which an admin makes.")]
        {
            let http = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about)).build();
            components.add_security_scheme(name, SecurityScheme::Http(http));
        }
    }
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", tag = "host",
    responses((status = 200, description = "OpenAPI 3.1.")))]
pub(super) async fn page() -> Result<impl IntoResponse, Refusal> {
    // Not by `Json`: the description writes itself, and all that it is made of need not be compiled here once more.
    let description = Description::openapi().to_json().map_err(|error| Refused::Ours(error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/json")], description))
}
