//! Matches: lists, one of them, its replay, what a bot printed, and challenges.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use skirmish_arena_protocol::answers::{Challenge, Challenged, Match, Matches, Problem};
use skirmish_arena_service::account::{Account, Caller, Owned, Refused, SeatOutput, replay_of, watched};
use skirmish_arena_service::arena::{Arena, News};
use skirmish_arena_service::ladder;
use skirmish_arena_store::Seating;
use utoipa::IntoParams;

use super::openapi::Bytes;
use super::{bytes, told, wanted};
use crate::request::Refusal;
use crate::site::{is_known, not_modified, tagged};
use crate::transfer::blob_body;

/// Which matches.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Of this game.
    game: Option<String>,
    /// Of this bot.
    bot: Option<i64>,
    /// Only those with a smaller number.
    before: Option<i64>,
    /// At most so many; 50 unless said, 100 at most.
    limit: Option<i64>,
}

/// Matches of a game, of a bot, or all, the newest first.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", params(Which),
    responses((status = 200, body = Matches)))]
pub(super) async fn list(
    State(arena): State<Arc<Arena>>,
    Query(which): Query<Which>,
) -> Result<Json<Matches>, Refusal> {
    let (before, limit) = (which.before.unwrap_or(i64::MAX), wanted(which.limit));
    let store = &arena.store;
    let (matches, seatings) = match (which.bot, which.game) {
        (Some(bot), _) => (
            store.matches_of_bot(bot, before, limit).await?,
            store.seatings_of_bot(bot, before, limit).await?,
        ),
        (None, Some(game)) => (
            store.matches_of_game(&game, before, limit).await?,
            store.seatings_of_game(&game, before, limit).await?,
        ),
        (None, None) => {
            let matches = store.matches_before(before, limit).await?;
            let seatings = store.seatings_of_all(&matches).await?;
            (matches, seatings)
        }
    };
    let mut seats: HashMap<i64, Vec<Seating>> = HashMap::new();
    for seating in seatings {
        seats.entry(seating.match_id).or_default().push(seating);
    }
    let next = (matches.len() as i64 == limit).then(|| matches.last().map(|last| last.id)).flatten();
    let matches = matches.into_iter().map(|it| {
        let mut seats = seats.remove(&it.id).unwrap_or_default();
        seats.sort_by_key(|seating| seating.seat);
        told::match_(it, seats)
    });
    Ok(Json(Matches { matches: matches.collect(), next }))
}

/// One match.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches",
    params(("id" = i64, Path, description = "The match's number.")),
    responses((status = 200, body = Match)))]
pub(super) async fn one(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
) -> Result<Json<Match>, Refusal> {
    let found = arena.store.match_of(id).await?.ok_or(Refused::Missing("match"))?;
    Ok(Json(told::match_(found, arena.store.seatings(id).await?)))
}

/// A match's replay, as `skirmish watch` and `skirmish replay` read it.
#[utoipa::path(get, path = "/api/v1/matches/{id}/replay", tag = "matches",
    params(("id" = i64, Path, description = "The match's number.")),
    responses((status = 200, body = Bytes, content_type = "application/zstd"),
        (status = 304, description = "It is the one that `If-None-Match` names."),
        (status = 401, body = Problem),
        (status = 403, description = "The host shows replays to those who played only.", body = Problem),
        (status = 404, description = "There is none, or not yet.", body = Problem),
        (status = 410, description = "It was removed.", body = Problem), (status = 429, body = Problem)))]
pub(super) async fn replay(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(id): Path<i64>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let (found, _) = watched(&arena, &caller, id).await?;
    let hash = replay_of(&found)?;
    if is_known(&asked, &hash) {
        return Ok(not_modified(&hash));
    }
    let replay = blob_body(&arena, &hash).await?;
    Ok(tagged(bytes("application/zstd", &format!("match-{id}.replay"), replay), &hash))
}

/// What a bot printed on stderr; for its owner.
#[utoipa::path(get, path = "/api/v1/matches/{id}/stderr/{seat}", tag = "matches",
    params(("id" = i64, Path, description = "The match's number."), ("seat" = i64, Path, description = "From 0.")),
    responses((status = 200, body = String, content_type = "text/plain"),
        (status = 410, description = "It was removed.", body = Problem)),
    security(("token" = ["read"])))]
pub(super) async fn stderr(
    output: Owned<SeatOutput>,
    State(arena): State<Arc<Arena>>,
) -> Result<Response, Refusal> {
    let name = format!("match-{}.seat{}.stderr", output.match_id, output.seat);
    Ok(bytes("text/plain; charset=utf-8", &name, blob_body(&arena, output.hash()?).await?))
}

/// Asks for a match that moves no ladder.
#[utoipa::path(post, path = "/api/v1/challenges", tag = "matches", request_body = Challenge,
    responses((status = 200, body = Challenged), (status = 404, body = Problem),
        (status = 409, body = Problem)),
    security(("token" = ["submit"])))]
pub(super) async fn challenge(
    user: Account,
    State(arena): State<Arc<Arena>>,
    Json(wish): Json<Challenge>,
) -> Result<Json<Challenged>, Refusal> {
    let match_id = ladder::challenge(&arena, user.id, wish.bot_id, wish.other_id).await?;
    arena.tell(News::Match(match_id));
    Ok(Json(Challenged { match_id }))
}
