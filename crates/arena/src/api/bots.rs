//! Bots and their versions; sources and build logs for their owners.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use skirmish_arena_protocol::answers::{Bot, BotStatus, Problem, Version, Versions};

use super::bytes;
use super::told;
use crate::account::{Caller, Refused, log_of, own_version, version_of};
use crate::arena::Arena;
use crate::{ladder, queue};

/// A bot.
#[utoipa::path(get, path = "/api/v1/bots/{id}", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = Bot), (status = 404, body = Problem)))]
pub(super) async fn bot(State(arena): State<Arc<Arena>>, Path(id): Path<i64>) -> Result<Json<Bot>, Refused> {
    let bot = arena.store.bot(id).await?.ok_or(Refused::Missing("bot"))?;
    let owner = owner_name(&arena, bot.user_id).await?;
    Ok(Json(told::bot(bot, owner)))
}

/// Where a bot stands: its place, rating and record, its newest version, and what of it waits in the queue.
#[utoipa::path(get, path = "/api/v1/bots/{id}/status", tag = "bots",
    params(("id" = i64, Path, description = "The bot's number.")),
    responses((status = 200, body = BotStatus), (status = 404, body = Problem)))]
pub(super) async fn status(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<BotStatus>, Refused> {
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
    responses((status = 200, body = Versions), (status = 404, body = Problem)))]
pub(super) async fn versions(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Versions>, Refused> {
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
    responses((status = 200, body = Version), (status = 404, body = Problem)))]
pub(super) async fn version(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Version>, Refused> {
    let (bot, version) = version_of(&arena, id).await?;
    Ok(Json(told::version(version, caller.owns(bot.user_id))))
}

/// What a version's build printed; for its owner.
#[utoipa::path(get, path = "/api/v1/versions/{id}/log", tag = "bots",
    params(("id" = i64, Path, description = "The version's number.")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 403, body = Problem)),
    security(("token" = [])))]
pub(super) async fn log(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Response, Refused> {
    let (_, version) = own_version(&arena, &caller, id).await?;
    let hash = log_of(&version)?;
    Ok(bytes("text/plain; charset=utf-8", &format!("version-{id}.log"), arena.blob_body(&hash).await?))
}

/// A version's source as a tar; for its owner.
#[utoipa::path(get, path = "/api/v1/versions/{id}/source", tag = "bots",
    params(("id" = i64, Path, description = "The version's number.")),
    responses((status = 200, body = Vec<u8>, content_type = "application/x-tar"), (status = 403, body = Problem)),
    security(("token" = [])))]
pub(super) async fn source(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Response, Refused> {
    let (_, version) = own_version(&arena, &caller, id).await?;
    if version.source_hash.is_empty() {
        return Err(Refused::Missing("source: it is a bot of the house"));
    }
    Ok(bytes("application/x-tar", &format!("version-{id}.tar"), arena.blob_body(&version.source_hash).await?))
}

/// What a user is called.
pub(super) async fn owner_name(arena: &Arena, user_id: i64) -> Result<String, Refused> {
    let user = arena.store.user_by_id(user_id).await?;
    Ok(user.map_or_else(String::new, |user| user.name))
}
