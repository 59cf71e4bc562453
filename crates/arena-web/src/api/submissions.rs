//! Submitting a bot.

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use serde::Deserialize;
use skirmish_arena_protocol::answers::{Problem, Submitted};
use skirmish_arena_service::account::{Account, Address, Refused};
use skirmish_arena_service::upload::{self, Submission};
use utoipa::IntoParams;

use super::openapi::Bytes;
use super::told;
use crate::request::Refusal;
use crate::transfer::receive_upload;
use crate::web::Web;

/// What is submitted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct What {
    /// The game.
    game: String,
    /// The bot's name: a new one, or one of yours.
    bot: String,
    /// The language; found out if it is left out.
    language: Option<String>,
    /// The file's name: `bot.py`, `bot.zip`, `bot.tar.gz`.
    file: String,
}

/// Submits a bot, or a new version of one: a source file, or a zip, tar or tar.gz of its folder.
#[utoipa::path(post, path = "/api/v1/submissions", tag = "bots", params(What),
    request_body(content = Bytes, content_type = "application/octet-stream"),
    responses((status = 200, body = Submitted),
        (status = 404, description = "There is no such game.", body = Problem), (status = 409, body = Problem),
        (status = 413, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn submit(
    user: Account,
    State(web): State<Web>,
    Address(address): Address,
    Query(what): Query<What>,
    body: Body,
) -> Result<Json<Submitted>, Refusal> {
    let arena = &web.arena;
    let _turn = web.heavy.uploads.turn(address).await?;
    let file = receive_upload(arena, body).await?;
    let tree = upload::unpack(arena, what.file, file).await?;
    let submission = Submission { game: what.game, bot: what.bot, language: what.language, tree };
    let submitted = upload::submit(arena, &user, submission).await?;
    let bot = arena.store.bot(submitted.bot_id).await?.ok_or(Refused::Missing("bot"))?;
    let version = arena.store.version(submitted.version_id).await?.ok_or(Refused::Missing("version"))?;
    tracing::info!(
        user = user.name,
        bot = bot.name,
        game = bot.game,
        version = version.id,
        "a bot was submitted"
    );
    Ok(Json(Submitted { bot_id: bot.id, bot: bot.name, version: told::version(version, true) }))
}
