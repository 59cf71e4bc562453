//! A user, as everybody sees them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use skirmish_arena_service::account::{Caller, Refused};
use skirmish_arena_service::arena::Arena;
use skirmish_arena_store::{Bot, Rated, Stored, User};

use super::frame::{Frame, page as made};
use super::words;
use crate::request::Refusal;

#[derive(Template)]
#[template(path = "user.html")]
struct UserPage {
    frame: Frame,
    user: User,
    since: String,
    bots: Vec<BotLine>,
    is_self: bool,
}

/// A bot in a list of somebody's.
pub struct BotLine {
    /// The bot.
    pub bot: Bot,
    /// The game's title.
    pub title: &'static str,
    /// The rating of the version that plays, and give or take.
    pub rating: Option<(String, String)>,
    /// Games that it played.
    pub games: i64,
    /// How it is, in words.
    pub how: String,
}

/// The page of a user.
pub async fn page(
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let user = arena.store.user_by_name(&name).await?.ok_or(Refused::Missing("user"))?;
    made(&UserPage {
        frame: Frame::new(&arena, &caller, user.name.clone()),
        since: words::ago(arena.clock.now_ms(), user.created_ms),
        bots: bots(&arena, user.id).await?,
        is_self: caller.user.as_ref().is_some_and(|caller| caller.id == user.id),
        user,
    })
}

/// On to a user's page.
pub fn to_user(name: &str) -> Response {
    // Letters beyond ASCII are sent as an address has them.
    let address = name.bytes().fold(String::from("/users/"), |address, byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            address + &char::from(byte).to_string()
        }
        byte => address + &format!("%{byte:02X}"),
    });
    Redirect::to(&address).into_response()
}

/// A user's bots.
pub async fn bots(arena: &Arena, user_id: i64) -> Stored<Vec<BotLine>> {
    let mut lines = Vec::new();
    for bot in arena.store.bots_of(user_id).await? {
        let rated = match bot.version_id {
            Some(version) => arena.store.rated(version).await?,
            None => None,
        };
        lines.push(line(bot, rated));
    }
    Ok(lines)
}

fn line(bot: Bot, rated: Option<Rated>) -> BotLine {
    let how = match &bot {
        Bot { disabled_why: Some(why), .. } => format!("disabled by the host: {why}"),
        Bot { rested_why: Some(why), .. } => format!("rests: {why}"),
        Bot { version_id: None, .. } => "no version plays yet".to_owned(),
        Bot { is_active: true, .. } => "plays".to_owned(),
        _ => "rests".to_owned(),
    };
    BotLine {
        title: skirmish_games::find(&bot.game).map_or("", |entry| entry.info.title),
        rating: rated.as_ref().and_then(words::rating_of),
        games: rated.map_or(0, |rated| rated.games),
        how,
        bot,
    }
}
