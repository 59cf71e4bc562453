//! What admins do with bots.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};

use super::{Name, Why, note};
use crate::account::{Posted, Refused, bot_name};
use crate::arena::Arena;
use crate::ladder;
use crate::queue::{self, Leave};
use crate::site::bot::{Nothing, tell_ladder};
use crate::store::{Bot, StoreError, Stored};

/// The host does not let a bot play.
pub async fn disable(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let why = posted.form.checked()?;
    let mut writing = arena.store.write().await?;
    writing.set_bot_disabled(id, Some(&why)).await?;
    let told = "the host disabled the bot";
    let news = queue::withdraw_bots(&mut writing, &[id], Leave::Gone, told).await?;
    note(&arena, admin, writing, "disabled", &named(&bot), &why).await?;
    news.into_iter().for_each(|one| arena.tell(one));
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// The host lets it play again.
pub async fn enable(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let mut writing = arena.store.write().await?;
    writing.set_bot_disabled(id, None).await?;
    note(&arena, admin, writing, "enabled", &named(&bot), "").await?;
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// A bot gets another name.
pub async fn rename(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Name>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let name = bot_name(&posted.form.name)?;
    let taken = |error: StoreError| match error.is_duplicate() {
        true => Refused::Conflict(format!("Another bot is called “{name}”.")),
        false => error.into(),
    };
    let mut writing = arena.store.write().await?;
    writing.rename_bot(id, &name).await.map_err(taken)?;
    note(&arena, admin, writing, "renamed", &named(&bot), &format!("now {name}")).await?;
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

/// A bot leaves the ladder at once; everybody's rating is made again without its results, which takes a while.
pub async fn disqualify(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<i64>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let bot = bot(&arena, id).await?;
    let why = posted.form.checked()?;
    let mut writing = arena.store.write().await?;
    let news = ladder::disqualify_in(&arena, &mut writing, id, &why).await?;
    note(&arena, admin, writing, "disqualified", &named(&bot), &why).await?;
    news.into_iter().for_each(|one| arena.tell(one));
    tell_ladder(&arena, &bot.game);
    Ok(to_bot(id))
}

async fn bot(arena: &Arena, id: i64) -> Result<Bot, Refused> {
    let found: Stored<Option<Bot>> = arena.store.bot(id).await;
    found?.ok_or(Refused::Missing("bot"))
}

fn named(bot: &Bot) -> String {
    format!("bot {} ({})", bot.id, bot.name)
}

fn to_bot(id: i64) -> Response {
    Redirect::to(&format!("/bots/{id}")).into_response()
}
