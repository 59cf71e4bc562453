//! The description of the API, made from the handlers themselves; a test compares it with the table of routes.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use skirmish_arena_protocol::answers::Problem;
use skirmish_arena_service::account::Refused;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, PathItem, Ref, RefOr};
use utoipa::{Modify, OpenApi, PartialSchema, ToSchema};

use super::{account, bots, games, health, matches, submissions, workers};
use crate::request::Refusal;
use crate::routes::{Access, Route};

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
    components(schemas(Problem)),
    modifiers(&Tokens, &Refusals),
)]
pub(super) struct Description;

/// Bytes as they are.
pub(super) struct Bytes;

impl PartialSchema for Bytes {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(format)).into()
    }
}

impl ToSchema for Bytes {}

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

/// How every address may refuse a request, whatever its handler does: said once, from the table of routes.
struct Refusals;

impl Modify for Refusals {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        for route in super::routes() {
            let Some(path) = openapi.paths.paths.get_mut(route.path) else { continue };
            let Some(operation) = operation_of(path, route.method) else { continue };
            for (status, about) in refusals(&route, operation) {
                let told = operation.responses.responses.entry(status.to_owned());
                told.or_insert_with(|| refusal(status, about).into());
            }
        }
    }
}

fn operation_of<'a>(path: &'a mut PathItem, method: &str) -> Option<&'a mut Operation> {
    match method {
        "GET" => path.get.as_mut(),
        "PUT" => path.put.as_mut(),
        "DELETE" => path.delete.as_mut(),
        _ => path.post.as_mut(),
    }
}

/// The statuses with which an address may refuse, and what each means.
fn refusals(route: &Route, operation: &Operation) -> Vec<(&'static str, &'static str)> {
    let mut refusals = vec![
        ("408", "The request took too long."),
        ("500", "Something broke on our side."),
        ("503", "The arena is away for a moment, or has too much to do."),
    ];
    if operation.parameters.as_ref().is_some_and(|parameters| !parameters.is_empty()) {
        refusals.push(("400", "The address, or what is asked for, is not as it should be."));
    }
    if route.path.contains('{') {
        refusals.push(("404", "There is no such thing."));
    }
    if route.access != Access::Anybody {
        refusals.extend([
            ("401", "There is no token, or it is not known, or it has ended."),
            ("403", "The token is not good for this, or it is for others."),
            ("429", "Too much was asked for in a short time."),
        ]);
    }
    let takes_json = |body: &RefOr<RequestBody>| matches!(body, RefOr::T(body) if body.content.contains_key("application/json"));
    if operation.request_body.as_ref().is_some_and(takes_json) {
        refusals.extend([
            ("400", "The body is no JSON, or asks for what cannot be."),
            ("413", "The body is too large."),
            ("415", "The body has to be `application/json`."),
            ("422", "The body is JSON of another shape."),
        ]);
    }
    refusals
}

fn refusal(status: &str, about: &str) -> Response {
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new().description(about).content("application/json", problem);
    if status != "429" {
        return response.build();
    }
    let seconds = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(0));
    let wait =
        HeaderBuilder::new().schema(Some(seconds)).description(Some("How many seconds to wait.")).build();
    response.header("Retry-After", wait).build()
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", tag = "host",
    responses((status = 200, description = "OpenAPI 3.1.", body = serde_json::Value)))]
pub(super) async fn page() -> Result<impl IntoResponse, Refusal> {
    // Not by `Json`: the description writes itself, and all that it is made of need not be compiled here once more.
    let description = Description::openapi().to_json().map_err(|error| Refused::Ours(error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/json")], description))
}
