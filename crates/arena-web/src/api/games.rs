//! Games, their ladders, and the languages that bots can be in.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use skirmish_arena_protocol::answers::{Game, Games, Ladder, Language, Languages};
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::arena::Arena;
use skirmish_arena_service::ladder;
use skirmish_arena_service::upload::language;
use utoipa::IntoParams;

use super::wanted;
use crate::request::Refusal;

/// Which part of a ladder.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Part {
    /// Only places after this one.
    after: Option<i64>,
    /// At most so many; 50 unless said, 100 at most.
    limit: Option<i64>,
}

/// The games that are played here.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses((status = 200, body = Games)))]
pub(super) async fn games(State(arena): State<Arc<Arena>>) -> Json<Games> {
    let games = arena.settings.games().map(|entry| Game {
        name: entry.info.name.to_owned(),
        title: entry.info.title.to_owned(),
        version: entry.info.version,
        least_seats: *entry.info.seats.start(),
        most_seats: *entry.info.seats.end(),
        has_secrets: entry.info.has_secrets,
    });
    Json(Games { games: games.collect() })
}

/// The ladder of a game, part by part, the best first. It is a second old at most while it moves.
#[utoipa::path(get, path = "/api/v1/games/{game}/ladder", tag = "games",
    params(("game" = String, Path, description = "The game's name."), Part),
    responses((status = 200, body = Ladder)))]
pub(super) async fn ladder(
    State(arena): State<Arc<Arena>>,
    Path(game): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Ladder>, Refusal> {
    let entry = arena.settings.game(&game).ok_or(Refused::Missing("game"))?;
    let table = ladder::table(&arena, entry.info.name).await?;
    let standings = table.rows();
    let after = usize::try_from(part.after.unwrap_or(0)).unwrap_or(0);
    let until = after.saturating_add(wanted(part.limit) as usize);
    let next = (until < standings.len()).then_some(until as i64);
    let bots = standings.len() as u32;
    let standings = standings.iter().take(until).skip(after).cloned().collect();
    let unconfirmed_why = table.unconfirmed_why().map(str::to_owned);
    Ok(Json(Ladder { game, bots, standings, unconfirmed_why, next }))
}

/// The languages that the host knows, and which of them bots can be submitted now.
#[utoipa::path(get, path = "/api/v1/languages", tag = "games", responses((status = 200, body = Languages)))]
pub(super) async fn languages(State(arena): State<Arc<Arena>>) -> Result<Json<Languages>, Refusal> {
    let offered = language::offered(&arena).await?;
    let languages = language::known(&arena.settings).into_iter().map(|known| {
        let own = arena.settings.language.get(&known.name);
        Language {
            build: own.and_then(|own| own.build.clone()),
            run: own.map(|own| own.run.clone()),
            is_offered: offered.iter().any(|offered| offered.name == known.name),
            name: known.name,
            title: known.title,
        }
    });
    Ok(Json(Languages { languages: languages.collect() }))
}
