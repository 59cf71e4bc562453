//! What admins do with people: keep them out, let them in, give them another name, password or role.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};

use super::{Name, Why, note};
use crate::account::{self, Caller, Posted, Refused, user_name};
use crate::arena::Arena;
use crate::queue::{self, Leave};
use crate::site::account::secret_page;
use crate::site::bot::{Nothing, tell_ladder};
use crate::store::{Stored, User};

/// Bans a user: their bots leave the ladder, their sessions end.
pub async fn ban(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Why>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let why = posted.form.checked()?;
    let mut writing = arena.store.write().await?;
    writing.set_banned(user.id, true).await?;
    let bots = writing.bots_of(user.id).await?;
    let ids: Vec<i64> = bots.iter().map(|bot| bot.id).collect();
    let told = "its owner was banned";
    let news = queue::withdraw_bots(&mut writing, &ids, Leave::Gone, told).await?;
    note(&arena, admin, writing, "banned", &user.name, &why).await?;
    news.into_iter().for_each(|one| arena.tell(one));
    bots.iter().for_each(|bot| tell_ladder(&arena, &bot.game));
    Ok(to_user(&user))
}

/// Lets a banned user come in again.
pub async fn unban(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let mut writing = arena.store.write().await?;
    writing.set_banned(user.id, false).await?;
    note(&arena, admin, writing, "unbanned", &user.name, "").await?;
    tell_ladders_of(&arena, user.id).await?;
    Ok(to_user(&user))
}

/// A user gets another name.
pub async fn rename(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Name>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let new = user_name(&posted.form.name)?;
    let mut writing = arena.store.write().await?;
    if !writing.rename_user(user.id, &new).await? {
        return Err(Refused::Conflict(format!("Somebody else is called “{new}”.")));
    }
    note(&arena, admin, writing, "renamed", &user.name, &format!("now {new}")).await?;
    tell_ladders_of(&arena, user.id).await?;
    Ok(to_user(&User { name: new, ..user }))
}

/// A user who forgot the password gets another one, by way of the admin.
pub async fn reset_password(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let user = another(&arena, admin, &name).await?;
    let password = account::reset_password(&arena, admin, &user).await?;
    let about = format!("This is {}’s new password. It is shown this once: pass it on.", user.name);
    let hint = "They should choose another one on their account page. Their sessions have ended and their tokens are \
                revoked, so that nobody else is in."
        .to_owned();
    secret_page(&arena, &posted.caller, "A new password", about, password, hint, "/admin")
}

/// Makes a user an admin.
pub async fn promote(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    set_admin(&arena, &posted.caller, &name, true).await
}

/// Makes an admin a user.
pub async fn demote(
    State(arena): State<Arc<Arena>>,
    Path(name): Path<String>,
    posted: Posted<Nothing>,
) -> Result<Response, Refused> {
    set_admin(&arena, &posted.caller, &name, false).await
}

async fn set_admin(arena: &Arena, caller: &Caller, name: &str, is_admin: bool) -> Result<Response, Refused> {
    let admin = caller.admin()?;
    let user = another(arena, admin, name).await?;
    let verb = if is_admin { "made an admin of" } else { "made a user of" };
    let mut writing = arena.store.write().await?;
    writing.set_admin(user.id, is_admin).await?;
    note(arena, admin, writing, verb, &user.name, "").await?;
    Ok(to_user(&user))
}

/// A code with which one person may sign up.
pub async fn invite(State(arena): State<Arc<Arena>>, posted: Posted<Nothing>) -> Result<Response, Refused> {
    let admin = posted.caller.admin()?;
    let code = account::invite(&arena, admin).await?;
    let about = "With this code one person may sign up. It is shown this once: pass it on.".to_owned();
    let hint = format!("The address /sign-up?code={code} fills it in.");
    secret_page(&arena, &posted.caller, "An invitation", about, code, hint, "/admin")
}

/// Tells that the ladders that show a user have changed.
async fn tell_ladders_of(arena: &Arena, user_id: i64) -> Stored<()> {
    let bots = arena.store.bots_of(user_id).await?;
    bots.iter().for_each(|bot| tell_ladder(arena, &bot.game));
    Ok(())
}

/// A user whom this admin may change: not the house, and not oneself, so that there is always an admin.
async fn another(arena: &Arena, admin: &User, name: &str) -> Result<User, Refused> {
    let user = arena.store.user_by_name(name).await?.ok_or(Refused::Missing("user"))?;
    if user.id == admin.id {
        return Err(Refused::Conflict("You cannot do this to yourself; another admin can.".to_owned()));
    }
    if user.is_house {
        return Err(Refused::Conflict("The house is not a person; disable its bots instead.".to_owned()));
    }
    Ok(user)
}

fn to_user(user: &User) -> Response {
    // A name is letters, digits, dots, dashes and underscores: an address takes it as it is.
    Redirect::to(&format!("/users/{}", user.name)).into_response()
}
