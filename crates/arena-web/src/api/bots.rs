//! Bots and their versions; for their owners sources and build logs, and what can be done with a bot.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use skirmish_arena_protocol::answers::{Bot, BotStatus, Nothing, Problem, Rename, Version, Versions};
use skirmish_arena_service::account::{BotVersion, Caller, Owned, Refused, log_of};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::{bots, ladder, queue};
use skirmish_arena_store as store;

use super::openapi::Bytes;
use super::{bytes, told};
use crate::request::Refusal;
use crate::transfer::blob_body;

/// A bot.
#[utoipa::path(get, path = "/api/v1/bots/{id}", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Bot)))]
pub(super) async fn bot(State(arena): State<Arc<Arena>>, Path(id): Path<i64>) -> Result<Json<Bot>, Refusal> {
    now(&arena, id).await
}

/// Where a bot stands: its place, rating and record, its newest version, and what of it waits in the queue.
#[utoipa::path(get, path = "/api/v1/bots/{id}/status", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = BotStatus),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn status(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<BotStatus>, Refusal> {
    let bot = arena.store.bot(id).await?.ok_or(Refused::Missing("bot"))?;
    let is_owner = caller.owns(bot.user_id);
    let owner = owner_name(&arena, bot.user_id).await?;
    let newest = arena.store.newest_version(id).await?;
    // The ladder of a game that is no longer played here stands still, and is not shown.
    let table = match arena.settings.game(&bot.game) {
        Some(entry) => ladder::table(&arena, entry.info.name).await?,
        None => Arc::default(),
    };
    Ok(Json(BotStatus {
        bot: told::bot(bot, owner),
        newest: newest.map(|version| told::version(version, is_owner)),
        standing: table.find(id).cloned(),
        bots: table.rows().len() as u32,
        queue: queue::places_of_bot(&arena, id).await?,
    }))
}

/// A bot's versions, the newest first.
#[utoipa::path(get, path = "/api/v1/bots/{id}/versions", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Versions),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn versions(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Versions>, Refusal> {
    let bot = arena.store.bot(id).await?.ok_or(Refused::Missing("bot"))?;
    let is_owner = caller.owns(bot.user_id);
    let versions = arena.store.versions_of(id).await?;
    Ok(Json(Versions {
        versions: versions.into_iter().map(|version| told::version(version, is_owner)).collect(),
    }))
}

/// A version: how far it has come.
#[utoipa::path(get, path = "/api/v1/versions/{id}", tag = "bots",
    params(("id" = i64, Path, description = "The version's number.")),
    responses((status = 200, body = Version),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn version(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Version>, Refusal> {
    let BotVersion { bot, version } = BotVersion::find(&arena, id).await?;
    Ok(Json(told::version(version, caller.owns(bot.user_id))))
}

/// What a version's build printed; for its owner.
#[utoipa::path(get, path = "/api/v1/versions/{id}/log", tag = "bots",
    params(("id" = i64, Path, description = "The version's number.")),
    responses((status = 200, body = String, content_type = "text/plain"),
        (status = 410, description = "It was removed.", body = Problem)),
    security(("token" = ["read"])))]
pub(super) async fn log(
    owned: Owned<BotVersion>,
    State(arena): State<Arc<Arena>>,
) -> Result<Response, Refusal> {
    let hash = log_of(&owned.version)?;
    let name = format!("version-{}.log", owned.version.id);
    Ok(bytes("text/plain; charset=utf-8", &name, blob_body(&arena, &hash).await?))
}

/// A version's source as a tar; for its owner.
#[utoipa::path(get, path = "/api/v1/versions/{id}/source", tag = "bots",
    params(("id" = i64, Path, description = "The version's number.")),
    responses((status = 200, body = Bytes, content_type = "application/x-tar")),
    security(("token" = ["read"])))]
pub(super) async fn source(
    owned: Owned<BotVersion>,
    State(arena): State<Arc<Arena>>,
) -> Result<Response, Refusal> {
    let version = &owned.version;
    if version.source_hash.is_empty() {
        return Err(Refused::Missing("source: it is a bot of the house").into());
    }
    Ok(bytes(
        "application/x-tar",
        &format!("version-{}.tar", version.id),
        blob_body(&arena, &version.source_hash).await?,
    ))
}

/// Lets a bot rest: it keeps its rating, and plays no rated matches.
#[utoipa::path(post, path = "/api/v1/bots/{id}/rest", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Bot),
        (status = 409, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn rest(
    bot: Owned<store::Bot>,
    State(arena): State<Arc<Arena>>,
) -> Result<Json<Bot>, Refusal> {
    bots::rest(&arena, &bot).await?;
    now(&arena, bot.id).await
}

/// Lets a bot play again.
#[utoipa::path(post, path = "/api/v1/bots/{id}/wake", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Bot),
        (status = 409, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn wake(
    bot: Owned<store::Bot>,
    State(arena): State<Arc<Arena>>,
) -> Result<Json<Bot>, Refusal> {
    bots::wake(&arena, &bot).await?;
    now(&arena, bot.id).await
}

/// Gives a bot another name.
#[utoipa::path(post, path = "/api/v1/bots/{id}/rename", tag = "bots", request_body = Rename,
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Bot),
        (status = 409, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn rename(
    bot: Owned<store::Bot>,
    State(arena): State<Arc<Arena>>,
    Json(wish): Json<Rename>,
) -> Result<Json<Bot>, Refusal> {
    bots::rename(&arena, &bot, &wish.name).await?;
    now(&arena, bot.id).await
}

/// Lets this version of a bot play in place of another.
#[utoipa::path(post, path = "/api/v1/versions/{id}/choose", tag = "bots",
    params(("id" = i64, Path, description = "The version's number.")),
    responses((status = 200, body = Bot),
        (status = 409, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn choose(
    version: Owned<BotVersion>,
    State(arena): State<Arc<Arena>>,
) -> Result<Json<Bot>, Refusal> {
    bots::choose(&arena, &version).await?;
    now(&arena, version.bot.id).await
}

/// Deletes a bot for good; its results stay.
#[utoipa::path(delete, path = "/api/v1/bots/{id}", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Nothing),
        (status = 409, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn delete(
    bot: Owned<store::Bot>,
    State(arena): State<Arc<Arena>>,
) -> Result<Json<Nothing>, Refusal> {
    bots::delete(&arena, &bot).await?;
    Ok(Json(Nothing {}))
}

/// A bot as it is now.
async fn now(arena: &Arena, id: i64) -> Result<Json<Bot>, Refusal> {
    let bot = arena.store.bot(id).await?.ok_or(Refused::Missing("bot"))?;
    let owner = owner_name(arena, bot.user_id).await?;
    Ok(Json(told::bot(bot, owner)))
}

/// What a user is called.
pub(super) async fn owner_name(arena: &Arena, user_id: i64) -> Result<String, Refused> {
    let user = arena.store.user_by_id(user_id).await?;
    Ok(user.map_or_else(String::new, |user| user.name))
}
